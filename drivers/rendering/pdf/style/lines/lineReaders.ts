import { readNumber } from '../../../../../domain/documents/css/calculation.ts';
import type { Style } from '../style.ts';
import { readLength, resolved } from '../values/lengths.ts';
import { hasLineHeight, inLinesOf } from './lineHeight.ts';
import { lastAligns } from './lineStyle.ts';

/** Maximum number of lines: more than a page has. */
const MAX_LINES = 10_000;
/** Maximum distance of tab stops, in spaces: each tab is drawn as so many. */
const MAX_TAB = 40;

type LineReader = (style: Style, value: string, parent: Style) => void;

const unwrapped: Readonly<Partial<Record<Style['whiteSpace'], Style['whiteSpace']>>> = {
  normal: 'nowrap',
  'pre-wrap': 'pre',
};
const wrapped: typeof unwrapped = { nowrap: 'normal', pre: 'pre-wrap' };

/** Writes the longhands of `text-wrap`. */
export const expandWrap = (words: readonly string[]): [string, string][] => [
  ['text-wrap-mode', words.find((word) => /^nowrap$/i.test(word)) ?? 'wrap'],
  ['text-wrap-style', words.find((word) => /^(?:balance|stable|pretty)$/i.test(word)) ?? 'auto'],
];

/** Read the properties of the lines of a block. */
export const lineReaders: Record<string, LineReader> = {
  '-webkit-line-clamp': (style, value) => {
    style.lineLimit = /^[1-9]\d*$/.test(value) ? Math.min(MAX_LINES, Number(value)) : undefined;
  },
  'line-height': (style, value, parent) => {
    if (value === 'normal') style.lineHeight = 'normal';
    else {
      const factor = readNumber(value);
      if (factor !== undefined) {
        if (factor >= 0) style.lineHeight = { factor: Math.min(100, factor) };
        return;
      }
      const units = hasLineHeight.test(value) ? inLinesOf(style.units, parent) : style.units;
      const read = readLength(value, style.size, units);
      if (read !== undefined) style.lineHeight = Math.max(0, resolved(read, style.size));
    }
  },
  hyphens: (style, value) => {
    style.breaksAtHyphens = value !== 'none';
  },
  'tab-size': (style, value) => {
    if (/^\d+$/.test(value) && Number(value) <= MAX_TAB) style.tabSize = Number(value);
  },
  'text-align-last': (style, value) => {
    style.lastAlign = lastAligns.find((one) => one === value) ?? style.lastAlign;
  },
  'text-wrap-mode': (style, value) => {
    const changed = value === 'nowrap' ? unwrapped : value === 'wrap' ? wrapped : {};
    style.whiteSpace = changed[style.whiteSpace] ?? style.whiteSpace;
  },
  'text-wrap-style': (style, value) => {
    style.balancesLines = value === 'balance';
    style.avoidsSingleWord = value === 'pretty';
  },
};
