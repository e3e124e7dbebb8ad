import type { Database } from '../../client.ts';

/** Messages of one rule to one recipient that ask for permits. */
export interface PermitRequest {
  readonly key: string;
  readonly targetIds: readonly string[];
  /** Number of permits within the window. */
  readonly max: number;
  readonly windowMs: number;
}

/**
 * Gives permits to messages, and returns by key the ids of the targets that have one. A target that has a permit gets no
 * second one, and renews its own, so that a repeated request of a delivery changes nothing for others.
 *
 * A row has the permits of one key. Its lock makes concurrent processes count one after the other; rows are locked in the
 * order of the keys, so that two processes do not deadlock.
 */
export async function takePermits(
  sql: Database,
  requests: readonly PermitRequest[],
): Promise<Map<string, ReadonlySet<string>>> {
  const rows = await sql<{ key: string; permitted: string[] }[]>`
    insert into rule_throttle as t (key, permits, max_count, window_ms)
    select key, (select jsonb_object_agg(id, extract(epoch from clock_timestamp()) * 1000) from jsonb_array_elements_text(ids::jsonb) id),
      max_count, window_ms
    from unnest(${requests.map(({ key }) => key)}::text[],
      ${requests.map(({ targetIds, max }) => JSON.stringify(targetIds.slice(0, max)))}::text[],
      ${requests.map(({ max }) => max)}::int[], ${requests.map(({ windowMs }) => windowMs)}::bigint[])
      as request(key, ids, max_count, window_ms)
    order by key
    on conflict (key) do update set max_count = excluded.max_count, window_ms = excluded.window_ms, permits = (
      select coalesce(jsonb_object_agg(id, at), '{}') from (
        select id, max(at) as at from (
          select key as id, value::float8 as at, false as is_new from jsonb_each_text(t.permits)
          where value::float8 > extract(epoch from clock_timestamp()) * 1000 - excluded.window_ms
          union all
          select key, value::float8, true from jsonb_each_text(excluded.permits)) as candidate
        group by id order by bool_and(is_new), min(at), id limit excluded.max_count) as permitted)
    returning key, array(select jsonb_object_keys(permits)) as permitted`;
  return new Map(rows.map(({ key, permitted }) => [key, new Set(permitted)]));
}

/** Deletes rows whose permits have all lapsed, which have no effect. */
export async function dropOldPermits(sql: Database): Promise<void> {
  await sql`
    delete from rule_throttle where not exists (
      select from jsonb_each_text(permits)
      where value::float8 > extract(epoch from clock_timestamp()) * 1000 - window_ms)`;
}
