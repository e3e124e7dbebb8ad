import { expect, setDefaultTimeout, test } from 'bun:test';
import pino from 'pino';
import { registerIndex, setDropping } from '../../../db/queries/search/searchIndexes.ts';
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
let lists = 0;
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
      const failures = ids.filter((id) => refused.has(id)).map((id) => ({ id, error: 'refused' }));
      // A write with a rejected record deletes no outbox rows.
      const counted = (): Promise<string[]> => {
        lists++;
        return indexes();
      };
      const outcome = await sync(of, ids, counted, failures.length > 0 ? { refresh: true } : options);
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

test('the indexes are listed again when another one is being filled, and the record is written to both', async () => {
  const { sql } = database;
  const services = makeServices();
  const save = async (code: string): Promise<string> => {
    const id = crypto.randomUUID();
    await saveRecord(services, kind, { id, code, name: code }, { caller, refresh: true });
    return id;
  };
  await save('l-1');
  lists = 0;
  await save('l-2');
  expect(lists).toBe(0);
  const name = `${kind.path}-900001`;
  await services.search.createIndex(kind, name);
  await registerIndex(sql, { engine: 'postgres', kind: kind.name, number: 900_001, name, jobId: null });
  const written = [await save('l-3'), await save('l-4')];
  expect(lists).toBe(2);
  const filled = await sql<{ id: string }[]>`select id from ${sql(`search.${name}`)} order by id`;
  expect(filled.map(({ id }) => id)).toEqual(written.toSorted());
  await setDropping(sql, 'postgres', kind.name, 900_001);
  await save('l-5');
  lists = 0;
  await save('l-6');
  expect(lists).toBe(0);
  await poll('no outbox row to be left', async () => {
    // One of an earlier test stays, which is due.
    return (await sql`select from outbox where not_before > now()`).length === 0;
  });
});
