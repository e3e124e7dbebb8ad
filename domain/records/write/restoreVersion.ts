import { maskOf } from '../../access/hidden/hiddenMembers.ts';
import { checkWritable } from '../../access/reach.ts';
import { badRequest, ServiceError } from '../../errors.ts';
import type { Kind, Values } from '../../kinds/kind.ts';
import { splitUndeclared } from '../../kinds/memberOrder.ts';
import type { Services } from '../../ports/services.ts';
import { followNames } from '../../relations/followNames.ts';
import { stateOfVersion } from '../history.ts';
import { parseStored } from '../storedText.ts';
import { replaceRecord, type Saved, type SaveOptions, saveRecord } from './saveRecord.ts';

/** The record whose version is restored. */
interface Restored {
  readonly idOrCode: string;
  readonly version: string | null;
}

/** Attempts while other records are renamed. */
const MAX_ATTEMPTS = 5;

/**
 * Replaces a record by one of its versions, as a PUT of that version would, and creates a deleted record again under its
 * id. Records that the version names by their codes of that time are named by their present ones. The state is validated
 * again: it may name records that no longer exist, or a code that another record has.
 *
 * @throws ServiceError NOT_FOUND: there is no such record or version; FORBIDDEN: the caller may not write the state that
 * the record had before it was deleted
 */
export async function restoreVersion(
  services: Services,
  kind: Kind,
  restored: Restored,
  options: SaveOptions,
): Promise<Saved> {
  let state = await readState(services, kind, restored);
  for (let attempt = 1; ; attempt++) {
    try {
      return await restore(services, kind, state, options);
    } catch (error) {
      if (!(error instanceof ServiceError) || attempt === MAX_ATTEMPTS) throw error;
      const current = await readState(services, kind, restored);
      // A record that the state names may have been renamed meanwhile.
      if (Bun.deepEquals(state.values, current.values)) throw error;
      state = current;
    }
  }
}

interface State {
  readonly values: Values;
  /** Present if the record is deleted: its last state. */
  readonly deleted?: { readonly doc: string; readonly audit: string };
}

async function readState(services: Services, kind: Kind, { idOrCode, version }: Restored): Promise<State> {
  if (version === null || version === '') throw badRequest('The version is missing.', ['version: is required']);
  const { state, newest } = await stateOfVersion(services, kind, idOrCode, version);
  // A PUT rejects members that the kind does not declare: those that another release has stored.
  const { declared } = splitUndeclared(kind, parseStored<Values>(state.doc));
  const followed = await followNames(services, kind, {
    values: declared as Values,
    at: state.changedAt.getTime(),
    newest: newest.change === 'DELETED' ? {} : parseStored<Values>(newest.doc),
  });
  if (followed.problems.length > 0)
    throw badRequest(`Version ${state.version} of the ${kind.name} cannot be restored.`, followed.problems);
  const mask = await maskOf(services, kind, [followed.values]);
  const values = mask.show(followed.values) as Values;
  return { values, ...(newest.change === 'DELETED' && { deleted: newest }) };
}

function restore(services: Services, kind: Kind, { values, deleted }: State, options: SaveOptions): Promise<Saved> {
  if (!deleted) return replaceRecord(services, kind, values.id, values, { ...options, parameter: 'id' });
  checkWritable(services, kind, deleted);
  return saveRecord(services, kind, values, options);
}
