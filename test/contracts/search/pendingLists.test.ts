import { expect, setDefaultTimeout, test } from 'bun:test';
import { worklogType as kind } from '../../../domain/kinds/processing/worklogType.ts';
import { makePostgresSearch } from '../../../drivers/search/postgres/postgresEngine.ts';
import { newEntry } from '../../helpers/api/diffRequests.ts';
import { startIndexingApiForFile } from '../../helpers/api/indexRequests.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(120_000);

const ROWS = 12_000;
/** Two processes merge after 1,000 rows each, and a statement writes up to 500. */
const MAX_PENDING = 3_000;

const api = await startIndexingApiForFile(makePostgresSearch);
await api.sql`create extension pgstattuple`;

const pending = async (): Promise<{ pages: number; rows: number }> => {
  const [row] = await api.sql<{ pages: number; rows: number }[]>`
    select sum(p.pending_pages)::int as pages, max(p.pending_tuples)::int as rows from pg_index i
    join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam,
      lateral pgstatginindex(i.indexrelid) p
    where a.amname = 'gin' and i.indrelid = to_regclass('search."' || (
      select name from search_index where kind = ${kind.name} and state = 'LIVE') || '"')`;
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
