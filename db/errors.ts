/** The meaning of an error of the database, its driver or the network to the calling code. */
export type DatabaseFault =
  | 'unavailable'
  | 'deadlock'
  | 'serializationFailure'
  | 'lockTimeout'
  | 'uniqueViolation'
  | 'foreignKeyViolation'
  | 'notNullViolation'
  | 'checkViolation'
  | 'otherViolation'
  | 'invalidData'
  | 'limitExceeded'
  | 'undefinedTable'
  | 'insufficientPrivilege';

/** By SQLSTATE, by class of SQLSTATEs (their first two characters), or by a code of the driver or the system. */
const faults: ReadonlyMap<string, DatabaseFault> = new Map([
  ['08', 'unavailable'], // connection exception
  ['25006', 'unavailable'], // read-only transaction: the server is a standby, during a failover
  ['53100', 'unavailable'], // disk full
  ['53300', 'unavailable'], // too many connections
  ['57P01', 'unavailable'], // admin shutdown
  ['57P02', 'unavailable'], // crash shutdown
  ['57P03', 'unavailable'], // cannot connect now: starting up or recovering
  ['57P04', 'unavailable'], // database dropped, for a restore
  ['57P05', 'unavailable'], // idle session timeout

  ['CONNECTION_CLOSED', 'unavailable'],
  ['CONNECTION_ENDED', 'unavailable'],
  ['CONNECTION_DESTROYED', 'unavailable'],
  ['CONNECT_TIMEOUT', 'unavailable'],
  ['EADDRNOTAVAIL', 'unavailable'],
  ['EAI_AGAIN', 'unavailable'],
  ['ECONNABORTED', 'unavailable'],
  ['ECONNREFUSED', 'unavailable'],
  ['ECONNRESET', 'unavailable'],
  ['EHOSTDOWN', 'unavailable'],
  ['EHOSTUNREACH', 'unavailable'],
  ['ENETDOWN', 'unavailable'],
  ['ENETRESET', 'unavailable'],
  ['ENETUNREACH', 'unavailable'],
  ['ENOTFOUND', 'unavailable'],
  ['EPIPE', 'unavailable'],
  ['ETIMEDOUT', 'unavailable'],

  ['40P01', 'deadlock'],
  ['40001', 'serializationFailure'],
  ['55P03', 'lockTimeout'],

  ['23505', 'uniqueViolation'],
  ['23503', 'foreignKeyViolation'],
  ['23502', 'notNullViolation'],
  ['23514', 'checkViolation'],
  ['23', 'otherViolation'],
  ['22', 'invalidData'], // a NUL character, a malformed value, a number out of range
  ['54', 'limitExceeded'], // an index entry or a row that is too large

  ['42P01', 'undefinedTable'],
  ['42501', 'insufficientPrivilege'],
]);

const dataFaults: ReadonlySet<DatabaseFault | undefined> = new Set([
  'uniqueViolation',
  'foreignKeyViolation',
  'notNullViolation',
  'checkViolation',
  'otherViolation',
  'invalidData',
  'limitExceeded',
]);

interface CodedError {
  readonly code?: unknown;
  readonly cause?: unknown;
  /** Set by postgres.js, and by Drizzle on the error that it wraps around one of postgres.js. */
  readonly query?: unknown;
  /** Set on each error that the server has reported. */
  readonly severity?: unknown;
  readonly syscall?: unknown;
  readonly constraint_name?: unknown;
}

/** Returns the fault of an error, also of one wrapped by Drizzle; undefined for any other error. */
export function classify(error: unknown): DatabaseFault | undefined {
  const { code, cause, query, syscall }: CodedError = error ?? {};
  if (typeof code !== 'string') return query === undefined || cause === undefined ? undefined : classify(cause);
  // The socket of PostgreSQL does not exist. For a file, ENOENT is no fault of the database.
  if (code === 'ENOENT') return syscall === 'connect' || query !== undefined ? 'unavailable' : undefined;
  return faults.get(code) ?? (code.length === 5 ? faults.get(code.slice(0, 2)) : undefined);
}

/** Whether the database cannot be reached, is stopping, starting or recovering, or cannot write. The same call succeeds later. */
export const isDatabaseUnavailable = (error: unknown): boolean => classify(error) === 'unavailable';

/** Whether this process has closed the pool, so that no call succeeds any more. */
export const isPoolClosed = (error: unknown): boolean => (error as CodedError | undefined)?.code === 'CONNECTION_ENDED';

/** Whether a conflict with a concurrent transaction ended this one. The same transaction succeeds if it is repeated. */
export function isTransactionConflict(error: unknown): boolean {
  const fault = classify(error);
  return fault === 'deadlock' || fault === 'serializationFailure';
}

/** Whether the values of the statement caused the error, so that every repetition fails. */
export const isDataFault = (error: unknown): boolean => dataFaults.has(classify(error));

/** Whether no partition accepts a row: a check violation that names no constraint. */
export const isPartitionMissing = (error: unknown): boolean =>
  classify(error) === 'checkViolation' && constraintOf(error) === undefined;

/**
 * Returns the code of an error that PostgreSQL has reported, which is a SQLSTATE, also of one wrapped by Drizzle; undefined
 * for any other error. The message of such an error has names of tables and constraints, and may contain values or SQL.
 */
export function sqlStateOf(error: unknown): string | undefined {
  const { code, cause, query, severity }: CodedError = error ?? {};
  if (typeof code === 'string' && typeof severity === 'string') return code;
  return query === undefined || cause === undefined ? undefined : sqlStateOf(cause);
}

function constraintOf(error: unknown): unknown {
  const { constraint_name: constraint }: CodedError = error ?? {};
  return constraint;
}
