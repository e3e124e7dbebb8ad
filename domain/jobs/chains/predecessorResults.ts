import { queryReadable } from '../../../db/queries/access/readableRows.ts';
import { type ReadScope, readableRows } from '../../access/reach.ts';
import type { JsonObject } from '../../kinds/kind.ts';
import { job as jobKind } from '../../kinds/processing/job.ts';
import { jobStep as stepKind } from '../../kinds/processing/jobStep.ts';
import { parseStored } from '../../records/storedText.ts';
import { predecessorsOf } from './predecessors.ts';

/** Steps of a predecessor whose results are handed on with a claim; the others are read by its id. */
export const MAX_RESULTS = 100;

interface ResultRow {
  readonly jobId: string;
  readonly jobType: string;
  readonly status: string;
  /** The record of a step; null if the Job has none that the caller may read. */
  readonly step: string | null;
}

/**
 * Returns the results of the predecessors of Jobs, each as JSON text: type and status, and `processingInfo` of its first
 * steps. Those that the caller may not read are left out, as are deleted ones.
 *
 * @param jobDocs the records of the Jobs
 */
export async function predecessorResults(scope: ReadScope, jobDocs: readonly string[]): Promise<string[]> {
  const docs = new Set(jobDocs.filter((doc) => doc.includes('"after"')));
  const ids = [...docs].flatMap((doc) => predecessorsOf(parseStored<JsonObject>(doc)).map(({ jobId }) => jobId));
  if (ids.length === 0) return [];
  const rows = await readResults(scope, [...new Set(ids)]);
  return [...Map.groupBy(rows, ({ jobId }) => jobId)].map(([jobId, results]) => {
    const [first] = results;
    const steps = results.flatMap(({ step }) => (step === null ? [] : [resultOf(step)]));
    return JSON.stringify({ jobId, jobType: first?.jobType, status: first?.status, results: steps });
  });
}

function resultOf(doc: string): JsonObject {
  const { id, name, status, chunkId, processingInfo } = parseStored<JsonObject>(doc);
  return {
    ...{ id, name, status },
    ...(chunkId !== undefined && { chunkId }),
    ...(processingInfo !== undefined && { processingInfo }),
  } as JsonObject;
}

function readResults(scope: ReadScope, ids: readonly string[]): Promise<ResultRow[]> {
  const [jobs, steps] = [readableRows(scope, jobKind), readableRows(scope, stepKind)];
  return queryReadable<ResultRow>(
    scope.sql,
    `select j.id as "jobId", j.job_type as "jobType", j.status, s.doc as step from ${jobs} j
     left join lateral (
       select doc, incarnation, id from ${steps} s where s.job_id = j.id order by incarnation, id limit ${MAX_RESULTS}) s on true
     where j.id = any($1::uuid[]) order by j.incarnation, j.id, s.incarnation, s.id`,
    [ids],
  );
}
