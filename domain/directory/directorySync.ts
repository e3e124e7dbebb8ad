import type { Transaction } from '../../db/client.ts';
import {
  CHANGE,
  changesSent,
  compareKeyOf,
  countChanges,
  dropChanges,
  dropDiffTables,
  type IncomingLine,
  incomingLine,
  NEW,
  REMOVE,
  stageIncoming,
} from '../../db/queries/imports/diffTables.ts';
import { onSnapshot } from '../../db/queries/imports/snapshot.ts';
import { badRequest } from '../errors.ts';
import { findConflicts, locksOfDiff, writeChanges } from '../imports/applyDiff.ts';
import { ProblemList } from '../imports/files/problemList.ts';
import { stagedRecord } from '../imports/stagedRecord.ts';
import type { Caller, JsonObject } from '../kinds/kind.ts';
import { userGroup } from '../kinds/users/userGroup.ts';
import type { Directory, DirectoryEntry } from '../ports/directory.ts';
import type { Services } from '../ports/services.ts';
import { tableOf } from '../records/table.ts';
import { publishDenormalizedChanges } from '../relations/renamePropagation.ts';
import { resolveReferences } from '../relations/resolveReferences.ts';
import { publishChange } from '../runtime/cacheInvalidation.ts';
import { Spool, SpoolWriter } from '../runtime/spool.ts';
import { describe, isObject } from '../validation/values.ts';
import { type GroupDifference, type LocalGroup, matchGroups, type Reason } from './directoryGroups.ts';

/** What a sync did, or would do. */
export interface SyncResult {
  readonly inDirectory: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
  /** Groups that the directory does not have any more, and that stay because others point to them. */
  readonly retained: number;
  /** Groups of the directory that cannot be brought in as they are. */
  readonly refused: number;
  /** Why, of the first hundred of the kept and the refused. */
  readonly reasons: readonly Reason[];
}

/** Reasons that are told; the counts are of all. */
const MAX_REASONS = 100;
const SYNC_LOCK = 8_710_241;
const LOCK_RETRY_MS = 250;
/** As many groups are settled together. */
const BATCH = 200;

/** Problems of the data of a DIRECTORY_SYNC. */
export function checkSync(data: unknown): string[] {
  const dryRun = isObject(data) ? data.dryRun : undefined;
  return dryRun === undefined || typeof dryRun === 'boolean'
    ? []
    : [`data.dryRun: type mismatch, ${describe(dryRun)} is not a boolean`];
}

/** The 400 of a service without a directory, and of a second sync while one is under way. */
export async function refuseSync({ sql, directory }: Pick<Services, 'sql' | 'directory'>): Promise<void> {
  if (!directory)
    throw badRequest('There is no directory to bring groups in from.', [
      'jobType: DIRECTORY_SYNC needs a directory, and LDAP_URL is not set for this service',
    ]);
  const [open] = await sql<{ id: string }[]>`
    select id from job where job_type = 'DIRECTORY_SYNC' and status in ('NEW', 'IN_PROGRESS') limit 1`;
  if (open)
    throw badRequest('The groups of the directory are being brought in already.', [
      `jobType: the DIRECTORY_SYNC ${open.id} is under way; wait for its end or cancel it`,
    ]);
}

/**
 * Makes the groups that came from the directory what it has now. A group came from it when its `ldapMemberOf` lies
 * there; all others are neither changed nor removed. One that cannot be brought in does not hold up the others. Two at
 * once go one after the other, each with a directory it has read itself.
 *
 * @throws DirectoryUnavailable when the directory does not answer wholly: nothing is changed then
 */
export async function syncDirectory(
  services: Services,
  directory: Directory,
  { dryRun, caller, signal }: { dryRun: boolean; caller: Caller; signal: AbortSignal },
): Promise<SyncResult> {
  const { sql } = services;
  return await sql.begin(async (lock) => {
    await acquireLock(lock, signal);
    const entries = (await Array.fromAsync(directory.all(signal))).flat();
    // First without locks: most syncs find nothing to do, and nobody has to wait for them.
    const found = await services.diffSemaphore.run(() =>
      onSnapshot(sql, (transaction) => prepare(transaction, directory, entries)),
    );
    if (dryRun || found.added + found.changed + found.removed === 0) return found;
    const done = await services.diffSemaphore.run(() =>
      onSnapshot(
        sql,
        async (transaction) => {
          const result = await prepare(transaction, directory, entries);
          signal.throwIfAborted();
          await writeChanges(transaction, userGroup, caller);
          return result;
        },
        { tables: [userGroup.table], locks: locksOfDiff(userGroup) },
      ),
    );
    await publishChange(services, userGroup);
    await publishDenormalizedChanges(services, userGroup);
    return done;
  });
}

/** Waits for the sync that is under way, and is held until the transaction ends. */
async function acquireLock(lock: Transaction, signal: AbortSignal): Promise<void> {
  // A machine that is lost without a word would keep it for hours: longer than this no reading of a directory takes.
  await lock`set local idle_in_transaction_session_timeout = '15min'`;
  for (;;) {
    signal.throwIfAborted();
    const [row] = await lock<{ mine: boolean }[]>`select pg_try_advisory_xact_lock(${SYNC_LOCK}) as mine`;
    if (row?.mine) return;
    await Bun.sleep(LOCK_RETRY_MS);
  }
}

