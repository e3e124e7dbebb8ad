import type { Document } from 'domhandler';
import { TemplateFault } from '../../domain/documents/templates/checkTemplate.ts';
import type { RenderOutcome, Template } from '../../domain/ports/rendering.ts';
import type { Pages } from './pageCache.ts';
import { PdfProblem } from './pdf/boxes/pdfProblem.ts';
import { treeToPdf } from './pdf/treeToPdf.ts';
import { cleanTree } from './sanitize/clean.ts';

export interface OutputOptions {
  readonly format: string;
  readonly size: Template['documentSize'];
  /** Of templates. */
  readonly folder: string;
  readonly pages: Pages;
}

/** A document of HTML, cleaned. */
export async function outputOf(html: string, options: OutputOptions): Promise<RenderOutcome> {
  const { format, size, folder, pages } = options;
  if (format === 'pdf') return { content: await pdfOf(cleanTree(html, { folder }), size) };
  const page = await pages.page(html, format !== 'html' && format !== 'txt');
  if (format === 'html') return { content: Buffer.from(page.html) };
  if (format !== 'email' && format !== 'txt') return { content: Buffer.from(page.styled) };
  const { plainTextOf } = await import('./emailHtml.ts');
  const plainText = plainTextOf(page.html);
  return format === 'txt' ? { content: Buffer.from(plainText) } : { content: Buffer.from(page.styled), plainText };
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
