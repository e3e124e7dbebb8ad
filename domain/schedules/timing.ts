import { Cron } from 'croner';
import type { PlannedRun } from '../../db/queries/schedules/scheduleRows.ts';
import type { JsonObject } from '../kinds/kind.ts';
import { describe } from '../validation/values.ts';

/** When a schedule runs. */
export type Timing =
  | { readonly type: 'cron'; readonly pattern: string; readonly timeZone: string }
  | { readonly type: 'interval'; readonly seconds: number }
  | { readonly type: 'once'; readonly at: Date };

/** Returns the timing of valid values. */
function timingOf({ cron, timeZone, everySeconds, at }: JsonObject): Timing {
  if (typeof cron === 'string')
    return { type: 'cron', pattern: cron, timeZone: typeof timeZone === 'string' ? timeZone : 'UTC' };
  if (everySeconds !== undefined) return { type: 'interval', seconds: Number(everySeconds) };
  return { type: 'once', at: new Date(String(at)) };
}

/**
 * Returns the first run after a time; undefined if there is none.
 *
 * @param anchor a run of the interval, or its beginning; runs of an interval differ from it by a multiple
 */
export function nextRun(timing: Timing, after: Date, anchor: Date): Date | undefined {
  if (timing.type === 'once') return timing.at > after ? timing.at : undefined;
  if (timing.type === 'cron') return parse(timing).nextRun(after) ?? undefined;
  const length = timing.seconds * 1_000;
  const steps = Math.floor((after.getTime() - anchor.getTime()) / length) + 1;
  return new Date(anchor.getTime() + Math.max(steps, 1) * length);
}

const timingMembers = ['cron', 'everySeconds', 'at'];

/** Problems of the members that say when a schedule runs. @param named members that other problems name, and that values lack */
export function timingProblems(values: JsonObject, named: ReadonlySet<string> = new Set()): string[] {
  const { cron, timeZone, everySeconds, at } = values;
  const present = [cron, everySeconds, at].filter((value) => value !== undefined);
  const problems: string[] = [];
  const isNamed = timingMembers.some((name) => named.has(name));
  if (present.length !== 1 && !isNamed)
    problems.push(`cron: exactly one of cron, everySeconds and at is required, not ${present.length} of them`);
  if (timeZone !== undefined && cron === undefined && !isNamed) problems.push('timeZone: only a cron has a time zone');
  const isZone = typeof timeZone !== 'string' || isTimeZone(timeZone);
  if (!isZone)
    problems.push(`timeZone: ${JSON.stringify(timeZone)} is not an IANA time zone, such as Europe/Prague or UTC`);
  if (typeof cron === 'string') problems.push(...syntaxProblems(cron));
  return problems;
}

/**
 * Returns the first run of a schedule after a time; undefined if there is none.
 *
 * @param anchor as of nextRun
 */
export function runAfter(id: string, values: JsonObject, after: Date, anchor: Date): PlannedRun | undefined {
  const plannedAt = nextRun(timingOf(values), after, anchor);
  return plannedAt && withJitter(id, values, plannedAt);
}

const withJitter = (id: string, values: JsonObject, plannedAt: Date): PlannedRun => ({
  plannedAt,
  nextAt: new Date(plannedAt.getTime() + jitterMs(id, plannedAt, jitterSecondsOf(values))),
});

export const jitterSecondsOf = ({ jitterSeconds }: JsonObject): number => Number(jitterSeconds ?? 0);

/** Returns the last of the runs after a run that have all to start by a time; undefined if the first of them starts later. */
export function lastDueRun(
  id: string,
  values: JsonObject,
  { after, until }: { readonly after: Date; readonly until: Date },
): PlannedRun | undefined {
  // Whatever their delay, runs until then have to start.
  const certain = new Date(until.getTime() - jitterSecondsOf(values) * 1_000);
  const last = lastTime(timingOf(values), after, certain);
  let found = last && withJitter(id, values, last);
  for (;;) {
    const next = runAfter(id, values, found?.plannedAt ?? after, after);
    if (!next || next.nextAt > until) return found;
    found = next;
  }
}

/** Returns the last time of a pattern after a run and not after `until`; undefined if there is none. */
function lastTime(timing: Timing, run: Date, until: Date): Date | undefined {
  if (timing.type === 'once' || until <= run) return undefined;
  if (timing.type === 'interval') {
    const length = timing.seconds * 1_000;
    const steps = Math.floor((until.getTime() - run.getTime()) / length);
    return steps > 0 ? new Date(run.getTime() + steps * length) : undefined;
  }
  // Each window is twice as long as the one before, so that the times of a long pause are not all computed.
  for (let length = 1_000; ; length *= 2) {
    const from = new Date(Math.max(until.getTime() - length, run.getTime()));
    let last: Date | undefined;
    for (let at = nextRun(timing, from, run); at && at <= until; at = nextRun(timing, at, run)) last = at;
    if (last || from <= run) return last;
  }
}

/** The same in every process. */
function jitterMs(id: string, plannedAt: Date, seconds: number): number {
  return seconds === 0 ? 0 : Number(Bun.hash.wyhash(`${id} ${plannedAt.toISOString()}`) % BigInt(seconds * 1_000));
}

/** Returns what determines the next run of a schedule, as text: a schedule whose text has changed gets a new plan. */
export const timingText = (values: JsonObject): string => JSON.stringify([timingOf(values), jitterSecondsOf(values)]);

/** Problems that the passing of time alone can cause, which stored schedules may therefore have. */
export function neverRuns(values: JsonObject): string[] {
  if (timingProblems(values).length > 0) return [];
  const timing = timingOf(values);
  const now = new Date();
  if (nextRun(timing, now, now)) return [];
  return timing.type === 'cron'
    ? [`cron: ${JSON.stringify(timing.pattern)} never runs; the days and months must exist together`]
    : [`at: ${String(values.at)} is not in the future`];
}

const MODE = '5-or-6-parts';

const parse = ({ pattern, timeZone }: Extract<Timing, { type: 'cron' }>): Cron =>
  new Cron(pattern, { timezone: timeZone, paused: true, mode: MODE });

/** The texts of croner are not for clients: they count days and months from 0. */
const FORM =
  'five fields, or six with the second first: [second 0-59] minute 0-59 hour 0-23 day 1-31 month 1-12 weekday 0-7';

function syntaxProblems(pattern: string): string[] {
  try {
    new Cron(pattern, { paused: true, mode: MODE });
    return [];
  } catch {
    return [`cron: must have ${FORM}, not ${describe(pattern)}${faultyField(pattern)}`];
  }
}

const FIELDS = ['second', 'minute', 'hour', 'day', 'month', 'weekday'];

/** Names the first field that cannot be read, of a pattern with the right number of fields. */
function faultyField(pattern: string): string {
  const parts = pattern.trim().split(/\s+/);
  const names = FIELDS.slice(-parts.length);
  if (parts.length < 5 || parts.length > FIELDS.length) return '';
  const at = parts.findIndex(
    (part, index) => !isPattern(parts.map((_, other) => (other === index ? part : '*')).join(' ')),
  );
  return at === -1 ? '' : `; its ${names[at]} ${describe(parts[at])} cannot be read`;
}

function isPattern(pattern: string): boolean {
  try {
    return new Cron(pattern, { paused: true, mode: MODE }) !== undefined;
  } catch {
    return false;
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}
