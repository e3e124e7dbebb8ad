import postgres from 'postgres';

/** A pool of connections. Hot queries are written on it directly; drizzle only defines tables and migrations. */
export type Database = postgres.Sql<{ bigint: bigint }>;
export type Transaction = postgres.TransactionSql<{ bigint: bigint }>;

/**
 * Opens a pool; connections are made on first use. int8 comes as bigint, since an indexVersion in µs passes 2^53 in 2255
 * and a count is exact.
 *
 * @param name shown in pg_stat_activity
 * @param max  connections of this pool; all pools of all processes have to fit in PostgreSQL's max_connections
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
