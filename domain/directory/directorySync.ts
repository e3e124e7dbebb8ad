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
import { fullAccess } from '../access/access.ts';
import { badRequest } from '../errors.ts';
import { locksOfDiff, writeChanges } from '../imports/applyDiff.ts';
import { findConflicts } from '../imports/conflicts.ts';
import { ProblemList } from '../imports/files/problemList.ts';
import { stagedRecord } from '../imports/stagedRecord.ts';
import type { Caller, JsonObject } from '../kinds/kind.ts';
import { userGroup } from '../kinds/users/userGroup.ts';
import type { Directory, DirectoryEntry } from '../ports/directory.ts';
import type { Services } from '../ports/services.ts';
import { parseStored } from '../records/storedText.ts';
import { tableOf } from '../records/table.ts';
import { publishDenormalizedChanges } from '../relations/renamePropagation.ts';
import { resolveReferences } from '../relations/resolveReferences.ts';
import { publishChange } from '../runtime/publishChange.ts';
import { Spool, SpoolWriter } from '../runtime/spool.ts';
import { describe, isObject } from '../validation/values.ts';
import { type GroupDifference, type LocalGroup, matchGroups, type Reason } from './directoryGroups.ts';

/** The counts of a sync; of a dry run, the counts that the sync would have. */
export interface SyncResult {
  readonly inDirectory: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
  /** Groups that the directory no longer has, but that other records refer to. */
  readonly retained: number;
  /** Groups of the directory that cannot be imported. */
  readonly rejected: number;
  /** The reasons of the first hundred retained and rejected groups. */
  readonly reasons: readonly Reason[];
}

/** Maximum number of listed reasons. */
const MAX_REASONS = 100;
const SYNC_LOCK = 8_710_241;
const NEW_SYNC_LOCK = 8_710_239;
const LOCK_RETRY_MS = 250;
/** Groups whose references are resolved together. */
const BATCH = 200;

/** Problems of the data of a DIRECTORY_SYNC. */
export function checkSync(data: unknown): string[] {
  const dryRun = isObject(data) ? data.dryRun : undefined;
  return dryRun === undefined || typeof dryRun === 'boolean'
    ? []
    : [`data.dryRun: type mismatch, ${describe(dryRun)} is not a boolean`];
}

/** Throws a 400 if no directory is configured. Returns the check of a new Job, which throws one if another sync is open. */
export async function refuseSync({ directory }: Pick<Services, 'directory'>) {
  if (!directory)
    throw badRequest('No directory is configured.', [
      'jobType: DIRECTORY_SYNC needs a directory, and LDAP_URL is not set for this service',
    ]);
  return refuseSecondSync;
}

/** Of two syncs that are stored at once, the second waits for the commit of the first and sees it. */
async function refuseSecondSync(transaction: Transaction, jobId: string): Promise<void> {
  await transaction`select pg_advisory_xact_lock(${NEW_SYNC_LOCK})`;
  const [open] = await transaction<{ id: string }[]>`
    select id from job where job_type = 'DIRECTORY_SYNC' and status in ('NEW', 'IN_PROGRESS') and id <> ${jobId} limit 1`;
  if (open)
    throw badRequest('The groups of the directory are being brought in already.', [
      `jobType: the DIRECTORY_SYNC ${open.id} is under way; wait for its end or cancel it`,
    ]);
}

/**
 * Updates the groups that were imported from the directory. These are the groups whose `ldapMemberOf` lies in the
 * directory; other groups are not changed. A group that cannot be imported does not prevent the import of others.
 * Concurrent syncs run one after the other, and each reads the directory itself.
 *
 * @throws DirectoryUnavailable if the directory does not answer completely; nothing is changed then
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
    // First without locks, because most syncs find no difference and need not block writers.
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

/** Waits for a running sync, and takes the lock until the transaction ends. */
async function acquireLock(lock: Transaction, signal: AbortSignal): Promise<void> {
  // Without a limit, a lost machine would keep the lock for hours. No directory takes longer than this to read.
  await lock`set local idle_in_transaction_session_timeout = '15min'`;
  for (;;) {
    signal.throwIfAborted();
    const [row] = await lock<{ mine: boolean }[]>`select pg_try_advisory_xact_lock(${SYNC_LOCK}) as mine`;
    if (row?.mine) return;
    await Bun.sleep(LOCK_RETRY_MS);
  }
}

