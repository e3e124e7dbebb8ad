import type { RenderOutcome, Template } from '../domain/ports.ts';
import { cleanTree, toHtml } from './render.clean.ts';

/** Formats that a render process makes itself; of the others it makes the HTML that they are converted from. */
export async function outputOf(
  html: string,
  { format }: { format: string; size: Template['documentSize'] },
  folder: string,
): Promise<RenderOutcome> {
  const document = cleanTree(html, { folder });
  if (format === 'email') {
    const { emailOf } = await import('./render.email.ts');
    return emailOf(toHtml(document));
  }
  if (format === 'pdf') throw new Error('PDF is not offered yet');
  return { content: Buffer.from(toHtml(document)) };
}
