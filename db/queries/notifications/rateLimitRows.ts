import type { CircuitBreakerRules } from '../../../domain/notifications/retries.ts';
import type { Database } from '../../client.ts';

export interface ReservationRequest {
  readonly key: string;
  readonly count: number;
  /** Between two slots. */
  readonly intervalMs: number;
}

/**
 * Reserves the next slots of each key, from now or from the end of its last reservation, whichever is later. Returns
 * for each key the end of its reservation and the database's clock, both in ms since 1970.
 *
 * One statement locks the rows in the order of the keys, so that two processes do not deadlock.
 */
export async function reserveSlots(
  sql: Database,
  requests: readonly ReservationRequest[],
): Promise<Map<string, { until: number; now: number }>> {
  const rows = await sql<{ key: string; until: number; now: number }[]>`
    insert into rate_limit as t (key, reserved_until)
    select key, now() + make_interval(secs => count * ms / 1000)
    from unnest(${requests.map(({ key }) => key)}::text[], ${requests.map(({ count }) => count)}::int[],
      ${requests.map(({ intervalMs }) => intervalMs)}::float8[]) as request(key, count, ms)
    order by key
    on conflict (key) do update
      set reserved_until = greatest(t.reserved_until, now()) + (excluded.reserved_until - now())
    returning key, (extract(epoch from reserved_until) * 1000)::float8 as until,
      (extract(epoch from now()) * 1000)::float8 as now`;
  return new Map(rows.map(({ key, ...reservation }) => [key, reservation]));
}

/** Deletes reservations of the past, which have no effect. */
export async function dropOldReservations(sql: Database): Promise<void> {
  await sql`delete from rate_limit where reserved_until < now() - interval '1 hour'`;
}

export interface ProviderState {
  readonly provider: string;
  readonly failures: number;
  /** ms until the provider may be probed, negative once it may; null while the circuit is closed. */
  readonly probeInMs: number | null;
}

const columns =
  'provider, failures, (extract(epoch from open_until - clock_timestamp()) * 1000)::float8 as "probeInMs"';

/** Returns the providers whose last request failed. */
export async function providerStates(sql: Database): Promise<ProviderState[]> {
  return sql.unsafe<ProviderState[]>(`select ${columns} from circuit_breaker`, [], { prepare: true });
}

/**
 * Adds `times` failures of a provider, and opens its circuit from the limit on. Failures while the circuit is open, of
 * requests that were under way, do not open it again. Each failed probe doubles the pause, up to ten minutes.
 */
export async function recordFailure(
  sql: Database,
  provider: string,
  times: number,
  { failures, pauseSeconds }: CircuitBreakerRules,
): Promise<ProviderState | undefined> {
  const [row] = await sql.unsafe<ProviderState[]>(
    `insert into circuit_breaker as p (provider, failures, open_count, open_until)
    values ($1::text, $2::int, case when $2::int >= $3::int then 1 else 0 end,
      case when $2::int >= $3::int then clock_timestamp() + make_interval(secs => $4::float8) end)
    on conflict (provider) do update set failures = p.failures + $2::int,
      open_count = case when ${opens} then p.open_count + 1 else p.open_count end,
      open_until = case when ${opens}
        then clock_timestamp() + make_interval(secs => least(600, $4::float8 * 2 ^ least(p.open_count, 20))) else p.open_until end,
      probe_until = case when ${opens} then null else p.probe_until end
    returning ${columns}`,
    [provider, times, failures, pauseSeconds],
    { prepare: true },
  );
  return row;
}

const opens = 'p.failures + $2::int >= $3::int and (p.open_until is null or p.open_until <= clock_timestamp())';

export async function recordSuccess(sql: Database, provider: string): Promise<void> {
  await sql`delete from circuit_breaker where provider = ${provider}`;
}

/** Claims the probe of a provider for 30 seconds. Returns false if another process has claimed it, or it is not due. */
export async function claimProbe(sql: Database, provider: string): Promise<boolean> {
  const rows = await sql`
    update circuit_breaker set probe_until = clock_timestamp() + interval '30 seconds'
    where provider = ${provider} and open_until <= clock_timestamp()
      and (probe_until is null or probe_until <= clock_timestamp())
    returning provider`;
  return rows.length > 0;
}
