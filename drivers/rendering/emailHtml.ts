import { compile } from 'html-to-text';
import juice from 'juice';

/** Characters of a line of plain text. */
const LINE = 78;

/** Once: to read the selectors takes longer than to convert a letter. */
const toText = compile({
  wordwrap: LINE,
  limits: { maxInputLength: Number.MAX_SAFE_INTEGER },
  // A text is one page.
  formatters: { one: (_element, _walk, builder) => builder.addInline('1') },
  selectors: [
    ...['[data-page-number]', '[data-page-count]'].map((selector) => ({ selector, format: 'one' })),
    { selector: 'img', format: 'skip' },
    // The line that mailboxes show behind the subject.
    { selector: '[aria-hidden=true]', format: 'skip' },
    // Tables that only place what is in them.
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
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});

// It would leave alone what stands between two texts with `{{` and `}}`, or the like: those are a template's, and data is none.
for (const kind of Object.keys(juice.codeBlocks)) delete juice.codeBlocks[kind];

/** The styles of its sheets at each element, for programs that read no sheets. */
export function inlined(html: string): string {
  return juice(html, { preserveImportant: true });
}

export function plainTextOf(html: string): string {
  return toText(html);
}
