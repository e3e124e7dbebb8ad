import { setDefaultTimeout } from 'bun:test';
import pino from 'pino';
import type { Database } from '../../db/client.ts';
import { worklogType as kind } from '../../domain/kinds/processing/worklogType.ts';
import type { Services } from '../../domain/ports/services.ts';
import { queues } from '../../domain/queue/definitions.ts';
import { makeRelay } from '../../domain/queue/relay.ts';
import { newId } from '../../domain/records/record.ts';
import { makeBroker } from '../../drivers/queue/pgBossBroker.ts';
import { makeDatabaseForFile, stopAfterFile } from '../helpers/bootstrap.ts';
import { testRace } from '../helpers/interleavings/race.ts';

// A limit on a hang.
setDefaultTimeout(120_000);

const database = await makeDatabaseForFile();
const log = pino({ level: 'silent' });
/** Inserts in the transactions of both relays. */
const broker = makeBroker({ sql: database.sql, log, definitions: Object.values(queues) });
await broker.start();
stopAfterFile(() => broker.stop());

interface Rows {
  /** The records that two writers have changed. */
  readonly first: string;
  readonly second: string;
}

const enqueue = (sql: Database, id: string) => sql`
  insert into outbox (id, queue, data) values (${newId()}, 'index.sync', ${JSON.stringify({ kind: kind.name, ids: [id] })})`;

/** Moves the rows that are in the outbox now. */
async function relay({ sql }: Services): Promise<void> {
  await makeRelay(sql, broker, log).stop();
}

testRace<Rows>(database, {
  name: 'two relays, and a writer between them',
  async prepare(sql) {
    await sql`delete from outbox`;
    await sql`delete from pgboss.job where name = 'index.sync'`;
    const rows = { first: newId(), second: newId() };
    await enqueue(sql, rows.first);
    return rows;
  },
  sides: {
    relay: async (services) => {
      await relay(services);
      return 'relayed';
    },
    writer: async (services, { second }) => {
      await enqueue(services.sql, second);
      await relay(services);
      return 'written and relayed';
    },
  },
  async state(sql, { first, second }) {
    const rows = await sql<{ id: string }[]>`
      select jsonb_array_elements_text(data->'ids') as id from pgboss.job where name = 'index.sync'`;
    const [left] = await sql<{ count: number }[]>`select count(*)::int as count from outbox`;
    const count = (one: string): number => rows.filter(({ id }) => id === one).length;
    return `the changes are queued ${count(first)} and ${count(second)} times, ${left?.count} rows are left`;
  },
  outcomes: ['relayed, written and relayed: the changes are queued 1 and 1 times, 0 rows are left'],
  without: {
    name: 'the lock of the rows that are moved',
    // The rows as they were read, also those that the other relay has deleted since.
    replacements: [
      [
        /delete from outbox where id = any\(array\(\s*select id (from outbox[\s\S]*) for update skip locked\)\) and [\s\S]*?\s+returning (.*)/,
        'with seen as materialized (select * $1), gone as (delete from outbox where id in (select id from seen)) select $2 from seen',
      ],
    ],
  },
});
