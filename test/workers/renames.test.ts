import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { startApiForFile } from '../helpers/api.ts';
import { startProcess } from '../helpers/processes/process.ts';
import { poll } from '../helpers/waits/poll.ts';

setDefaultTimeout(90_000);

const MEMBERS = 1_500;
const api = await startApiForFile();
const url = api.databaseUrl;

beforeAll(async () => {
  await ok('POST', '/user-types', { code: 'PERSON', name: 'Person', type: 'INDIVIDUAL', registry: {} });
  await ok('POST', '/user-group-types', { code: 'TEAM', name: 'Team', registry: {} });
  for (const code of ['first', 'middle', 'last']) {
    await ok('POST', '/user-groups', { code, name: code, type: 'TEAM', chars: {} });
  }
  const entries = Array.from({ length: MEMBERS }, (_, n) => ({
    diffType: 'DIFF_TYPE_NEW',
    right: { code: `u${n}`, type: 'PERSON', chars: {}, groups: n % 2 === 0 ? ['first', 'last'] : ['first', 'middle'] },
  }));
  await ok('POST', '/users/diff/save', entries);
});

async function ok(method: string, path: string, body?: JsonObject | JsonObject[]): Promise<JsonObject> {
  const answer = await api.request(method, path, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.json<JsonObject>();
}

/** The number of users that name each group, by their records and by their search documents. */
async function groupCounts(): Promise<Record<string, number>[]> {
  const counted = async (text: 'doc' | 'search') => {
    const rows = await api.sql<{ code: string; count: number }[]>`
      select g.code, count(*)::int as count from app_user u, json_array_elements_text(u.${api.sql(text)}::json -> 'groups') as g (code)
      group by 1 order by 1`;
    return Object.fromEntries(rows.map(({ code, count }) => [code, count]));
  };
  return [await counted('doc'), await counted('search')];
}

const half = MEMBERS / 2;
const all = (code: string) => ({ [code]: MEMBERS, last: half, middle: half });

test('a rename whose process is killed changes no record', async () => {
  const child = Bun.spawn(
    [process.execPath, `${import.meta.dir}/../helpers/processes/renameProcess.ts`, url, 'first', 'new'],
    {
      stdout: 'pipe',
      stderr: 'inherit',
    },
  );
  await api.sql.begin(async (holder) => {
    // The group can be written and its members locked, but no member can be written.
    await holder`lock table app_user in share mode`;
    await poll('the rename to wait for its members', async () => {
      const [waiting] = await api.sql`
        select from pg_stat_activity where application_name = 'waybill to be killed' and wait_event_type = 'Lock'`;
      return waiting !== undefined;
    });
    child.kill('SIGKILL');
    await child.exited;
  });
  await poll('its connections to end', async () => {
    const [open] = await api.sql`select from pg_stat_activity where application_name = 'waybill to be killed'`;
    return open === undefined;
  });
  expect((await ok('GET', '/user-groups/first'))['code']).toBe('first');
  expect(await groupCounts()).toEqual([all('first'), all('first')]);
});

test('a rename is visible in every member and in searches at its response', async () => {
  await ok('PATCH', '/user-groups/first', { code: 'new' });
  expect(await groupCounts()).toEqual([all('new'), all('new')]);
  const found = async (code: string): Promise<number> => {
    const filtering = encodeURIComponent(JSON.stringify({ filters: [{ column: 'groups', value: code }] }));
    const answer = await api.request('GET', `/users/search/page?filtering=${filtering}`);
    return answer.json<{ totalElements: number }>().totalElements;
  };
  const environment = { DATABASE_URL: url, LOG_LEVEL: 'info' };
  const killed = await startProcess('worker', { environment });
  await poll('some to be indexed', async () => (await found('new')) > 0);
  await killed.kill();
  const other = await startProcess('worker', { environment });
  await poll('all to be indexed', async () => (await found('new')) === MEMBERS);
  expect(await found('first')).toBe(0);
  expect(await found('last')).toBe(half);
  expect(await other.stop()).toBe(0);
});
