import type { Database, Transaction } from '../../client.ts';

/** A request with an Idempotency-Key. */
export interface KeyedRequest {
  /** Who sends it: a key means nothing to other callers. */
  readonly caller: string;
  readonly key: string;
  /** SHA-256 of what is requested. */
  readonly fingerprint: string;
}

/** The answer to a request, as it is stored. */
export interface StoredAnswer {
  readonly code: number;
  /** JSON text of an object. */
  readonly headers: string;
  /** Null if the body is empty. */
  readonly body: string | null;
}

/** Hours for which an answer is stored. */
export const ANSWER_HOURS = 24;

/** Returns the answer that is stored for a key, with the fingerprint of its request. */
export async function findAnswer(
  sql: Database,
  { caller, key }: Omit<KeyedRequest, 'fingerprint'>,
): Promise<(StoredAnswer & Pick<KeyedRequest, 'fingerprint'>) | undefined> {
  const [row] = await sql<(StoredAnswer & Pick<KeyedRequest, 'fingerprint'>)[]>`
    select fingerprint, code, headers, body from stored_answer
    where caller = ${caller} and idempotency_key = ${key}
      and created_at > now() - make_interval(hours => ${ANSWER_HOURS})`;
  return row;
}

/**
 * Stores the answer of a request, in the transaction of its write. Waits for a transaction in progress that stores one for
 * the same key. Returns false if there is one, after which this transaction must not commit.
 */
export async function insertAnswer(
  transaction: Transaction,
  { caller, key, fingerprint }: KeyedRequest,
  { code, headers, body }: StoredAnswer,
): Promise<boolean> {
  const rows = await transaction`
    insert into stored_answer as stored (caller, idempotency_key, fingerprint, code, headers, body)
    values (${caller}, ${key}, ${fingerprint}, ${code}, ${headers}, ${body})
    on conflict (caller, idempotency_key) do update
      set fingerprint = excluded.fingerprint, code = excluded.code, headers = excluded.headers, body = excluded.body,
        created_at = excluded.created_at
      where stored.created_at <= now() - make_interval(hours => ${ANSWER_HOURS})
    returning 1`;
  return rows.length > 0;
}

/** Answers of one statement. */
const BATCH = 5_000;

/** Deletes the answers that are stored for longer than a day, in batches. */
export async function deleteOldAnswers(sql: Database): Promise<void> {
  for (let count = BATCH; count === BATCH; ) {
    const result = await sql`
      delete from stored_answer where (caller, idempotency_key) in (
        select caller, idempotency_key from stored_answer
        where created_at <= now() - make_interval(hours => ${ANSWER_HOURS}) limit ${BATCH})`;
    count = result.count;
  }
}
