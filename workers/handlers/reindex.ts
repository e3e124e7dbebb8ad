import { keyRanges } from '../../db/queries/search/keyRanges.ts';
import { allIndexes, indexesOf, type SearchIndexRow } from '../../db/queries/search/searchIndexes.ts';
import { badRequest } from '../../domain/errors.ts';
import { parseFiltering } from '../../domain/filtering/index.ts';
import { resendSteps } from '../../domain/jobs/resend.ts';
import { FINISH_STEP, stepIdOf } from '../../domain/jobs/types.ts';
import { kindNamed, kinds } from '../../domain/kinds/index.ts';
import type { JsonObject, Kind } from '../../domain/kinds/kind.ts';
import { log as logKind } from '../../domain/kinds/processing/log.ts';
import { type IndexOutcome, type KeyRange, SearchIndexMissing } from '../../domain/ports/search.ts';
import { differences, repair } from '../../domain/search/compareIndex.ts';
import {
  dropLeftovers,
  existingLiveIndex,
  fillingIndex,
  kindOfIndex,
  liveIndex,
  makeLive,
} from '../../domain/search/indexes.ts';
import { matchingIds } from '../../domain/search/matchingIds.ts';
import {
  CHUNK_IS_RANGE,
  type FinishingHandler,
  type JobOfStep,
  type JobTypeHandler,
  type PlannedStep,
  type RunningStep,
  type StepContext,
  StepFault,
  type StepResult,
} from '../runtime/handler.ts';
import { inBatches } from '../runtime/inBatches.ts';

/** Records of one step: some seconds of work, so that little is lost with a worker and a cancel takes effect soon. */
const CHUNK = 5_000;
/** Ids of one sync. */
const SELECTED_CHUNK = 500;
/** Differences that a comparison names; the counts are of all. */
const NAMED = 100;

/** A full rebuild: a new index beside the live one is filled by ranges of ids, compared with the database and promoted. */
export const reindex: FinishingHandler = {
  plan: (job, context) => inBatches(planRebuild(job, context, kindsOf(job))),
  run: fillChunk,
  finish,
};

export const reindexLogs: FinishingHandler = {
  ...reindex,
  plan: (job, context) => inBatches(planRebuild(job, context, [logKind])),
};

/** Creates and fills missing indexes, and updates the others in place. */
export const createIndexes: FinishingHandler = {
  plan: (job, context) => inBatches(planCreation(job, context)),
  run: fillChunk,
  finish,
};

/** Indexes selected records again. The database selects them, because the index may be wrong. */
export const reindexSelected: JobTypeHandler = {
  plan: (job, context) => inBatches(planSelected(job, context)),
  async run({ chunk, stepData }, { services, signal }) {
    const kind = kindIn(stepData);
    const indexes = () => indexesOf(services.sql, services.search.name, kind.name);
    return resultOf(await services.search.sync(kind, chunk, indexes, { refresh: true, signal }));
  },
};

/**
 * Promotes the index of a rebuild whose steps were completed by other means. Then the finish step of the rebuild, if it
 * has failed, runs once more: it finds nothing to promote, and the rebuild is COMPLETED with it.
 */
export const reindexCompleted: JobTypeHandler = {
  async *plan() {
    yield [{ key: 'promote', name: 'promote' }];
  },
  async run({ job }, context) {
    const rebuildId = String(job.data.jobId);
    const result = await promote(rebuildId, context);
    await resendSteps(context.services, [stepIdOf(rebuildId, FINISH_STEP)], { caller: context.caller });
    return result;
  },
};

/** Counts and names the differences between an index and the database; changes neither. */
export const compareIndex: JobTypeHandler = {
  async *plan({ data }, { services }) {
    const kind = kindOfIndex(String(data.indexName));
    const index = await existingLiveIndex(services, kind);
    if (!index) throw badRequest(`${kind.path} has no index.`, ['indexName: the index has to be created first']);
    yield [{ key: 'compare', name: kind.path, stepData: { kind: kind.name, index: index.name } }];
  },
  async run({ stepData }, { services, signal }) {
    const kind = kindIn(stepData);
    const counts = { missing: 0, stale: 0, extra: 0 };
    const named: JsonObject[] = [];
    for await (const { id, is } of differences(services, kind, String(stepData.index))) {
      signal.throwIfAborted();
      counts[is]++;
      if (named.length < NAMED) named.push({ id, is });
    }
    return { processingInfo: { ...counts, differences: named } };
  },
};

async function* planRebuild(
  job: JobOfStep,
  context: StepContext,
  rebuilt: readonly Kind[],
): AsyncGenerator<PlannedStep> {
  for (const kind of rebuilt) yield* chunksOf(job, kind, await fillingIndex(context.services, kind, job.id), context);
}

async function* planCreation(job: JobOfStep, context: StepContext): AsyncGenerator<PlannedStep> {
  for (const kind of kinds) {
    const live = await existingLiveIndex(context.services, kind);
    yield* chunksOf(job, kind, live ?? (await fillingIndex(context.services, kind, job.id)), context);
  }
}

