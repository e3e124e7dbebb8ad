import { badRequest } from '../../errors.ts';
import { parseFiltering } from '../../filtering/index.ts';
import { startJob } from '../../jobs/create.ts';
import { kindNamed, kinds } from '../../kinds/index.ts';
import type { Caller, JsonObject, Kind } from '../../kinds/kind.ts';
import type { Services } from '../../ports/services.ts';
import { describe, isObject, isUuid } from '../../validation/values.ts';
import { ensureIndexes, kindOfIndex } from '../indexes.ts';

/** What an operation answers that has begun a Job. */
const acknowledge = (jobId: string): string => JSON.stringify({ acknowledge: true, jobId });

/**
 * Every kind gets an index. One whose records were searched in another engine so far is loaded by a Job; until then its
 * searches say that they are not available.
 */
export async function prepareIndexes(services: Services, caller: Caller): Promise<void> {
  for (const kind of await ensureIndexes(services)) {
    await startJob(services, 'REINDEX', { kind: kind.name }, { caller });
  }
}

/** Begins a Job of ours and acknowledges it. */
export async function startAdminJob(
  services: Services,
  jobType: string,
  data: JsonObject,
  caller: Caller,
): Promise<string> {
  return acknowledge(await startJob(services, jobType, data, { caller }));
}

/** Brings the records that a filtering lets through into the index anew; its entityType says of which kind. */
export async function reindexSelected(
  services: Services,
  filtering: string | undefined,
  caller: Caller,
): Promise<string> {
  const kind = kindOfFiltering(filtering);
  parseFiltering(kind, filtering, 'backup');
  return startAdminJob(
    services,
    'REINDEX_SELECTED',
    { kind: kind.name, filtering: JSON.parse(filtering as string) },
    caller,
  );
}

function kindOfFiltering(filtering: string | undefined): Kind {
  const named = kinds.map(({ name }) => name).join(', ');
  let parsed: unknown;
  try {
    parsed = filtering === undefined ? undefined : JSON.parse(filtering);
  } catch (error) {
    throw badRequest('The filtering cannot be read.', [
      `filtering: must be a JSON object, ${(error as Error).message}`,
    ]);
  }
  if (parsed === undefined) throw badRequest('The filtering cannot be read.', ['filtering: is required']);
  const entityType = isObject(parsed) ? parsed.entityType : undefined;
  const kind = typeof entityType === 'string' ? kindNamed(entityType) : undefined;
  if (kind) return kind;
  throw badRequest('The filtering names no kind.', [
    `filtering.entityType: must be one of ${named}, not ${describe(entityType)}`,
  ]);
}

/** Swaps in what a rebuild has filled whose steps were completed by other means. */
export async function reindexCompleted(services: Services, input: unknown, caller: Caller): Promise<void> {
  const id = isObject(input) ? input.id : undefined;
  if (typeof id !== 'string' || !isUuid(id)) {
    throw badRequest('The Job is not named.', [`id: type mismatch, ${describe(id)} is not a UUID`]);
  }
  const [job] = await services.sql<{ jobType: string; status: string }[]>`
    select job_type as "jobType", status from job where id = ${id}`;
  if (!job) throw badRequest('There is no such Job.', [`id: no Job has the id ${describe(id)}`]);
  const open = await services.sql`select 1 from job_step
    where job_id = ${id} and name <> 'finish' and status <> 'COMPLETED' limit 1`;
  if (open.length > 0)
    throw badRequest('The Job is not completed.', ['jobSteps: every step has to be COMPLETED first']);
  const [filled] = await services.sql`
    select 1 from search_index where engine = ${services.search.name} and job_id = ${id} and state = 'FILLING'`;
  // Its own finishing step has done the swap: to ask for it again changes nothing.
  if (filled) await startJob(services, 'REINDEX_COMPLETED', { jobId: id }, { caller });
}

/** Counts where an index and the database differ, as a Job whose step says so. */
export async function compareIndex(services: Services, indexName: string, caller: Caller): Promise<string> {
  kindOfIndex(indexName);
  return startAdminJob(services, 'COMPARE_INDEX', { indexName }, caller);
}

/** What a creation did for one kind. */
interface IndexResult {
  indexed: number;
  failed: number;
  failures: JsonObject[];
  task: string;
  deleted: number;
  took: string;
}

/** The results of a CREATE_INDEXES Job so far, a kind each in alphabetical order, from the steps that are done. */
export async function indexResults(services: Services, jobId: string): Promise<string> {
  const rows = await services.sql<{ doc: string }[]>`select doc from job_step where job_id = ${jobId}`;
  const steps = rows.map(({ doc }) => JSON.parse(doc) as JsonObject);
  const results = [...kinds]
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map((kind): IndexResult => {
      const infos = steps
        .filter(({ stepData }) => isObject(stepData) && stepData.kind === kind.name)
        .map(({ processingInfo }) => (isObject(processingInfo) ? processingInfo : {}));
      const sum = (member: string): number =>
        infos.reduce((total, info) => total + (typeof info[member] === 'number' ? (info[member] as number) : 0), 0);
      return {
        indexed: sum('indexed'),
        failed: sum('failed'),
        failures: infos.flatMap(({ failures }) => (Array.isArray(failures) ? (failures as JsonObject[]) : [])),
        task: `${kind.name}:${jobId}`,
        deleted: sum('deleted'),
        took: `PT${(sum('durationMs') / 1_000).toFixed(3)}S`,
      };
    });
  return JSON.stringify(results);
}
