import type { Database } from '../../client.ts';
import { withTransactionRetry } from '../../withTransactionRetry.ts';

export interface AllowanceRequest {
  readonly key: string;
  /** Requests that were admitted already. */
  readonly used: number;
  /** Further requests that the process may admit. */
  readonly requested: number;
}

export interface Allowance {
  readonly key: string;
  readonly granted: number;
  /** ms until one more request can be granted; 0 if one can be now. */
  readonly waitMs: number;
}

/**
 * Counts requests of callers, and grants further ones within `perSecond` of all processes together. A caller that was
 * idle for a second has a second's worth of requests.
 *
 * `reserved_until` runs ahead of the clock by 1 / `perSecond` for each request, up to a second: one column is the whole
 * state of a token bucket. Two processes that insert the row of a key at once both get what they want; the sum of both is
 * counted. The rows are locked in the order of the keys, so that deadlocks are rare.
 */
export async function grantAllowances(
  sql: Database,
  requests: readonly AllowanceRequest[],
  perSecond: number,
): Promise<Allowance[]> {
  return withTransactionRetry(
    () => sql<Allowance[]>`
    with request as (
      select * from unnest(${requests.map(({ key }) => key)}::text[], ${requests.map(({ used }) => used)}::int[],
        ${requests.map(({ requested }) => requested)}::int[]) as input(key, used, requested)
    ), stored as materialized (
      select key, reserved_until from rate_limit where key in (select key from request) order by key for update
    ), counted as (
      select request.*, used + ${perSecond}::float8
        * greatest(0, extract(epoch from reserved_until - now()))::float8 as total
      from request left join stored using (key)
    ), decision as (
      select *, least(requested, greatest(0, floor(${perSecond}::float8 - total + 0.000001)))::int as granted from counted
    ), saved as (
      insert into rate_limit as t (key, reserved_until)
      select key, now() + make_interval(secs => (used + granted) / ${perSecond}::float8) from decision order by key
      on conflict (key) do update
        set reserved_until = greatest(t.reserved_until, now()) + (excluded.reserved_until - now())
    )
    select key, granted,
      greatest(0, (total + granted + 1) / ${perSecond}::float8 - 1) * 1000 as "waitMs"
    from decision`,
  );
}

/** Deletes the rows of callers that have been idle for a minute. */
export async function dropIdleAllowances(sql: Database, prefix: string): Promise<void> {
  await sql`delete from rate_limit where starts_with(key, ${prefix}) and reserved_until < now() - interval '1 minute'`;
}
