import { beforeAll, describe, setDefaultTimeout, test } from 'bun:test';
import { cancelJob } from '../../domain/jobs/cancel.ts';
import { createJob } from '../../domain/jobs/create.ts';
import { resendFailed } from '../../domain/jobs/resend.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { job } from '../../domain/kinds/processing/job.ts';
import { jobStep } from '../../domain/kinds/processing/jobStep.ts';
import { notification } from '../../domain/kinds/processing/notification.ts';
import { addPlannedSteps } from '../helpers/api/jobRequests.ts';
import {
  keepsUndeclared,
  makeRecordHarnessForFile,
  type Place,
  placeOf,
  silentEngine,
  type Way,
} from '../helpers/undeclaredMembers.ts';
import { poll } from '../helpers/waits/poll.ts';
import { caller, startWorker } from '../helpers/workerHarness.ts';

setDefaultTimeout(120_000);

/** Every operation that changes Jobs, steps and notifications; test/domain/records/memberOrder.test.ts has those of records. */

const harness = await makeRecordHarnessForFile();
let count = 0;
const fresh = (prefix: string): string => `${prefix}-${++count}`;
const startDate = '2026-11-20T08:00:00.000Z';

beforeAll(async () => {
  const template = { inputType: 'HTML', documentType: 'EMAIL', content: 'M' };
  await harness.call('POST', '/formatter-templates', { code: 'mail', ...template });
});

/** Creates a Job of a client with a step in each of these states. */
async function clientJob(...statuses: string[]): Promise<{ made: JsonObject; steps: JsonObject[] }> {
  const jobSteps = statuses.map((status, index) => ({ name: `step ${index}`, status }));
  const made = await harness.call('POST', '/jobs', { jobType: 'MINE', startDate, status: 'NEW', jobSteps });
  return { made, steps: made.jobSteps as JsonObject[] };
}

const withWorker = async (work: () => Promise<unknown>, run = async () => ({ log: 'done' })): Promise<void> => {
  const sent = { outcome: 'sent', provider: 'smtp:test', answer: 'queued', providerId: 'id' } as const;
  const channel = { provider: 'smtp:test', maxSendMs: 1_000, send: async () => sent, lookUp: async () => undefined };
  const worker = await startWorker(
    harness.databaseUrl,
    silentEngine,
    { TEST: { plan: async function* () {}, run } },
    {
      channels: { email: [channel], sms: [], webhook: [] },
      renderer: { render: async ({ data }) => ({ content: Buffer.from(data), plainText: data }), evict: () => {} },
      drainMs: 500,
    },
  );
  try {
    await work();
  } finally {
    await worker.stop();
  }
};

const hasStatus = (place: Place, status: string) =>
  poll(`the ${place.kind.name} to be ${status}`, async () => (await harness.readDoc(place)).status === status);

async function managedJob(): Promise<{ made: JsonObject; places: Place[] }> {
  const body = { jobType: 'TEST', startDate, status: 'NEW' };
  const made = JSON.parse(await createJob(harness.services, body, { caller })) as JsonObject;
  const [id] = await addPlannedSteps(harness.services.sql, String(made.id), ['one']);
  return { made, places: [placeOf(job, made), placeOf(jobStep, { id: String(id) })] };
}

const jobWays: Way[] = [
  {
    name: 'a PATCH of a step',
    async prepare() {
      const { made, steps } = await clientJob('IN_PROGRESS');
      const change = () => harness.call('PATCH', `/job-steps/${steps[0]?.id}`, { status: 'COMPLETED' });
      return { places: [placeOf(job, made), placeOf(jobStep, steps[0])], change };
    },
  },
  {
    name: 'the cancellation of a Job',
    async prepare() {
      const { made, steps } = await clientJob('NEW', 'IN_PROGRESS');
      const change = () => harness.call('POST', `/jobs/${made.id}/cancel`);
      return { places: [placeOf(job, made), ...steps.map((step) => placeOf(jobStep, step))], change };
    },
  },
  {
    name: 'the resend of a step',
    async prepare() {
      const { made, steps } = await clientJob('FAILED');
      const change = () => harness.call('POST', `/admin/job-steps/${steps[0]?.id}/resend`);
      return { places: [placeOf(job, made), placeOf(jobStep, steps[0])], change };
    },
  },
  {
    name: 'the resend of all failed steps of a managed Job',
    async prepare() {
      const { made, places } = await managedJob();
      await cancelJob(harness.services, String(made.id), { caller });
      return { places, change: () => resendFailed(harness.services, String(made.id), { caller }) };
    },
  },
  {
    name: 'a step that a worker ends',
    async prepare() {
      const { places } = await managedJob();
      return { places, change: () => withWorker(() => Promise.all(places.map((one) => hasStatus(one, 'COMPLETED')))) };
    },
    runs: 3,
  },
];

async function makeNotification(): Promise<Place> {
  const id = crypto.randomUUID();
  const rule = fresh('rule');
  await harness.call('POST', '/notification-rules', { code: rule, name: 'R', config: { emailTemplateCode: 'mail' } });
  await harness.call('POST', '/notifications', {
    ...{ id, ownerType: 'Ticket', ownerId: '1', templateCode: rule },
    notificationTo: [{ email: 'jan@example.com' }],
  });
  return { kind: notification, id };
}

const notificationWays: Way[] = [
  {
    name: 'the delivery of a notification',
    async prepare() {
      const place = await makeNotification();
      return { places: [place], change: () => withWorker(() => hasStatus(place, 'SENT')) };
    },
    runs: 3,
  },
  {
    name: 'a state that a client sets',
    async prepare() {
      const place = await makeNotification();
      return { places: [place], change: () => harness.call('PUT', `/notifications/${place.id}/state/CANCELLED`) };
    },
  },
];

describe('undeclared members survive, and declared order holds, after', () => {
  for (const way of [...jobWays, ...notificationWays]) test(way.name, () => keepsUndeclared(harness, way));
});
