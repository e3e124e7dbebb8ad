import type { Inline } from '../boxes/boxes.ts';
import { split } from '../fonts/fonts.ts';
import { spacingOf } from '../style/lines/spacing.ts';
import { isPreformatted } from '../style/lines/wrapping.ts';
import type { Style } from '../style/style.ts';
import { inLayoutUnits } from '../style/values/layoutUnits.ts';

/** The values of the page fields. */
export interface PageFields {
  readonly number: number;
  readonly count: number;
}

/**
 * Returns the text of each item of a block's lines, with white space collapsed as its style says. An item that is no
 * text becomes one character, so that the directions of the block can be computed over all of it.
 */
export function textsOf(items: readonly Inline[], page: PageFields): string[] {
  let afterSpace = true;
  let afterLetter = false;
  let lastText = -1;
  const tabs = new TabStops();
  const texts = items.map((item, i) => {
    if (item.kind === 'space') return '\u2060';
    if (item.kind === 'out') return '';
    if (item.kind !== 'text') {
      if (item.kind === 'break') tabs.newLine();
      afterLetter = false;
      afterSpace = item.kind === 'break';
      return afterSpace ? '\n' : '\ufffc';
    }
    const { style } = item;
    const isWithinWord = afterLetter;
    const written = item.field ? (item.textOf ?? String)(page[item.field]) : item.text;
    const text = style.breaksAtHyphens ? written : written.replaceAll('\u00ad', '');
    if (isPreformatted(style)) {
      afterSpace = false;
      afterLetter = endsInLetter(text);
      return tabs.spaced(cased(text.replaceAll('\r\n', '\n'), style, isWithinWord), style);
    }
    const collapsed = collapse(text, style, afterSpace);
    if (collapsed !== '') {
      afterSpace = collapsed.endsWith(' ') || collapsed.endsWith('\n');
      afterLetter = endsInLetter(collapsed);
      lastText = i;
    }
    // It has no tabs, but may stand before one on its line.
    return tabs.spaced(cased(collapsed, style, isWithinWord), style);
  });
  if (afterSpace) trimLast(texts, lastText, items);
  return texts;
}

/** Replaces tabs by spaces up to the next tab stop of their line, as far as spaces reach it. */
class TabStops {
  /** Where the line is, in pt, before the parts that no tab has followed so far. */
  #at = 0;
  #parts: { readonly text: string; readonly style: Style }[] = [];

  newLine(): void {
    this.#at = 0;
    this.#parts = [];
  }

  spaced(text: string, style: Style): string {
    return text
      .split('\n')
      .map((line, i) => {
        if (i > 0) this.newLine();
        return this.#spacedLine(line, style);
      })
      .join('\n');
  }

  #spacedLine(line: string, style: Style): string {
    const [first = '', ...others] = line.split('\t');
    this.#parts.push({ text: first, style });
    const { tabSize } = style;
    const space = others.length > 0 ? widthIn(' ', style) : 0;
    let spaced = first;
    for (const rest of others) {
      const count = tabSize > 0 && space > 0 ? spacesToStop(this.#place() / space, tabSize) : 0;
      this.#at = this.#place() + count * space;
      this.#parts = [{ text: rest, style }];
      spaced += ' '.repeat(count) + rest;
    }
    return spaced;
  }

  #place(): number {
    for (const { text, style } of this.#parts) this.#at += widthIn(text, style);
    this.#parts = [];
    return this.#at;
  }
}

/** As in browsers, a tab is no narrower than half a space. */
function spacesToStop(column: number, tabSize: number): number {
  const distance = tabSize - (column % tabSize);
  return Math.round(distance < 0.5 ? distance + tabSize : distance);
}

/** Maximum length of a text that is measured at once: the cost of shaping grows faster than the length. */
const measured = /[\s\S]{1,200}/gu;

function widthIn(text: string, style: Style): number {
  let width = 0;
  for (const [piece] of text.matchAll(measured))
    for (const { text: part, face, scale = 1 } of split(piece, style, inLayoutUnits(style.size)))
      width += face.width(part) * inLayoutUnits(style.size * scale) + spacingOf(part, style);
  return width;
}

function collapse(text: string, { whiteSpace }: Style, afterSpace: boolean): string {
  const collapsed =
    whiteSpace === 'pre-line'
      ? text.replace(/[ \t\r\f]*\n[ \t\r\f]*/g, '\n').replace(/[ \t\r\f]+/g, ' ')
      : text.replace(/[ \t\r\n\f]+/g, ' ');
  return afterSpace && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed;
}

/** Removes the space at the end of a block. */
function trimLast(texts: string[], lastText: number, items: readonly Inline[]): void {
  const item = items[lastText];
  const text = texts[lastText];
  if (item?.kind !== 'text' || text === undefined || item.style.whiteSpace.startsWith('pre') || text === ' ') return;
  // A no-break space remains.
  texts[lastText] = text.replace(/[ \n]+$/, '');
}

export const endsInLetter = (text: string): boolean => /[\p{L}\p{N}_]$/u.test(text);

/** The first letter of a word, which may contain digits and, between letters, an apostrophe or a stop: `3rd`, `o'neill`. */
const startOfWord = /(?<![\p{L}\p{N}\p{M}_]\u00ad?)(?<!\p{L}['’.:·])\p{L}/gu;

/** Languages with capitals of their own: those of i have its dot, or Greek ones have no accents. */
const ownCase = /^(?:az|el|lt|tr)(?=-|$)/;

/**
 * Returns a text in the case that its style declares, with the capitals of its language. `isWithinWord`: whether the text
 * continues a word of the text before it.
 */
export function cased(
  text: string,
  { textTransform, language }: Pick<Style, 'textTransform' | 'language'>,
  isWithinWord: boolean,
): string {
  if (textTransform === 'none') return text;
  const own = ownCase.exec(language)?.[0];
  if (textTransform === 'uppercase') return own ? text.toLocaleUpperCase(own) : text.toUpperCase();
  if (textTransform === 'lowercase') return own ? text.toLocaleLowerCase(own) : text.toLowerCase();
  return text.replace(startOfWord, (letter, at: number) => (at === 0 && isWithinWord ? letter : capital(letter)));
}

/** Returns the capital of a letter, if it is one letter: a word that starts with ß remains as it is. */
function capital(letter: string): string {
  const upper = letter.toUpperCase();
  return upper.length === letter.length ? upper : letter;
}
