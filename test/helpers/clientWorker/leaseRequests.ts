import { expect } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import type { TestJob, TestStep } from '../api/jobRequests.ts';
import type { TestApi } from '../api.ts';

/** A claimed step, as the service answers it. */
export interface Claim {
  readonly attempt: number;
  readonly token: number;
  readonly leaseUntil: string;
  readonly job: { readonly id: string; readonly jobType: string; readonly data?: JsonObject };
  readonly step: TestStep & { readonly stepData?: JsonObject; readonly log?: string };
}

export const claimed = ({ step, token }: Claim, more: JsonObject = {}): JsonObject => ({ id: step.id, token, ...more });
export const lost = ({ step }: Claim): JsonObject => ({ id: step.id, outcome: 'LOST' });
export const accepted = ({ step }: Claim, status: string): JsonObject => ({ id: step.id, outcome: 'ACCEPTED', status });

/** Returns the only one of these claims. */
export async function only(claims: Promise<Claim[]>): Promise<Claim> {
  const [one, ...others] = await claims;
  expect(others).toEqual([]);
  if (!one) throw new Error('no step was claimed');
  return one;
}

/** Requests of workers of clients, and of the client that gives them work. */
export function makeLeaseRequests(api: TestApi) {
  let types = 0;
  const newType = (): string => `TOUR_${++types}`;

  async function makeJob(jobType: string, count: number, members: JsonObject = {}): Promise<TestJob> {
    const answer = await api.request('POST', '/jobs', {
      ...{ jobType, startDate: '2026-11-20T08:00:00.000Z', status: 'NEW', ...members },
      jobSteps: Array.from({ length: count }, (_, index) => ({
        ...{ name: `stop ${index}`, status: 'NEW', stepData: { index } },
      })),
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.json<TestJob>();
  }

  async function claim(jobType: string, worker = 'w1', more: JsonObject = {}): Promise<Claim[]> {
    const answer = await api.request('POST', '/job-steps/claim', { jobTypes: [jobType], worker, max: 10, ...more });
    expect(answer.status, answer.text).toBe(200);
    return answer.json<{ claims: Claim[] }>().claims;
  }

  async function report(operation: string, body: JsonObject) {
    const answer = await api.request('POST', `/job-steps/${operation}`, body);
    expect(answer.status, answer.text).toBe(200);
    return answer.json<{ steps: JsonObject[] }>().steps;
  }

  /** Sends a report of steps that are all lost. */
  async function expectLost(operation: string, { worker, steps }: { worker: string; steps: JsonObject[] }) {
    const answer = await api.request('POST', `/job-steps/${operation}`, { worker, steps });
    expect([answer.status, answer.errors], operation).toEqual([
      409,
      steps.map(
        ({ id, token }, index) =>
          `steps[${index}]: the worker "${worker}" has no lease of the step ${id} with the token ${token}`,
      ),
    ]);
  }

  const read = async (id: string) => (await api.request('GET', `/job-steps/${id}`)).json<JsonObject>();
  const jobStatus = async ({ id }: { id: string }) => (await api.request('GET', `/jobs/${id}`)).json<TestJob>().status;

  /** Ends the leases of a step by the clock of the database, as if its worker had been paused. */
  const endLease = ({ step }: Claim) =>
    api.sql`update job_step set claimable_at = now() - interval '1 second' where id = ${step.id}`;
  return { newType, makeJob, claim, report, expectLost, read, jobStatus, endLease };
}
