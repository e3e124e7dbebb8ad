import {
  type ActivityKind,
  type ActivityRow,
  activityKinds,
  activityOf,
  durationsOf,
} from '../../db/queries/runtime/activity.ts';
import { badRequest } from '../errors.ts';
import type { Services } from '../ports/services.ts';
import { describe } from '../validation/values.ts';
import { type Percentiles, percentilesOf } from './percentiles.ts';

/** The periods that charts offer, in minutes, each with the minutes of one bar. */
export const activitySteps: Readonly<Record<string, number>> = { '60': 1, '1440': 15 };

/** What a client wants to know of the activity, as sent. */
interface ActivityRequest {
  readonly minutes: string;
  /** Only this activity, with its durations. */
  readonly what?: string | undefined;
  /** Only this queue, job type or channel. */
  readonly name?: string | undefined;
}

interface ActivityReport {
  readonly minutes: number;
  readonly stepMinutes: number;
  readonly rows: readonly ActivityRow[];
  /** The durations of the requested activity: of each interval, and of the whole period without `at`. */
  readonly durations?: readonly (Percentiles & { readonly at?: number })[];
}

/** Returns what all processes have done in the last minutes, for charts. */
export async function activity({ sql }: Services, request: ActivityRequest): Promise<ActivityReport> {
  const { minutes, name } = request;
  const step = Object.hasOwn(activitySteps, minutes) ? activitySteps[minutes] : undefined;
  const what = activityKinds.find((kind) => kind === request.what);
  const problems = [
    ...(step === undefined
      ? [`minutes: must be one of ${Object.keys(activitySteps).join(', ')}, not ${describe(minutes)}`]
      : []),
    ...(request.what !== undefined && what === undefined
      ? [`what: must be one of ${activityKinds.join(', ')}, not ${describe(request.what)}`]
      : []),
    ...(name !== undefined && request.what === undefined ? ['what: is required, because name is set'] : []),
  ];
  if (step === undefined || problems.length > 0) throw badRequest('A query parameter is malformed.', problems);
  const range = { minutes: Number(minutes), step };
  const report = { minutes: range.minutes, stepMinutes: step };
  if (what === undefined) return { ...report, rows: await activityOf(sql, range) };
  const rows = await activityOf(sql, range, [what, durationsOf(what)], name);
  return { ...report, rows: rows.filter((row) => row.what === what), durations: durationsIn(rows, what) };
}

function durationsIn(rows: readonly ActivityRow[], what: ActivityKind): NonNullable<ActivityReport['durations']> {
  const buckets = rows.filter((row) => row.what === durationsOf(what));
  const intervals = Map.groupBy(buckets, ({ at }) => at);
  return [
    ...[...intervals].map(([at, counted]) => ({ at, ...percentilesOf(counted, what) })),
    ...(buckets.length > 0 ? [percentilesOf(buckets, what)] : []),
  ];
}
