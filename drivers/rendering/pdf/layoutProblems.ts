import type { Sheet } from './draw.ts';
import { optionalFontsFor, packageOf } from './fonts/scripts.ts';
import type { Mark, RectMark } from './layout/canvas.ts';
import type { Colour } from './style/values.ts';

/** A text that nobody can read. */
export interface LayoutProblem {
  readonly problem: string;
  /** A part of it, to be found in the template. */
  readonly text: string;
  /** What to do, if something can be done but to change the text. */
  readonly remedy?: string;
  /** No font has these letters. */
  readonly isMissing?: true;
}

/** Text with less contrast cannot be read (WCAG: 4.5 for good reading). */
const MIN_CONTRAST = 1.5;
const MAX_EXCERPT = 40;
/** Maximum number of letters that one problem lists. */
const MAX_LETTERS = 20;

type TextMark = Extract<Mark, { kind: 'text' }>;

/**
 * Reports text in a colour too near to its background, once for each pair of colours, and letters that no font has.
 *
 * @param language of the document, which decides between the fonts of a script
 */
export function reportUnreadable(
  sheets: readonly Sheet[],
  language: string | undefined,
  report: (problem: LayoutProblem) => void,
): void {
  const pairs = new Set<string>();
  const letters = new Set<string>();
  sheets.forEach(({ marks }, page) => {
    const below: (RectMark | Extract<Mark, { kind: 'image' }>)[] = [];
    for (const mark of marks) {
      if (mark.kind === 'rect' || mark.kind === 'image') below.push(mark);
      else if (mark.kind === 'text') {
        for (const letter of missingLetters(mark)) letters.add(letter);
        reportContrast(mark, below, page + 1, pairs, report);
      }
    }
  });
  // Ideographs beside kana are Japanese.
  const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test([...letters].join('')) ? 'ja' : undefined;
  const byPackage = Map.groupBy(letters, (letter) => optionalFontsFor(letter, language ?? kana)[0]);
  for (const [name, missing] of byPackage) {
    const list = missing.slice(0, MAX_LETTERS);
    const more = missing.length > list.length ? ` and ${missing.length - list.length} more` : '';
    const problem = `no font has ${list.join(' ')}${more}, so a box is drawn for each`;
    const remedy = name === undefined ? {} : { remedy: `npm install @expo-google-fonts/${packageOf(name)}` };
    report({ problem, ...remedy, text: list[0] ?? '', isMissing: true });
  }
}

function missingLetters({ text, face }: TextMark): string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return [];
  return [...text].filter(
    (letter) => !face.has(letter.codePointAt(0) ?? 0) && !/\p{C}|\p{M}|\p{Z}|\ufe0f/u.test(letter),
  );
}

function reportContrast(
  mark: TextMark,
  below: readonly (RectMark | Extract<Mark, { kind: 'image' }>)[],
  page: number,
  pairs: Set<string>,
  report: (problem: LayoutProblem) => void,
): void {
  if (!/[\p{L}\p{N}]/u.test(mark.text)) return;
  const [x, y] = [mark.x + 1, mark.y + mark.baseline - mark.size / 4];
  const under = below.filter((one) => one.x <= x && x <= one.x + one.width && one.y <= y && y <= one.y + one.height);
  let background: Rgb = [255, 255, 255];
  for (const one of under) {
    // What an image shows is unknown.
    if (one.kind === 'image') return;
    background = over(one.colour, background);
  }
  const colour = over(mark.colour, background);
  if (contrast(colour, background) >= MIN_CONTRAST) return;
  const [front, back] = [hex(colour), hex(background)];
  if (pairs.has(`${front} ${back}`)) return;
  pairs.add(`${front} ${back}`);
  const text = mark.text.trim();
  const excerpt = text.length > MAX_EXCERPT ? `${text.slice(0, MAX_EXCERPT).toWellFormed()}…` : text;
  const problem = `${JSON.stringify(excerpt.replaceAll(';', ','))} on page ${page} is ${front} on ${back}, which nobody can read`;
  report({ problem, text: text.slice(0, MAX_EXCERPT) });
}

type Rgb = readonly [number, number, number];

function over({ hex: colour, opacity }: Colour, [red, green, blue]: Rgb): Rgb {
  const part = (at: number, below: number): number =>
    Number.parseInt(colour.slice(at, at + 2), 16) * opacity + below * (1 - opacity);
  return [part(1, red), part(3, green), part(5, blue)];
}

const hex = (colour: Rgb): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** The contrast ratio of WCAG 2. */
function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
