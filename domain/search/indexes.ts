import {
  abandonedIndexes,
  adoptIndex,
  allIndexes,
  deleteIndexRow,
  nextIndexNumber,
  registerIndex,
  type SearchIndexRow,
  setDropping,
  setLive,
} from '../../db/queries/search/searchIndexes.ts';
import { badRequest, isBadRequest } from '../errors.ts';
import type { JobCheckContext } from '../jobs/types.ts';
import { kindAtPath, kindNamed, kinds } from '../kinds/index.ts';
import type { Kind } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { describe } from '../validation/values.ts';

/** Returns the kind with this path name. Throws a 400 that lists the names for an unknown one. */
export function kindOfIndex(indexName: string): Kind {
  const kind = kindAtPath(indexName);
  if (kind) return kind;
  throw badRequest(`No index has the name ${describe(indexName)}.`, [
    `indexName: ${describe(indexName)} is none of ${kinds.map(({ path }) => path).join(', ')}`,
  ]);
}

/**
 * Ensures that every kind has a live index that exists in the engine. A kind without records gets an empty one. Returns
 * the kinds with records, whose indexes must be loaded: the database was served by another engine until now, or the index
 * was deleted in the engine.
 */
export async function ensureIndexes(services: Services): Promise<Kind[]> {
  const { sql, search } = services;
  const known = await allIndexes(sql, search.name);
  const existing = await search.existing(known.map(({ name }) => name));
  const toLoad: Kind[] = [];
  for (const kind of kinds) {
    const live = known.find((row) => row.kind === kind.name && row.state === 'LIVE');
    if (live && existing.has(live.name)) continue;
    const index = await registerNewIndex(services, kind, null);
    if (index.jobId !== null) {
      // The new Job abandons the index of one that has ended without promoting it.
      if (!(await isOpenJob(services, index.jobId))) toLoad.push(kind);
      continue;
    }
    await search.createIndex(kind, index.name);
    // Looked at after the registration: what is committed from now on reaches the index by its own index.sync.
    const [record] = await sql`select 1 from ${sql(kind.table)} limit 1`;
    if (record) toLoad.push(kind);
    else await makeLive(services, kind, index, live);
  }
  return toLoad;
}

/** Promotes an index and drops the previous one. Each step is idempotent, so a crash between two is repaired by a retry. */
export async function makeLive(
  services: Services,
  kind: Kind,
  index: SearchIndexRow,
  previous: SearchIndexRow | undefined,
): Promise<void> {
  const { sql, search } = services;
  await search.promoteIndex(kind, index.name, previous?.name);
  await setLive(sql, search.name, kind.name, index.number);
  await dropLeftovers(services);
}

/**
 * Returns the index of the kind that this Job fills: its own, one without a Job, or a new one. An index of a Job that has
 * ended is abandoned first.
 *
 * @throws a 400 that names the Job, if another open Job fills an index of the kind
 */
export async function fillingIndex(services: Services, kind: Kind, jobId: string): Promise<SearchIndexRow> {
  const { sql, search } = services;
  for (;;) {
    const index = await registerNewIndex(services, kind, jobId);
    if (index.jobId === null) await adoptIndex(sql, search.name, kind.name, index.number, jobId);
    else if (index.jobId === jobId) {
      await search.createIndex(kind, index.name);
      return index;
    } else if (await isOpenJob(services, index.jobId)) throw beingRebuilt(kind, index.jobId);
    else await abandonIndex(services, index);
  }
}

/**
 * Registers an index with a name that the engine does not have. A restored database may number an index as one that exists
 * already: from before the restore, with newer versions than the restored records.
 */
export async function registerNewIndex(
  { sql, search }: Services,
  kind: Kind,
  jobId: string | null,
): Promise<SearchIndexRow> {
  for (;;) {
    const number = await nextIndexNumber(sql);
    const name = `${kind.path}-${String(number).padStart(6, '0')}`;
    if ((await search.existing([name])).has(name)) continue;
    return registerIndex(sql, { engine: search.name, kind: kind.name, number, name, jobId });
  }
}

/** The 400 of a rebuild of a kind whose index an open Job fills. */
export const beingRebuilt = (kind: Kind, jobId: string) =>
  badRequest(`The index ${kind.path} is being rebuilt.`, [
    `${kind.path}: Job ${jobId} is rebuilding it; wait for it or cancel it`,
  ]);

async function isOpenJob({ sql }: JobCheckContext, jobId: string): Promise<boolean> {
  const [open] = await sql`select 1 from job where id = ${jobId} and status in ('NEW', 'IN_PROGRESS')`;
  return open !== undefined;
}

