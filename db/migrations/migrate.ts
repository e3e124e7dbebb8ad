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
  await dialect.migrate(readMigrationFiles({ migrationsFolder }), session, { migrationsFolder });
}

/** Whether the newest migration that this code knows has been applied. */
export async function tablesAreCurrent(sql: Database): Promise<boolean> {
  const newest = Math.max(...journal.entries.map(({ when }) => when));
  const [found] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`;
  if (!found?.['exists']) return false;
  const [row] = await sql`select max(created_at)::text as applied from drizzle.__drizzle_migrations`;
  return Number(row?.['applied'] ?? 0) >= newest;
}