/** Writes the changes to waybill_changes, and returns their counts. */
async function prepare(
  transaction: Transaction,
  directory: Directory,
  entries: readonly DirectoryEntry[],
): Promise<SyncResult> {
  const here = await groupsHere(transaction, directory);
  // A directory answers with no groups if the service has lost the permission to read them.
  if (entries.length === 0 && here.length > 0)
    throw new Error(
      `The directory returned no groups, but ${here.length} stored groups came from it. Nothing was removed; check the permissions of the account that reads the directory.`,
    );
  const { differences, unchanged, rejected } = matchGroups(entries, here, (place) => directory.keyOf(place));
  const removals = differences.filter(({ type }) => type === REMOVE);
  const brought = differences.filter(({ type }) => type !== REMOVE);
  // Removals first and alone: a referring group that is changed in the same diff would not count as a referrer.
  const retained = await removeConflicting(transaction, await stage(transaction, removals, []));
  const retainedGroups = new Set(retained.map(({ difference }) => difference));
  const removable = removals.filter((difference) => !retainedGroups.has(difference));
  await transaction.unsafe(dropDiffTables);
  const unfit: Refusal[] = [];
  const staged = await stage(transaction, [...brought, ...removable], unfit);
  unfit.push(...(await removeConflicting(transaction, staged)));
  const [counts = { added: 0, changed: 0, removed: 0 }] =
    await transaction.unsafe<{ added: number; changed: number; removed: number }[]>(countChanges);
  const late = unfit.filter(({ difference }) => difference.type === REMOVE);
  const reasons = [...rejected, ...unfit.map(reasonOf), ...retained.map(reasonOf)];
  return {
    inDirectory: entries.length,
    ...counts,
    unchanged,
    retained: retained.length + late.length,
    rejected: rejected.length + unfit.length - late.length,
    reasons: reasons.slice(0, MAX_REASONS),
  };
}

async function groupsHere(transaction: Transaction, directory: Directory): Promise<LocalGroup[]> {
  const here: LocalGroup[] = [];
  const rows = transaction<{ version: number; doc: string }[]>`
    select version, doc from user_group where doc like '%"ldapMemberOf":%' order by code`;
  for await (const page of rows.cursor(500)) {
    for (const { version, doc } of page) {
      const values = parseStored(doc);
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

/** Writes the differences to waybill_changes, numbered by their place in the result, except those with problems. */
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
      const settled = await resolveReferences({ sql: transaction, access: fullAccess }, userGroup, values);
      for (const [index, difference] of some.entries()) {
        const { values: after, charsProblems, ...resolution } = settled[index] as (typeof settled)[number];
        const problems = [...resolution.problems, ...charsProblems];
        if (problems.length > 0) unfit.push({ difference, problems });
        else await writer.add(incomingLine(lineOfDifference(difference, after, from + index)));
      }
    }
    await writer.flush();
    await stageIncoming(transaction, lines.chunks());
  } finally {
    await lines.close();
  }
  await transaction.unsafe(changesSent(tableOf(userGroup), compareKeyOf('id'), userGroup.table));
  await transaction.unsafe('analyze waybill_changes');
  return differences;
}

const lineOfDifference = ({ type, here }: GroupDifference, values: JsonObject, n: number): IncomingLine => ({
  ...{ n, type },
  ...(type !== NEW && { leftId: here?.values.id, leftVersion: here?.version }),
  ...(type !== REMOVE &&
    stagedRecord(userGroup, type === CHANGE ? { ...values, id: here?.values.id ?? '' } : values, true)),
});

/** Removes changes that conflict with other records from waybill_changes, until no conflict remains. */
async function removeConflicting(transaction: Transaction, staged: readonly GroupDifference[]): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  for (;;) {
    const list = new ProblemList();
    const report = { list, placeOf: () => '', sides: { left: '', right: '' }, checksValues: false };
    await findConflicts({ sql: transaction, access: fullAccess }, userGroup, report);
    if (list.count === 0) return refusals;
    const byEntry = Map.groupBy(list.entries, ({ index }) => index);
    for (const [index, problems] of byEntry) {
      const difference = staged[index];
      if (difference) refusals.push({ difference, problems: problems.map(({ text }) => text) });
    }
    await transaction.unsafe(dropChanges, [JSON.stringify([...byEntry.keys()])]);
  }
}
