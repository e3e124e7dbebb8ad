import type { Database } from '../../client.ts';

/** A number of requests, jobs or steps with one outcome. */
export interface Activity {
  readonly what: 'requests' | 'jobs' | 'steps';
  readonly name: string;
  readonly outcome: string;
  readonly count: number;
}

/** Adds to the current minute. All processes lock the rows in one order, so that they do not deadlock. */
export async function addActivity(sql: Database, added: readonly Activity[]): Promise<void> {
  if (added.length === 0) return;
  await sql`
    insert into activity (minute, what, name, outcome, count)
    select date_trunc('minute', now()), input.* from unnest(${added.map(({ what }) => what)}::text[],
      ${added.map(({ name }) => name)}::text[], ${added.map(({ outcome }) => outcome)}::text[],
      ${added.map(({ count }) => count)}::bigint[]) as input order by 2, 3, 4
    on conflict (minute, what, name, outcome) do update set count = activity.count + excluded.count`;
}

export interface ActivityRow extends Activity {
  /** Start of the interval, in seconds since 1970. */
  readonly at: number;
}

/** Returns the last minutes, the current one included, summed by intervals of `step` minutes. */
export async function activityOf(sql: Database, minutes: number, step: number): Promise<ActivityRow[]> {
  return sql<ActivityRow[]>`
    select (floor(extract(epoch from minute) / ${step * 60}::int) * ${step * 60}::int)::float8 as at, what, name, outcome,
      sum(count)::float8 as count
    from activity where minute > now() - make_interval(mins => ${minutes}) group by 1, 2, 3, 4 order by 1, 2, 3, 4`;
}

export async function dropActivity(sql: Database): Promise<void> {
  await sql`delete from activity where minute < now() - interval '25 hours'`;
}
