import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { Glob } from 'bun';
import { createJob, startJob } from '../../domain/jobs/create.ts';
import type { JobTypes } from '../../domain/jobs/types.ts';
import { jobTypes } from '../../domain/jobTypes/index.ts';
import { SearchUnavailable } from '../../domain/ports/search.ts';
import { defineStepQueue, type QueueDefinition, queues } from '../../domain/queue/definitions.ts';
import { migrateQueues } from '../../drivers/queue/pgBossQueues.ts';
import { makeHandlers } from '../../workers/handlers/index.ts';
import type { HandlersOf, JobTypeHandler } from '../../workers/runtime/handler.ts';
import { executeSteps } from '../../workers/runtime/stepExecutor.ts';
import { makeDatabaseForFile, startWorkerForFile } from '../helpers/bootstrap.ts';
import { caller, engineOf, RecordingEngine } from '../helpers/workerHarness.ts';

setDefaultTimeout(60_000);

/** The parts of a new job type, each with the file of the product that it belongs to. */

// domain/queue/definitions.ts: a queue, unless its steps use an existing one.
const queue = defineStepQueue('step.greetings', { purpose: 'greets' });

// domain/jobTypes/index.ts: the declaration.
const types = {
  GREET: {
    data: {},
    stepQueue: 'step.greetings',
    finishes: true,
    checkData: (data) => (Array.isArray((data as { names?: unknown }).names) ? [] : ['data.names: is required']),
  },
} as const satisfies JobTypes;

// workers/handlers/greet.ts: the handler.
const greeted: string[] = [];
const greet = {
  async *plan({ data }) {
    yield (data.names as string[]).map((name) => ({ key: name, name }));
  },
  async run({ name }) {
    greeted.push(name);
    return undefined;
  },
  finish: async () => ({ processingInfo: { greeted: greeted.length } }),
} satisfies JobTypeHandler;

// workers/handlers/index.ts: the line that brings both together. Without it, or without `finish`, it does not compile.
const handlers: HandlersOf<typeof types> = { GREET: greet };
const { plan, run } = greet;
// @ts-expect-error: GREET has no handler.
const withoutHandler: HandlersOf<typeof types> = {};
// @ts-expect-error: GREET finishes, and this handler does not.
const withoutFinish: HandlersOf<typeof types> = { GREET: { plan, run } };

const database = await makeDatabaseForFile();
const definitions = [...Object.values<QueueDefinition>(queues), queue];
await migrateQueues(database.url, definitions);
const worker = await startWorkerForFile(database.url, engineOf(new RecordingEngine(), SearchUnavailable), handlers, {
  definitions,
  handlers: { ...makeHandlers(), [queue.name]: executeSteps },
  types: { ...jobTypes, ...types },
});

test('a job type is a declaration, a handler, their line and at most a queue', async () => {
  const { services } = worker;
  const notifyChannel = services.replyWaiter.channel;
  const id = await startJob(services, 'GREET', { names: ['Ada', 'Grace'] }, { caller, notifyChannel });
  expect(await services.replyWaiter.jobEnd(id)).toBe(true);
  expect(greeted.sort()).toEqual(['Ada', 'Grace']);
  const [finish] = await database.sql<{ doc: string }[]>`
    select doc from job_step where job_id = ${id} and name = 'finish'`;
  expect(JSON.parse(finish?.doc ?? '{}')).toMatchObject({ status: 'COMPLETED', processingInfo: { greeted: 2 } });
  const wrong = { jobType: 'GREET', startDate: new Date().toISOString(), status: 'NEW', data: {} };
  await expect(createJob(services, wrong, { caller })).rejects.toMatchObject({ errors: ['data.names: is required'] });
  expect([withoutHandler, withoutFinish]).toHaveLength(2);
});

test('no other file lists the job types, and every queue has a handler', async () => {
  const root = join(import.meta.dir, '..', '..');
  const listing: string[] = [];
  for (const path of new Glob('{api,app,db,domain,drivers,workers}/**/*.{ts,tsx}').scanSync(root)) {
    const text = await Bun.file(join(root, path)).text();
    if (Object.keys(jobTypes).some((name) => new RegExp(`^\\s*['"]?${name}['"]?:`, 'm').test(text))) listing.push(path);
  }
  expect(listing.sort()).toEqual([
    'domain/jobTypes/index.ts',
    // The few types that only an operation of their own starts: schedules refuse them, and kinds come before job types.
    'domain/kinds/processing/startedAlone.ts',
    'workers/handlers/index.ts',
  ]);
  expect(Object.keys(makeHandlers()).sort()).toEqual(Object.keys(queues).sort());
});
