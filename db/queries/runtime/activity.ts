import type { Database } from '../../client.ts';

/** So many of something ended so. */
export interface Activity {
  readonly what: 'requests' | 'jobs' | 'steps';
  readonly name: string;
  readonly outcome: string;
  readonly count: number;
}

/** Adds to the current minute. Rows are taken in one order, so that processes do not wait for each other in a ring. */
export async function addActivity(sql: Database, added: readonly Activity[]): Promise<void> {
  if (added.length === 0) return;
  await sql`
    insert into activity (minute, what, name, outcome, count)
    select date_trunc('minute', now()), given.* from unnest(${added.map(({ what }) => what)}::text[],
      ${added.map(({ name }) => name)}::text[], ${added.map(({ outcome }) => outcome)}::text[],
      ${added.map(({ count }) => count)}::bigint[]) as given order by 2, 3, 4
    on conflict (minute, what, name, outcome) do update set count = activity.count + excluded.count`;
}

export interface ActivityRow extends Activity {
  /** Beginning of the stretch, in seconds since 1970. */
  readonly at: number;
}

/** The last minutes in stretches of `step` minutes, the current one included. */
export async function activityOf(sql: Database, minutes: number, step: number): Promise<ActivityRow[]> {
  return sql<ActivityRow[]>`
    select (floor(extract(epoch from minute) / ${step * 60}::int) * ${step * 60}::int)::float8 as at, what, name, outcome,
      sum(count)::float8 as count
    from activity where minute > now() - make_interval(mins => ${minutes}) group by 1, 2, 3, 4 order by 1, 2, 3, 4`;
}

export async function dropActivity(sql: Database): Promise<void> {
  await sql`delete from activity where minute < now() - interval '25 hours'`;
}
