import { badRequest, errorOfJob, isBadRequest } from '../../errors.ts';
import { checkFiltering, filteringJson } from '../../filtering/index.ts';
import { startJob } from '../../jobs/create.ts';
import { FINISH_STEP, type JobOptions } from '../../jobs/types.ts';
import { kindNamed, kinds } from '../../kinds/index.ts';
import type { Caller, Json, Kind } from '../../kinds/kind.ts';
import type { IndexOutcome } from '../../ports/search.ts';
import type { Services } from '../../ports/services.ts';
import { parseStored } from '../../records/storedText.ts';
import { describe, isObject, isUuid } from '../../validation/values.ts';
import { addMissingFields, ensureIndexes, kindOfIndex } from '../indexes.ts';

/** Who starts a Job, and what is stored together with it. */
type StartOptions = Pick<JobOptions, 'caller' | 'inTransaction'>;

/**
 * Ensures that every kind has an index with the fields of its members, which a release may have added. A Job loads the
 * index of a kind whose records were searched in another engine; until it is done, searches of the kind are unavailable.
 */
export async function prepareIndexes(services: Services, caller: Caller): Promise<void> {
  await addMissingFields(services);
  for (const kind of await ensureIndexes(services)) {
    await startJob(services, 'REINDEX', { kind: kind.name }, { caller }).catch((error: unknown) => {
      // An open Job fills the index already, or will when it is planned.
      if (!isBadRequest(error)) throw error;
      services.log.info({ errors: error.errors }, 'an index is being rebuilt already');
    });
  }
}

/** Starts a Job that indexes the matching records again, and returns its id. The filtering's entityType names the kind. */
export async function reindexSelected(
  services: Services,
  filtering: string | undefined,
  options: StartOptions,
): Promise<string> {
  const selection = filteringJson(filtering);
  const kind = kindOfFiltering(selection);
  checkFiltering(kind, selection, 'backup');
  return startJob(services, 'REINDEX_SELECTED', { kind: kind.name, filtering: selection }, options);
}

function kindOfFiltering(filtering: Json): Kind {
  const named = kinds.map(({ name }) => name).join(', ');
  const entityType = isObject(filtering) ? filtering.entityType : undefined;
  const kind = typeof entityType === 'string' ? kindNamed(entityType) : undefined;
  if (kind) return kind;
  throw badRequest('The filtering names no kind.', [
    `filtering.entityType: must be one of ${named}, not ${describe(entityType)}`,
  ]);
}

/**
 * Starts the Job that promotes the index of a rebuild whose steps were completed otherwise, and completes the rebuild.
 * Returns its id; that of the rebuild, if nothing is left to do.
 */
export async function reindexCompleted(services: Services, input: unknown, options: StartOptions): Promise<string> {
  const { sql } = services;
  const id = idOfJob(input);
  const [job] = await sql<{ status: string }[]>`select status from job where id = ${id}`;
  if (!job) throw badRequest(`No Job has the id ${describe(id)}.`, [`id: no Job has the id ${describe(id)}`]);
  try {
    return await promoteCompleted(services, { id, ...job }, options);
  } catch (error) {
    throw errorOfJob(error, id);
  }
}

function idOfJob(input: unknown): string {
  const id = isObject(input) ? input.id : undefined;
  if (typeof id === 'string' && isUuid(id)) return id;
  throw badRequest('The Job is not named.', [problemOfId(input, id)]);
}

function problemOfId(input: unknown, id: unknown): string {
  if (!isObject(input)) return `body: must be a Job object, not ${describe(input)}`;
  return id === undefined || id === null ? 'id: is required' : `id: type mismatch, ${describe(id)} is not a UUID`;
}

async function promoteCompleted(
  services: Services,
  { id, status }: { readonly id: string; readonly status: string },
  options: StartOptions,
): Promise<string> {
  const { sql, search } = services;
  const open = await sql`select 1 from job_step
    where job_id = ${id} and name <> ${FINISH_STEP} and status <> 'COMPLETED' limit 1`;
  if (open.length > 0)
    throw badRequest('The Job is not completed.', ['jobSteps: every step has to be COMPLETED first']);
  const indexes = await sql<{ state: string }[]>`
    select state from search_index where engine = ${search.name} and job_id = ${id} and state in ('FILLING', 'LIVE')`;
  // Without an index, it was dropped. A live one was promoted by the last step, which may have failed afterwards.
  const isUnfinished = indexes.some(({ state }) => state === 'FILLING' || status === 'FAILED');
  return isUnfinished ? startJob(services, 'REINDEX_COMPLETED', { jobId: id }, options) : id;
}

/** Starts a Job that counts the differences between an index and the database, and returns its id. */
export async function compareIndex(services: Services, indexName: string, options: StartOptions): Promise<string> {
  kindOfIndex(indexName);
  return startJob(services, 'COMPARE_INDEX', { indexName }, options);
}

/**
 * The result of a CREATE_INDEXES Job for one kind. `failures` names records that were rejected, and steps that have failed
 * as a whole.
 */
interface IndexResult {
  indexed: number;
  failed: number;
  failures: IndexOutcome['failures'];
  task: string;
  deleted: number;
  took: string;
}

/** Returns the current results of a CREATE_INDEXES Job from its steps, sorted by kind. */
export async function indexResults(services: Services, jobId: string): Promise<string> {
  const rows = await services.sql<{ doc: string }[]>`select doc from job_step where job_id = ${jobId} order by id`;
  const steps = rows.map(({ doc }) => parseStored<IndexStep>(doc));
  // Planning and promotion concern all kinds.
  const ofAllKinds = steps.filter(({ stepData }) => stepData?.kind === undefined);
  const results = [...kinds]
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map((kind): IndexResult => {
      const own = steps.filter(({ stepData }) => stepData?.kind === kind.name);
      const sum = (member: 'indexed' | 'failed' | 'deleted' | 'durationMs'): number =>
        own.reduce((total, { processingInfo }) => total + Number(processingInfo?.[member] ?? 0), 0);
      const faults = [...ofAllKinds, ...own].flatMap(faultOf);
      return {
        indexed: sum('indexed'),
        failed: sum('failed') + faults.length,
        failures: [...own.flatMap(({ processingInfo }) => processingInfo?.failures ?? []), ...faults],
        task: `${kind.name}:${jobId}`,
        deleted: sum('deleted'),
        took: `PT${(sum('durationMs') / 1_000).toFixed(3)}S`,
      };
    });
  return JSON.stringify(results);
}

/** The members of a step that an IndexResult shows. */
interface IndexStep {
  readonly id: string;
  readonly status: string;
  readonly log?: string;
  readonly stepData?: { readonly kind?: string };
  readonly processingInfo?: Partial<IndexOutcome> & { readonly durationMs?: number };
}

/** Returns the failure of a step that has failed as a whole. Another step reports the records that were rejected. */
function faultOf({ id, status, log = '', processingInfo }: IndexStep): IndexOutcome['failures'] {
  return status === 'FAILED' && !processingInfo?.failed ? [{ id, error: log }] : [];
}
