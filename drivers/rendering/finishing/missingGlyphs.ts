import { decodePDFRawStream, PDFDict, type PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';

/** Whether a PDF of a browser shows letters that no font has: as glyph 0, which PDF/A forbids. */
export function hasMissingGlyphs(document: PDFDocument): boolean {
  return document.context
    .enumerateIndirectObjects()
    .some(([, object]) => object instanceof PDFRawStream && isContent(object) && showsGlyph0(textOf(object)));
}

/**
 * Returns which letters of a page a PDF of a browser shows as glyph 0, as far as its fonts show: those that none of its
 * glyphs stands for.
 */
export function missingLetters(document: PDFDocument, letters: string): string[] {
  const shown = new Set<string>();
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (object instanceof PDFDict) {
      const map = document.context.lookup(object.get(PDFName.of('ToUnicode')));
      if (map instanceof PDFRawStream) for (const letter of mappedLetters(textOf(map))) shown.add(letter);
    } else if (object instanceof PDFRawStream && isContent(object)) {
      // Texts whose glyphs stand for no letters of their own: ligatures, and what no font has.
      for (const [, hex = '', glyphs = ''] of textOf(object).matchAll(/\/ActualText\s*<([\dA-F\s]+)>([\s\S]*?)EMC/gi))
        if (!showsGlyph0(glyphs)) for (const letter of utf16(hex)) shown.add(letter);
    }
  }
  // `text-transform` changes the case.
  return [...letters].filter(
    (letter) => ![letter, letter.toUpperCase(), letter.toLowerCase()].some((one) => shown.has(one)),
  );
}

/** Maximum number of letters that a range of a map stands for. */
const MAX_RANGE = 65_536;

/** Generates the letters that a map of glyphs stands for. */
function* mappedLetters(map: string): Generator<string> {
  for (const [, chars = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', hex = ''] of chars.matchAll(/<([\dA-F]+)>\s*<([\dA-F]+)>/gi))
      if (Number.parseInt(glyph, 16) > 0) yield* utf16(hex);
  for (const [, ranges = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, from = '', to = '', start = ''] of ranges.matchAll(/<([\dA-F]+)>\s*<([\dA-F]+)>\s*<([\dA-F]+)>/gi)) {
      const first = utf16(start).codePointAt(0) ?? 0;
      const count = Math.min(MAX_RANGE, Number.parseInt(to, 16) - Number.parseInt(from, 16) + 1);
      // Glyph 0 is the box.
      for (let at = Number.parseInt(from, 16) === 0 ? 1 : 0; at < count && first + at <= 0x10ffff; at++)
        yield String.fromCodePoint(first + at);
    }
  }
}

const utf16 = (hex: string): string => {
  const bytes = Buffer.from(hex.replaceAll(/\s/g, ''), 'hex');
  return bytes
    .subarray(0, bytes.length & ~1)
    .swap16()
    .toString('utf16le');
};

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
