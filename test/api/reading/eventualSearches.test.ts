import { expect, setDefaultTimeout, test } from 'bun:test';
import { makePostgresSearch } from '../../../drivers/search/postgres/postgresEngine.ts';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

/** Which of its reads a replica was called for. */
const called: string[] = [];

const api = await startAuthenticatedApiForFile({
  search: (sql) =>
    makePostgresSearch(sql, {
      reads: {
        lagging: (read) => {
          called.push('lagging');
          return read(sql);
        },
        caughtUp: (read) => {
          called.push('caughtUp');
          return read(sql);
        },
      },
    }),
});
const path = '/worklog-types';
await api.store('WorklogType', { code: 'A', name: 'Shown', description: 'shown' });
await api.store('WorklogType', { code: 'B', name: 'Hidden', description: 'secret' });

const reader = await api.callerWith([{ entityName: 'WorklogType', accessRule: 'READ' }]);
const restricted = await api.callerWith([
  { entityName: 'WorklogType', accessRule: 'READ', expression: [{ column: 'description', value: 'shown' }] },
]);
const members = await api.callerWith([{ entityName: 'User', accessRule: 'READ' }]);

async function callsOf(send: () => Promise<{ status: number }>): Promise<string[]> {
  called.length = 0;
  expect((await send()).status).toBe(200);
  return [...called];
}

const body = { filters: [] };

test('a caller that may read all records of a kind reads records that may lag', async () => {
  expect(await callsOf(() => reader.request('POST', `${path}/search/list?consistency=eventual`, body))).toEqual([
    'lagging',
  ]);
  expect(await callsOf(() => reader.request('POST', `${path}/search/count?consistency=eventual`, body))).toEqual([
    'lagging',
  ]);
  expect(await callsOf(() => reader.request('POST', `${path}/search/list`, body))).toEqual([]);
});

test('a caller whose reach depends on the records reads what was committed before', async () => {
  const count = await restricted.request('POST', `${path}/search/count?consistency=eventual`, body);
  expect(count.text).toBe('1');
  expect(await callsOf(() => restricted.request('POST', `${path}/search/page?consistency=eventual`, body))).toEqual([
    'caughtUp',
  ]);
  expect(await callsOf(() => restricted.request('POST', `${path}/search/count?consistency=eventual`, body))).toEqual([
    'caughtUp',
  ]);
});

test('a caller that may not read the groups and roles of users reads what was committed before', async () => {
  expect(await callsOf(() => members.request('POST', '/users/search/list?consistency=eventual', body))).toEqual([
    'caughtUp',
  ]);
});
