import { randomBytes } from 'node:crypto';
import type { PDFDocument } from '@cantoo/pdf-lib';
import { TemplateFault } from '../../../domain/documents/templates/templateFault.ts';
import type { Permission } from '../../../domain/ports/rendering.ts';

export interface Protection {
  readonly password: string;
  readonly ownerPassword: string;
  /** All if absent. */
  readonly permissions?: readonly Permission[] | undefined;
}

/** Maximum length of a password in bytes of UTF-8; readers ignore the rest. */
const MAX_BYTES = 127;

/** Encrypts a document with AES-256. Without an owner password, nobody can lift the permissions. */
export function protect(document: PDFDocument, { password, ownerPassword, permissions }: Protection): void {
  for (const [member, text] of Object.entries({ password, ownerPassword }))
    if (Buffer.byteLength(text) > MAX_BYTES)
      throw new TemplateFault(`is longer than ${MAX_BYTES} bytes`, { member: `pdf.${member}` });
  const may = (one: Permission): boolean => permissions?.includes(one) ?? true;
  document.encrypt({
    algorithm: 'AES-256',
    userPassword: password,
    ownerPassword: ownerPassword || randomBytes(24).toString('base64url'),
    permissions: {
      printing: may('PRINT') && 'highResolution',
      copying: may('COPY'),
      modifying: may('MODIFY'),
      annotating: may('ANNOTATE'),
      fillingForms: may('FILL_FORMS'),
      documentAssembly: may('ASSEMBLE'),
      // Screen readers of users with disabilities read every document.
      contentAccessibility: true,
    },
  });
}
