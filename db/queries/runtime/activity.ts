import type { Database } from '../../client.ts';

export const activityKinds = ['requests', 'jobs', 'steps', 'handOvers'] as const;

export type ActivityKind = (typeof activityKinds)[number];

/** The name under which the durations of an activity are counted. */
export const durationsOf = (what: ActivityKind) => `${what}.seconds` as const;

/** A number of requests, queue jobs, steps or hand-overs with one outcome, or of their durations up to an upper bound. */
export interface Activity {
  readonly what: ActivityKind | ReturnType<typeof durationsOf>;
  /** Queue, job type or channel; empty for requests. */
  readonly name: string;
  /** Of durations: the upper bound in seconds. */
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

/** The last minutes, in intervals of `step` minutes, the current one included: as many whole intervals as charts have bars. */
export interface ActivityRange {
  readonly minutes: number;
  readonly step: number;
}

/** Returns the counts of these activities, summed by interval; of all names if `name` is undefined. */
export async function activityOf(
  sql: Database,
  { minutes, step }: ActivityRange,
  whats: readonly Activity['what'][] = activityKinds,
  name?: string,
): Promise<ActivityRow[]> {
  return sql<ActivityRow[]>`
    select (floor(extract(epoch from minute) / ${step * 60}::int) * ${step * 60}::int)::float8 as at, what, name, outcome,
      sum(count)::float8 as count
    from activity where minute >= to_timestamp(floor(extract(epoch from now()) / ${step * 60}::int) * ${step * 60}::int)
      - make_interval(mins => ${minutes - step}) and what = any(${[...whats]}::text[])
      and (${name ?? null}::text is null or name = ${name ?? null}::text)
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`;
}

export async function dropActivity(sql: Database): Promise<void> {
  await sql`delete from activity where minute < now() - interval '25 hours'`;
}
