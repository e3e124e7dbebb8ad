import type { Database, Transaction } from '../../../db/client.ts';
import { lockRebuilds, type OpenRebuild, openRebuilds } from '../../../db/queries/search/openRebuilds.ts';
import { allIndexes } from '../../../db/queries/search/searchIndexes.ts';
import { badRequest } from '../../errors.ts';
import type { JobCheckContext, ResentJob } from '../../jobs/types.ts';
import { kinds } from '../../kinds/index.ts';
import type { JsonObject, Kind } from '../../kinds/kind.ts';
import { log as logKind } from '../../kinds/processing/log.ts';
import { SearchUnavailable } from '../../ports/search.ts';
import { beingRebuilt } from '../indexes.ts';

/** The job types that fill new indexes. */
export type RebuildType = 'REINDEX' | 'REINDEX_LOGS' | 'CREATE_INDEXES';

const rebuildTypes: readonly RebuildType[] = ['REINDEX', 'REINDEX_LOGS', 'CREATE_INDEXES'];

/** The kinds whose new indexes a Job fills, by its type and the kind that its data name. */
function kindsOf(jobType: string, kind: unknown, missing: readonly Kind[]): readonly Kind[] {
  if (jobType === 'CREATE_INDEXES') return missing;
  if (jobType === 'REINDEX_LOGS') return [logKind];
  return typeof kind === 'string' ? kinds.filter(({ name }) => name === kind) : kinds;
}

/**
 * Returns the check of a new rebuild, which runs in the transaction that stores its Job: it throws a 400 that names another
 * open Job which fills an index of the same kind, planned or not. Of two rebuilds that are stored at once, the second waits
 * for the commit of the first and sees it.
 */
export async function refuseSecondRebuild(context: JobCheckContext, jobType: RebuildType, data: JsonObject) {
  const missing = await kindsWithoutIndex(context);
  const rebuilt = kindsOf(jobType, data.kind, missing);
  return async (transaction: Transaction, jobId: string): Promise<void> => {
    await lockRebuilds(transaction);
    await refuseOtherRebuild(transaction, context, { rebuilt, missing, jobId });
  };
}

/**
 * Returns the check of a rebuild whose failed steps are resent: a 400 if the index of such a step was dropped, because the
 * step cannot fill it any more, or if another open Job fills an index of the same kind.
 */
export async function refuseResendOfRebuild(context: JobCheckContext, jobType: RebuildType, { data }: ResentJob) {
  const refuseSecond = await refuseSecondRebuild(context, jobType, data);
  return async (transaction: Transaction, jobId: string): Promise<void> => {
    // Another rebuild drops the index of this one; whether one is open is looked at first, because it is the cause.
    await refuseSecond(transaction, jobId);
    await refuseDropped(transaction, context, jobId);
  };
}

async function refuseDropped(
  transaction: Transaction,
  { search }: Pick<JobCheckContext, 'search'>,
  jobId: string,
): Promise<void> {
  const [dropped] = await transaction<{ index: string }[]>`
    select doc::json->'stepData'->>'index' as index from job_step
    where job_id = ${jobId} and status = 'FAILED' and doc::json->'stepData'->>'index' not in (
      select name from search_index where engine = ${search.name} and state <> 'DROPPING')
    limit 1`;
  if (!dropped) return;
  throw badRequest('The rebuild cannot be resumed.', [
    `jobId: its index ${dropped.index} has been dropped since; start a new rebuild`,
  ]);
}

interface Rebuild {
  readonly rebuilt: readonly Kind[];
  readonly missing: readonly Kind[];
  readonly jobId: string;
}

async function refuseOtherRebuild(
  sql: Database | Transaction,
  { search }: Pick<JobCheckContext, 'search'>,
  { rebuilt, missing, jobId }: Rebuild,
): Promise<void> {
  const others = (await openRebuilds(sql, search.name, rebuildTypes)).filter(({ id }) => id !== jobId);
  for (const other of others) {
    const filled = rebuilt.find(({ name }) => fills(other, name, missing));
    if (filled) throw beingRebuilt(filled, other.id);
  }
}

/** Planning registers the indexes, one after the other, and only for an unplanned Job its data matter. */
const fills = (other: OpenRebuild, kind: string, missing: readonly Kind[]): boolean =>
  other.filling.includes(kind) ||
  (!other.planned && kindsOf(other.jobType, other.kind, missing).some(({ name }) => name === kind));

/** The kinds without a live index that exists. While the engine is unavailable, every registered index counts as existing. */
async function kindsWithoutIndex({ sql, search }: JobCheckContext): Promise<Kind[]> {
  const live = (await allIndexes(sql, search.name)).filter(({ state }) => state === 'LIVE');
  const names = live.map(({ name }) => name);
  const existing = await search.existing(names).catch((error: unknown) => {
    if (error instanceof SearchUnavailable) return new Set(names);
    throw error;
  });
  return kinds.filter((kind) => !live.some((row) => row.kind === kind.name && existing.has(row.name)));
}
