import { readMigrationFiles } from 'drizzle-orm/migrator';
import { PgDialect } from 'drizzle-orm/pg-core';
import { PostgresJsSession } from 'drizzle-orm/postgres-js/session';
import postgres from 'postgres';
import { type Database, openDatabase } from '../client.ts';
import { makeLogPartitionsAhead } from '../queries/logs/logPartitions.ts';
import { LOCK_TIMEOUT, retryDdl } from '../retryDdl.ts';
import journal from './meta/_journal.json' with { type: 'json' };

const migrationsFolder = import.meta.dir;

/**
 * Migrates the tables of the database at `url`. Of two concurrent calls, the second waits for the first.
 *
 * @param onBlocked called once, when another transaction holds a lock that the migration needs
 */
export async function migrateTables(url: string, onBlocked: (reason: string) => void = () => {}): Promise<void> {
  const client = postgres(url, { max: 1, connection: { application_name: 'waybill migrate' }, onnotice: () => {} });
  try {
    await client`select pg_advisory_lock(8710233)`;
    await client`select set_config('lock_timeout', ${LOCK_TIMEOUT}, false)`;
    // All migrations are one transaction.
    await retryDdl(() => applyMigrations(client), { onBlocked });
  } finally {
    await client.end();
  }
  const sql = openDatabase(url, { name: 'waybill migrate', max: 1 });
  try {
    await makeLogPartitionsAhead(sql);
  } finally {
    await sql.end();
  }
}

/**
 * Applies the migrations that are missing. Not by drizzle's own `migrate`, whose module imports a postgres.js of its own:
 * an installed release has only the patched copy in its node_modules, where drizzle does not look.
 */
async function applyMigrations(client: postgres.Sql): Promise<void> {
  const dialect = new PgDialect();
  const session = new PostgresJsSession<postgres.Sql, Record<string, never>, Record<string, never>>(
    client,
    dialect,
    undefined,
  );
  const migrations = readMigrationFiles({ migrationsFolder });
  const applied = await lastApplied((text) => client.unsafe(text));
  migrations.find(({ folderMillis }) => folderMillis > applied)?.sql.unshift(lockTables);
  await dialect.migrate(migrations, session, { migrationsFolder });
}

/**
 * The first statement of the transaction. A migration that locks a table late, which writers hold that wait for a table of
 * an earlier one, is in a deadlock with them. They look for one after a second of their wait: if the migration takes longer
 * to get there, it is the one that ends, each time that it retries.
 */
const lockTables = `do $$
declare name text;
begin
  for name in select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and pg_has_role(c.relowner, 'usage')
    -- As writers lock them: records before their history, and the outbox last.
    order by c.relname = 'outbox', c.relname like 'record_change%', c.relname = 'history', c.relname
  loop execute format('lock table %s in access exclusive mode', name); end loop;
end $$`;

type Query = (text: string) => Promise<readonly Record<string, unknown>[]>;

/** Returns when the last applied migration was made, in ms since 1970; 0 if there is none. */
async function lastApplied(query: Query): Promise<number> {
  const [found] = await query(`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`);
  if (!found?.['exists']) return 0;
  const [row] = await query('select max(created_at)::text as applied from drizzle.__drizzle_migrations');
  return Number(row?.['applied'] ?? 0);
}

/** Whether the newest migration that this code knows has been applied. */
export async function tablesAreCurrent(sql: Database): Promise<boolean> {
  return (await lastApplied((text) => sql.unsafe(text))) >= Math.max(...journal.entries.map(({ when }) => when));
}