/** Leaves in waybill_changes what is to be written, and answers the counts of it. */
async function prepare(
  transaction: Transaction,
  directory: Directory,
  entries: readonly DirectoryEntry[],
): Promise<SyncResult> {
  const here = await groupsHere(transaction, directory);
  // Whoever loses the right to see the groups is answered that there are none.
  if (entries.length === 0 && here.length > 0)
    throw new Error(
      `The directory has no group at all, and ${here.length} here came from it: that is taken for a fault, and nothing is removed.`,
    );
  const { differences, unchanged, refused } = matchGroups(entries, here, (place) => directory.keyOf(place));
  const removals = differences.filter(({ type }) => type === REMOVE);
  const brought = differences.filter(({ type }) => type !== REMOVE);
  // By themselves first: a group that is changed as well would not count as one that points to them.
  const retained = await removeConflicting(transaction, await stage(transaction, removals, []));
  const retainedGroups = new Set(retained.map(({ difference }) => difference));
  const removable = removals.filter((difference) => !retainedGroups.has(difference));
  await transaction.unsafe(dropDiffTables);
  const unfit: Refusal[] = [];
  const staged = await stage(transaction, [...brought, ...removable], unfit);
  unfit.push(...(await removeConflicting(transaction, staged)));
  const [counts] = await transaction.unsafe<{ added: number; changed: number; removed: number }[]>(countChanges);
  const { added, changed, removed } = counts as NonNullable<typeof counts>;
  const late = unfit.filter(({ difference }) => difference.type === REMOVE);
  const reasons = [...refused, ...unfit.map(reasonOf), ...retained.map(reasonOf)];
  return {
    inDirectory: entries.length,
    ...{ added, changed, removed, unchanged },
    retained: retained.length + late.length,
    refused: refused.length + unfit.length - late.length,
    reasons: reasons.slice(0, MAX_REASONS),
  };
}

async function groupsHere(transaction: Transaction, directory: Directory): Promise<LocalGroup[]> {
  const here: LocalGroup[] = [];
  const rows = transaction<{ version: number; doc: string }[]>`
    select version, doc from user_group where doc like '%"ldapMemberOf":%' order by code`;
  for await (const page of rows.cursor(500)) {
    for (const { version, doc } of page) {
      const values = JSON.parse(doc) as LocalGroup['values'];
      const key = typeof values.ldapMemberOf === 'string' ? directory.keyOf(values.ldapMemberOf) : undefined;
      if (key !== undefined) here.push({ key, version, values });
    }
  }
  return here;
}

interface Refusal {
  readonly difference: GroupDifference;
  readonly problems: readonly string[];
}

const reasonOf = ({ difference, problems }: Refusal): Reason => ({
  code: difference.code,
  place: difference.place,
  reason: problems.join('; '),
});

/** Puts the differences into waybill_changes, each under its place in the answer; those with problems are left out. */
async function stage(
  transaction: Transaction,
  differences: readonly GroupDifference[],
  unfit: Refusal[],
): Promise<readonly GroupDifference[]> {
  const lines = new Spool();
  try {
    const writer = new SpoolWriter(lines);
    for (let from = 0; from < differences.length; from += BATCH) {
      const some = differences.slice(from, from + BATCH);
      const values = some.map((difference) => difference.values ?? {});
      const settled = await resolveReferences(transaction, userGroup, values);
      for (const [index, difference] of some.entries()) {
        const { values: after, problems } = settled[index] as (typeof settled)[number];
        if (problems.length > 0) unfit.push({ difference, problems });
        else await writer.add(incomingLine(lineOfDifference(difference, after, from + index)));
      }
    }
    await writer.flush();
    await stageIncoming(transaction, lines.chunks());
  } finally {
    await lines.close();
  }
  await transaction.unsafe(changesSent(tableOf(userGroup), compareKeyOf('id')));
  await transaction.unsafe('analyze waybill_changes');
  return differences;
}

const lineOfDifference = ({ type, here }: GroupDifference, values: JsonObject, n: number): IncomingLine => ({
  ...{ n, type },
  ...(type !== NEW && { leftId: here?.values.id, leftVersion: here?.version }),
  ...(type !== REMOVE &&
    stagedRecord(userGroup, type === CHANGE ? { ...values, id: here?.values.id ?? '' } : values, true)),
});

/** Takes out of waybill_changes what contradicts other records, until the rest is in agreement with them. */
async function removeConflicting(transaction: Transaction, staged: readonly GroupDifference[]): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  for (;;) {
    const list = new ProblemList();
    await findConflicts(transaction, userGroup, list, () => '', { left: '', right: '' });
    if (list.count === 0) return refusals;
    const byEntry = Map.groupBy(list.entries, ({ index }) => index);
    for (const [index, problems] of byEntry)
      refusals.push({ difference: staged[index] as GroupDifference, problems: problems.map(({ text }) => text) });
    await transaction.unsafe(dropChanges, [JSON.stringify([...byEntry.keys()])]);
  }
}
