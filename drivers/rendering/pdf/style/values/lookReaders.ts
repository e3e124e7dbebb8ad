import { ownValue } from '../../../../../domain/documents/css/ownValue.ts';
import type { Style } from '../style.ts';
import { bidiValues } from './boxLook.ts';
import { readColourOf } from './colours.ts';
import { PIXEL } from './layoutUnits.ts';
import { readLength } from './lengths.ts';
import { readShadows } from './shadows.ts';

type LookReader = (style: Style, value: string) => void;

const lineWidths: Readonly<Record<string, number>> = { thin: PIXEL, medium: 3 * PIXEL, thick: 5 * PIXEL };
const MAX_WIDTH = 500;

/** Read the properties of shadows, and of lines around boxes that take no space. */
export const lookReaders: Record<string, LookReader> = {
  'box-shadow': (style, value) => {
    style.shadows = readShadows(value, style);
  },
  'unicode-bidi': (style, value) => {
    style.bidi = bidiValues.find((one) => one === value) ?? 'normal';
  },
  'text-shadow': (style, value) => {
    style.textShadows = readShadows(value, style);
  },
  '-webkit-locale': (style, value) => {
    style.language = value;
  },
  quotes: (style, value) => {
    style.quotes = value;
  },
  'outline-style': (style, value) => {
    style.outline = { ...style.outline, style: value === 'auto' ? 'solid' : value };
  },
  'outline-width': (style, value) => {
    const { zoom = 1 } = style.units;
    const named = ownValue(lineWidths, value);
    const width = named === undefined ? readLength(value, style.size, style.units) : named * zoom;
    if (typeof width === 'number') style.outline = { ...style.outline, width: Math.max(0, Math.min(MAX_WIDTH, width)) };
  },
  'outline-color': (style, value) => {
    const colour =
      value === 'currentcolor' || value === 'invert' || value === 'auto' ? style.colour : readColourOf(value);
    if (colour !== null) style.outline = { ...style.outline, colour };
  },
  'outline-offset': (style, value) => {
    const offset = readLength(value, style.size, style.units);
    if (typeof offset === 'number') style.outline = { ...style.outline, offset };
  },
};
