import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { deleteOldChanges } from '../../../db/queries/changes/changeRows.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { makeWebhookChannel } from '../../../drivers/channels/webhook/webhookChannel.ts';
import { makeHostGuard } from '../../../drivers/net/ssrfGuard.ts';
import { makePostgresSearch } from '../../../drivers/search/postgres/postgresEngine.ts';
import { startAuthenticatedApiForFile, type TestCaller } from '../../helpers/api/callers.ts';
import { expectOk } from '../../helpers/api/expectations.ts';
import { startWorkerForFile, stopAfterFile } from '../../helpers/bootstrap.ts';
import { batchesOf, changesOf, type PostedBatch, untilPosted } from '../../helpers/changes/postedChanges.ts';
import { startWebhookHost, type WebhookHost } from '../../helpers/servers/webhookHost.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(120_000);

/** Rules that post the changes of records. */

const api = await startAuthenticatedApiForFile();
const { administrator, sql } = api;
const hosts = [startWebhookHost(), startWebhookHost()] as const;
const [host, other] = hosts;
stopAfterFile(() => Promise.all(hosts.map((one) => one.stop())));
const webhook = makeWebhookChannel({ guard: makeHostGuard(hosts.map((one) => one.host)), timeoutMs: 2_000 });
const worker = await startWorkerForFile(
  api.databaseUrl,
  makePostgresSearch(sql),
  {},
  {
    channels: { email: [], sms: [], webhook: [webhook] },
    deliveryRules: { maxAttempts: 8, backoff: () => 0.2 },
    queues: ['rule.changes', 'event.notification'],
  },
);
// Follows changes of rights, as in a process of its own.
await worker.services.accessEpoch.start();
stopAfterFile(() => worker.services.accessEpoch.stop());

afterEach(async () => {
  for (const one of hosts) one.forget();
  const rules = await expectOk<{ id: string }[]>(administrator.request('GET', '/notification-rules'));
  for (const { id } of rules) await expectOk(administrator.request('DELETE', `/notification-rules/${id}`));
  for (const one of hosts) one.received.length = 0;
});

let made = 0;
const codeOf = (name: string): string => `${name}_${++made}`;
const shortOf = (receiver: WebhookHost): string[] =>
  changesOf(receiver).map(({ change, version, record }) => `${change} ${version ?? '-'} ${record?.code ?? '-'}`);

async function makeRule(config: JsonObject = {}, members: JsonObject = {}, by: TestCaller = administrator) {
  const code = codeOf('rule');
  const whole = { event: 'RECORD_CHANGED', kinds: ['WorklogType'], url: host.url, ...config };
  const rule = { code, name: code, eventType: 'SYSTEM', apiSenderBeanName: 'webhookSender', config: whole, ...members };
  return expectOk(by.request('POST', '/notification-rules', rule));
}

const create = async (code: string, members: JsonObject = {}): Promise<string> => {
  const saved = administrator.request('POST', '/worklog-types', { code, name: code, ...members });
  return (await expectOk<{ id: string }>(saved)).id;
};
const patch = (code: string, members: JsonObject) =>
  expectOk(administrator.request('PATCH', `/worklog-types/${code}`, members));
/** A change has its place in the feed once somebody has read the feed after its commit. */
const placeChanges = () => expectOk(administrator.request('GET', '/changes?after=latest'));

