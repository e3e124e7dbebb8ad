import { type RecordVersion, recordVersions } from '../../db/queries/records/recordVersions.ts';
import { indexVersionsOf } from '../../db/queries/search/indexedRows.ts';
import type { Kind } from '../kinds/kind.ts';
import type { KeyRange } from '../ports/search.ts';
import type { Services } from '../ports/services.ts';

/** The range of all ids. */
const EVERYTHING: KeyRange = {
  from: '00000000-0000-0000-0000-000000000000',
  to: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

/** One id at which an index and the database differ. */
export interface Difference {
  readonly id: string;
  /**
   * The index lacks the record, has another version of it, or has one that the database does not. After a restore of the
   * database, the other version is newer.
   */
  readonly is: 'missing' | 'stale' | 'extra';
}

/** Returns the difference of one id between the database and the index. @param began the clock when the comparison began */
function differenceOf(
  stored: RecordVersion | undefined,
  indexed: RecordVersion | undefined,
  began: bigint,
): Difference | undefined {
  if (!stored) return indexed && { id: indexed.id, is: 'extra' };
  if (stored.indexVersion > began) return undefined;
  if (!indexed) return { id: stored.id, is: 'missing' };
  return stored.indexVersion === indexed.indexVersion ? undefined : { id: stored.id, is: 'stale' };
}

/**
 * Compares a range of the database with an index in the order of their ids, and yields the differences. Records changed
 * since the comparison began are skipped: their own index.sync writes them, and a repair that included them would never
 * end under concurrent writes.
 */
export async function* differences(
  services: Services,
  kind: Kind,
  index: string,
  range: KeyRange = EVERYTHING,
): AsyncGenerator<Difference> {
  const [clock] = await services.sql<{ us: bigint }[]>`select clock_us() as us`;
  const began = clock?.us ?? 0n;
  const records = flatten(recordVersions(services.sql, kind.table, range));
  const documents = flatten(services.search.versions(kind, index, range));
  try {
    let record = await records.next();
    let document = await documents.next();
    while (!record.done || !document.done) {
      const order = record.done ? 1 : document.done ? -1 : compareIds(record.value.id, document.value.id);
      const stored = record.done || order > 0 ? undefined : record.value;
      const indexed = document.done || order < 0 ? undefined : document.value;
      const difference = differenceOf(stored, indexed, began);
      if (difference && !(await isChangedSince(services, kind, stored, indexed))) yield difference;
      if (stored) record = await records.next();
      if (indexed) document = await documents.next();
    }
  } finally {
    await records.return(undefined);
    await documents.return(undefined);
  }
}

/** Whether the index has a newer version of a record because the record has changed since it was read. */
async function isChangedSince(
  { sql }: Services,
  kind: Kind,
  stored: RecordVersion | undefined,
  indexed: RecordVersion | undefined,
): Promise<boolean> {
  if (!stored || !indexed || indexed.indexVersion < stored.indexVersion) return false;
  const now = (await indexVersionsOf(sql, kind.table, [stored.id])).get(stored.id);
  return now !== stored.indexVersion;
}

const REPAIRED_AT_ONCE = 500;

/** Repairs the differences between an index and the database. Returns their number. */
export async function repair(
  services: Services,
  kind: Kind,
  index: string,
  range: KeyRange = EVERYTHING,
): Promise<number> {
  let repaired = 0;
  let ids: string[] = [];
  const sync = async (): Promise<void> => {
    if (ids.length > 0) await services.search.sync(kind, ids, async () => [index]);
    repaired += ids.length;
    ids = [];
  };
  for await (const { id } of differences(services, kind, index, range)) {
    ids.push(id);
    if (ids.length === REPAIRED_AT_ONCE) await sync();
  }
  await sync();
  return repaired;
}

/** Lower-case ids have the same order as text and as numbers. */
const compareIds = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

async function* flatten<T>(batches: AsyncIterable<T[]>): AsyncGenerator<T, undefined> {
  for await (const batch of batches) yield* batch;
}
