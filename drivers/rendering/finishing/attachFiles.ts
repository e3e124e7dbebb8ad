import { AFRelationship, embedFacturX, type PDFDocument } from '@cantoo/pdf-lib';
import { isFacturX } from '../../../domain/documents/finishing/checkFinishing.ts';
import { TemplateFault } from '../../../domain/documents/templates/templateFault.ts';
import type { EmbeddedFile } from '../../../domain/ports/rendering.ts';

/** A file attached to a document, with its text rendered. */
export interface AttachedFile extends EmbeddedFile {
  readonly text: string;
  /** The member of the template that names it. */
  readonly member: string;
}

const relationships = {
  ALTERNATIVE: AFRelationship.Alternative,
  DATA: AFRelationship.Data,
  SOURCE: AFRelationship.Source,
  SUPPLEMENT: AFRelationship.Supplement,
  UNSPECIFIED: AFRelationship.Unspecified,
} as const satisfies Record<NonNullable<EmbeddedFile['relationship']>, AFRelationship>;

/** Attaches files. With `isArchive`, the document is a PDF/A-3b, and a Factur-X names its profile in the metadata. */
export async function attachFiles(
  document: PDFDocument,
  files: readonly AttachedFile[],
  { isArchive }: { readonly isArchive: boolean },
): Promise<void> {
  if (isArchive) document.convertToPDFA({ conformance: '3B' });
  const now = new Date();
  for (const { name, text, mediaType = 'text/xml', relationship = 'ALTERNATIVE', description, member } of files) {
    const bytes = new TextEncoder().encode(text);
    const afRelationship = relationships[relationship];
    const dates = { creationDate: now, modificationDate: now };
    const shared = { afRelationship, ...dates, ...(description !== undefined && { description }) };
    if (isArchive && isFacturX(name))
      await embedFacturX(document, bytes, { fileName: name, conformanceLevel: profileOf(text, member), ...shared });
    else await document.attach(bytes, name, { mimeType: mediaType, ...shared });
  }
}

/** Profiles by the end of the id of their guideline, which the XML names. */
const profiles = [
  [/:minimum$/i, 'MINIMUM'],
  [/:basicwl$/i, 'BASIC WL'],
  [/:basic$/i, 'BASIC'],
  [/:extended$/i, 'EXTENDED'],
  [/:xrechnung_[\d.]+$/i, 'XRECHNUNG'],
  [/en16931:2017$/i, 'EN 16931'],
] as const;

function profileOf(xml: string, member: string): (typeof profiles)[number][1] {
  const guideline = /GuidelineSpecifiedDocumentContextParameter[^>]*>\s*<(?:\w+:)?ID[^>]*>([^<]*)</
    .exec(xml)?.[1]
    ?.trim();
  const found = profiles.find(([pattern]) => guideline !== undefined && pattern.test(guideline));
  if (found) return found[1];
  const named =
    guideline === undefined ? 'names no guideline' : `names the unknown guideline ${JSON.stringify(guideline)}`;
  throw new TemplateFault(`the XML ${named} in GuidelineSpecifiedDocumentContextParameter; write one of Factur-X`, {
    member,
  });
}