export async function liveIndex({ sql, search }: Services, kind: Kind): Promise<SearchIndexRow | undefined> {
  const rows = await allIndexes(sql, search.name);
  return rows.find((row) => row.kind === kind.name && row.state === 'LIVE');
}

/** Returns the live index of the kind; undefined also if it was deleted in the engine. */
export async function existingLiveIndex(services: Services, kind: Kind): Promise<SearchIndexRow | undefined> {
  const live = await liveIndex(services, kind);
  return live && (await services.search.existing([live.name])).has(live.name) ? live : undefined;
}

/** Returns the path names of the kinds whose live index was deleted in the engine. */
export async function missingIndexes({ sql, search }: Services): Promise<string[]> {
  const live = (await allIndexes(sql, search.name)).filter(({ state }) => state === 'LIVE');
  const existing = await search.existing(live.map(({ name }) => name));
  return live.flatMap(({ kind, name }) => (existing.has(name) ? [] : (kindNamed(kind)?.path ?? [])));
}

/** Hours until the index of a failed rebuild is dropped. Until then the rebuild can be resent. */
const RETENTION_HOURS = 24;

/** Drops the indexes of rebuilds that failed a day ago, and those whose drop was interrupted by a crash. */
export async function dropAbandonedIndexes(services: Services): Promise<void> {
  const { sql, search } = services;
  for (const index of await abandonedIndexes(sql, search.name, RETENTION_HOURS)) await abandonIndex(services, index);
  await dropLeftovers(services);
}

/** Drops an index that was being filled. */
async function abandonIndex(services: Services, index: SearchIndexRow): Promise<void> {
  await setDropping(services.sql, services.search.name, index.kind, index.number);
  await dropLeftovers(services);
}

/** Drops the indexes in state DROPPING from the engine, and then their rows. */
export async function dropLeftovers(services: Services): Promise<void> {
  const { sql, search } = services;
  for (const row of await allIndexes(sql, search.name)) {
    const kind = kindNamed(row.kind);
    if (row.state !== 'DROPPING' || !kind) continue;
    await search.dropIndex(kind, row.name);
    await deleteIndexRow(sql, search.name, row.kind, row.number);
  }
}

/** An index in the response of the administration. */
interface IndexView {
  name: string;
  kind: string;
  index: string;
  engine: string;
  /** LIVE, FILLING, or MISSING if the engine does not have it. */
  state: string;
  /** Number of documents in the index, and of records in the database. */
  documents: number;
  records: number;
  created: string;
  liveSince?: string;
  jobId?: string;
}

export async function listIndexes(services: Services): Promise<string> {
  const { sql, search } = services;
  const views: IndexView[] = [];
  const rows = await allIndexes(sql, search.name);
  const existing = await search.existing(rows.map(({ name }) => name));
  for (const row of rows) {
    const kind = kindNamed(row.kind);
    if (!kind || row.state === 'DROPPING') continue;
    const [counted] = await sql<{ records: bigint }[]>`select count(*) as records from ${sql(kind.table)}`;
    views.push({
      name: kind.path,
      kind: kind.name,
      index: row.name,
      engine: search.name,
      state: existing.has(row.name) ? row.state : 'MISSING',
      documents: existing.has(row.name) ? await search.documents(kind, row.name) : 0,
      records: Number(counted?.records ?? 0n),
      created: row.createdAt.toISOString(),
      ...(row.liveSince ? { liveSince: row.liveSince.toISOString() } : {}),
      ...(row.jobId === null ? {} : { jobId: row.jobId }),
    });
  }
  return JSON.stringify(views);
}

/** Adds the fields of members that a release has added to the indexes of all kinds. */
export async function addMissingFields({ sql, search, log }: Services): Promise<void> {
  const rows = (await allIndexes(sql, search.name)).filter(({ state }) => state !== 'DROPPING');
  const existing = await search.existing(rows.map(({ name }) => name));
  for (const row of rows) {
    const kind = kindNamed(row.kind);
    if (!kind || !existing.has(row.name)) continue;
    await search.updateMapping(kind, row.name).catch((error: unknown) => {
      if (!isBadRequest(error)) throw error;
      log.warn({ index: row.name, errors: error.errors }, 'an index must be rebuilt');
    });
  }
}

/** Adds the fields of the schema that the indexes of the kind lack. */
export async function updateMapping(services: Services, indexName: string): Promise<void> {
  const kind = kindOfIndex(indexName);
  const rows = await allIndexes(services.sql, services.search.name);
  const own = rows.filter((row) => row.kind === kind.name && row.state !== 'DROPPING');
  if (own.length === 0)
    throw badRequest(`${indexName} has no index yet.`, ['indexName: the index has to be created first']);
  for (const { name } of own) await services.search.updateMapping(kind, name);
}
