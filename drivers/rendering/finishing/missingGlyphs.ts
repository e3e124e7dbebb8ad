import { decodePDFRawStream, type PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';

/** Whether a PDF of a browser shows letters that no font has: as glyph 0, which PDF/A forbids. */
export function hasMissingGlyphs(document: PDFDocument): boolean {
  return document.context
    .enumerateIndirectObjects()
    .some(([, object]) => object instanceof PDFRawStream && isContent(object) && showsGlyph0(textOf(object)));
}

/** Whether a stream is that of a page or a form, and neither a picture nor a font. */
function isContent({ dict }: PDFRawStream): boolean {
  const subtype = dict.get(PDFName.of('Subtype'));
  return !dict.has(PDFName.of('Length1')) && (subtype === undefined || subtype === PDFName.of('Form'));
}

const textOf = (stream: PDFRawStream): string => Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');

/** Browsers write glyphs as four hexadecimal digits each. */
function showsGlyph0(content: string): boolean {
  for (const [, shown = ''] of content.matchAll(/((?:<[\dA-F]+>|\[[^\]]*\])\s*)T[jJ]/gi))
    for (const [, digits = ''] of shown.matchAll(/<([\dA-F]+)>/gi))
      if (digits.length % 4 === 0 && digits.match(/.{4}/g)?.includes('0000')) return true;
  return false;
}
