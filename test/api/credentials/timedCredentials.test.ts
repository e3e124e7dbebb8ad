import { afterEach, expect, setDefaultTimeout, setSystemTime, test } from 'bun:test';
import { tokenOf } from '../../helpers/access.ts';
import { startAuthenticatedApiForFile, type TestCaller } from '../../helpers/api/callers.ts';

setDefaultTimeout(60_000);

/** Credentials and rights that are cached, and end by time: no write discards them. */

const api = await startAuthenticatedApiForFile();
const { administrator } = api;
const MINUTE = 60_000;
const inTwoMinutes = () => new Date(Date.now() + 2 * MINUTE).toISOString();
const passThreeMinutes = () => setSystemTime(new Date(Date.now() + 3 * MINUTE));
afterEach(() => {
  setSystemTime();
});

const reader = () => api.callerWith([{ entityName: 'WorklogType', accessRule: 'READ' }]);
const change = async (path: string, values: Record<string, unknown>) =>
  expect((await administrator.request('PATCH', path, values)).status).toBe(200);

const reads = async ({ key }: Pick<TestCaller, 'key'>) => {
  const headers = { authorization: `Bearer ${key}` };
  return (await api.request('GET', '/worklog-types/search/count?filtering=%5B%5D', undefined, headers)).status;
};

test('rights end with the validity of their rule', async () => {
  const caller = await reader();
  await change(`/access-rules/${caller.ruleIds[0]}`, { validFor: { validTo: inTwoMinutes() } });
  expect(await reads(caller)).toBe(200);
  passThreeMinutes();
  expect(await reads(caller)).toBe(403);
});

test('a key ends with its own validity, and with that of its user', async () => {
  const [caller, guest] = [await reader(), await reader()];
  const made = await caller.request('POST', '/api-keys', { name: 'brief', validTo: inTwoMinutes() });
  const brief = made.json<{ key: string }>();
  await change(`/users/${guest.userId}`, { validTo: inTwoMinutes() });
  for (const one of [brief, guest, caller]) expect(await reads(one)).toBe(200);
  passThreeMinutes();
  expect([await reads(brief), await reads(guest), await reads(caller)]).toEqual([401, 401, 200]);
});

test('a session ends after its time, and without requests', async () => {
  const password = 'correct horse battery';
  const columns = { expires_at: "now() + interval '2 minutes'", last_seen_at: "now() - interval '118 minutes'" };
  for (const [column, time] of Object.entries(columns)) {
    const { code, userId } = await reader();
    expect((await administrator.request('PUT', `/users/${code}/password`, { password })).status).toBe(200);
    const token = tokenOf((await api.request('POST', '/session', { code, password })).headers);
    await api.sql.unsafe(`update session set ${column} = ${time} where user_id = $1`, [userId]);
    const statusOf = async () =>
      (await api.request('GET', '/session', undefined, { cookie: `__Host-waybill-session=${token}` })).status;
    expect(await statusOf()).toBe(200);
    passThreeMinutes();
    expect([column, await statusOf()]).toEqual([column, 401]);
    setSystemTime();
  }
});
