import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { SearchUnavailable } from '../../../domain/ports/search.ts';
import type { Problem } from '../../../domain/validation/problemParts.ts';
import type { AuthenticatedApi, TestCaller } from '../api/callers.ts';
import { expectOk } from '../api/expectations.ts';
import { rolesOf } from '../servers/databaseRoles.ts';
import { engineOf, RecordingEngine, startWorker, type TestWorker } from '../workerHarness.ts';

/** A Job of a bulk change with its steps. */
export interface Outcome {
  readonly status: string;
  readonly jobType: string;
  readonly jobSteps: readonly { readonly status: string; readonly log?: string; readonly processingInfo: JsonObject }[];
}

/** The answer to a bulk change. */
export interface Accepted {
  readonly dryRun: boolean;
  readonly records: number;
  readonly jobId: string;
  readonly failed?: number;
  readonly failures?: readonly {
    readonly index: number;
    readonly error: string;
    readonly problems: readonly Problem[];
  }[];
}

/** Sums the counts of all steps. */
export function countsOf({ jobSteps }: Outcome): Record<string, number> {
  const counts: Record<string, number> = { done: 0, unchanged: 0, skipped: 0, failed: 0 };
  for (const { processingInfo } of jobSteps)
    for (const name of Object.keys(counts)) counts[name] = (counts[name] ?? 0) + Number(processingInfo[name] ?? 0);
  return counts;
}

export const failuresOf = ({ jobSteps }: Outcome): string[] =>
  jobSteps.flatMap(({ processingInfo }) =>
    ((processingInfo.failures ?? []) as { error: string }[]).map(({ error }) => error),
  );

/**
 * Requests of bulk changes, which a worker and an api make with the database roles of both.
 *
 * @param search the engine of the worker; without one, nothing is indexed
 */
export function makeBulkRequests(
  { administrator, databaseUrl }: AuthenticatedApi,
  search = engineOf(new RecordingEngine(), SearchUnavailable),
) {
  /** Starts what claims steps: a worker, and the part of an api. */
  async function startWork(): Promise<{ stop(): Promise<void> }> {
    const roles = await rolesOf(databaseUrl);
    const work: TestWorker[] = [];
    for (const role of ['worker', 'api'] as const)
      work.push(await startWorker(roles[role], search, {}, { role, drainMs: 500 }));
    return { stop: async () => void (await Promise.all(work.map((one) => one.stop()))) };
  }

  const read = (jobId: string): Promise<Outcome> =>
    expectOk<Outcome>(administrator.request('GET', `/jobs/${jobId}?expand=JOB_STEPS`));

  /** Works until the Jobs have ended, and returns them with their steps. */
  async function allEnded(jobIds: readonly string[]): Promise<Outcome[]> {
    const work = await startWork();
    const end = async (jobId: string): Promise<Outcome> => {
      await administrator.request('GET', `/jobs/${jobId}/events`);
      return read(jobId);
    };
    try {
      return await Promise.all(jobIds.map(end));
    } finally {
      await work.stop();
    }
  }

  const bulk = (path: string, body: JsonObject, caller: TestCaller = administrator, headers = {}) =>
    caller.request('POST', `/${path}/bulk`, body, headers);
  const accepted = (path: string, body: JsonObject, caller?: TestCaller): Promise<Accepted> =>
    expectOk<Accepted>(bulk(path, body, caller));
  const ended = async (jobId: string): Promise<Outcome> => (await allEnded([jobId]))[0] as Outcome;

  return {
    startWork,
    read,
    allEnded,
    ended,
    bulk,
    accepted,
    /** Starts a bulk change and works until it has ended. */
    run: async (path: string, body: JsonObject, caller?: TestCaller): Promise<Outcome> =>
      ended((await accepted(path, body, caller)).jobId),
  };
}
