import { checkWritable } from '../../access/reach.ts';
import { badRequest } from '../../errors.ts';
import type { Kind, Values } from '../../kinds/kind.ts';
import { splitUndeclared } from '../../kinds/memberOrder.ts';
import type { Services } from '../../ports/services.ts';
import { stateOfVersion } from '../history.ts';
import { parseStored } from '../storedText.ts';
import { replaceRecord, type Saved, type SaveOptions, saveRecord } from './saveRecord.ts';

/**
 * Replaces a record by one of its versions, as a PUT of that version would, and creates a deleted record again under its
 * id. The state is validated again: it may name records that no longer exist, or a code that another record has.
 *
 * @throws ServiceError NOT_FOUND: there is no such record or version; FORBIDDEN: the caller may not write the state that
 * the record had before it was deleted
 */
export async function restoreVersion(
  services: Services,
  kind: Kind,
  { idOrCode, version }: { readonly idOrCode: string; readonly version: string | null },
  options: SaveOptions,
): Promise<Saved> {
  if (version === null || version === '') throw badRequest('The version is missing.', ['version: is required']);
  const { state, newest } = await stateOfVersion(services, kind, idOrCode, version);
  // A PUT rejects members that the kind does not declare: those that another release has stored.
  const { declared } = splitUndeclared(kind, parseStored<Values>(state.doc));
  if (newest.change !== 'DELETED')
    return replaceRecord(services, kind, String(declared.id), declared, { ...options, parameter: 'id' });
  checkWritable(services, kind, newest);
  return saveRecord(services, kind, declared, options);
}
