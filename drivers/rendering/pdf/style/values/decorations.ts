import type { Colour } from './colours.ts';
import { readColourOf } from './colours.ts';
import { type Length, readLength, resolved, type Units } from './lengths.ts';
import { parts } from './valueWords.ts';

const lines = ['underline', 'overline', 'line-through'] as const;
const lineStyles = ['solid', 'double', 'dotted', 'dashed', 'wavy'] as const;

/** A line under, over or through text, as the element declares it that has it. */
export interface Decoration {
  readonly line: (typeof lines)[number];
  readonly style: (typeof lineStyles)[number];
  readonly colour: Colour | undefined;
  /** pt. */
  readonly thickness: number;
  /** How far it is moved away from the text; undefined where the layout decides. */
  readonly offset: number | undefined;
}

/** The thickness of a line as a share of the size of the text, unless it is declared, and that of fonts. */
const AUTO = 1 / 10;
const OF_FONTS = 1 / 20;

/** What the lines of text depend on. */
interface DecoratedStyle {
  readonly size: number;
  readonly units: Units;
  readonly colour: Colour | undefined;
  readonly underlineOffset: Length | undefined;
}

/** Returns the lines that an element adds to its text. */
export function readDecorations(style: DecoratedStyle, declarations: ReadonlyMap<string, string>): Decoration[] {
  const declared = declarations.get('text-decoration-line')?.toLowerCase();
  if (declared === undefined) return [];
  const words = declared.split(/\s+/);
  const { size, units, underlineOffset } = style;
  const read = (part: string): string => declarations.get(`text-decoration-${part}`)?.toLowerCase() ?? '';
  const colour = readColourOf(read('color'));
  const thickness = read('thickness');
  const length = readLength(thickness, size, units);
  const look = {
    style: lineStyles.find((one) => one === read('style')) ?? 'solid',
    colour: colour === null ? style.colour : colour,
    thickness:
      length === undefined ? size * (thickness === 'from-font' ? OF_FONTS : AUTO) : Math.max(0, resolved(length, size)),
  };
  const offset = underlineOffset === undefined ? undefined : resolved(underlineOffset, size);
  return lines.flatMap((line) =>
    words.includes(line) ? { ...look, line, offset: line === 'underline' ? offset : undefined } : [],
  );
}

/** Expands `text-decoration`. */
export function expandDecoration(value: string): [string, string][] {
  const words = parts(value.toLowerCase());
  const found = words.filter((word) => lines.some((one) => one === word));
  const one = (matches: (word: string) => boolean): string | undefined => words.find(matches);
  return [
    ['text-decoration-line', found.join(' ') || 'none'],
    ['text-decoration-style', one((word) => lineStyles.some((style) => style === word)) ?? 'solid'],
    ['text-decoration-color', one((word) => word !== 'none' && readColourOf(word) !== null) ?? 'currentcolor'],
    ['text-decoration-thickness', one((word) => word === 'from-font' || readLength(word, 12) !== undefined) ?? 'auto'],
  ];
}
