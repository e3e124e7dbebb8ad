import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { makeApi } from '../../../api/http/server.ts';
import { healthRoutes } from '../../../api/routes/health.ts';
import { allRoutes } from '../../../api/routes/index.ts';
import type { Component } from '../../../domain/ports/component.ts';
import { startApiForFile } from '../../helpers/api.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(120_000);

const http = { guard: { origins: [], acceptsProxies: true }, behindGateway: true };
/** Its database is that of all apis of this file. */
const { services, sql } = await startApiForFile();

type Api = Component & { readonly url: string };
const running: Api[] = [];

async function startApis(count: number, ratePerCaller: number): Promise<string[]> {
  const routes = allRoutes(healthRoutes([]));
  const apis = Array.from({ length: count }, () =>
    makeApi(services, { ...http, host: '127.0.0.1', port: 0, maxBody: 1_048_576, routes, ratePerCaller }),
  );
  for (const api of apis) await api.start();
  running.push(...apis);
  return apis.map(({ url }) => url);
}

beforeAll(async () => {
  await sql`create sequence allowance_statements`;
  await sql`create function count_statement() returns trigger language plpgsql as
    'begin perform nextval(''allowance_statements''); return null; end'`;
  await sql`create trigger count_statement after insert on rate_limit for each statement execute function count_statement()`;
});
afterAll(async () => {
  for (const api of running) await api.stop();
});

let clients = 0;
/** An address that no test has used. */
const newAddress = (): string => `192.0.2.${++clients}`;
const get = (url: string, address: string, path = '/api/v2/user-types'): Promise<Response> =>
  fetch(url + path, { headers: { 'x-forwarded-for': address } });
const statuses = (responses: readonly Response[]): Map<number, number> =>
  new Map([...Map.groupBy(responses, ({ status }) => status)].map(([status, list]) => [status, list.length]));

describe('a caller', () => {
  test('gets a 429 with Retry-After over the limit, and is served again later', async () => {
    const [url = ''] = await startApis(1, 5);
    const address = newAddress();
    const responses = await Promise.all(Array.from({ length: 40 }, () => get(url, address)));
    const counts = statuses(responses);
    expect([...counts.keys()].sort()).toEqual([200, 429]);
    expect(counts.get(200)).toBeGreaterThanOrEqual(5);
    const rejected = responses.find(({ status }) => status === 429) as Response;
    expect(rejected.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(await rejected.json()).toMatchObject({ status: 'TOO_MANY_REQUESTS', errors: [] });
    await poll('the caller to be served', async () => (await get(url, address)).status === 200);
  });

  test('does not use up the limit of another one', async () => {
    const [url = ''] = await startApis(1, 2);
    const [one, other] = [newAddress(), newAddress()];
    expect(statuses(await Promise.all(Array.from({ length: 20 }, () => get(url, one)))).has(429)).toBe(true);
    expect((await get(url, other)).status).toBe(200);
  });

  test('with a network of IPv6 addresses is one caller, and another network another one', async () => {
    const [url = ''] = await startApis(1, 2);
    const addresses = Array.from({ length: 30 }, (_, n) => `2001:db8:1:2::${n.toString(16)}:1`);
    const responses = await Promise.all(addresses.map((address) => get(url, address)));
    expect(statuses(responses).has(429)).toBe(true);
    expect((await get(url, '[2001:db8:1:3::1]:4711')).status).toBe(200);
  });

  test('is named by the gateway alone: what a client puts before that counts for nothing', async () => {
    const [url = ''] = await startApis(1, 2);
    const address = newAddress();
    const responses = await Promise.all(Array.from({ length: 30 }, (_, n) => get(url, `198.51.100.${n}, ${address}`)));
    expect(statuses(responses).has(429)).toBe(true);
  });

  test('may probe the health of the service without a limit', async () => {
    const [url = ''] = await startApis(1, 1);
    const address = newAddress();
    const responses = await Promise.all(Array.from({ length: 50 }, () => get(url, address, '/health/live')));
    expect(statuses(responses)).toEqual(new Map([[200, 50]]));
  });
});

test('two apis share the limit of a caller', async () => {
  const perSecond = 200;
  const urls = await startApis(2, perSecond);
  const address = newAddress();
  const started = performance.now();
  const responses: Response[] = [];
  const client = async (n: number): Promise<void> => {
    for (let round = 0; round < 100; round++) responses.push(await get(urls[(n + round) % 2] as string, address));
  };
  await Promise.all(Array.from({ length: 24 }, (_, n) => client(n)));
  const seconds = (performance.now() - started) / 1_000;
  const admitted = statuses(responses).get(200) ?? 0;
  // A second's worth after a pause, the rate since then, and an advance of a tenth for each api.
  expect(admitted).toBeLessThanOrEqual(perSecond * (1 + seconds + 0.2) + 2);
  expect(admitted).toBeGreaterThanOrEqual(perSecond);
  expect(admitted).toBeLessThan(responses.length);
});

test('requests within the limit wait for no statement of their own', async () => {
  const [url = ''] = await startApis(1, 10_000);
  const address = newAddress();
  const [before] = await sql<{ count: number }[]>`select nextval('allowance_statements')::int as count`;
  for (let n = 0; n < 500; n++) expect((await get(url, address)).status).toBe(200);
  const [after] = await sql<{ count: number }[]>`select nextval('allowance_statements')::int as count`;
  expect((after?.count ?? 0) - (before?.count ?? 0)).toBeLessThan(50);
});

test('without the table, each api admits requests on its own', async () => {
  const [url = ''] = await startApis(1, 3);
  await sql`alter table rate_limit rename to renamed`;
  try {
    const address = newAddress();
    for (let n = 0; n < 10; n++) expect((await get(url, address)).status).toBe(200);
  } finally {
    await sql`alter table renamed rename to rate_limit`;
  }
});
