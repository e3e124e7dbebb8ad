import { ParseSpeeds, PDFDocument } from '@cantoo/pdf-lib';
import { appendPages, type ForeignPdf } from './appendPages.ts';
import { type AttachedFile, attachFiles } from './attachFiles.ts';
import { declareAccessibility } from './declareAccessibility.ts';
import { type Protection, protect } from './protect.ts';
import { stampWatermark } from './watermark.ts';

/** `pdf` of a template, with its texts rendered and its files read. */
export interface FinishedTexts {
  readonly watermark: string;
  readonly protection?: Protection;
  readonly foreign: readonly ForeignPdf[];
  readonly files: readonly AttachedFile[];
  /** Whether the document is a PDF/A-3b. */
  readonly isArchive: boolean;
  /** Whether the metadata say that the document conforms to PDF/UA-1. */
  readonly isAccessible: boolean;
}

/** Parses a PDF that Waybill rendered. */
export const readPdf = (content: Uint8Array): Promise<PDFDocument> =>
  PDFDocument.load(content, { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest });

/** Parses a PDF that Waybill rendered, and finishes it. Throws TemplateFault. */
export const finishPdf = async (content: Uint8Array, texts: FinishedTexts): Promise<Uint8Array> =>
  finishDocument(await readPdf(content), texts);

/** Appends PDFs of others to a document, stamps all pages, attaches files, and protects the result. Throws TemplateFault. */
export async function finishDocument(
  document: PDFDocument,
  { watermark, protection, foreign, files, isArchive, isAccessible }: FinishedTexts,
): Promise<Uint8Array> {
  await appendPages(document, foreign);
  if (watermark !== '') stampWatermark(document, watermark);
  if (files.length > 0) await attachFiles(document, files, { isArchive });
  if (isArchive && isAccessible) declareAccessibility(document);
  if (protection) protect(document, protection);
  return document.save({
    updateFieldAppearances: false,
    // The library encrypts streams alone: texts such as the title have to be in one.
    useObjectStreams: protection !== undefined,
    objectsPerTick: Number.POSITIVE_INFINITY,
  });
}
