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

/** A box that hides what leaves it in one direction does so in both. */
const readOverflow: LookReader = (style, value) => {
  style.contains ||= /hidden|auto|scroll|clip/.test(value);
};

/** Read the properties of shadows, of lines around boxes that take no space, and of what boxes hide. */
export const lookReaders: Record<string, LookReader> = {
  'overflow-x': readOverflow,
  'overflow-y': (style, value) => {
    readOverflow(style, value);
    style.hasScrollBar = !/hidden|clip/.test(value);
  },
  'accent-color': (style, value) => {
    const colour = value === 'auto' ? undefined : value === 'currentcolor' ? style.colour : readColourOf(value);
    if (colour !== null) style.accent = colour;
  },
  'box-shadow': (style, value) => {
    style.shadows = readShadows(value, style);
  },
  'unicode-bidi': (style, value) => {
    style.bidi = bidiValues.find((one) => one === value) ?? 'normal';
  },
  'text-shadow': (style, value) => {
    style.textShadows = readShadows(value, style);
  },
  '-webkit-text-stroke-width': (style, value) => {
    const width = readLineWidth(style, value);
    if (width !== undefined) style.textStroke = { ...style.textStroke, width };
  },
  '-webkit-text-stroke-color': (style, value) => {
    const colour = value === 'currentcolor' ? 'text' : readColourOf(value);
    if (colour !== null) style.textStroke = { ...style.textStroke, colour };
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
    const width = readLineWidth(style, value);
    if (width !== undefined) style.outline = { ...style.outline, width };
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

function readLineWidth({ size, units }: Style, value: string): number | undefined {
  const named = ownValue(lineWidths, value);
  const width = named === undefined ? readLength(value, size, units) : named * (units.zoom ?? 1);
  return typeof width === 'number' ? Math.max(0, Math.min(MAX_WIDTH, width)) : undefined;
}
