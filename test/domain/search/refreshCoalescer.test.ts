import { expect, setDefaultTimeout, test } from 'bun:test';
import pino from 'pino';
import { worklogType as kind } from '../../../domain/kinds/processing/worklogType.ts';
import type { SearchEngine } from '../../../domain/ports/search.ts';
import type { Services } from '../../../domain/ports/services.ts';
import { saveRecord } from '../../../domain/records/write/saveRecord.ts';
import { ensureIndexes } from '../../../domain/search/indexes.ts';
import { RefreshCoalescer } from '../../../domain/search/refreshCoalescer.ts';
import { makePostgresSearch } from '../../../drivers/search/postgres/postgresEngine.ts';
import { makeDatabaseForFile } from '../../helpers/bootstrap.ts';
import { makeTestServices } from '../../helpers/services.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(60_000);

const caller = { user: 'tester', requestId: 'r', traceId: 't' };
const CLIENTS = 32;
const WRITES = 10;

let batches: number[] = [];
const refused = new Set<string>();

const database = await makeDatabaseForFile();

/** The search engine of PostgreSQL, with slow refreshes like those of Elasticsearch, and with records that it rejects. */
function makeServices(): Services {
  const { sql } = database;
  const real = makePostgresSearch(sql);
  const sync = real.sync.bind(real);
  const search: SearchEngine = Object.assign(real, {
    costlyRefresh: true,
    sync: async (...[of, ids, indexes, options]: Parameters<SearchEngine['sync']>) => {
      batches.push(ids.length);
      // In place of a refresh, which takes most of the time of a write.
      await Bun.sleep(100);
      const outcome = await sync(of, ids, indexes, options);
      const failures = ids.filter((id) => refused.has(id)).map((id) => ({ id, error: 'refused' }));
      return { ...outcome, failed: failures.length, failures };
    },
  });
  const log = pino({ level: 'silent' });
  const findable = new RefreshCoalescer(sql, search, log, () => {});
  return makeTestServices(sql, { search, awaitSearchable: findable.wait });
}

test('clients that write repeatedly share all their refreshes', async () => {
  const services = makeServices();
  await ensureIndexes(services);
  batches = [];
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let write = 0; write < WRITES; write++) {
        const code = `${client}-${write}`;
        const saved = await saveRecord(services, kind, { code, name: code }, { caller, refresh: true });
        expect(saved.delayed).toBe(false);
      }
    }),
  );
  expect(batches.reduce((sum, size) => sum + size, 0)).toBe(CLIENTS * WRITES);
  expect(batches.length).toBeLessThan((CLIENTS * WRITES) / 4);
  await poll('no outbox row to be left', async () => (await database.sql`select from outbox`).length === 0);
});

test('a record that the index rejects is reported as delayed and stays in the outbox; the others of its batch do not', async () => {
  const services = makeServices();
  const ids = Array.from({ length: 4 }, () => crypto.randomUUID());
  refused.add(ids[2] as string);
  const saved = await Promise.all(
    ids.map((id, at) => saveRecord(services, kind, { id, code: `c-${at}`, name: 'c' }, { caller, refresh: true })),
  );
  expect(saved.map(({ delayed }) => delayed)).toEqual([false, false, true, false]);
  const left = () => database.sql<{ due: boolean; data: string }[]>`
    select not_before <= now() as due, data::text as data from outbox`;
  await poll('the outbox rows of the others to be deleted', async () => (await left()).length === 1);
  const [row] = await left();
  expect([row?.due, row?.data.includes(ids[2] as string)]).toEqual([true, true]);
});
