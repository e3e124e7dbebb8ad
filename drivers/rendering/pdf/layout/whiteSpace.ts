import type { Inline } from '../boxes/boxes.ts';
import type { Style } from '../style/style.ts';

/** The values of the page fields. */
export interface PageFields {
  readonly number: number;
  readonly count: number;
}

type TextItem = Extract<Inline, { kind: 'text' }>;

/**
 * Returns the text of each item of a block's lines, with white space collapsed as its style says. An item that is no
 * text becomes one character, so that the directions of the block can be computed over all of it.
 */
export function textsOf(items: readonly Inline[], page: PageFields): string[] {
  let afterSpace = true;
  let lastText = -1;
  const texts = items.map((item, i) => {
    if (item.kind === 'space') return '\u2060';
    if (item.kind === 'out') return '';
    if (item.kind !== 'text') {
      afterSpace = item.kind === 'break';
      return afterSpace ? '\n' : '\ufffc';
    }
    const { style } = item;
    const text = item.field ? (item.textOf ?? String)(page[item.field]) : item.text;
    if (isPreformatted(style)) {
      afterSpace = false;
      return cased(text.replaceAll('\r\n', '\n').replaceAll('\t', '        '), style.textTransform);
    }
    const collapsed = collapse(text, style, afterSpace);
    if (collapsed !== '') {
      afterSpace = collapsed.endsWith(' ') || collapsed.endsWith('\n');
      lastText = i;
    }
    return cased(collapsed, style.textTransform);
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

function cased(text: string, transform: TextItem['style']['textTransform']): string {
  if (transform === 'uppercase') return text.toUpperCase();
  if (transform === 'lowercase') return text.toLowerCase();
  if (transform === 'capitalize') return text.replace(/(?<!\p{L}\u00ad?)\p{L}/gu, (letter) => letter.toUpperCase());
  return text;
}
