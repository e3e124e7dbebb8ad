import type { Database } from '../../client.ts';

/** How attempts under one key are limited. */
export interface AttemptLimit {
  /** Attempts without a pause. */
  readonly free: number;
  /** The pause after the next one, in seconds; it doubles with each further attempt, up to `maxSeconds`. */
  readonly firstSeconds: number;
  readonly maxSeconds: number;
  /** Attempts are forgotten after this time without one. */
  readonly forgetSeconds: number;
}

/**
 * Counts an attempt before it is made, so that concurrent attempts cannot pass together.
 *
 * @returns undefined if the attempt may be made, otherwise the seconds to wait
 */
export async function countAttempt(sql: Database, key: Uint8Array, limit: AttemptLimit): Promise<number | undefined> {
  const { free, firstSeconds, maxSeconds, forgetSeconds } = limit;
  const [counted] = await sql`
    insert into sign_in_failure as f (key, attempts, last_at, blocked_until)
    values (${key}, 1, now(), '-infinity')
    on conflict (key) do update set last_at = now(),
      attempts = case when f.last_at < now() - make_interval(secs => ${forgetSeconds}) then 1 else f.attempts + 1 end,
      blocked_until = case
        when f.last_at < now() - make_interval(secs => ${forgetSeconds}) or f.attempts < ${free} then '-infinity'
        else now() + make_interval(secs => least(${maxSeconds}::float8, ${firstSeconds}::float8 * 2 ^ least(f.attempts - ${free}, 30)))
        end
    where f.blocked_until <= now()
    returning 1`;
  if (counted) return undefined;
  const [row] = await sql<{ seconds: number }[]>`
    select ceil(extract(epoch from blocked_until - now()))::int as seconds from sign_in_failure where key = ${key}`;
  return Math.max(row?.seconds ?? 1, 1);
}

/** Forgets one attempt of an address, and all of a user. */
export async function forgetAttempts(sql: Database, address: Uint8Array, user?: Uint8Array): Promise<void> {
  if (user) await sql`delete from sign_in_failure where key = ${user}`;
  await sql`
    update sign_in_failure set attempts = greatest(attempts - 1, 0), blocked_until = '-infinity' where key = ${address}`;
}

export const deleteOldAttempts = (sql: Database, forgetSeconds: number) =>
  sql`delete from sign_in_failure where last_at < now() - make_interval(secs => ${forgetSeconds})`;
