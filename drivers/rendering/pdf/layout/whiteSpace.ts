import type { Inline } from '../boxes/boxes.ts';
import type { Style } from '../style/style.ts';

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
  const texts = items.map((item, i) => {
    if (item.kind === 'space') return '\u2060';
    if (item.kind === 'out') return '';
    if (item.kind !== 'text') {
      afterLetter = false;
      afterSpace = item.kind === 'break';
      return afterSpace ? '\n' : '\ufffc';
    }
    const { style } = item;
    const isWithinWord = afterLetter;
    const text = item.field ? (item.textOf ?? String)(page[item.field]) : item.text;
    if (isPreformatted(style)) {
      afterSpace = false;
      afterLetter = endsInLetter(text);
      return cased(text.replaceAll('\r\n', '\n').replaceAll('\t', '        '), style, isWithinWord);
    }
    const collapsed = collapse(text, style, afterSpace);
    if (collapsed !== '') {
      afterSpace = collapsed.endsWith(' ') || collapsed.endsWith('\n');
      afterLetter = endsInLetter(collapsed);
      lastText = i;
    }
    return cased(collapsed, style, isWithinWord);
  });
  if (afterSpace) trimLast(texts, lastText, items);
  return texts;
}

function isPreformatted({ whiteSpace }: Style): boolean {
  return whiteSpace === 'pre' || whiteSpace === 'pre-wrap';
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

const endsInLetter = (text: string): boolean => /[\p{L}\p{N}_]$/u.test(text);

/** The first letter of a word, which may contain digits and, between letters, an apostrophe or a stop: `3rd`, `o'neill`. */
const startOfWord = /(?<![\p{L}\p{N}\p{M}_]\u00ad?)(?<!\p{L}['’.:·])\p{L}/gu;

/** `isWithinWord`: whether the text continues a word of the text before it. */
function cased(text: string, { textTransform }: Style, isWithinWord: boolean): string {
  if (textTransform === 'uppercase') return text.toUpperCase();
  if (textTransform === 'lowercase') return text.toLowerCase();
  if (textTransform !== 'capitalize') return text;
  return text.replace(startOfWord, (letter, at: number) => (at === 0 && isWithinWord ? letter : letter.toUpperCase()));
}
