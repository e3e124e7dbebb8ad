import postgres from 'postgres';

/** A pool of connections. Queries are SQL on it; Drizzle only defines tables and migrations. */
export type Database = postgres.Sql<{ bigint: bigint }>;
export type Transaction = postgres.TransactionSql<{ bigint: bigint }>;

/** Maximum pause between two attempts to connect. It limits the delay of work after the database is available again. */
const MAX_BACKOFF_SECONDS = 1;
/**
 * How long a transaction may wait for its next statement. A machine that is lost within a transaction, and whose
 * connections PostgreSQL does not see end, keeps its locks no longer.
 */
const IDLE_IN_TRANSACTION_MS = 10_000;
const JSON_TYPE = 114;
const JSONB_TYPE = 3_802;

/**
 * Opens a pool, which connects on first use. int8 is read as bigint: counts are exact, and an indexVersion in µs passes
 * 2^53 in 2255.
 */
export function openDatabase(url: string, pool: Pool): Database {
  return postgres(url, { ...optionsOf(pool), types: { bigint: postgres.BigInt } });
}

/**
 * Opens a pool for the statements of pg-boss: int8 is read as text, and JSON is written as pg-boss has serialized it. Jobs are looked
 * up by indexes: a cached plan is used until the statistics of its table change, and one that was made while a queue was empty
 * would read the whole table when it is long. Without an index, such a plan costs more than
 * jit_above_cost, so jit is off. A claim or an end that a crash of the server loses is repeated, also that of a step that was claimed
 * with its queue job.
 */
export function openQueuePool(url: string, pool: Pool): postgres.Sql {
  const { connection, ...options } = optionsOf(pool);
  const json = { to: JSON_TYPE, from: [JSON_TYPE, JSONB_TYPE], serialize: textOfJson, parse: JSON.parse };
  const byIndex = {
    enable_seqscan: 'off',
    enable_hashjoin: 'off',
    enable_mergejoin: 'off',
    jit: 'off',
    synchronous_commit: 'off',
  };
  return postgres(url, {
    ...options,
    connection: { ...connection, ...byIndex },
    types: { json },
    transform: { undefined: null },
  });
}

interface Pool {
  /** Shown in pg_stat_activity. */
  readonly name: string;
  /** Connections of this pool; the pools of all processes must fit in PostgreSQL's max_connections. */
  readonly max: number;
}

const optionsOf = ({ name, max }: Pool) => ({
  max,
  connection: { application_name: name, idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS },
  connect_timeout: 10,
  backoff: (failures: number) => Math.min(3 ** failures / 100, MAX_BACKOFF_SECONDS),
  onnotice: () => {},
});

const textOfJson = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/**
 * Opens one connection to the database of a pool, for state that ends with the connection.
 *
 * @param onClose called when the connection has ended, or could not be opened; the next statement connects again
 */
export function openSession({ options }: Database, { name, onClose }: { name: string; onClose: () => void }): Database {
  // The driver's own listen() opens its connection by the parsed options too; their type differs from that of a URL's.
  const parsed = options as unknown as postgres.Options<{ bigint: postgres.PostgresType<bigint> }>;
  return postgres({
    ...parsed,
    connection: { ...parsed.connection, application_name: name },
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    onclose: onClose,
  });
}
