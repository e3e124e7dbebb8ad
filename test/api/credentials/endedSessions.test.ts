import { expect, setDefaultTimeout, test } from 'bun:test';
import { ZipFile } from 'yazl';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { tokenOf } from '../../helpers/access.ts';
import { startAuthenticatedApiForFile, type TestCaller } from '../../helpers/api/callers.ts';
import type { TestBody, TestRecord } from '../../helpers/api.ts';

setDefaultTimeout(60_000);

const api = await startAuthenticatedApiForFile();
const { administrator } = api;
const password = 'correct horse battery';

/** A caller who has signed in: its key, and the token of its session. */
async function signedIn(): Promise<{ readonly caller: TestCaller; readonly token: string }> {
  const caller = await api.callerWith([]);
  await expectOk('PUT', `/users/${caller.code}/password`, { password });
  return { caller, token: tokenOf((await api.request('POST', '/session', { code: caller.code, password })).headers) };
}

async function expectOk(method: string, path: string, body?: TestBody): Promise<string> {
  const answer = await administrator.request(method, path, body);
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.text;
}

const userOf = async ({ userId }: TestCaller): Promise<TestRecord> =>
  JSON.parse(await expectOk('GET', `/users/${userId}`));

/** The statuses of the session and of the key. */
const statuses = async ({ caller, token }: Awaited<ReturnType<typeof signedIn>>) => [
  (await api.request('GET', '/me', undefined, { cookie: `__Host-waybill-session=${token}` })).status,
  (await caller.request('GET', '/me')).status,
];

async function replace(caller: TestCaller, members: JsonObject): Promise<void> {
  const { auditInfo: _, ...user } = await userOf(caller);
  await expectOk('PUT', `/users/${caller.userId}`, { ...user, ...members });
}

async function saveDiff(caller: TestCaller, members: JsonObject): Promise<void> {
  const user = await userOf(caller);
  await expectOk('POST', '/users/diff/save', [
    { diffType: 'DIFF_TYPE_CHANGE', left: user, right: { ...user, ...members } },
  ]);
}

async function importArchive(caller: TestCaller, members: JsonObject): Promise<void> {
  // An import removes the records that its archive lacks.
  const rows = await api.sql<{ doc: string }[]>`select doc from app_user`;
  const users = rows.map(({ doc }) => JSON.parse(doc) as TestRecord);
  const data = users.map((user) => (user.id === caller.userId ? { ...user, ...members } : user));
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(JSON.stringify({ filtering: [], data })), 'users.json');
  zip.end();
  const bytes = await Array.fromAsync(zip.outputStream as unknown as AsyncIterable<Buffer<ArrayBuffer>>);
  const form = new FormData();
  form.set('file', new Blob(bytes), 'users.zip');
  const answer = await administrator.request('POST', '/admin/import', form);
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
}

const change = (caller: TestCaller, members: JsonObject) => expectOk('PATCH', `/users/${caller.userId}`, members);

const past = '2020-01-01T00:00:00.000Z';
const disabled = { status: 'DISABLE' };
const enabled = { status: 'ENABLE' };

const ways: Record<string, (caller: TestCaller) => Promise<unknown>> = {
  'is disabled by a PATCH': (caller) => change(caller, disabled),
  'is disabled by a PUT': (caller) => replace(caller, disabled),
  'is disabled by a saved diff': (caller) => saveDiff(caller, disabled),
  'is disabled by an import': (caller) => importArchive(caller, disabled),
  'expires by a PATCH': (caller) => change(caller, { validTo: past }),
  'is not valid yet after a PATCH': (caller) => change(caller, { validFrom: '2999-01-01T00:00:00.000Z' }),
};

for (const [way, end] of Object.entries(ways))
  test(`the sessions of a user who ${way} end for good, and its keys only for the time`, async () => {
    const user = await signedIn();
    expect(await statuses(user)).toEqual([200, 200]);
    await end(user.caller);
    expect(await statuses(user)).toEqual([401, 401]);
    await change(user.caller, { ...enabled, validFrom: past, validTo: null });
    expect(await statuses(user)).toEqual([401, 200]);
    expect(await api.sql`select from session where user_id = ${user.caller.userId}`).toHaveLength(0);
  });

test('the sessions of a user whose validity has ended by time do not come back when it is extended', async () => {
  const user = await signedIn();
  const [row] = await api.sql<{ doc: string }[]>`select doc from app_user where id = ${user.caller.userId}`;
  // The state that time brings about. A trigger would see another change than the passing of time.
  await api.sql`alter table app_user disable trigger app_user_sessions_update`;
  const doc = JSON.stringify({ ...JSON.parse(row?.doc ?? ''), validTo: past });
  await api.sql`update app_user set doc = ${doc} where id = ${user.caller.userId}`;
  await api.sql`alter table app_user enable trigger app_user_sessions_update`;
  await change(user.caller, { validTo: '2999-01-01T00:00:00.000Z' });
  expect(await statuses(user)).toEqual([401, 200]);
});

test('the sessions of a user end with its way to sign in, and stay after every other change', async () => {
  const user = await signedIn();
  const other = await signedIn();
  await change(user.caller, { name: 'New name', description: 'D', validTo: '2999-01-01T00:00:00.000Z' });
  expect(await statuses(user)).toEqual([200, 200]);
  await change(user.caller, { authentication: 'EMPTY' });
  expect(await statuses(user)).toEqual([401, 200]);
  expect(await statuses(other)).toEqual([200, 200]);
});

test('a session that begins while its user is disabled does not come back', async () => {
  const { caller } = await signedIn();
  const signIns = Array.from({ length: 8 }, () => api.request('POST', '/session', { code: caller.code, password }));
  await change(caller, disabled);
  const tokens = (await Promise.all(signIns)).map(({ headers }) => tokenOf(headers)).filter((token) => token !== '');
  await change(caller, enabled);
  for (const token of tokens) expect((await statuses({ caller, token }))[0]).toBe(401);
  expect(await api.sql`select from session where user_id = ${caller.userId}`).toHaveLength(0);
});