async function* chunksOf(
  job: JobOfStep,
  kind: Kind,
  index: SearchIndexRow,
  { services }: StepContext,
): AsyncGenerator<PlannedStep> {
  for await (const { from, to, count } of keyRanges(services.sql, kind.table, CHUNK)) {
    // With both ends: planning that starts again may find other ranges, and must not take one for a shorter one.
    const key = `${index.name}:${from}:${to}`;
    const stepData = { kind: kind.name, index: index.name, count, ...CHUNK_IS_RANGE };
    yield { key, name: index.name, chunkId: Bun.randomUUIDv5(key, job.id), chunk: [from, to], stepData };
  }
}

async function* planSelected({ id, data }: JobOfStep, { services }: StepContext): AsyncGenerator<PlannedStep> {
  const kind = kindIn(data);
  const filtering = parseFiltering(kind, JSON.stringify(data.filtering), 'backup');
  for await (const ids of matchingIds(services, kind, { filtering, source: kind.table }, SELECTED_CHUNK)) {
    const key = `selected:${ids[0]}:${ids.at(-1)}`;
    yield {
      key,
      name: kind.path,
      chunkId: Bun.randomUUIDv5(key, id),
      chunk: ids,
      stepData: { kind: kind.name, count: ids.length },
    };
  }
}

async function fillChunk(
  { chunk, stepData, job }: RunningStep,
  { services, signal }: StepContext,
): Promise<StepResult> {
  const kind = kindIn(stepData);
  const index = await registered(services, kind, String(stepData.index));
  if (!index) {
    throw badRequest(`The index ${stepData.index} was dropped; Job ${job.id} cannot fill it. Start a new rebuild.`);
  }
  const [from, to] = chunk;
  if (from === undefined || to === undefined) throw new Error(`A step of the Job ${job.id} has no range of ids.`);
  try {
    return resultOf(await services.search.fill(kind, index.name, { from, to } satisfies KeyRange, signal));
  } catch (error) {
    if (!(error instanceof SearchIndexMissing) || !rebuildsAll(job)) throw error;
    // The failure of this step would leave the indexes of the other kinds without their promotion.
    const log = `The index ${index.name} does not exist any more; the last step of the Job will fail.`;
    return { processingInfo: { indexed: 0, deleted: 0, failed: 0, failures: [] }, log };
  }
}

const rebuildsAll = ({ jobType, data }: JobOfStep): boolean => jobType === 'REINDEX' && data.kind === undefined;

async function registered({ sql, search }: StepContext['services'], kind: Kind, name: string) {
  const rows = await allIndexes(sql, search.name);
  return rows.find((row) => row.kind === kind.name && row.name === name && row.state !== 'DROPPING');
}

function finish({ job }: RunningStep, context: StepContext): Promise<StepResult> {
  return promote(job.id, context);
}

/**
 * Compares the indexes that the Job has filled with the database, repairs the differences and promotes them. An index that
 * was deleted in the engine meanwhile is left out, and is the fault of the step at the end.
 */
async function promote(jobId: string, { services, signal }: StepContext): Promise<StepResult> {
  const { sql, search } = services;
  const promoted: string[] = [];
  const missing: string[] = [];
  let repaired = 0;
  for (const row of await allIndexes(sql, search.name)) {
    const kind = kindNamed(row.kind);
    if (row.jobId !== jobId || row.state !== 'FILLING' || !kind) continue;
    signal.throwIfAborted();
    if (!(await search.existing([row.name])).has(row.name)) {
      missing.push(row.name);
      continue;
    }
    repaired += await repair(services, kind, row.name);
    await makeLive(services, kind, row, await liveIndex(services, kind));
    promoted.push(row.name);
  }
  // An earlier attempt may have promoted an index and died before it dropped the previous one.
  await dropLeftovers(services);
  if (missing.length === 0) return { processingInfo: { promoted, repaired } };
  const message = `These indexes do not exist any more: ${missing.join(', ')}. The others were promoted. Start a new rebuild.`;
  throw new StepFault(message, { promoted, repaired, missing }, { permanent: true });
}

/** The result of a step. Rejected documents are a fault: a rebuild must not promote an index without them. */
function resultOf({ indexed, deleted, failed, failures }: IndexOutcome): StepResult {
  const processingInfo = { indexed, deleted, failed, failures };
  if (failed > 0) {
    const first = failures.slice(0, 10).map(({ id, error }) => `${id}: ${error}`);
    throw new StepFault(
      `${failed} of ${indexed + failed} documents were rejected: ${first.join('; ')}`,
      processingInfo,
    );
  }
  return { processingInfo };
}

function kindsOf({ data }: JobOfStep): readonly Kind[] {
  return data.kind === undefined ? kinds : [kindIn(data)];
}

function kindIn(data: JsonObject): Kind {
  const kind = kindNamed(String(data.kind));
  if (!kind)
    throw badRequest(`No kind has the name ${JSON.stringify(data.kind)}.`, ['data.kind: must be the name of a kind']);
  return kind;
}
