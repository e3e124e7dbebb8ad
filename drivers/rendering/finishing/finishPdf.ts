import { ParseSpeeds, PDFDocument } from '@cantoo/pdf-lib';
import { appendPages, type ForeignPdf } from './appendPages.ts';
import { type AttachedFile, attachFiles } from './attachFiles.ts';
import { type Protection, protect } from './protect.ts';
import { stampWatermark } from './watermark.ts';

/** `pdf` of a template, with its texts rendered and its files read. */
export interface FinishedTexts {
  readonly watermark: string;
  readonly protection?: Protection;
  readonly foreign: readonly ForeignPdf[];
  readonly files: readonly AttachedFile[];
  /** Whether the document becomes a PDF/A-3b. */
  readonly isArchive: boolean;
}

/** Appends PDFs of others to a document of ours, stamps all pages, attaches files, and protects the result. Throws TemplateFault. */
export async function finishPdf(
  content: Uint8Array,
  { watermark, protection, foreign, files, isArchive }: FinishedTexts,
): Promise<Uint8Array> {
  const document = await PDFDocument.load(content, { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest });
  await appendPages(document, foreign);
  if (watermark !== '') stampWatermark(document, watermark);
  if (isArchive || files.length > 0) await attachFiles(document, files, { isArchive });
  if (protection) protect(document, protection);
  return document.save({
    updateFieldAppearances: false,
    // The library encrypts streams alone: texts such as the title have to be in one.
    useObjectStreams: protection !== undefined,
    objectsPerTick: Number.POSITIVE_INFINITY,
  });
}
