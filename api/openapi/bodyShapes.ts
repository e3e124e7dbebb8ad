import type { Kind } from '../../domain/kinds/kind.ts';
import type { BodyShape } from '../http/route.ts';
import { inputName } from './memberSchemas.ts';
import { patchName } from './patchSchemas.ts';
import { ref, streamedArray, upload } from './schemas.ts';

/** The bodies of the operations that kinds share, each with its schema and its description. */

type NamedKind = Pick<Kind, 'name' | 'plural'>;

/** `worklog types` → `the worklog type`: every plural ends with the s of its last word. */
const one = ({ plural }: NamedKind): string => plural.slice(0, -1);

/** The body of a POST. The service makes an id if it has none. */
export const newRecord = (kind: NamedKind): BodyShape => ({
  schema: ref(inputName(kind.name)),
  description: `The new ${one(kind)}. Without an \`id\`, it gets one.`,
});

/** The body of a POST that also replaces. */
export const savedRecord = (kind: NamedKind): BodyShape => ({
  schema: ref(inputName(kind.name)),
  description: `The ${one(kind)} to save. Without an \`id\`, it is new and gets one; with the \`id\` of a stored one, it replaces that.`,
});

/** The body of a PUT. */
export const replacement = (kind: NamedKind): BodyShape => ({
  schema: ref(inputName(kind.name)),
  description: `The whole ${one(kind)} as it is to be. Members that the body lacks are removed.`,
});

/** The body of a PATCH. */
export const patchBody = (kind: NamedKind): BodyShape => ({
  schema: ref(patchName(kind.name)),
  description: `The members of the ${one(kind)} to change, with their new values; null removes a member (RFC 7396).`,
});

export const diffEntries = (kind: Kind): BodyShape => ({
  schema: streamedArray(ref(`DiffEntryOf${inputName(kind.name)}`)),
  description: `The differences of ${kind.plural} to save, as a diff returns them. Entries that are not to be saved can be left out.`,
});

export const diffFileBody = (kind: Kind): BodyShape =>
  upload({
    part: 'The records: an ExportEnvelope, an array, lines of JSON, or CSV.',
    description: `A form with the file of ${kind.plural} to compare with the stored ones.`,
  });

export const exportEnvelope = (kind: Kind): BodyShape => ({
  schema: ref(`ExportEnvelopeOf${inputName(kind.name)}`),
  description: `The ${kind.plural} to compare with the stored ones, in the form that a backup returns.`,
});

export const backupRequest = (kind: Kind): BodyShape => ({
  schema: ref('BackupRequest'),
  description: `Which ${kind.plural} the backup contains. Without a filtering, all.`,
});

export const filteringBody = (kind: Kind): BodyShape => ({
  schema: ref('Filtering'),
  required: true,
  description: `Which ${kind.plural} are found, and in which order; \`{}\` finds all.`,
});

export const bulkBody = (kind: Kind): BodyShape => ({
  schema: ref(`BulkChangeOf${kind.name}`),
  required: true,
  description: `What is done, and the ${kind.plural} with which it is done. \`dryRun\` only counts them.`,
});
