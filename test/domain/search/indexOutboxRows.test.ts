import { beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import pino from 'pino';
import { registerIndex, setDropping } from '../../../db/queries/search/searchIndexes.ts';
import type { Kind } from '../../../domain/kinds/kind.ts';
import { logType } from '../../../domain/kinds/processing/logType.ts';
import { worklogType as kind } from '../../../domain/kinds/processing/worklogType.ts';
import type { SearchEngine } from '../../../domain/ports/search.ts';
import type { Broker, NewJob } from '../../../domain/queue/broker.ts';
import type { IndexSync } from '../../../domain/queue/definitions.ts';
import { makeRelay } from '../../../domain/queue/relay.ts';
import { indexSyncData, newId } from '../../../domain/records/record.ts';
import { saveRecord } from '../../../domain/records/write/saveRecord.ts';
import { Metrics } from '../../../domain/runtime/metrics.ts';
import { noTracing } from '../../../domain/runtime/tracing.ts';
import { ensureIndexes } from '../../../domain/search/indexes.ts';
import { makeRowIndexer } from '../../../domain/search/indexOutboxRows.ts';
import { makePostgresSearch } from '../../../drivers/search/postgres/postgresEngine.ts';
import { makeDatabaseForFile } from '../../helpers/bootstrap.ts';
import { makeTestServices } from '../../helpers/services.ts';

setDefaultTimeout(60_000);

const caller = { user: 'tester', requestId: 'r', traceId: 't' };
const log = pino({ level: 'silent' });
const { sql } = await makeDatabaseForFile();
const search = makePostgresSearch(sql);
const services = makeTestServices(sql, { search });
await ensureIndexes(services);

/** The queue jobs that a relay has inserted. */
let queued: NewJob[] = [];
const broker: Pick<Broker, 'queueNames' | 'insert'> = {
  queueNames: async () => new Set(['index.sync', 'job.plan']),
  insert: async (_transaction, _queue, jobs) => {
    queued.push(...jobs);
  },
};
const queuedIds = (): string[] => queued.flatMap(({ data }) => (data as IndexSync).ids).sort();

const rowIndexer = (engine: SearchEngine, options: { limitMs?: number } = {}) =>
  makeRowIndexer({ sql, search: engine, log, tracing: noTracing, metrics: new Metrics() }, options);

/** Moves the outbox rows that are due, by a relay that indexes records itself. */
async function relay(engine: SearchEngine = search, options: { limitMs?: number } = {}): Promise<void> {
  await makeRelay(sql, broker as Broker, log, rowIndexer(engine, options)).stop();
}

async function create(code: string): Promise<string> {
  const { record } = await saveRecord(services, kind, { code, name: code }, { caller, refresh: false });
  return JSON.parse(record).id;
}

const enqueue = (ids: readonly string[]) => sql`
  insert into outbox (id, queue, data) values (${newId()}, 'index.sync', ${indexSyncData(kind, ids, caller)})`;

const isIndexed = async (id: string): Promise<boolean> =>
  (await sql`select from search."worklog-types" where id = ${id}`).length > 0;

const outboxRows = () => sql`select from outbox`;

beforeEach(async () => {
  queued = [];
  await sql`delete from outbox`;
});

test('the relay indexes changed records, and moves other rows', async () => {
  const ids = [await create('first'), await create('second')];
  const plan = newId();
  await sql`insert into outbox (id, queue, data) values (${plan}, 'job.plan', '{}')`;
  await relay();
  expect(await Promise.all(ids.map(isIndexed))).toEqual([true, true]);
  expect(queued.map(({ id }) => id)).toEqual([plan]);
  expect(await outboxRows()).toHaveLength(0);
});

test('a record that the engine rejects is left to the queue, and the others are indexed', async () => {
  const good = await create('good');
  const bad = await create('bad');
  const rejecting: SearchEngine = Object.assign(makePostgresSearch(sql), {
    sync: async (...[of, ids, indexes]: Parameters<SearchEngine['sync']>) => {
      const accepted = ids.filter((id) => id !== bad);
      const outcome = await search.sync(of, accepted, indexes);
      return { ...outcome, failures: ids.includes(bad) ? [{ id: bad, error: 'rejected' }] : [] };
    },
  });
  await relay(rejecting);
  expect([await isIndexed(good), await isIndexed(bad)]).toEqual([true, false]);
  expect(queuedIds()).toEqual([bad]);
});

test('if the index cannot be written, the queue retries', async () => {
  const id = await create('failing');
  const failing: SearchEngine = Object.assign(makePostgresSearch(sql), {
    sync: () => Promise.reject(new Error('the engine fails')),
  });
  await relay(failing);
  expect(queuedIds()).toEqual([id]);
  expect(await outboxRows()).toHaveLength(0);
});

test('a write without end is left to the queue, and so are the kinds behind it', async () => {
  const id = await create('endless');
  const other = newId();
  await sql`insert into outbox (id, queue, data) values (${newId()}, 'index.sync', ${indexSyncData(logType, [other], caller)})`;
  const kinds: string[] = [];
  const endless: SearchEngine = Object.assign(makePostgresSearch(sql), {
    sync: ({ name }: Kind) => {
      kinds.push(name);
      return new Promise<never>(() => {});
    },
  });
  await relay(endless, { limitMs: 1 });
  expect(kinds).toEqual([kind.name]);
  expect(queuedIds()).toEqual([id, other].sort());
});

test('rows with many ids, of unknown kinds and with an invalid payload are left to the queue', async () => {
  const many = Array.from({ length: 101 }, newId).sort();
  await enqueue(many);
  const unknown = newId();
  await sql`insert into outbox (id, queue, data)
    values (${newId()}, 'index.sync', ${JSON.stringify({ kind: 'Newer', ids: [unknown] })})`;
  await relay();
  expect(queuedIds()).toEqual([...many, unknown].sort());
  await sql`insert into outbox (id, queue, data) values (${newId()}, 'index.sync', 'no JSON')`;
  await relay();
  expect(await sql`select from outbox where error is not null`).toHaveLength(1);
});

test('an administrator who pauses the queue or limits it stops the index writes of relays', async () => {
  const id = await create('paused');
  await sql`insert into queue_pause (queue, paused_by) values ('index.sync', 'tester')`;
  await relay();
  await sql`delete from queue_pause`;
  expect([await isIndexed(id), queuedIds()]).toEqual([false, [id]]);
  queued = [];
  await sql`insert into queue_concurrency (queue, concurrency, set_by) values ('index.sync', 1, 'tester')`;
  await enqueue([id]);
  await relay();
  await sql`delete from queue_concurrency`;
  expect([await isIndexed(id), queuedIds()]).toEqual([false, [id]]);
});

test('of created records, those that have changed are left to the row of their change', async () => {
  const [created, changed] = [await create('created'), await create('changed')];
  await saveRecord(services, kind, { id: changed, code: 'changed', name: 'other' }, { caller, refresh: false });
  await sql`delete from outbox`;
  const data = JSON.stringify({ ...JSON.parse(indexSyncData(kind, [created, changed], caller)), created: true });
  await sql`insert into outbox (id, queue, data) values (${newId()}, 'index.sync', ${data})`;
  await relay();
  expect([await isIndexed(created), await isIndexed(changed)]).toEqual([true, false]);
  await enqueue([changed]);
  await relay();
  expect(await isIndexed(changed)).toBe(true);
  expect(queued).toEqual([]);
});

test('created records do not share a queue job with changed ones', async () => {
  const [created, changed] = [newId(), newId()];
  const data = JSON.stringify({ ...JSON.parse(indexSyncData(kind, [created], caller)), created: true });
  await sql`insert into outbox (id, queue, data) values (${newId()}, 'index.sync', ${data})`;
  await enqueue([changed]);
  await makeRelay(sql, broker as Broker, log).stop();
  const jobs = queued.map((job) => job.data as IndexSync);
  expect(jobs.map(({ ids }) => ids)).toEqual(expect.arrayContaining([[created], [changed]]));
  expect(jobs.find(({ created: isCreated }) => isCreated)?.ids).toEqual([created]);
});

test('the indexes are listed once, and again when another one is being filled, which gets the records too', async () => {
  let lists = 0;
  const counting: SearchEngine = Object.assign(makePostgresSearch(sql), {
    sync: (...[of, ids, indexes, options]: Parameters<SearchEngine['sync']>) => {
      const counted = (): Promise<string[]> => {
        lists++;
        return indexes();
      };
      return search.sync(of, ids, counted, options);
    },
  });
  const indexRows = rowIndexer(counting);
  const index = async (code: string): Promise<string> => {
    const id = await create(code);
    await makeRelay(sql, broker as Broker, log, indexRows).stop();
    return id;
  };
  const ids = [await index('listed'), await index('listed before')];
  expect([lists, await Promise.all(ids.map(isIndexed))]).toEqual([1, [true, true]]);
  const name = `${kind.path}-900001`;
  await search.createIndex(kind, name);
  await registerIndex(sql, { engine: 'postgres', kind: kind.name, number: 900_001, name, jobId: null });
  const both = [await index('both'), await index('both again')];
  const filled = await sql<{ id: string }[]>`select id from ${sql(`search.${name}`)} order by id`;
  expect([filled.map(({ id }) => id), await Promise.all(both.map(isIndexed))]).toEqual([both.toSorted(), [true, true]]);
  await setDropping(sql, 'postgres', kind.name, 900_001);
  expect(await isIndexed(await index('one again'))).toBe(true);
  expect(await outboxRows()).toHaveLength(0);
});
