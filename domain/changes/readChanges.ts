import { changeBounds, changesAfter } from '../../db/queries/changes/changeRows.ts';
import { badRequest, forbidden, noLongerStored } from '../errors.ts';
import { kinds as allKinds } from '../kinds/index.ts';
import type { Kind } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { describe } from '../validation/values.ts';
import { type DescribedChange, describeChanges } from './describeChanges.ts';

/** Rows that are described at a time: a state can have many KB. */
const BATCH = 200;

/** The cursor of the newest change. */
const LATEST = 'latest';

export interface ChangePage {
  readonly changes: readonly DescribedChange[];
  /** The position up to which all changes are in the page, or not for the caller. */
  readonly position: bigint;
}

type Reading = Pick<Services, 'sql' | 'access'>;

const kindsWithChanges = allKinds.filter(({ keepsHistory }) => keepsHistory);

/** Returns the kinds that a query names; without names, all whose changes the caller may see. */
export function readKinds({ access }: Reading, names: readonly string[]): readonly Kind[] {
  const readable = kindsWithChanges.filter((kind) => access.of(kind).read !== 'none');
  if (readable.length === 0) throw forbidden('Your access rules let you read no kind whose changes can be followed.');
  if (names.length === 0) return readable;
  const unknown = names.filter((name) => !kindsWithChanges.some((kind) => kind.name === name));
  if (unknown.length > 0) {
    const known = kindsWithChanges.map(({ name }) => name).join(', ');
    throw badRequest(
      'The parameter kinds is invalid.',
      unknown.map((name) => `kinds: must be one of ${known}, not ${describe(name)}`),
    );
  }
  const refused = names.filter((name) => !readable.some((kind) => kind.name === name));
  if (refused.length > 0) throw forbidden(`Your access rules do not let you read ${refused.join(', ')}.`);
  return readable.filter(({ name }) => names.includes(name));
}

/** Returns the position of a cursor; without one, that before the oldest stored change. Throws a 410 if changes are missing. */
export async function startOf(
  { sql, changeFeed }: Pick<Services, 'sql' | 'changeFeed'>,
  cursor: string | undefined,
): Promise<bigint> {
  const { last, deletedTo } = await changeBounds(sql);
  if (cursor === undefined) return deletedTo;
  if (cursor === LATEST) return last;
  const position = (await changeFeed.cursors()).read(cursor);
  if (position === undefined) {
    throw badRequest('The cursor is malformed.', [
      `after: must be a cursor of an earlier response or ${LATEST}, not ${describe(cursor)}`,
    ]);
  }
  checkStored(position, { last, deletedTo });
  return position;
}

function checkStored(position: bigint, { last, deletedTo }: { readonly last: bigint; readonly deletedTo: bigint }) {
  if (position < deletedTo) {
    throw noLongerStored('Changes after the cursor have been deleted.', [
      'after: the changes behind it are not stored any more; read the records themselves, then follow the changes from a cursor that was read before',
    ]);
  }
  if (position > last) {
    throw noLongerStored('The cursor is newer than the newest change: the database was restored to an earlier state.', [
      'after: the changes behind it are not stored any more; read the records themselves, then follow the changes from a cursor that was read before',
    ]);
  }
}

/**
 * Returns the next changes that the caller may see, at most so many, of those that have committed before the call.
 *
 * @param to the last position to read; the newest if absent
 */
export async function readChanges(
  services: Reading,
  kinds: readonly Kind[],
  { after, size, to }: { readonly after: bigint; readonly size: number; readonly to?: bigint },
): Promise<ChangePage> {
  const bounds = await changeBounds(services.sql);
  checkStored(after, bounds);
  const last = to !== undefined && to < bounds.last ? to : bounds.last;
  const changes: DescribedChange[] = [];
  let position = after;
  while (position < last && changes.length < size) {
    const limit = Math.min(BATCH, size - changes.length);
    const names = kinds.map(({ name }) => name);
    const { rows, scannedTo } = await changesAfter(services.sql, names, { after: position, last, limit });
    const byKind = Map.groupBy(rows, ({ kind }) => kind);
    const described = await Promise.all(
      kinds.map((kind) => describeChanges(services, kind, byKind.get(kind.name) ?? [])),
    );
    changes.push(...described.flat().sort((one, other) => (one.position < other.position ? -1 : 1)));
    position = scannedTo;
  }
  return { changes, position };
}
