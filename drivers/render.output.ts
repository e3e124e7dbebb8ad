import type { Document } from 'domhandler';
import type { RenderOutcome, Template } from '../domain/ports.ts';
import { TemplateFault } from '../domain/templates.ts';
import { cleanTree, toHtml } from './render.clean.ts';
import { PdfProblem, treeToPdf } from './renderPdf/index.ts';

/** A document of HTML, cleaned. */
export async function outputOf(
  html: string,
  { format, size }: { format: string; size: Template['documentSize'] },
  folder: string,
): Promise<RenderOutcome> {
  const document = cleanTree(html, { folder });
  if (format === 'pdf') return { content: await pdfOf(document, size) };
  if (format === 'html') return { content: Buffer.from(toHtml(document)) };
  // Loaded with the first: most processes make PDFs alone.
  const { emailOf, inlined, plainTextOf } = await import('./render.email.ts');
  if (format === 'email') return emailOf(toHtml(document));
  if (format === 'txt') return { content: Buffer.from(plainTextOf(toHtml(document))) };
  return { content: Buffer.from(inlined(toHtml(document))) };
}

async function pdfOf(document: Document, size: Template['documentSize']): Promise<Uint8Array> {
  try {
    // Whatever may be shown is a data URI by now.
    const image = async (source: string): Promise<Uint8Array> =>
      Buffer.from(source.slice(source.indexOf(',') + 1), 'base64');
    return await treeToPdf(document, { size, image });
  } catch (error) {
    throw error instanceof PdfProblem ? new TemplateFault(error.message) : error;
  }
}
