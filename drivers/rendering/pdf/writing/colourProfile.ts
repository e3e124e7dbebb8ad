import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import type PDFDocument from 'pdfkit';
import type { PdfReference } from 'pdfkit';

let packed: Uint8Array | undefined;

/** Writes the profile of the colours, which PDF/A requires. pdfkit would read and pack it for each document. */
export function writeColourProfile(paper: Pick<PDFDocument, 'ref'>): PdfReference {
  packed ??= deflateSync(readFileSync(new URL('data/sRGB_IEC61966_2_1.icc', import.meta.resolve('pdfkit'))));
  const profile = paper.ref({ N: 3, Filter: 'FlateDecode' });
  profile.write(packed);
  profile.end();
  const name = Object('sRGB IEC61966-2.1') as object;
  const intent = paper.ref({
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    Info: name,
    OutputConditionIdentifier: name,
    DestOutputProfile: profile,
  });
  intent.end();
  return intent;
}
