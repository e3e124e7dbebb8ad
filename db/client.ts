import postgres from 'postgres';

/** A pool of connections. Queries are SQL on it; Drizzle only defines tables and migrations. */
export type Database = postgres.Sql<{ bigint: bigint }>;
export type Transaction = postgres.TransactionSql<{ bigint: bigint }>;

/**
 * Opens a pool, which connects on first use. int8 is read as bigint: counts are exact, and an indexVersion in µs passes
 * 2^53 in 2255.
 *
 * @param name shown in pg_stat_activity
 * @param max  connections of this pool; the pools of all processes must fit in PostgreSQL's max_connections
 */
export function openDatabase(url: string, { name, max }: { name: string; max: number }): Database {
  return postgres(url, {
    max,
    connection: { application_name: name },
    connect_timeout: 10,
    types: { bigint: postgres.BigInt },
    onnotice: () => {},
  });
}
