import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { migrateQueues } from '../../../drivers/queue/pgBossQueues.ts';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { expectOk } from '../../helpers/api/expectations.ts';
import type { TestRecord } from '../../helpers/api.ts';
import { makeBulkRequests } from '../../helpers/changes/bulkRequests.ts';
import { columnsWith } from '../../helpers/erasure/columnsWith.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { testDefinitions } from '../../helpers/workerHarness.ts';

setDefaultTimeout(60_000);

/** Erasures of persons, by a worker and an api with the database roles of both. */

const api = await startAuthenticatedApiForFile();
const { administrator, sql } = api;
await migrateQueues(api.databaseUrl, testDefinitions);
const { ended, startWork } = makeBulkRequests(api, api.services.search);

interface Erasure {
  readonly dryRun: boolean;
  readonly jobId: string;
  readonly pseudonym: string;
  readonly searched: Record<string, number>;
  readonly skipped: { type: string; reason: string }[];
}

const ok = <T = TestRecord>(method: string, path: string, body?: JsonObject): Promise<T> =>
  expectOk<T>(administrator.request(method, path, body));
const erase = (idOrCode: string, body: JsonObject = { dryRun: false }): Promise<Erasure> =>
  ok('POST', `/users/${idOrCode}/erase`, body);
const now = '2026-01-01T10:00:00.000Z';
const log = (members: JsonObject): Promise<TestRecord> =>
  ok('POST', '/logs', {
    ownerType: 'ORDER',
    ownerId: '1',
    logTypeCode: 'CALL',
    startDate: now,
    endDate: now,
    request: 'a',
    response: 'b',
    relatedData: {},
    ...members,
  });

await ok('POST', '/log-types', { code: 'CALL', name: 'Call' });
await ok('POST', '/user-group-types', { code: 'TEAM', name: 'T', registry: {} });

