import { expect, setDefaultTimeout, test } from 'bun:test';
import { indexTable } from '../../../db/queries/search/indexTables.ts';
import { worklogType as kind } from '../../../domain/kinds/processing/worklogType.ts';
import { PendingLists } from '../../../drivers/search/postgres/pendingLists.ts';
import { makePostgresSearch } from '../../../drivers/search/postgres/postgresEngine.ts';
import { newEntry } from '../../helpers/api/diffRequests.ts';
import { startIndexingApiForFile } from '../../helpers/api/indexRequests.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(120_000);

const ROWS = 12_000;
/** The worker waits at 4,000 unmerged rows, and two of its statements write up to 500 each meanwhile. */
const MAX_PENDING = 5_000;

const api = await startIndexingApiForFile(makePostgresSearch);
await api.sql`create extension pgstattuple`;

const tableOfIndex = async (): Promise<string> => {
  const [row] = await api.sql<{ name: string }[]>`
    select name from search_index where kind = ${kind.name} and state = 'LIVE'`;
  return row?.name ?? '';
};
const pending = async (): Promise<{ pages: number; rows: number }> => {
  const [row] = await api.sql<{ pages: number; rows: number }[]>`
    select sum(p.pending_pages)::int as pages, max(p.pending_tuples)::int as rows from pg_index i
    join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam,
      lateral pgstatginindex(i.indexrelid) p
    where a.amname = 'gin' and i.indrelid = to_regclass(${indexTable(await tableOfIndex())})`;
  return row ?? { pages: 0, rows: 0 };
};
const countFound = async (): Promise<number> =>
  Number(
    (await api.request('GET', `/worklog-types/search/count?filtering=${encodeURIComponent('{"filters":[]}')}`)).text,
  );

test('an import leaves no pending lists to searches and writes, and keeps them short meanwhile', async () => {
  const entries = Array.from({ length: ROWS }, (_, number) =>
    newEntry({ code: `C${number}`, name: `Worklog type ${number}`, description: `Splicing of fibres ${number}` }),
  );
  expect((await api.request('POST', '/worklog-types/diff/save', entries)).status).toBe(200);
  let longest = 0;
  await poll('the import to be found', async () => {
    longest = Math.max(longest, (await pending()).rows);
    return (await countFound()) === ROWS;
  });
  expect(longest).toBeLessThanOrEqual(MAX_PENDING);
  await poll('the pending lists to be merged', async () => (await pending()).pages === 0);
});

test('writes of clients are merged after their answers', async () => {
  for (let number = 0; number < 20; number++)
    expect((await api.request('POST', '/worklog-types', { code: `S${number}`, name: 'Single' })).status).toBe(200);
  await poll('the pending lists to be merged', async () => (await pending()).pages === 0);
});

test('a writer of many rows continues during a merge, and waits for it only once many rows are unmerged', async () => {
  const table = await tableOfIndex();
  const [gin] = await api.sql<{ name: string }[]>`
    select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
      join pg_am a on a.oid = c.relam where a.amname = 'gin' and i.indrelid = to_regclass(${indexTable(table)}) limit 1`;
  const locked = Promise.withResolvers<void>();
  const unlock = Promise.withResolvers<void>();
  const locking = api.sql.begin(async (transaction) => {
    await transaction.unsafe(`alter index ${gin?.name} set (gin_pending_list_limit = 32767)`);
    locked.resolve();
    await unlock.promise;
  });
  await locked.promise;
  const lists = new PendingLists(api.sql);
  await lists.wrote(table, 2_000);
  await lists.wrote(table, 1_500);
  let isMerged = false;
  const waiting = lists.wrote(table, 500).then(() => {
    isMerged = true;
  });
  await poll('the merge to wait for the lock', async () => {
    const rows = await api.sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%gin_clean%'`;
    return rows.length > 0;
  });
  expect(isMerged).toBe(false);
  // A merge without end delays one write of another process until the limit, and no later one.
  const limited = new PendingLists(api.sql, 1);
  const limitedWait = limited.wrote(table, 4_000);
  expect(Bun.peek.status(limitedWait)).toBe('pending');
  await limitedWait;
  expect(Bun.peek.status(limited.wrote(table, 4_000))).toBe('fulfilled');
  unlock.resolve();
  await Promise.all([locking, waiting]);
});
