import type { Database, Transaction } from '../../client.ts';
import { LOCK_TIMEOUT } from '../../retryDdl.ts';
import type { ClaimAllowance } from './leaseRows.ts';

/**
 * What limits the claims of clients' workers (`claim_limit`), and the running steps that count (`claim_slot`). A claim that a
 * limit concerns locks the limit before it counts, so that two claims at once never exceed it. A step leaves its
 * slot by a trigger, on every path that ends or releases it.
 */

/** TYPE: of the steps of a job type. USER: of the steps of Jobs that a user has created. */
export type LimitScope = 'TYPE' | 'USER';

export interface ClaimLimitRow {
  readonly scope: LimitScope;
  readonly name: string;
  /** Steps that run at a time. */
  readonly concurrency: number | null;
  /** Steps that start within `perSeconds`. */
  readonly starts: number | null;
  readonly perSeconds: number | null;
  readonly running: number;
  readonly setAt: Date;
  readonly setBy: string;
}

/** The running steps that count in the limit `l`. */
const runningOf = `(select count(*)::int from claim_slot s where case l.scope when 'TYPE' then s.job_type = l.name else s.submitter = l.name end)`;

/** Returns the number of the running steps that count in a limit, or that counted in a removed one. */
export async function countRunning(
  sql: Database,
  { scope, name }: Pick<ClaimLimitRow, 'scope' | 'name'>,
): Promise<number> {
  const [row] = await sql<{ running: number }[]>`
    select ${sql.unsafe(runningOf)} as running from (select ${scope}::text as scope, ${name}::text as name) l`;
  return row?.running ?? 0;
}

/** Returns all limits, or one, with the number of running steps. */
export async function readLimits(sql: Database, one?: Pick<ClaimLimitRow, 'scope' | 'name'>): Promise<ClaimLimitRow[]> {
  return sql<ClaimLimitRow[]>`
    select scope, name, concurrency, starts, per_seconds as "perSeconds", ${sql.unsafe(runningOf)} as running,
      set_at as "setAt", set_by as "setBy"
    from claim_limit l where ${one ? sql`scope = ${one.scope} and name = ${one.name}` : sql`true`}
    order by scope, name limit 10000`;
}

/**
 * Locks the limits that a claim of these types may meet, and returns how many steps each allows now. A rate is a bucket of
 * tokens: it is full at first, and fills evenly.
 */
export async function lockAllowances(transaction: Transaction, jobTypes: readonly string[]): Promise<ClaimAllowance[]> {
  const limits = await transaction<(Omit<ClaimLimitRow, 'running' | 'setAt' | 'setBy'> & { tokens: number | null })[]>`
    select scope, name, concurrency,
      least(starts, tokens + extract(epoch from clock_timestamp() - filled_at) * starts / per_seconds)::float8 as tokens
    from claim_limit where scope = 'USER' or name = any(${[...jobTypes]}::text[]) order by scope, name for update`;
  if (limits.length === 0) return [];
  // A later statement: it counts what was committed before the locks.
  const running = await transaction<{ running: number }[]>`
    select ${transaction.unsafe(runningOf)} as running
    from unnest(${limits.map(({ scope }) => scope)}::text[], ${limits.map(({ name }) => name)}::text[])
      with ordinality as l(scope, name, position) order by position`;
  return limits.map(({ scope, name, concurrency, tokens }, index) => {
    const free = concurrency === null ? Infinity : concurrency - (running[index]?.running ?? 0);
    const steps = Math.max(0, Math.min(free, tokens === null ? Infinity : Math.floor(tokens)));
    return { scope, name, steps, tokens };
  });
}

/** Takes the tokens of steps that have been claimed. The caller has locked the limits. */
export async function takeTokens(
  transaction: Transaction,
  taken: readonly { readonly scope: LimitScope; readonly name: string; readonly tokens: number }[],
): Promise<void> {
  if (taken.length === 0) return;
  await transaction`
    update claim_limit l set tokens = taken.tokens, filled_at = clock_timestamp()
    from unnest(${taken.map(({ scope }) => scope)}::text[], ${taken.map(({ name }) => name)}::text[],
      ${taken.map(({ tokens }) => tokens)}::float8[]) as taken(scope, name, tokens)
    where l.scope = taken.scope and l.name = taken.name`;
}

/**
 * Sets a limit, or removes one that limits nothing. The lock waits for claims that do not know the limit yet; their steps
 * then count. Later claims wait behind it, so that it waits no longer than LOCK_TIMEOUT.
 */
export async function storeLimit(
  transaction: Transaction,
  { scope, name, concurrency, starts, perSeconds }: Omit<ClaimLimitRow, 'running' | 'setAt' | 'setBy'>,
  user: string,
): Promise<void> {
  await transaction`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`;
  await transaction`lock table claim_limit in access exclusive mode`;
  if (concurrency === null && starts === null) {
    await transaction`delete from claim_limit where scope = ${scope} and name = ${name}`;
    return;
  }
  await transaction`
    insert into claim_limit (scope, name, concurrency, starts, per_seconds, tokens, set_by)
    values (${scope}, ${name}, ${concurrency}, ${starts}, ${perSeconds}, ${starts ?? 0}, ${user})
    on conflict (scope, name) do update set concurrency = excluded.concurrency, starts = excluded.starts,
      per_seconds = excluded.per_seconds, tokens = excluded.tokens, filled_at = now(), set_at = now(), set_by = excluded.set_by`;
  await transaction`
    with running as (
      update job_step s set has_slot = true from job j
      where j.id = s.job_id and ${scope === 'TYPE' ? transaction`s.job_type = ${name}` : transaction`j.submitter = ${name}`}
        and s.outcome is null and s.queue_job_id is null and s.status = 'IN_PROGRESS' and s.claimable_at is not null and not s.has_slot
      returning s.id, s.job_type, j.submitter)
    insert into claim_slot (step_id, job_type, submitter) select id, job_type, submitter from running on conflict do nothing`;
}