test('no table contains a text of the person afterwards, and texts of others stay', async () => {
  const person = await ok('POST', '/users', {
    code: 'jan.novak',
    type: 'PERSON',
    givenName: 'Jan',
    familyName: 'Nováček',
    email: 'jan.novacek@example.com',
    phoneNumber: '+420 601 234 567',
    webSite: 'https://novacek.example.com/',
    description: 'Speaks Czech',
    chars: {},
  });
  await ok('PATCH', `/users/${person.id}`, { email: 'jan@home.example.com' });
  const key = await ok<{ key: string }>('POST', '/api-keys', { name: 'of Jan', user: 'jan.novak' });
  const other = await ok('POST', '/users', {
    code: 'petr.novacek',
    type: 'PERSON',
    givenName: 'Petr',
    familyName: 'Nováček',
    email: 'petr.jan@home.example.com',
    description: 'Brother of Jan Nováček, jan.novacek@example.com',
    chars: {},
  });
  const group = await ok('POST', '/user-groups', {
    code: 'team',
    name: 'Team "Jan Nováček"',
    description: 'Ask jan.novak or\nJan Nováček (601234567).',
    email: 'jan.novacek@example.com',
    type: 'TEAM',
    chars: { contact: { phone: 420601234567, 'jan.novak': true } },
  });
  const about = await log({
    ownerType: 'User',
    ownerId: 'jan.novak',
    request: JSON.stringify({ user: 'jan.novak', mail: 'JAN@home.example.com', tel: '00420 601-234-567' }),
    relatedData: { note: 'Nováček Jan called' },
  });
  // Many clients escape what is not ASCII. The audited call is in a Log, too.
  const notRetried = String.raw`["no such user", "jan.novak", "Jan Nov\u00e1\u010dek"]`;
  const policy = `{"attempts":3,"initialSeconds":1,"factor":2,"maxSeconds":10,"notRetried":${notRetried}}`;
  await expectOk(administrator.request('PUT', '/admin/retry-policies/METER_READING', policy));
  // Tables of several blocks.
  await sql`insert into audit_entry (id, doc) select gen_random_uuid(), json_build_object('target', repeat('x', 1000)) from generate_series(1, 100)`;
  const unrelated = await log({ request: 'jan.novak2 and petr.jan@home.example.com and Jan Nováčková' });
  // Two columns, one after the other, that make the name together.
  const parts = await log({ ownerType: 'Jan', ownerId: 'Nováček' });
  await ok('PATCH', `/user-groups/${group.id}`, { name: 'Team of jan.novak' });
  await sql`update user_group set audit = replace(audit, 'administrator', 'jan.novak') where id = ${String(group.id)}`;
  const before = await columnsWith(sql, ['Nováček', 'jan.novak']);
  expect(before).toContain('public.history.doc');

  const counted = await erase('jan.novak', { dryRun: true });
  const dry = await ended(counted.jobId);
  expect(dry.status).toBe('COMPLETED');
  expect(dry.jobSteps[0]?.processingInfo.rows).toMatchObject({ 'public.user_group': 1, 'public.app_user': 2 });
  expect((await ok('GET', `/users/${person.id}`)).email).toBe('jan@home.example.com');

  const erased = await erase('jan.novak');
  expect(erased).toMatchObject({
    dryRun: false,
    searched: { code: 1, email: 2, phoneNumber: 1, name: 2, webSite: 1 },
    skipped: [],
  });
  const { auditInfo: _, ...user } = await ok('GET', `/users/${person.id}`);
  expect(user).toEqual({
    id: person.id,
    code: erased.pseudonym,
    type: 'PERSON',
    name: erased.pseudonym,
    status: 'DISABLE',
    authentication: 'PASSWORD',
    chars: {},
  });
  expect((await api.request('GET', '/me', undefined, { authorization: `Bearer ${key.key}` })).status).toBe(401);
  expect(await ended(erased.jobId)).toMatchObject({ status: 'COMPLETED' });

  const texts = [
    'jan\\.novak[^2]',
    'jan\\.novacek',
    '[^.]jan@home',
    'Jan Nováček\\M',
    'Nováček Jan\\M',
    'novacek jan\\M',
    String.raw`Nov\\+u00e1`,
  ];
  const left = () => columnsWith(sql, [...texts, '601 ?234 ?567', '601-234', 'Speaks Czech']);
  const work = await startWork();
  // Indexes follow.
  await poll('no text to be left', async () => ((await left()).length === 0 ? true : undefined)).catch(async () =>
    expect(await left()).toEqual([]),
  );
  await work.stop();
  expect(await ok('GET', `/users/${other.id}`)).toMatchObject({
    name: 'Petr Nováček',
    email: 'petr.jan@home.example.com',
    description: `Brother of ${erased.pseudonym}, ${erased.pseudonym}-1@erased.invalid`,
  });
  expect(await ok('GET', `/user-groups/${group.id}`)).toMatchObject({
    name: `Team of ${erased.pseudonym}`,
    description: `Ask ${erased.pseudonym} or\n${erased.pseudonym} (000000005).`,
    chars: { contact: { phone: null, [erased.pseudonym]: true } },
  });
  expect((await ok('GET', `/logs/${about.id}`)).ownerId).toBe(erased.pseudonym);
  expect((await ok('GET', `/logs/${unrelated.id}`)).request).toBe(
    'jan.novak2 and petr.jan@home.example.com and Jan Nováčková',
  );
  expect(await ok('GET', `/logs/${parts.id}`)).toMatchObject({ ownerType: 'Jan', ownerId: 'Nováček' });
  expect(await ok('GET', '/admin/retry-policies')).toMatchObject([
    { jobType: 'METER_READING', notRetried: ['no such user', erased.pseudonym, erased.pseudonym] },
  ]);
  const history = await ok<JsonObject[]>('GET', `/user-groups/${group.id}/history`);
  expect(JSON.stringify(history)).toContain(erased.pseudonym);
  expect(await sql`select from erasure`).toEqual([] as never);
});

