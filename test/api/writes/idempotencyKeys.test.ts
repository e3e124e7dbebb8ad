import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { expectOk } from '../../helpers/api/expectations.ts';
import { sampleLog } from '../../helpers/api/logRequests.ts';
import { storeTemplatesAndRules } from '../../helpers/api/notificationRequests.ts';
import { startApi } from '../../helpers/api.ts';

setDefaultTimeout(60_000);

/** POSTs with an Idempotency-Key, which take effect once however often they are sent. */

const api = await startAuthenticatedApiForFile();
const { administrator, sql } = api;
const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });
const type = (code: string) => ({ code, name: code });
const countOf = async (table: string) =>
  (await sql<{ count: number }[]>`select count(*)::int as count from ${sql(table)}`)[0]?.count;

const clientJob = { jobType: 'OURS', startDate: '2026-11-21', status: 'NEW' };

await storeTemplatesAndRules({ ...api, request: administrator.request });
const job = await expectOk<{ id: string }>(administrator.request('POST', '/jobs', { ...clientJob, closed: false }));
const notification = {
  ownerType: 'Ticket',
  ownerId: '1',
  templateCode: 'by-mail',
  data: { what: 'x' },
  notificationTo: [{ email: 'a@example.org' }],
};

const { templateCode: _, ...evaluated } = notification;
const item = { documentId: 'd', documentTemplateCode: 'paper', data: {} };

test.each([
  ['/user-groups', 'user_group', null],
  ['/worklog-types', 'worklog_type', type('once')],
  ['/sharings', 'sharing', { ownerType: 'Ticket', ownerId: '1', refType: 'User', refId: '2', sharingTypeCode: 'READ' }],
  ['/logs', 'log', sampleLog()],
  ['/logs', 'log', { ...sampleLog(), id: crypto.randomUUID() }],
  ['/jobs', 'job', clientJob],
  ['/job-steps', 'job_step', { jobId: job.id, name: 'step', status: 'NEW' }],
  ['/notifications', 'notification', notification],
  ['/notifications/batch', 'notification', [notification, notification]],
  ['/notifications/direct', 'notification', { ...notification, templateCode: 'mail' }],
  ['/notification-rules/by-mail/evaluate', 'notification', evaluated],
  ['/suppressions', 'suppression', { channel: 'email', address: 'once@example.org' }],
  ['/documents/generate-many/html?async=true', 'job', [item]],
  ['/admin/broker/dead-letter-queues', 'job', undefined],
  ['/admin/indexes/user-groups/compare', 'job', undefined],
  ['/admin/reindex/selected?filtering={"entityType":"UserGroup"}', 'job', undefined],
  ['/admin/reindex/logs', 'job', undefined],
])('a POST to %s is served once, and then answered as before', async (path, table, sent) => {
  const body = sent === null ? { ...type('group'), type: (await groupType()).code, chars: {} } : sent;
  const headers = newKey();
  const first = await administrator.request('POST', path, body, headers);
  expect(first.status, first.text).toBe(200);
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  const count = await countOf(table);
  // Another order of the members is the same body.
  const isObject = body !== undefined && !Array.isArray(body);
  const repeated = isObject ? Object.fromEntries(Object.entries(body).reverse()) : body;
  const second = await administrator.request('POST', path, repeated, headers);
  expect([second.status, second.text]).toEqual([200, first.text]);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect(second.headers.get('x-notification-ids')).toBe(first.headers.get('x-notification-ids'));
  expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'));
  expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  expect(await countOf(table)).toBe(count as number);
});

const groupType = () =>
  expectOk<{ code: string }>(administrator.request('POST', '/user-group-types', { ...type('GT'), registry: {} }));

