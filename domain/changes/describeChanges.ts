import { type ChangeRow, currentStates } from '../../db/queries/changes/changeRows.ts';
import type { Reach } from '../access/access.ts';
import { visibleRows } from '../access/hidden/hiddenMembers.ts';
import { isReadable, type ReadScope } from '../access/reach.ts';
import type { JsonObject, Kind } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { presentText } from '../records/presentRecord.ts';
import { withEmbedded } from '../records/showRecord.ts';
import { parseStored } from '../records/storedText.ts';
import { type State, stateAfter, stateBefore } from './changeState.ts';

/** A change as a caller sees it: JSON text without the closing brace, to which a cursor is added. */
export interface DescribedChange {
  readonly position: bigint;
  readonly change: ChangeRow['change'];
  /** When it was made; not for the caller, who may not see it. */
  readonly when: Date;
  readonly text: string;
}

/** A change with the states that decide what the caller sees. */
interface Change {
  readonly row: ChangeRow;
  readonly before: State | undefined;
  readonly after: State | undefined;
}

/**
 * Returns the changes of records of one kind that the caller may see, in their order.
 *
 * - A state is shown only if the caller may read the record now too, as in its history.
 * - A change out of the reach is a deletion without version, user or time, and so is a real deletion if the caller may not
 *   read the last state.
 * - A change of only hidden codes is left out.
 */
export async function describeChanges(
  services: Pick<Services, 'sql' | 'access'>,
  kind: Kind,
  rows: readonly ChangeRow[],
): Promise<DescribedChange[]> {
  const { read } = services.access.of(kind);
  if (read === 'none' || rows.length === 0) return [];
  const changes = rows.map((row) => ({ row, before: stateBefore(kind, row), after: stateAfter(kind, row) }));
  const isShown = await currentReach(services, kind, read, changes);
  const shownAfter = await masked(services, kind, changes, ({ after }) => after);
  const shownBefore = await masked(services, kind, changes, ({ before }) => before);
  const texts = shownAfter.map((state) => (state ? presentText(kind, state) : '{}'));
  const records = await withEmbedded(services, kind, texts);
  return changes.flatMap((change, index) => {
    const { row, before, after } = change;
    const sees = (state: State | undefined): boolean => state !== undefined && isReadable(services, kind, state);
    if (!sees(after)) return sees(before) ? [removal(row, after === undefined && isShown(row.id))] : [];
    const shown = shownAfter[index];
    if (!isShown(row.id) || !shown) return [];
    return sees(before) && hidesChange(change, shownBefore[index], shown) ? [] : [content(row, records[index])];
  });
}

/** Returns whether the caller may read a record as it is now, or was when it was deleted. */
async function currentReach(
  { sql, access }: Pick<Services, 'sql' | 'access'>,
  kind: Kind,
  read: Reach,
  changes: readonly Change[],
): Promise<(id: string) => boolean> {
  if (read === 'all') return () => true;
  const states = await currentStates(sql, kind, [...new Set(changes.map(({ row }) => row.id))]);
  return (id) => {
    const state = states.get(id);
    return state !== undefined && isReadable({ access }, kind, state);
  };
}

/** Returns the states as the caller may see them: without hidden codes of other records. */
async function masked(
  scope: ReadScope,
  kind: Kind,
  changes: readonly Change[],
  stateOf: (change: Change) => State | undefined,
): Promise<(State | undefined)[]> {
  const states = changes.map(stateOf);
  const present = states.flatMap((state, index) => (state ? [{ ...state, index }] : []));
  const result: (State | undefined)[] = states.map(() => undefined);
  for (const row of await visibleRows(scope, kind, present)) result[row.index] = row;
  return result;
}

/** Whether the states differ, but not in what the caller sees of them. */
function hidesChange({ before, after }: Change, shownBefore: State | undefined, shownAfter: State): boolean {
  if (shownBefore?.doc === before?.doc && shownAfter.doc === after?.doc) return false;
  return Bun.deepEquals(parseStored<JsonObject>(shownBefore?.doc ?? '{}'), parseStored<JsonObject>(shownAfter.doc));
}

const content = (row: ChangeRow, record: string | undefined): DescribedChange => ({
  ...meta(row),
  text: head(row, details(row), record),
});

const removal = (row: ChangeRow, isDetailed: boolean): DescribedChange => ({
  ...meta(row),
  change: 'DELETED',
  text: head({ ...row, change: 'DELETED' }, isDetailed ? details(row) : {}),
});

const meta = ({ position, change, changedAt, numberedAt, relinkedTo }: ChangeRow) => ({
  position,
  change,
  when: relinkedTo === null ? changedAt : numberedAt,
});

/** A change of links alone has no user: it follows from changes of other records, or from time. */
const details = ({ version, changedBy, changedAt, relinkedTo, numberedAt }: ChangeRow): JsonObject =>
  relinkedTo === null
    ? { version, who: changedBy, when: changedAt.toISOString() }
    : { version, when: numberedAt.toISOString() };

function head({ kind, id, change }: ChangeRow, members: JsonObject, record?: string): string {
  const text = JSON.stringify({ kind, id, change, ...members }).slice(0, -1);
  return record === undefined ? text : `${text},"record":${record}`;
}
