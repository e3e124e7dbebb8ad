import type { Style } from '../style.ts';

/** Maximum number of lines: more than a page has. */
const MAX_LINES = 10_000;

type LineReader = (style: Style, value: string) => void;

const unwrapped: Readonly<Partial<Record<Style['whiteSpace'], Style['whiteSpace']>>> = {
  normal: 'nowrap',
  'pre-wrap': 'pre',
};
const wrapped: typeof unwrapped = { nowrap: 'normal', pre: 'pre-wrap' };

const wrap: LineReader = (style, value) => {
  const words = value.split(/\s+/);
  style.balancesLines = words.includes('balance');
  const changed = words.includes('nowrap') ? unwrapped : words.includes('wrap') ? wrapped : {};
  style.whiteSpace = changed[style.whiteSpace] ?? style.whiteSpace;
};

/** Read the properties of the lines of a block. */
export const lineReaders: Record<string, LineReader> = {
  '-webkit-line-clamp': (style, value) => {
    style.lineLimit = /^[1-9]\d*$/.test(value) ? Math.min(MAX_LINES, Number(value)) : undefined;
  },
  'text-wrap': wrap,
  'text-wrap-mode': wrap,
  'text-wrap-style': wrap,
};
