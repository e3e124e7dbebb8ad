import { convert } from 'html-to-text';
import juice from 'juice';
import type { RenderOutcome } from '../domain/ports.ts';

/** Characters of a line of plain text. */
const LINE = 78;

/** HTML as mail programs show it, with its styles at its elements, and the same as plain text. */
export function emailOf(html: string): RenderOutcome {
  return { content: Buffer.from(inlined(html)), plainText: plainTextOf(html) };
}

/** The styles of its sheets at each element, for programs that read no sheets. */
export function inlined(html: string): string {
  return juice(html, { preserveImportant: true });
}

export function plainTextOf(html: string): string {
  return convert(html, {
    wordwrap: LINE,
    limits: { maxInputLength: html.length },
    selectors: [
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
}
