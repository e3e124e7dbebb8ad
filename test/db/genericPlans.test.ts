import { expect, setDefaultTimeout, test } from 'bun:test';
import { type Database, openDatabase } from '../../db/client.ts';
import { claimLimits } from '../../db/queries/queue/claimLimits.ts';
import { dueQueues } from '../../db/queries/queue/dueQueues.ts';
import { queues } from '../../domain/queue/definitions.ts';
import { makeDatabaseForFile } from '../helpers/bootstrap.ts';

setDefaultTimeout(60_000);

const database = await makeDatabaseForFile();
const all = Object.values(queues).map(({ name }) => name);

test.each([
  ['one queue', all.slice(0, 1)],
  ['all queues', all],
])('the statements that each process sends once a second are not planned each time for %s', async (_, names) => {
  const sql = openDatabase(database.url, { name: 'waybill test plans', max: 1 });
  try {
    for (let call = 0; call < 12; call++) {
      await dueQueues(sql, names);
      await claimLimits(sql, crypto.randomUUID(), names, 6);
    }
    const plans = await sql<{ custom: bigint; generic: bigint }[]>`
      select custom_plans as custom, generic_plans as generic from pg_prepared_statements where statement like ${'%unnest%'}`;
    // PostgreSQL plans a statement five times before it uses a generic plan.
    expect([...plans]).toEqual([
      { custom: 5n, generic: 7n },
      { custom: 5n, generic: 7n },
    ]);
  } finally {
    await sql.end();
  }
});

test('dueQueues reads one job of a queue, however many wait in it', async () => {
  const sql = openDatabase(database.url, { name: 'waybill test plans', max: 1 });
  try {
    await sql`insert into pgboss.job (name) select 'script.evaluate' from generate_series(1, 3000)`;
    await sql`analyze pgboss.job`;
    // In one transaction, in which the counts of a session stay its own; those of the insert may be among them.
    const { due, read } = await sql.begin(async (transaction) => {
      const count = async () => {
        const [counted] = await transaction<[{ read: number }]>`
          select sum(seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_all_tables where schemaname = 'pgboss'`;
        return counted.read;
      };
      const before = await count();
      const found = await dueQueues(transaction as unknown as Database, all);
      return { due: found, read: (await count()) - before };
    });
    expect(due).toEqual(['script.evaluate']);
    expect(read).toBeLessThan(100);
  } finally {
    await sql`delete from pgboss.job`;
    await sql.end();
  }
});