test('a rule posts the changes since its creation that it names, in order and signed', async () => {
  await create(codeOf('EARLIER'));
  await placeChanges();
  const secret = 'a secret of the receiver';
  const { id: ruleId, code: ruleCode } = await makeRule({ secret, changes: ['CREATED', 'DELETED'] });
  const [first, second] = [codeOf('FIRST'), codeOf('SECOND')];
  await create(first);
  await patch(first, { icon: 'car' });
  await expectOk(administrator.request('POST', '/roles', { code: codeOf('ROLE'), name: 'Role' }));
  await expectOk(administrator.request('DELETE', `/worklog-types/${first}`));
  await create(second);
  await untilPosted(host, second);
  expect(shortOf(host)).toEqual([`CREATED 1 ${first}`, 'DELETED 3 -', `CREATED 1 ${second}`]);
  for (const { headers, body } of host.received) {
    const { id, event, ruleCode: named }: PostedBatch = JSON.parse(body);
    expect([event, named, headers.get('webhook-id')]).toEqual(['RECORD_CHANGED', ruleCode, id]);
    const signed = createHmac('sha256', secret).update(`${id}.${headers.get('webhook-timestamp')}.${body}`);
    expect(headers.get('webhook-signature')).toBe(`v1,${signed.digest('base64')}`);
  }
  // A consumer can continue by reading.
  const { cursor } = batchesOf(host).at(-1) as PostedBatch;
  const after = await expectOk<{ changes: unknown[] }>(
    administrator.request('GET', `/changes?kinds=WorklogType&after=${cursor}`),
  );
  expect(after.changes).toEqual([]);
  // A rule that is switched off posts nothing, and begins anew when it is switched on.
  await expectOk(administrator.request('PATCH', `/notification-rules/${ruleId}`, { eventType: 'PROCESS' }));
  await create(codeOf('UNSEEN'));
  await placeChanges();
  await expectOk(administrator.request('PATCH', `/notification-rules/${ruleId}`, { eventType: 'SYSTEM' }));
  const third = codeOf('THIRD');
  await create(third);
  await untilPosted(host, third);
  expect(shortOf(host).filter((one) => one.includes('UNSEEN'))).toEqual([]);
});

test('every version of a record is posted, in order, while many write at once', async () => {
  const codes = Array.from({ length: 5 }, () => codeOf('MANY'));
  for (const code of codes) await create(code);
  await makeRule();
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let round = 0; round < 10; round++)
      await patch(codes[(writer + round) % codes.length] ?? '', { icon: `${writer}-${round}` });
  });
  await Promise.all(writers);
  const last = codeOf('LAST');
  await create(last);
  await untilPosted(host, last);
  for (const code of codes) {
    const versions = changesOf(host).flatMap(({ record, version }) => (record?.code === code ? [version ?? 0] : []));
    const { auditInfo } = await expectOk(administrator.request('GET', `/worklog-types/${code}`));
    expect(versions.at(-1)).toBe(auditInfo.version);
    expect(versions.slice(1)).toEqual(versions.slice(0, -1).map((version) => version + 1));
  }
});

test('a receiver that is down delays only its own rule, and gets the same batch again', async () => {
  await makeRule();
  await makeRule({ url: other.url });
  const failures = [503, 404, 400, 500].map((status) => new Response('no', { status }));
  host.meet(...failures, 'hang');
  const before = host.requests;
  const [first, second] = [codeOf('DOWN'), codeOf('DOWN')];
  await create(first);
  await untilPosted(other, first);
  await poll('two refusals', () => host.requests >= before + 2);
  await create(second);
  await untilPosted(other, second);
  await untilPosted(host, second);
  expect(shortOf(host).filter((one) => one.includes('DOWN'))).toEqual([`CREATED 1 ${first}`, `CREATED 1 ${second}`]);
  expect(host.requests - before).toBe(failures.length + 1 + host.received.length);
});

test('a claim that its worker could not release does not keep the worker from the feed', async () => {
  await makeRule();
  host.meet('hang');
  const [first, second] = [codeOf('CLAIM'), codeOf('CLAIM')];
  await create(first);
  const claims = () => sql<{ worker: string }[]>`select worker from rule_change_feed where worker is not null`;
  const { worker: name } = await poll('the claim', async () => (await claims())[0]);
  await untilPosted(host, first);
  await poll('the release', async () => (await claims()).length === 0);
  await sql`update rule_change_feed set worker = ${name}, lease_until = now() + interval '1 hour'`;
  await create(second);
  await untilPosted(host, second);
});

