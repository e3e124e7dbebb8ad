import { expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import type { SmsMessage } from '../../domain/ports/channels.ts';
import { SearchUnavailable } from '../../domain/ports/search.ts';
import { migrateQueues } from '../../drivers/queue/pgBossQueues.ts';
import { startAuthenticatedApiForFile, type TestCaller } from '../helpers/api/callers.ts';
import type { TestJob } from '../helpers/api/jobRequests.ts';
import { RecordingChannel } from '../helpers/deliveries/deliveryHarness.ts';
import { plainRenderer } from '../helpers/plainRenderer.ts';
import { rolesOf } from '../helpers/servers/databaseRoles.ts';
import { poll } from '../helpers/waits/poll.ts';
import { engineOf, RecordingEngine, startWorker, testDefinitions } from '../helpers/workerHarness.ts';

setDefaultTimeout(60_000);

/** Work that callers submit before their rights change, and that workers do afterwards. */

const api = await startAuthenticatedApiForFile();
const { administrator, store } = api;
await migrateQueues(api.databaseUrl, testDefinitions);

const any = (entityName: string, accessRule: 'READ' | 'READ_WRITE' = 'READ_WRITE') =>
  ({ entityName, accessRule, fullAccess: true }) as const;
const some = (entityName: string, value: string, column = 'code') =>
  ({ entityName, accessRule: 'READ', expression: [{ column, operator: 'IN', value }] }) as const;

/** Runs a worker while `during` runs. Workers that start later have not cached earlier rights. */
async function withWorker<T>(during: (sent: readonly SmsMessage[]) => Promise<T>): Promise<T> {
  const sms = new RecordingChannel<SmsMessage>('sms:test');
  const worker = await startWorker(
    // As the role of workers, which may read few columns of credentials.
    (await rolesOf(api.databaseUrl)).worker,
    engineOf(new RecordingEngine(), SearchUnavailable),
    {},
    {
      renderer: plainRenderer(),
      channels: { email: [], sms: [sms], webhook: [] },
      dataSources: { fetchData: async () => ({ outcome: 'answered', status: 200, body: '{"ownerType":"Ticket"}' }) },
      drainMs: 500,
    },
  );
  try {
    return await during(sms.sent);
  } finally {
    await worker.stop();
  }
}

const setUser = ({ userId }: TestCaller, values: JsonObject) =>
  administrator.request('PATCH', `/users/${userId}`, values);
const setRule = (id: string | undefined, values: JsonObject) =>
  administrator.request('PATCH', `/access-rules/${id}`, values);

for (const code of ['mine', 'lost', 'secret'])
  await store('FormatterTemplate', { code, inputType: 'HTML', content: code });
await store('FormatterTemplate', { code: 'short', inputType: 'HTML', documentType: 'SOURCE', content: 'x' });
const rulesOfClerk = [
  any('DocumentRun'),
  any('Job', 'READ'),
  any('JobStep', 'READ'),
  some('FormatterTemplate', 'mine,lost'),
];

async function submitDocuments(caller: TestCaller, codes: string[]): Promise<string> {
  const items = codes.map((code) => ({ documentId: code, documentTemplateCode: code, data: {} }));
  const accepted = await caller.request('POST', '/documents/generate-many/html?async=true', items);
  expect(accepted.status, accepted.text).toBe(200);
  return accepted.json<{ jobId: string }>().jobId;
}

/** Waits for the end of a Job, and returns it with its steps. */
async function ended(jobId: string): Promise<TestJob & { jobSteps: { log?: string; processingInfo?: JsonObject }[] }> {
  await administrator.request('GET', `/jobs/${jobId}/events`);
  return (await administrator.request('GET', `/jobs/${jobId}?expand=JOB_STEPS`)).json();
}

test('documents are rendered by the templates that their client may read at the time', async () => {
  const clerk = await api.callerWith(rulesOfClerk);
  const jobId = await submitDocuments(clerk, ['mine', 'lost', 'secret']);
  const expression = JSON.stringify([{ column: 'code', value: 'mine' }]);
  expect((await setRule(clerk.ruleIds[3], { expression })).status).toBe(200);
  const job = await withWorker(() => ended(jobId));
  const missing = (code: string) =>
    `documentTemplateCode: no FormatterTemplate has the code "${code}"; the codes are mine`;
  expect(job.jobSteps).toMatchObject([
    {
      status: 'FAILED',
      processingInfo: {
        documents: 1,
        failures: ['lost', 'secret'].map((id) => ({ id, error: missing(id) })),
      },
    },
  ]);
  const results = (await clerk.request('GET', `/documents/results/${jobId}`)).json<{ content: JsonObject[] }>();
  expect(results.content.map(({ data }) => data)).toEqual(['html mine {}', undefined, undefined] as never);
});

test('documents of a user that was disabled are not rendered, and the Job says why', async () => {
  const clerk = await api.callerWith(rulesOfClerk);
  const jobId = await submitDocuments(clerk, ['mine']);
  await setUser(clerk, { status: 'DISABLE' });
  const job = await withWorker(() => ended(jobId));
  const log = `The work has stopped: the user "${clerk.code}" that started it is disabled or not valid now.`;
  expect([job.status, job.jobSteps]).toMatchObject(['FAILED', [{ name: 'plan', log }]]);
});

test('documents of a client that lost the right to generate them are not rendered', async () => {
  const clerk = await api.callerWith(rulesOfClerk, { scopes: [{ accessRule: 'READ_WRITE' }] });
  const jobId = await submitDocuments(clerk, ['mine']);
  await setRule(clerk.ruleIds[0], { entityName: 'Metrics' });
  const job = await withWorker(() => ended(jobId));
  expect(job.jobSteps).toMatchObject([{ status: 'FAILED', log: expect.stringContaining('DocumentRun') }]);
});

const script = await store('Script', { code: 'hello', name: 'Hello', source: 'return {};' });
const waited = {
  'a document': ['document.render', '/documents/generate/mine/html', 'DocumentRun'],
  'a name': ['document.preview', '/documents/name/mine', 'DocumentRun'],
  'a script': ['script.evaluate', `/scripts/${script.code}/evaluate`, 'ScriptRun'],
} as const;

const queued = (queue: string) =>
  poll('the work to be queued', async () => (await api.sql`select from outbox where queue = ${queue}`).length > 0);

for (const [work, [queue, path, entity]] of Object.entries(waited))
  test(`${work} for which a client waits is not made once the client has lost the right`, async () => {
    const clerk = await api.callerWith([any(entity), any('FormatterTemplate', 'READ'), any('Script', 'READ')]);
    const answering = clerk.request('POST', path, {});
    await queued(queue);
    await setRule(clerk.ruleIds[0], { entityName: 'Metrics' });
    const { status, text } = await withWorker(() => answering);
    expect([status, text]).toEqual([400, expect.stringContaining(`has no READ_WRITE of ${entity}`)]);
  });

test('a document is not made by a template that the client may no longer read', async () => {
  const clerk = await api.callerWith([any('DocumentRun'), some('FormatterTemplate', 'mine,lost')]);
  const answering = clerk.request('POST', '/documents/generate/lost/html', {});
  await queued('document.render');
  await setRule(clerk.ruleIds[1], { expression: JSON.stringify([{ column: 'code', value: 'mine' }]) });
  const { status, errors } = await withWorker(() => answering);
  const missing = 'documentTemplateCode: no FormatterTemplate has the code "lost"; the codes are mine';
  expect([status, errors]).toEqual([400, [missing]]);
});

const person = (code: string, phone: string) => store('User', { code, type: 'PERSON', chars: {}, phoneNumber: phone });
const seen = await person('seen', '+420601000001');
const unseen = await person('unseen', '+420601000002');
const sender = [
  any('NotificationSend'),
  any('NotificationRule', 'READ'),
  any('FormatterTemplate', 'READ'),
  some('UserGroup', 'team'),
  some('User', 'seen'),
];
for (const [code, members] of Object.entries({
  'by-sms': {},
  'by-url': { evalNotificationUrl: 'https://data.example/' },
}))
  await store('NotificationRule', { code, name: code, config: { smsTemplateCode: 'short' }, ...members });

/** Waits until no target of the notification is open, and returns their results. */
const results = (id: string): Promise<string[]> =>
  poll('the notification to end', async () => {
    const answer = await administrator.request('GET', `/notifications/${id}`);
    const { status, notificationTo } = answer.json<{ status: string; notificationTo: Record<string, string>[] }>();
    const texts = notificationTo.map((target) => `${target.status} ${target.statusReason ?? target.phone}`);
    return ['PLAN', 'IN_PROGRESS'].includes(status) ? undefined : texts;
  });

test('recipients of a notification are the users that its sender may read', async () => {
  await store('UserGroupType', { code: 'team', name: 'T', registry: {} });
  const group = await store('UserGroup', { code: 'team', name: 'T', type: 'team', chars: {} });
  for (const { id } of [seen, unseen]) await store('UserUserGroup', { userId: id, userGroupId: group.id });
  await store('UserGroup', { code: 'hidden', name: 'H', type: 'team', chars: {}, phoneNumber: '+420601000009' });
  const clerk = await api.callerWith(sender);
  const id = crypto.randomUUID();
  const notificationTo = [
    ...['team', 'hidden'].map((ownerId) => ({ ownerType: 'UserGroup', ownerId })),
    ...['unseen', 'nobody', unseen.id].map((ownerId) => ({ ownerType: 'User', ownerId })),
  ];
  const body = { id, ownerType: 'Ticket', ownerId: '1', templateCode: 'by-sms', notificationTo };
  expect((await clerk.request('POST', '/notifications', body)).status).toBe(200);
  const sent = await withWorker(async (messages) => {
    const missing = (key: string) => `FAILED no User has the id or code "${key}"`;
    const texts = await results(id);
    expect(texts).toContain('EXPANDED the 1 member of the group "team"');
    expect(texts).toContain('FAILED no UserGroup has the id or code "hidden"');
    expect(texts).toEqual(expect.arrayContaining([missing('unseen'), missing('nobody'), missing(unseen.id)]));
    return messages.map(({ to }) => to);
  });
  expect(sent).toEqual(['+420601000001']);
});

test('a notification whose sender may no longer send is not delivered', async () => {
  const [disabled, restricted] = [await api.callerWith(sender), await api.callerWith(sender)];
  const ids: string[] = [];
  for (const clerk of [disabled, restricted]) {
    const id = crypto.randomUUID();
    const notificationTo = [{ phone: '+420601000003' }];
    const body = { id, ownerType: 'Ticket', ownerId: '1', templateCode: 'by-sms', notificationTo };
    expect((await clerk.request('POST', '/notifications', body)).status).toBe(200);
    ids.push(id);
  }
  await setUser(disabled, { status: 'DISABLE' });
  await setRule(restricted.ruleIds[0], { entityName: 'Metrics' });
  await withWorker(async (messages) => {
    for (const id of ids)
      expect(await results(id)).toEqual(['FAILED the user that has sent the notification may no longer send']);
    expect(messages).toEqual([]);
  });
});

test('a rule whose data a worker fetches has the recipients that its caller may read', async () => {
  const clerk = await api.callerWith(sender);
  await withWorker(async (messages) => {
    const body = {
      ownerId: '7',
      notificationTo: ['unseen', 'seen'].map((ownerId) => ({ ownerType: 'User', ownerId })),
    };
    const answer = await clerk.request('POST', '/notification-rules/by-url/evaluate', body);
    expect(answer.status, answer.text).toBe(200);
    const owned = await administrator.request('POST', '/notifications/by-owners/Ticket', ['7']);
    const [{ id }] = owned.json<[{ id: string }]>();
    expect(await results(id)).toContain('FAILED no User has the id or code "unseen"');
    expect(messages.map(({ to }) => to)).toEqual(['+420601000001']);
  });
});

test('a rule is not evaluated for a caller who may no longer read it', async () => {
  const clerk = await api.callerWith(sender);
  const notificationTo = [{ phone: '+420601000003' }];
  const answering = clerk.request('POST', '/notification-rules/by-url/evaluate', { ownerId: '8', notificationTo });
  await queued('notification.evaluate');
  const expression = JSON.stringify([{ column: 'code', value: 'by-sms' }]);
  await setRule(clerk.ruleIds[1], { fullAccess: false, expression });
  const { status, text } = await withWorker(() => answering);
  expect([status, text]).toEqual([500, expect.stringContaining('The rule was removed while it was evaluated.')]);
  expect((await administrator.request('POST', '/notifications/by-owners/Ticket', ['8'])).text).toBe('[]');
});