describe('an Idempotency-Key', () => {
  test('with another body, operation or parameter is a 422', async () => {
    const headers = newKey();
    await expectOk(administrator.request('POST', '/worklog-types', type('first'), headers));
    for (const [path, body] of [
      ['/worklog-types', type('second')],
      ['/log-types', type('first')],
    ] as const) {
      const answer = await administrator.request('POST', path, body, headers);
      expect([answer.status, answer.json<{ status: string }>().status]).toEqual([422, 'UNPROCESSABLE_ENTITY']);
      expect(answer.errors).toEqual([
        'Idempotency-Key: was sent with another operation, parameter or body within 24 hours; send a new key',
      ]);
    }
    expect((await administrator.request('GET', '/worklog-types/second')).status).toBe(400);
  });

  test('of a rejected request can be sent again, also with another body', async () => {
    const headers = newKey();
    expect((await administrator.request('POST', '/worklog-types', { code: 'late' }, headers)).status).toBe(400);
    const answer = await administrator.request('POST', '/worklog-types', type('late'), headers);
    expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([200, null]);
  });

  test('means nothing to another caller', async () => {
    const other = await api.callerWith([{ entityName: 'WorklogType', accessRule: 'READ_WRITE' }]);
    const headers = newKey();
    const mine = await expectOk<{ id: string }>(administrator.request('POST', '/worklog-types', type('mine'), headers));
    const theirs = await expectOk<{ id: string }>(other.request('POST', '/worklog-types', type('theirs'), headers));
    expect(theirs.id).not.toBe(mine.id);
  });

  test('ends after a day', async () => {
    const headers = newKey();
    const first = await expectOk<{ id: string }>(administrator.request('POST', '/jobs', clientJob, headers));
    await sql`update stored_answer set created_at = now() - interval '24 hours 1 second'
      where idempotency_key = ${headers['idempotency-key']}`;
    const second = await expectOk<{ id: string }>(administrator.request('POST', '/jobs', clientJob, headers));
    expect(second.id).not.toBe(first.id);
  });

  test.each(['', 'with blank', 'x'.repeat(256), 'ž'])('that is %p is a 400', async (key) => {
    const headers = { 'idempotency-key': key === 'ž' ? 'Å¾' : key };
    const answer = await administrator.request('POST', '/worklog-types', type('odd'), headers);
    expect(answer.status).toBe(400);
    expect(answer.errors[0]).toStartWith('Idempotency-Key: must have 1 to 255 visible ASCII characters');
  });
});

test('of requests with one key to several apis at once, one takes effect and all have its answer', async () => {
  const bodies = [type('race'), clientJob, sampleLog({ ownerId: 'race' }), notification] as const;
  const paths = ['/worklog-types', '/jobs', '/logs', '/notifications'] as const;
  for (const [index, path] of paths.entries()) {
    const headers = newKey();
    const send = () => administrator.request('POST', path, bodies[index], headers);
    const answers = await Promise.all(Array.from({ length: 8 }, send));
    expect(answers.map(({ status, text }) => `${status} ${text}`)).toEqual(
      Array(8).fill(`200 ${answers[0]?.text}`) as string[],
    );
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.headers.get('x-notification-ids'))).size).toBe(1);
  }
});

test('an evaluation that requests members from a URL takes no Idempotency-Key, and is not sent', async () => {
  const rule = { ...type('asks'), config: { emailTemplateCode: 'mail' }, evalNotificationUrl: 'https://example.org' };
  await expectOk(administrator.request('POST', '/notification-rules', rule));
  const { data: _, ...incomplete } = evaluated;
  const answer = await administrator.request('POST', '/notification-rules/asks/evaluate', incomplete, newKey());
  expect(answer.status).toBe(400);
  expect(answer.errors[0]).toStartWith(
    'Idempotency-Key: is not accepted where members come from the evalNotificationUrl; send data',
  );
});

test('the key of a created API key is not stored: its operation takes no Idempotency-Key', async () => {
  const headers = newKey();
  const answer = await administrator.request('POST', '/api-keys', { name: 'twice' }, headers);
  expect([answer.status, answer.errors]).toEqual([
    400,
    [
      'Idempotency-Key: is not accepted here, because the answer contains the key, which is not stored; send none. If an answer is lost, revoke the new key and make another',
    ],
  ]);
  expect(await sql`select 1 from api_key where name = 'twice'`).toHaveLength(0);
  expect(await sql`select 1 from stored_answer where idempotency_key = ${headers['idempotency-key']}`).toHaveLength(0);
});

