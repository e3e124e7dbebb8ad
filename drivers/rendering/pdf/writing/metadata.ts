import { escapeXml } from '../../../xml/escapeXml.ts';

/** The namespaces of the metadata that are written. */
const DC = 'http://purl.org/dc/elements/1.1/';
const XMP = 'http://ns.adobe.com/xap/1.0/';
const PDF = 'http://ns.adobe.com/pdf/1.3/';
const PDFA = 'http://www.aiim.org/pdfa/ns/id/';
const PDFUA = 'http://www.aiim.org/pdfua/ns/id/';

/** PDF/A requires a schema for each property that it does not define: here, the one that claims PDF/UA. */
export const PDFUA_SCHEMA = `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>\
<pdfaSchema:namespaceURI>${PDFUA}</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>\
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name>\
<pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category>\
<pdfaProperty:description>part of ISO 14289</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property></rdf:li>`;

const extensions = `<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" \
xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">\
<pdfaExtension:schemas><rdf:Bag>${PDFUA_SCHEMA}</rdf:Bag></pdfaExtension:schemas></rdf:Description>`;

/** The standards that a document says that it conforms to. */
export interface Conformance {
  /** PDF/A-3b. */
  readonly isArchive: boolean;
  /** PDF/UA-1. */
  readonly isAccessible: boolean;
}

/** Returns the metadata of a document (XMP) with the same properties as its information dictionary. */
export function metadataOf(
  info: Readonly<Record<string, string | Date>>,
  { isArchive, isAccessible }: Conformance,
): string {
  const text = (name: string): string | undefined => {
    const value = info[name];
    return typeof value === 'string' ? escaped(value) : undefined;
  };
  const [title, author, subject, keywords] = ['Title', 'Author', 'Subject', 'Keywords'].map(text);
  const created = info['CreationDate'];
  const date = created instanceof Date ? `${created.toISOString().slice(0, 19)}Z` : undefined;
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    description('dc', DC, [
      title && `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}</rdf:li></rdf:Alt></dc:title>`,
      author && `<dc:creator><rdf:Seq><rdf:li>${author}</rdf:li></rdf:Seq></dc:creator>`,
      subject && `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${subject}</rdf:li></rdf:Alt></dc:description>`,
    ]),
    description('xmp', XMP, [
      `<xmp:CreatorTool>${text('Creator') ?? ''}</xmp:CreatorTool>`,
      date && `<xmp:CreateDate>${date}</xmp:CreateDate>`,
    ]),
    description('pdf', PDF, [
      `<pdf:Producer>${text('Producer') ?? ''}</pdf:Producer>`,
      keywords && `<pdf:Keywords>${keywords}</pdf:Keywords>`,
    ]),
    ...(isArchive
      ? [description('pdfaid', PDFA, ['<pdfaid:part>3</pdfaid:part>', '<pdfaid:conformance>B</pdfaid:conformance>'])]
      : []),
    ...(isArchive && isAccessible ? [extensions] : []),
    ...(isAccessible ? [description('pdfuaid', PDFUA, ['<pdfuaid:part>1</pdfuaid:part>'])] : []),
    '</rdf:RDF></x:xmpmeta><?xpacket end="w"?>',
  ].join('\n');
}

function description(prefix: string, namespace: string, properties: readonly (string | undefined)[]): string {
  const inner = properties.filter(Boolean).join('');
  return `<rdf:Description rdf:about="" xmlns:${prefix}="${namespace}">${inner}</rdf:Description>`;
}

/** Control characters are not allowed in XML. */
const escaped = (text: string): string => escapeXml(text.toWellFormed().replaceAll(/\p{Cc}/gu, ' '));
