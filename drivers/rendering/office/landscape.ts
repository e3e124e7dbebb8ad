import { editZip } from './sheets/zipFiles.ts';

/** Says in a docx that its pages are landscape. Programs print and show by that, and LibreOffice takes sizes alone from a page rule. */
export const asLandscape = (content: Uint8Array): Promise<Uint8Array> =>
  editZip(
    content,
    new Map([['word/document.xml', (xml: string) => xml.replaceAll('<w:pgSz ', '<w:pgSz w:orient="landscape" ')]]),
  );
