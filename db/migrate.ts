import { readMigrationFiles } from 'drizzle-orm/migrator';
import { PgDialect } from 'drizzle-orm/pg-core';
import { PostgresJsSession } from 'drizzle-orm/postgres-js/session';
import postgres from 'postgres';
import { type Database, openDatabase } from './client.ts';
import journal from './migrations/meta/_journal.json' with { type: 'json' };
import { makeLogPartitionsAhead } from './queries/logs/logPartitions.ts';
import { LOCK_TIMEOUT, retryDdl } from './retryDdl.ts';

const migrationsFolder = `${import.meta.dir}/migrations`;

/**
 * Brings the tables of the database at `url` to the newest migration. Two that start at once wait for each other.
 *
 * @param held told once when other transactions hold a table
 */
export async function migrateTables(url: string, held: (reason: string) => void = () => {}): Promise<void> {
  const client = postgres(url, { max: 1, connection: { application_name: 'waybill migrate' }, onnotice: () => {} });
  try {
    await client`select pg_advisory_lock(8710233)`;
    await client`select set_config('lock_timeout', ${LOCK_TIMEOUT}, false)`;
    // All of them are one transaction.
    await retryDdl(() => applyMigrations(client), held);
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
  const [there] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as made`;
  if (!there?.['made']) return false;
  const [row] = await sql`select max(created_at)::text as applied from drizzle.__drizzle_migrations`;
  return Number(row?.['applied'] ?? 0) >= newest;
}
