import { expect, setDefaultTimeout, test } from 'bun:test';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';

setDefaultTimeout(60_000);

/** All requests come from one address. */
const api = await startAuthenticatedApiForFile({ http: { ratePerCaller: 5 } });
const path = '/user-types/search/count?filtering={}';

const flood = async (send: () => Promise<{ status: number }>): Promise<number[]> => {
  const answers = await Promise.all(Array.from({ length: 40 }, send));
  return [...new Set(answers.map(({ status }) => status))].sort();
};

test('each API key has its own limit, whatever its address', async () => {
  const [one, other] = [await api.callerWith([{ accessRule: 'READ' }]), await api.callerWith([{ accessRule: 'READ' }])];
  expect(await flood(() => one.request('GET', path))).toEqual([200, 429]);
  expect((await other.request('GET', path)).status).toBe(200);
});

test('requests without a valid credential count against the limit of their address, and of no key', async () => {
  const caller = await api.callerWith([{ accessRule: 'READ' }]);
  expect(await flood(() => api.request('GET', path))).toEqual([401, 429]);
  expect((await caller.request('GET', path)).status).toBe(200);
});

test('forbidden requests count too', async () => {
  const nobody = await api.callerWith([]);
  expect(await flood(() => nobody.request('GET', path))).toEqual([403, 429]);
});
