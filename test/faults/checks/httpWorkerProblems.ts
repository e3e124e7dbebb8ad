import type { HttpWorkerLine } from '../clients/httpWorkerProcess.ts';
import { HTTP_JOB_TYPE, type HttpWorkerClient } from '../clients/httpWorkers.ts';
import type { Topology } from '../topology/topology.ts';

interface StoredStep {
  readonly id: string;
  readonly jobId: string;
  readonly status: string;
  /** The token of its last claim. */
  readonly fence: number;
  /** Failed and lapsed attempts. */
  readonly faults: number;
  /** The worker whose result is stored. */
  readonly by: string | null;
}

/** After so many lapsed leases a step is FAILED. */
const MAX_FAULTS = 3;

/** The steps of workers over HTTP against what the workers were told. */
export async function httpWorkerProblems({ database }: Topology, client: HttpWorkerClient): Promise<string[]> {
  const steps = await database.sql<StoredStep[]>`
    select s.id, s.job_id as "jobId", s.status, s.fence, s.faults, s.doc::json->'processingInfo'->>'by' as by
    from job_step s where s.job_type = ${HTTP_JOB_TYPE}`;
  const jobs = new Set(steps.map(({ jobId }) => jobId));
  const lost = [...client.accepted]
    .filter((id) => !jobs.has(id))
    .map((id) => `the accepted Job ${id} of HTTP workers is lost`);
  return [...lost, ...stepProblems(steps, client.lines())];
}

/** Each step has ended once, by the worker with its last token. */
export function stepProblems(steps: readonly StoredStep[], lines: readonly HttpWorkerLine[]): string[] {
  const linesOf = Map.groupBy(lines, ({ id }) => id);
  const violations = lines.flatMap(({ event, id, name, what }) =>
    event === 'violation' ? [`step ${id}, ${name}: ${what}`] : [],
  );
  return [...violations, ...steps.flatMap((step) => problemsOf(step, linesOf.get(step.id) ?? []))];
}

function problemsOf({ id, status, fence, faults, by }: StoredStep, lines: readonly HttpWorkerLine[]): string[] {
  const problem = (what: string): string => `step ${id} of an HTTP worker ${what}`;
  const claims = lines.filter(({ event }) => event === 'claimed');
  const completions = lines.filter(({ event }) => event === 'completed');
  const tokens = claims.map(({ token }) => token);
  const found: string[] = [];
  if (status !== 'COMPLETED' && !(status === 'FAILED' && faults >= MAX_FAULTS)) found.push(problem(`is ${status}`));
  if (new Set(tokens).size < tokens.length) found.push(problem(`was claimed twice with one token: ${tokens}`));
  if (tokens.some((token) => token > fence)) found.push(problem(`has the fence ${fence}, and claims with ${tokens}`));
  if (new Set(completions.map(({ token }) => token)).size > 1) found.push(problem('was completed by two claims'));
  if (completions.some(({ token }) => token !== fence))
    found.push(problem(`was completed by the token ${completions[0]?.token}, and its fence is ${fence}`));
  if (completions.length > 0 && status !== 'COMPLETED') found.push(problem(`was completed, and is ${status}`));
  const owner = claims.find(({ token }) => token === fence)?.name;
  if (status === 'COMPLETED' && by !== owner)
    found.push(problem(`has the result of ${by}, and ${owner} claimed it last`));
  return found;
}