describe('a text is left in other records', () => {
  const skipped = async (members: JsonObject): Promise<Erasure['skipped']> => {
    const user = await ok('POST', '/users', { code: crypto.randomUUID(), type: 'PERSON', chars: {}, ...members });
    return (await erase(String(user.id), { dryRun: true })).skipped;
  };

  test('that another user or record has, too', async () => {
    const shared = {
      email: 'office@example.com',
      phoneNumber: '+420 800 123 456',
      givenName: 'Anna',
      familyName: 'Malá',
    };
    await skipped(shared);
    expect(await skipped({ ...shared, phoneNumber: '800123456' })).toEqual([
      { type: 'email', reason: 'SHARED' },
      { type: 'phoneNumber', reason: 'SHARED' },
      { type: 'name', reason: 'SHARED' },
    ]);
    await ok('POST', '/user-groups', { code: 'dispatchers', name: 'D', type: 'TEAM', chars: {} });
    expect(await skipped({ code: 'dispatchers' })).toEqual([{ type: 'code', reason: 'SHARED' }]);
  });

  test('that would be found by chance', async () => {
    expect(await skipped({ code: 'abc' })).toEqual([{ type: 'code', reason: 'SHORT' }]);
    expect(await skipped({ code: '123456' })).toEqual([{ type: 'code', reason: 'SHORT' }]);
    expect(await skipped({ code: 'Enable', phoneNumber: '12345' })).toEqual([
      { type: 'phoneNumber', reason: 'SHORT' },
      { type: 'code', reason: 'RESERVED' },
    ]);
    expect(await skipped({ familyName: 'Single' })).toEqual([{ type: 'name', reason: 'ONE_WORD' }]);
  });

  test('but who changed a record is erased for a short code, too', async () => {
    await ok('POST', '/users', { code: 'abz', type: 'PERSON', chars: {} });
    await ok('POST', '/roles', { code: 'abz', name: 'Of the same code' });
    const group = await ok('POST', '/user-groups', { code: 'by-abz', name: 'G', type: 'TEAM', chars: {} });
    await sql`update user_group set audit = replace(audit, 'administrator', 'abz') where id = ${String(group.id)}`;
    await sql`update history set changed_by = 'abz', audit = replace(audit, 'administrator', 'abz') where record_id = ${String(group.id)}`;
    const { jobId, pseudonym } = await erase('abz');
    await ended(jobId);
    expect((await ok('GET', `/user-groups/${group.id}`)).auditInfo).toMatchObject({
      whoInserted: pseudonym,
      whoEdited: pseudonym,
    });
    expect(await sql`select from history where changed_by = 'abz'`).toEqual([] as never);
  });
});

describe('an erasure', () => {
  const person = (code: string) =>
    ok('POST', '/users', { code, type: 'PERSON', chars: {}, email: `${code}@example.com` });

  test('is refused to callers who may not administer, and for a user that is not there', async () => {
    await person('wanted');
    const caller = await api.callerWith([{ entityName: 'User', accessRule: 'READ_WRITE' }]);
    expect((await caller.request('POST', '/users/wanted/erase', { dryRun: false })).status).toBe(403);
    expect((await administrator.request('POST', '/users/nobody/erase', { dryRun: false })).status).toBe(404);
    for (const [body, problem] of [
      [{}, 'dryRun: is required, false to erase the person'],
      [{ dryRun: 'no' }, 'dryRun: must be true or false, not "no"'],
      [{ dryRun: true, all: 1 }, 'all: unknown member, an erasure has dryRun'],
    ] as const)
      expect(JSON.parse((await administrator.request('POST', '/users/wanted/erase', body)).text).errors).toEqual([
        problem,
      ]);
    expect(
      (await administrator.request('POST', '/jobs', { jobType: 'ERASE_USER', status: 'NEW', startDate: now })).status,
    ).toBe(400);
    expect((await ok('GET', '/users/wanted')).email).toBe('wanted@example.com');
  });

  test('of the last administrator is refused, and leaves it as it is', async () => {
    const answer = await administrator.request('POST', `/users/${administrator.userId}/erase`, { dryRun: false });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('last administrator')]);
    expect(await sql`select from erasure where user_id = ${administrator.userId} and not dry_run`).toEqual([] as never);
  });

  test('that is asked for twice at once, or with one Idempotency-Key, is made once or continued', async () => {
    const { id } = await person('twice.asked');
    const answers = await Promise.all([erase(String(id)), erase(String(id))]);
    expect(answers[0].pseudonym).toBe(answers[1].pseudonym);
    const outcomes = await Promise.all(answers.map(({ jobId }) => ended(jobId)));
    expect(outcomes.some(({ status }) => status === 'COMPLETED')).toBe(true);
    expect(await columnsWith(sql, ['twice\\.asked'])).toEqual([]);
    await person('once.asked');
    const key = { 'idempotency-key': crypto.randomUUID() };
    const [one, two] = [1, 2].map(() =>
      administrator.request('POST', '/users/once.asked/erase', { dryRun: false }, key),
    );
    expect((await one)?.text).toBe(String((await two)?.text));
  });
});