test('a rule posts what its writer may see, and nothing while the writer is disabled', async () => {
  const own = { filters: [{ column: 'icon', operator: 'EQ', value: 'own' }] };
  const writer = await api.callerWith([
    { entityName: 'NotificationRule', accessRule: 'READ_WRITE' },
    { entityName: 'WorklogType', expression: own },
  ]);
  await makeRule({ kinds: null }, {}, writer);
  const [hidden, shown, next] = [codeOf('HIDDEN'), codeOf('SHOWN'), codeOf('LATER')];
  await create(hidden, { icon: 'other' });
  await create(shown, { icon: 'own' });
  await untilPosted(host, shown);
  expect(changesOf(host).map(({ record }) => record?.code)).not.toContain(hidden);
  await expectOk(administrator.request('PATCH', `/users/${writer.code}`, { status: 'DISABLE' }));
  await create(next, { icon: 'own' });
  const waits = async () => (await sql`select from rule_change_feed where error like '%is disabled%'`).length > 0;
  await poll('the rule to wait', waits);
  expect(changesOf(host).map(({ record }) => record?.code)).not.toContain(next);
  await expectOk(administrator.request('PATCH', `/users/${writer.code}`, { status: 'ENABLE' }));
  await untilPosted(host, next);
});

test('a rule does not follow with more rights than the key that wrote it', async () => {
  const scoped = await api.callerWith([{ fullAccess: true, accessRule: 'READ_WRITE' }], {
    scopes: [
      { entityName: 'NotificationRule', accessRule: 'READ_WRITE' },
      { entityName: 'Role', accessRule: 'READ' },
    ],
  });
  await makeRule({ kinds: null }, {}, scoped);
  await create(codeOf('OUT_OF_SCOPE'));
  const role = codeOf('ROLE');
  await expectOk(administrator.request('POST', '/roles', { code: role, name: role }));
  await untilPosted(host, role);
  expect(new Set(changesOf(host).map(({ kind }) => kind)).has('WorklogType')).toBe(false);
});

test('a receiver learns that changes were deleted before they were posted', async () => {
  await makeRule();
  host.meet(...Array.from({ length: 3 }, () => new Response('no', { status: 503 })));
  const before = host.requests;
  await create(codeOf('LOST'));
  await poll('a refusal', () => host.requests > before);
  await deleteOldChanges(sql, 0);
  const next = codeOf('LATER');
  await create(next);
  await untilPosted(host, next);
  expect(batchesOf(host).map(({ missed }) => missed ?? false)).toContain(true);
});

test('a rule that cannot post changes is a 400 that says why', async () => {
  const kinds = ['User', 'Ticket', 5];
  const config = { event: 'RECORD_CHANGED', kinds, changes: 'CREATED', url: 'http://example.com/' };
  const rule = { code: codeOf('rule'), name: 'Rule', eventType: 'SYSTEM', config };
  const { status, errors, text } = await administrator.request('POST', '/notification-rules', rule);
  expect(status).toBe(400);
  expect(errors).toEqual([
    'apiSenderBeanName: is required for the event RECORD_CHANGED: webhookSender',
    expect.stringMatching(/^config\.kinds\[1\]: must be one of .*WorklogType.*, not "Ticket"$/),
    expect.stringMatching(/^config\.kinds\[2\]: must be one of .*WorklogType.*, not 5$/),
    'config.changes: must be an array, not "CREATED"',
  ]);
  const { problems } = JSON.parse(text) as { problems: { code: string; allowed?: string[] }[] };
  expect(problems.map(({ code }) => code)).toEqual(['REQUIRED', 'CHOICE', 'CHOICE', 'TYPE']);
  expect(problems[1]?.allowed).toContain('WorklogType');
  const empty = { ...rule, apiSenderBeanName: 'webhookSender', config: { ...config, kinds: null, changes: [] } };
  expect((await administrator.request('POST', '/notification-rules', empty)).errors).toEqual([
    'config.changes: must have at least 1 element; without it, all are posted',
  ]);
});

test('events of the service do not trigger a rule that posts changes', async () => {
  await makeRule();
  const eventId = crypto.randomUUID();
  const data = JSON.stringify({ eventType: 'SYSTEM', ownerType: 'Job', ownerId: '1', data: {}, eventId });
  await sql`insert into outbox (id, queue, data) values (${eventId}, 'event.notification', ${data})`;
  const isDone = async () =>
    (await sql`select from pgboss.job where id = ${eventId} and state = 'completed'`).length === 1;
  await poll('the event to be handled', isDone);
  expect(await sql`select id from pgboss.job where name like 'event.notification%' and id <> ${eventId}`).toHaveLength(
    0,
  );
  expect(await sql`select id from outbox where queue = 'event.notification'`).toHaveLength(0);
});
