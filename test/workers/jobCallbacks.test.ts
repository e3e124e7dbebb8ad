import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { makeWebhookChannel } from '../../drivers/channels/webhook/webhookChannel.ts';
import { makeHostGuard } from '../../drivers/net/ssrfGuard.ts';
import { migrateQueues } from '../../drivers/queue/pgBossQueues.ts';
import { makePostgresSearch } from '../../drivers/search/postgres/postgresEngine.ts';
import { startAuthenticatedApiForFile, type TestCaller } from '../helpers/api/callers.ts';
import { expectOk } from '../helpers/api/expectations.ts';
import { startWorkerForFile, stopAfterFile } from '../helpers/bootstrap.ts';
import { rolesOf } from '../helpers/servers/databaseRoles.ts';
import { startWebhookHost } from '../helpers/servers/webhookHost.ts';
import { poll } from '../helpers/waits/poll.ts';
import { testDefinitions } from '../helpers/workerHarness.ts';

setDefaultTimeout(120_000);

/** Ends of Jobs that a worker with a database role of its own posts to the URLs of their clients. */

const api = await startAuthenticatedApiForFile();
const { administrator, sql } = api;
await migrateQueues(api.databaseUrl, testDefinitions);
const host = startWebhookHost();
stopAfterFile(() => host.stop());
const webhook = makeWebhookChannel({ guard: makeHostGuard([host.host]), timeoutMs: 1_000 });
const { worker: workerUrl } = await rolesOf(api.databaseUrl);
const worker = await startWorkerForFile(
  workerUrl,
  makePostgresSearch(sql),
  {},
  {
    channels: { email: [], sms: [], webhook: [webhook] },
    deliveryRules: { maxAttempts: 4, backoff: () => 0.2, circuitBreaker: { failures: 0, pauseSeconds: 1 } },
    queues: ['job.callback'],
  },
);
await worker.services.accessEpoch.start();
stopAfterFile(() => worker.services.accessEpoch.stop());

afterEach(() => {
  host.forget();
  host.received.length = 0;
});

interface CallbackJob {
  readonly id: string;
  readonly jobSteps: readonly { id: string }[];
  readonly callbackUrl?: string;
  readonly callbackSecretSet?: boolean;
  readonly callback?: JsonObject;
}

const jobOf = (members: JsonObject): JsonObject => ({
  ...{ jobType: 'PARADE', startDate: '2026-11-20T08:00:00.000Z', status: 'NEW', callbackUrl: host.url },
  ...{ jobSteps: [{ name: 'only', status: 'NEW' }], ...members },
});

const post = (members: JsonObject = {}, by: TestCaller = administrator): Promise<CallbackJob> =>
  expectOk(by.request('POST', '/jobs', jobOf(members)));

const read = (id: string): Promise<CallbackJob> => expectOk(administrator.request('GET', `/jobs/${id}`));

async function end({ jobSteps }: CallbackJob, status = 'COMPLETED'): Promise<void> {
  for (const next of ['IN_PROGRESS', status])
    await expectOk(administrator.request('PATCH', `/job-steps/${jobSteps[0]?.id}`, { status: next }));
}

const untilShown = (id: string, outcome: string): Promise<CallbackJob> =>
  poll(`the callback to be ${outcome}`, async () => {
    const job = await read(id);
    return job.callback?.outcome === outcome ? job : undefined;
  });

test('the end of a Job is posted, signed with a secret that nothing shows', async () => {
  const callbackSecret = 'a secret of the parade';
  const job = await post({ callbackSecret });
  expect(job).toMatchObject({ callbackUrl: host.url, callbackSecretSet: true });
  await end(job);
  const shown = await untilShown(job.id, 'DELIVERED');
  expect(shown.callback).toMatchObject({ attempts: 1, answer: '200 thanks' });
  expect(host.received).toHaveLength(1);
  const [{ headers, body } = { headers: new Headers(), body: '' }] = host.received;
  const [id, timestamp] = ['webhook-id', 'webhook-timestamp'].map((name) => headers.get(name));
  const expected = createHmac('sha256', callbackSecret).update(`${id}.${timestamp}.${body}`).digest('base64');
  expect(headers.get('webhook-signature')).toBe(`v1,${expected}`);
  expect(JSON.parse(body)).toMatchObject({
    ...{ id, event: 'JOB_COMPLETED' },
    job: { id: job.id, jobType: 'PARADE', status: 'COMPLETED', endDate: expect.any(String) },
  });
  const stored = await sql<{ text: string }[]>`
    select row_to_json(j)::text as text from job j where id = ${job.id}
    union all select data from outbox union all select data::text from pgboss.job`;
  expect(stored.filter(({ text }) => text.includes(callbackSecret))).toEqual([]);
});

