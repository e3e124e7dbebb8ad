import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import {
  BadRequestError,
  ServiceFailedError,
  StepError,
  type StepHandler,
  type StepWorker,
  Waybill,
  type WorkerOptions,
} from '../../client/index.ts';
import { lapseLeases } from '../../domain/jobs/leases/lapseLeases.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import type { TestStep } from '../helpers/api/jobRequests.ts';
import { startApiForFile } from '../helpers/api.ts';
import { stopAfterFile } from '../helpers/bootstrap.ts';
import { spawnScript } from '../helpers/processes/process.ts';
import { poll } from '../helpers/waits/poll.ts';
import { SignalledList } from '../helpers/waits/signal.ts';
import { caller } from '../helpers/workerHarness.ts';

setDefaultTimeout(120_000);

/** The loop of the typed client, with a real api. */
const api = await startApiForFile();
/** Requests of the workers, by operation, when they have been answered. */
const answered = new SignalledList<{ readonly operation: string; readonly status: number; readonly ids: string[] }>();
/** What a test answers in place of the service. */
let intercept: (operation: string) => Response | undefined = () => undefined;

const observedFetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
  const operation = String(input).split('/').at(-1) ?? '';
  const response = intercept(operation) ?? (await fetch(input, init));
  const { steps = [] } = JSON.parse(String(init?.body ?? '{}')) as { steps?: { id: string }[] };
  answered.add({ operation, status: response.status, ids: steps.map(({ id }) => id) });
  return response;
};

const waybill = new Waybill({ url: api.url, retries: 0, fetch: observedFetch as typeof fetch });

const newType = (): string => `HARBOUR_${crypto.randomUUID()}`;

interface MadeJob {
  readonly id: string;
  readonly jobSteps: readonly TestStep[];
}

