import { decodePDFRawStream, type PDFDocument, PDFName, PDFRawStream, PDFRef } from '@cantoo/pdf-lib';
import { PDFUA_SCHEMA } from '../pdf/writing/metadata.ts';

const METADATA = PDFName.of('Metadata');

/** Describes the property of PDF/UA in the metadata of a PDF/A again, if attached files have replaced its description. */
export function declareAccessibility(document: PDFDocument): void {
  const { catalog, context } = document;
  const stream = catalog.lookup(METADATA);
  if (!(stream instanceof PDFRawStream)) throw new Error('a PDF/A without metadata');
  const xml = new TextDecoder().decode(decodePDFRawStream(stream).decode());
  // Those of a Factur-X take the place of the description that the document had.
  if (xml.includes(PDFUA_SCHEMA)) return;
  const bag = /<pdfaExtension:schemas>\s*<rdf:Bag>/.exec(xml)?.[0];
  if (bag === undefined) throw new Error('a PDF/A whose metadata describe no properties');
  const described = xml.replace(bag, () => `${bag}${PDFUA_SCHEMA}`);
  const changed = context.stream(new TextEncoder().encode(described), { Type: 'Metadata', Subtype: 'XML' });
  const reference = catalog.get(METADATA);
  if (reference instanceof PDFRef) context.assign(reference, changed);
  else catalog.set(METADATA, context.register(changed));
}