test('a callback is repeated under one id until the receiver accepts it, and each end has its own', async () => {
  host.meet(new Response('busy', { status: 503 }), 'hang');
  const job = await post();
  await end(job, 'FAILED');
  expect((await untilShown(job.id, 'DELIVERED')).callback).toMatchObject({ attempts: 3 });
  const [first] = host.received;
  expect(JSON.parse(first?.body ?? '')).toMatchObject({ event: 'JOB_FAILED', job: { cause: 'FAILED' } });
  expect(first?.headers.get('webhook-signature')).toBeNull();
  await expectOk(administrator.request('POST', `/admin/job-steps/${job.jobSteps[0]?.id}/resend`));
  await end(job);
  await poll('the second end', () => host.received.length === 2);
  const ids = host.received.map(({ headers }) => headers.get('webhook-id'));
  expect(new Set(ids).size).toBe(2);
  expect(JSON.parse(host.received[1]?.body ?? '')).toMatchObject({ event: 'JOB_COMPLETED' });
});

test('a callback that is rejected, or not accepted in all attempts, is a dead letter', async () => {
  host.meet(new Response('no such parade', { status: 404 }));
  const rejected = await post();
  await end(rejected);
  expect((await untilShown(rejected.id, 'FAILED')).callback).toMatchObject({
    attempts: 1,
    answer: '404 no such parade',
  });
  const private_ = await post({ callbackUrl: 'http://127.0.0.1:9/' });
  await end(private_);
  expect((await untilShown(private_.id, 'FAILED')).callback?.answer).toStartWith('not called: ');
  host.meet(...Array.from({ length: 4 }, () => new Response('', { status: 500 })));
  const failed = await post();
  await end(failed);
  expect((await untilShown(failed.id, 'FAILED')).callback).toMatchObject({ attempts: 4, answer: '500' });
  const letters = () => sql`select from pgboss.job where name = 'job.callback.dead'`;
  await poll('the dead letters', async () => (await letters()).length === 3);
  // The message keeps its id when the dead letter is sent again by another queue job.
  const [first] = await sql<{ id: string }[]>`
    select id from pgboss.job where name = 'job.callback' and data->>'jobId' = ${failed.id}`;
  await expectOk(administrator.request('POST', '/admin/queues/job.callback/redrive'));
  await untilShown(failed.id, 'DELIVERED');
  // The redrive has sent this one too.
  await untilShown(rejected.id, 'DELIVERED');
  const received = host.received.find(({ body }) => body.includes(failed.id));
  expect(received?.headers.get('webhook-id')).toBe(first?.id ?? '');
  expect(JSON.parse(received?.body ?? '').id).toBe(first?.id);
});

test('a cancelled Job, and one that a process without callbacks has ended, are posted once', async () => {
  const cancelled = await post();
  await expectOk(administrator.request('POST', `/jobs/${cancelled.id}/cancel`));
  await untilShown(cancelled.id, 'DELIVERED');
  expect(JSON.parse(host.received[0]?.body ?? '')).toMatchObject({
    ...{ event: 'JOB_CANCELLED', job: { cause: 'CANCELLED' } },
  });
  const other = await post();
  // As a process of the previous release ends it.
  await sql`update job set status = 'COMPLETED', close_count = 1,
    doc = replace(doc, '"status":"NEW"', '"status":"COMPLETED"') where id = ${other.id}`;
  await untilShown(other.id, 'DELIVERED');
  expect(host.received).toHaveLength(2);
});

test('problems of a callback are named', async () => {
  const problems = async (members: JsonObject) => {
    const answer = await administrator.request('POST', '/jobs', jobOf(members));
    expect(answer.status, answer.text).toBe(400);
    return answer.errors;
  };
  expect(await problems({ callbackUrl: 'ftp://example.com' })).toEqual([
    'callbackUrl: must be an absolute http or https URL without credentials, not "ftp://example.com"',
  ]);
  expect(await problems({ callbackUrl: null, callbackSecret: 'x' })).toEqual([
    'callbackUrl: is required beside callbackSecret',
  ]);
  expect(await problems({ callbackSecret: 7 })).toEqual(['callbackSecret: must be a text of 1 to 1000 characters']);
  const ended = { status: 'COMPLETED', jobSteps: [] };
  expect(await problems(ended)).toEqual(['callbackUrl: the Job is COMPLETED, and its end is not reported']);
});