async function makeJob(jobType: string, count: number, members: JsonObject = {}): Promise<MadeJob> {
  const answer = await api.request('POST', '/jobs', {
    ...{ jobType, startDate: '2026-11-20T08:00:00.000Z', status: 'NEW', ...members },
    jobSteps: Array.from({ length: count }, (_, index) => ({
      ...{ name: `stop ${index}`, status: 'NEW', stepData: { index } },
    })),
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.json<MadeJob>();
}

const read = async (id: string) => (await api.request('GET', `/job-steps/${id}`)).json<JsonObject>();
const stepId = ({ jobSteps }: MadeJob, index = 0): string => jobSteps[index]?.id ?? '';

function startWorker(jobType: string, handler: StepHandler, options: Partial<WorkerOptions> = {}): StepWorker {
  const worker = waybill.worker({ handlers: { [jobType]: handler }, signals: [], onError: () => {}, ...options });
  void worker.run().catch(() => {});
  stopAfterFile(() => worker.stop());
  return worker;
}

/** Waits until the service has accepted reports of these steps. */
const isReported = (operation: string, ...ids: readonly string[]) =>
  answered.until(`${operation} of ${ids}`, () =>
    ids.every((id) =>
      answered.items.some((one) => one.operation === operation && one.status === 200 && one.ids.includes(id)),
    ),
  );

/** Ends the lease of a step by the clock of the database, and gives the step to whoever claims it next. */
async function lapse(id: string): Promise<void> {
  await api.sql`update job_step set claimable_at = now() - interval '1 second' where id = ${id}`;
  await lapseLeases(api.services, caller);
}

/** Rejects when the signal is aborted. */
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

test('a worker runs steps up to its concurrency, and completes those that end together by one request', async () => {
  const type = newType();
  const job = await makeJob(type, 8, { data: { city: 'Hamburg' } });
  const started = new SignalledList<string>();
  const { promise: tide, resolve: rise } = Promise.withResolvers<void>();
  const handler: StepHandler = async ({ step, job: { data }, attempt }) => {
    started.add(step.name);
    await tide;
    return { city: data?.['city'], attempt, index: step.stepData?.['index'] };
  };
  const worker = startWorker(type, handler, { concurrency: 4, name: 'pilot' });
  await started.until('four steps to start', () => started.items.length === 4);
  const listed = (await api.request('GET', '/admin/client-workers')).json<JsonObject[]>();
  expect(listed).toContainEqual(expect.objectContaining({ worker: 'pilot', steps: 4 }));
  rise();
  await isReported('complete', ...job.jobSteps.map(({ id }) => id));
  await worker.stop();
  const completes = answered.items.filter(
    ({ operation, ids }) => operation === 'complete' && ids.some((id) => id === stepId(job)),
  );
  expect(completes.map(({ ids }) => ids.length)).toEqual([4]);
  const steps = await Promise.all(job.jobSteps.map(({ id }) => read(id)));
  expect(steps).toMatchObject(
    job.jobSteps.map((_, index) => ({
      ...{ status: 'COMPLETED', processingInfo: { city: 'Hamburg', attempt: 1, index, worker: 'pilot' } },
    })),
  );
  expect((await api.request('GET', `/jobs/${job.id}`)).json<JsonObject>()).toMatchObject({ status: 'COMPLETED' });
});

test('an error is a failure that is retried; a StepError says whether and when', async () => {
  const type = newType();
  const job = await makeJob(type, 2);
  const attempts: number[] = [];
  startWorker(type, async ({ step, attempt, progress }) => {
    if (step.name === 'stop 1') throw new StepError('no\0berth\uD800', { retry: false, processingInfo: { berths: 0 } });
    attempts.push(attempt);
    await progress({ halfway: true }, 'at the lighthouse');
    if (attempt === 1) throw new StepError('fog', { afterSeconds: 0 });
    return { attempt };
  });
  await isReported('complete', stepId(job));
  await isReported('fail', stepId(job, 1));
  expect(attempts).toEqual([1, 2]);
  expect(await read(stepId(job))).toMatchObject({ status: 'COMPLETED', processingInfo: { attempt: 2, halfway: true } });
  expect(await read(stepId(job, 1))).toMatchObject({
    ...{ status: 'FAILED', log: 'no\uFFFDberth\uFFFD', processingInfo: { berths: 0, attempts: 1 } },
  });
});

test('a step whose lease has ended is aborted, and what its handler returns changes nothing', async () => {
  const type = newType();
  const job = await makeJob(type, 1);
  const started = new SignalledList<number>();
  const ends = new SignalledList<string>();
  const { promise: reported, resolve: report } = Promise.withResolvers<void>();
  const first = startWorker(
    type,
    async ({ signal, attempt }) => {
      started.add(attempt);
      await untilAborted(signal).catch((reason: Error) => ends.add(reason.name));
      await reported;
      return { by: 'first' };
    },
    { leaseSeconds: 3, concurrency: 1 },
  );
  await started.until('the step to start', () => started.items.length === 1);
  await lapse(stepId(job));
  startWorker(type, async ({ attempt }) => ({ by: 'second', attempt }));
  await isReported('complete', stepId(job));
  await ends.until('the first handler to be aborted', () => ends.items.length === 1);
  expect(ends.items).toEqual(['StepLostError']);
  report();
  await first.stop();
  expect(await read(stepId(job))).toMatchObject({ status: 'COMPLETED', processingInfo: { by: 'second', attempt: 2 } });
});

test('a heartbeat extends the lease of a step that runs for long', async () => {
  const type = newType();
  const job = await makeJob(type, 1);
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const started = new SignalledList<string>();
  startWorker(
    type,
    async ({ step }) => {
      started.add(step.name);
      await arrived;
    },
    { leaseSeconds: 6 },
  );
  await started.until('the step to start', () => started.items.length === 1);
  const leaseUntil = async (): Promise<number> => {
    const [row] = await api.sql<{ at: Date }[]>`select claimable_at as at from job_step where id = ${stepId(job)}`;
    return row?.at.getTime() ?? 0;
  };
  const before = await leaseUntil();
  await poll('the lease to be extended', async () => (await leaseUntil()) > before);
  arrive();
  await isReported('complete', stepId(job));
});

test('a report is repeated while the service fails, and after its Retry-After; it counts once', async () => {
  const type = newType();
  const job = await makeJob(type, 1);
  const body = { status: 'X', message: 'No.', traceId: '0', timestamp: '', errors: [] };
  const answers = [
    Response.json(body, { status: 500 }),
    Response.json(body, { status: 429, headers: { 'retry-after': '1' } }),
  ];
  const errors: unknown[] = [];
  const sentAt: number[] = [];
  intercept = (operation) => {
    if (operation !== 'complete') return undefined;
    sentAt.push(performance.now());
    return answers.shift();
  };
  startWorker(type, () => ({ ran: true }), { onError: (error) => errors.push(error) });
  await answered.until('the third report', () =>
    answered.items.some(
      ({ operation, status, ids }) => operation === 'complete' && status === 200 && ids.includes(stepId(job)),
    ),
  );
  intercept = () => undefined;
  expect(errors[0]).toBeInstanceOf(ServiceFailedError);
  expect(errors.length).toBe(2);
  expect((sentAt[2] ?? 0) - (sentAt[1] ?? 0)).toBeGreaterThan(990);
  expect(await read(stepId(job))).toMatchObject({ status: 'COMPLETED', processingInfo: { ran: true, attempts: 1 } });
});

test('a result that the service refuses fails its step alone', async () => {
  const type = newType();
  const job = await makeJob(type, 2);
  startWorker(type, ({ step }) => (step.name === 'stop 0' ? { text: 'a NUL: \u0000' } : { text: 'plain' }));
  await isReported('fail', stepId(job));
  await isReported('complete', stepId(job, 1));
  expect(await read(stepId(job))).toMatchObject({ status: 'FAILED', log: expect.stringMatching(/refused the result/) });
  expect(await read(stepId(job, 1))).toMatchObject({ status: 'COMPLETED', processingInfo: { text: 'plain' } });
});

test('a worker that stops claims nothing more, and finishes its steps', async () => {
  const type = newType();
  const job = await makeJob(type, 2);
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const started = new SignalledList<string>();
  const worker = startWorker(
    type,
    async ({ step }) => {
      started.add(step.name);
      await arrived;
    },
    { concurrency: 1 },
  );
  await started.until('the step to start', () => started.items.length === 1);
  const stopped = worker.stop();
  arrive();
  await stopped;
  expect(await read(stepId(job))).toMatchObject({ status: 'COMPLETED' });
  expect(await read(stepId(job, 1))).toMatchObject({ status: 'NEW' });
});

test('a worker with steps that run for too long aborts and releases them', async () => {
  const type = newType();
  const job = await makeJob(type, 1);
  const started = new SignalledList<string>();
  const worker = startWorker(
    type,
    async ({ step, signal }) => {
      started.add(step.name);
      await untilAborted(signal);
    },
    { graceSeconds: 0 },
  );
  await started.until('the step to start', () => started.items.length === 1);
  await worker.stop();
  expect(await read(stepId(job))).toMatchObject({ status: 'NEW' });
  startWorker(type, ({ attempt }) => ({ attempt }));
  await isReported('complete', stepId(job));
  expect(await read(stepId(job))).toMatchObject({ status: 'COMPLETED', processingInfo: { attempt: 2 } });
});

test('a worker whose claims are refused ends with the error', async () => {
  const refused = startWorker('REINDEX', () => {}).run();
  const error = await refused.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BadRequestError);
  expect(String(error)).toContain('workers of the service run steps of the type REINDEX');
});

const program = join(import.meta.dir, '../helpers/clientWorker/program.ts');

test('the step of a worker that was killed goes to another, and is completed once', async () => {
  const type = newType();
  const job = await makeJob(type, 1);
  const killed = spawnScript(program, api.url, type, 'killed');
  await killed.printed('the step to run', (output) => output.includes('runs stop 0'));
  await killed.kill();
  await lapse(stepId(job));
  startWorker(type, ({ attempt }) => ({ attempt }), { name: 'heir' });
  await isReported('complete', stepId(job));
  expect(await read(stepId(job))).toMatchObject({
    ...{ status: 'COMPLETED', processingInfo: { attempt: 2, attempts: 2, worker: 'heir' } },
  });
});

test('a process that gets SIGTERM releases the steps that do not end, and exits', async () => {
  const type = newType();
  const job = await makeJob(type, 2);
  const stopped = spawnScript(program, api.url, type, 'stopped', '0');
  stopAfterFile(() => stopped.kill());
  await stopped.printed('the step to run', (output) => output.includes('runs stop 0'));
  stopped.child.kill('SIGTERM');
  expect(await stopped.child.exited).toBe(0);
  expect(stopped.output()).toBe('runs stop 0\naborted stop 0: WorkerStoppedError\nstopped\n');
  for (const index of [0, 1]) expect(await read(stepId(job, index))).toMatchObject({ status: 'NEW' });
});
