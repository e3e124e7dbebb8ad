import { compile } from 'html-to-text';

/** Maximum length of a line of plain text. */
const MAX_LINE = 78;

/** Compiled once, because reading the selectors takes longer than converting a letter. */
const toText = compile({
  wordwrap: MAX_LINE,
  limits: { maxInputLength: Number.MAX_SAFE_INTEGER },
  // A plain text counts as one page.
  formatters: {
    one: (_element, _walk, builder) => builder.addInline('1'),
    alt: ({ attribs }, _walk, builder) => builder.addInline(attribs['alt'] ?? ''),
    // The words of two cells are not one word.
    cell: (element, walk, builder) => {
      builder.addInline(' ');
      walk(element.children, builder);
      builder.addInline(' ');
    },
  },
  selectors: [
    ...['[data-page-number]', '[data-page-count]'].map((selector) => ({ selector, format: 'one' })),
    // A button may be an image.
    { selector: 'a > img', format: 'alt' },
    { selector: 'img', format: 'skip' },
    // The preview that mailboxes show after the subject.
    { selector: '[aria-hidden=true]', format: 'skip' },
    // Tables for layout only.
    {
      selector: 'table[role=presentation]',
      format: 'block',
      options: { leadingLineBreaks: 2, trailingLineBreaks: 2 },
    },
    {
      selector: 'table[role=presentation] > tbody > tr',
      format: 'block',
      options: { leadingLineBreaks: 2, trailingLineBreaks: 2 },
    },
    ...['td', 'th'].map((cell) => ({
      selector: `table[role=presentation] > tbody > tr > ${cell}`,
      format: 'cell',
    })),
    ...['center', 'address', 'dt', 'dd', 'summary', 'figcaption', 'legend', 'hgroup', 'menu'].map((selector) => ({
      selector,
      format: 'block',
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
    ...['dl', 'details', 'figure', 'fieldset'].map((selector) => ({
      selector,
      format: 'block',
      options: { leadingLineBreaks: 2, trailingLineBreaks: 2 },
    })),
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});

/** Tables within tables, and cells of a space alone, leave many empty lines: one is enough. */
export function plainTextOf(html: string): string {
  return toText(html)
    .replace(/\n(?:[^\S\n]*\n){2,}/g, '\n\n')
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd();
}
