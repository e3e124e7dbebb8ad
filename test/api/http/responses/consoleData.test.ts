import { expect, setDefaultTimeout, test } from 'bun:test';
import { tokenOf } from '../../../helpers/access.ts';
import { startAuthenticatedApiForFile } from '../../../helpers/api/callers.ts';

setDefaultTimeout(60_000);

const api = await startAuthenticatedApiForFile();
const password = 'correct horse battery';

/** What the page of the console brings along: the responses to its first requests. */
async function broughtTo(headers: Record<string, string>): Promise<Record<string, { status: number; body: string }>> {
  const page = await api.request('GET', '//console', undefined, headers);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  return JSON.parse(/id="answers">(.*)<\/script>/.exec(page.text)?.[1] ?? '');
}

/** A user who has a session, with markup in its name. */
async function sessionOf(code: string): Promise<string> {
  const caller = await api.callerWith([]);
  const change = { code, givenName: '</script><script>alert(1)</script>', familyName: 'X' };
  expect((await api.administrator.request('PATCH', `/users/${caller.userId}`, change)).status).toBe(200);
  expect((await api.administrator.request('PUT', `/users/${caller.userId}/password`, { password })).status).toBe(200);
  return tokenOf((await api.request('POST', '/session', { code, password })).headers);
}

test('the page of the console brings data of the caller alone', async () => {
  const cookie = `__Host-waybill-session=${await sessionOf('visitor')}`;
  const me = await api.request('GET', '/me', undefined, { cookie });
  expect(JSON.parse(me.text).user).toBe('visitor');
  const brought = await broughtTo({ cookie });
  expect(brought['/api/v2/me']).toEqual({ status: 200, body: me.text });
  // This caller has no right to the figures.
  expect(Object.keys(brought)).toEqual(['/api/v2/me', '/console/operations']);

  const stranger = await broughtTo({});
  expect(stranger['/api/v2/me']?.status).toBe(401);
  expect(JSON.stringify(stranger)).not.toContain('visitor');
  expect((await broughtTo({ cookie: '__Host-waybill-session=forged' }))['/api/v2/me']?.status).toBe(401);
});

test('it brings no data to a page that loads it as a part of its own', async () => {
  const cookie = `__Host-waybill-session=${await sessionOf('framed')}`;
  for (const destination of ['script', 'image', 'iframe', 'empty'])
    expect(await broughtTo({ cookie, 'sec-fetch-dest': destination })).toEqual({});
  expect(Object.keys(await broughtTo({ cookie, 'sec-fetch-dest': 'document' }))).toContain('/api/v2/me');
});