describe('documents that are stored as they arrive', () => {
  const path = '/documents/generate-many/html?async=true';
  const jobs = async (answers: readonly { json<T>(): T }[]) =>
    new Set(answers.map((answer) => answer.json<{ jobId: string }>().jobId)).size;

  test('are made once of requests at once', async () => {
    const headers = newKey();
    const send = () => administrator.request('POST', path, [item, item], headers);
    const answers = await Promise.all(Array.from({ length: 6 }, send));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200) as number[]);
    expect(await jobs(answers)).toBe(1);
    const [{ jobId } = { jobId: '' }] = answers.map((answer) => answer.json<{ jobId: string }>());
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from document_item where job_id = ${jobId}`;
    expect(row?.count).toBe(2);
  });

  test('are a 422 if they differ, and are made of the next body if the first was rejected', async () => {
    const headers = newKey();
    expect((await administrator.request('POST', path, [{ documentId: 'd' }], headers)).status).toBe(400);
    await expectOk(administrator.request('POST', path, [item], headers));
    expect((await administrator.request('POST', path, [item, item], headers)).status).toBe(422);
  });
});

test('without authentication, all callers share their keys', async () => {
  const open = await startApi();
  try {
    const headers = newKey();
    const first = await open.request('POST', '/worklog-types', type('open'), headers);
    const second = await open.request('POST', '/worklog-types', type('open'), headers);
    expect([second.status, second.text]).toEqual([200, first.text]);
  } finally {
    await open.stop();
  }
});

describe('a replayed answer shows no more than the caller may read now', () => {
  const change = (ruleId: string | undefined, filters: object[]) =>
    expectOk(
      administrator.request('PATCH', `/access-rules/${ruleId}?immediatelyRefresh=true`, {
        fullAccess: false,
        expression: JSON.stringify(filters),
      }),
    );
  const unreadable = (kind: string) => [
    `Idempotency-Key: the ${kind} that the first request saved does not exist any more, or your access rules do not let you read it`,
  ];

  test('of a record that has left its reach', async () => {
    const clerk = await api.callerWith([{ entityName: 'WorklogType', accessRule: 'READ_WRITE' }]);
    const [body, headers] = [type(`left-${crypto.randomUUID()}`), newKey()];
    const first = await clerk.request('POST', '/worklog-types', body, headers);
    expect((await clerk.request('POST', '/worklog-types', body, headers)).text).toBe(first.text);
    await change(clerk.ruleIds[0], [{ column: 'code', value: 'other' }]);
    const hidden = await clerk.request('POST', '/worklog-types', body, headers);
    expect([hidden.status, hidden.errors]).toEqual([400, unreadable('WorklogType')]);
    // The state of then and the record of now must both be in reach.
    await change(clerk.ruleIds[0], [{ column: 'name', value: body.name }]);
    expect((await clerk.request('POST', '/worklog-types', body, headers)).text).toBe(first.text);
    await expectOk(administrator.request('PATCH', `/worklog-types/${body.code}`, { name: 'Other' }));
    const changed = await clerk.request('POST', '/worklog-types', body, headers);
    expect([changed.status, changed.errors]).toEqual([400, unreadable('WorklogType')]);
    await expectOk(administrator.request('DELETE', `/worklog-types/${body.code}`));
    const deleted = await clerk.request('POST', '/worklog-types', body, headers);
    expect([deleted.status, deleted.errors]).toEqual([changed.status, changed.errors]);
  });

  test('of a Log that has left its reach', async () => {
    const clerk = await api.callerWith([{ entityName: 'Log', accessRule: 'READ_WRITE' }]);
    const [body, headers] = [{ ...sampleLog(), ownerType: 'Seen' }, newKey()];
    await expectOk(clerk.request('POST', '/logs', body, headers));
    await change(clerk.ruleIds[0], [{ column: 'ownerType', value: 'Other' }]);
    expect((await clerk.request('POST', '/logs', body, headers)).errors).toEqual(unreadable('Log'));
  });

  test('of the codes of hidden groups', async () => {
    await expectOk(administrator.request('POST', '/user-group-types', { ...type('HIDING'), registry: {} }));
    await expectOk(administrator.request('POST', '/user-groups', { ...type('hiding'), type: 'HIDING', chars: {} }));
    const clerk = await api.callerWith([
      { entityName: 'UserGroup', accessRule: 'READ' },
      { entityName: 'UserGroupRegion', accessRule: 'READ_WRITE' },
    ]);
    const [body, headers] = [{ regionId: crypto.randomUUID(), userGroup: { code: 'hiding' } }, newKey()];
    const first = await expectOk<{ userGroup: { id: string; code: string } }>(
      clerk.request('POST', '/user-group-regions', body, headers),
    );
    expect(first.userGroup.code).toBe('hiding');
    await change(clerk.ruleIds[0], [{ column: 'code', value: 'other' }]);
    const repeated = await expectOk(clerk.request('POST', '/user-group-regions', body, headers));
    expect(repeated).toEqual({ ...first, userGroup: { id: first.userGroup.id } } as never);
  });
});
