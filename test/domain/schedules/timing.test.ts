import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { nextRun } from '../../../domain/schedules/timing.ts';

/**
 * Compares the runs of crons with an oracle that knows no cron: it looks at the wall clock of the zone, by Intl, in each
 * minute.
 */

const zones = Intl.supportedValuesOf('timeZone');
/** Their clocks skip the last hour of a day: the parser does not find the times of that hour (docs/schedules.md). */
const skipsMidnight = ['America/Nuuk', 'America/Scoresbysund'];
const MINUTE = 60_000;
const DAY = 86_400_000;
const FIRST = Date.parse('2026-01-01T00:00:00Z');
const YEARS = 4;

/** Returns the wall clock as if it were UTC, in ms. */
function wallClock(format: Intl.DateTimeFormat, time: number): number {
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

const formatOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en-u-ca-gregory', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });

/** Returns the times at which the offset of a zone changes, to the minute. */
function changes(format: Intl.DateTimeFormat): number[] {
  const offset = (time: number) => wallClock(format, time) - time;
  const found: number[] = [];
  const end = FIRST + YEARS * 366 * DAY;
  // Ramadan ends the summer time of Morocco for about a month: no zone has two changes within ten days.
  for (let from = FIRST; from < end; from += 10 * DAY) {
    let [low, high] = [from, from + 10 * DAY];
    if (offset(low) === offset(high)) continue;
    const before = offset(low);
    while (high - low > MINUTE) {
      const middle = low + Math.floor((high - low) / 2 / MINUTE) * MINUTE;
      if (offset(middle) === before) low = middle;
      else high = middle;
    }
    found.push(high);
  }
  return found;
}

/** Returns the changes of a zone with the wall clock at each. */
function rulesOf(timeZone: string): string {
  const format = formatOf(timeZone);
  return changes(format)
    .map((time) => `${time} ${wallClock(format, time)}`)
    .join();
}

const daily = (minute: number, timeZone: string) =>
  ({ type: 'cron', pattern: `${minute % 60} ${Math.floor(minute / 60)} * * *`, timeZone }) as const;

/** The run of a day: the first minute at the wall time, or the first after it if the clock skips that time. */
function oracle(format: Intl.DateTimeFormat, after: number, minute: number): number {
  let day = Math.floor(wallClock(format, after) / DAY) * DAY;
  for (;;) {
    const wallTime = day + minute * MINUTE;
    // No clock is more than 15 hours from UTC.
    let [low, high] = [wallTime - 15 * 3_600_000, wallTime + 15 * 3_600_000];
    // The wall clock rises but for one fall, which the minutes around the result tell.
    while (high - low > MINUTE) {
      const middle = low + Math.floor((high - low) / 2 / MINUTE) * MINUTE;
      if (wallClock(format, middle) >= wallTime) high = middle;
      else low = middle;
    }
    let run = high;
    for (let time = high - MINUTE; time >= high - 180 * MINUTE; time -= MINUTE)
      if (wallClock(format, time) === wallTime) run = time;
    if (run > after) return run;
    day += DAY;
  }
}

test('a daily cron runs once on each day around every change of the clocks of every zone for four years', () => {
  const wrong = new Set<string>();
  // Zones whose clocks change alike have the same runs.
  for (const alike of Map.groupBy(zones, rulesOf).values()) {
    const [timeZone = ''] = alike;
    const format = formatOf(timeZone);
    for (const change of changes(format)) {
      const wall = wallClock(format, change - MINUTE);
      const changed = Math.floor((wall % DAY) / MINUTE);
      for (const shift of [-90, -30, 1, 30]) {
        const minute = (changed + shift + 1_440) % 1_440;
        const after = change - 26 * 3_600_000;
        const run = nextRun(daily(minute, timeZone), new Date(after), new Date(after))?.getTime() ?? 0;
        const expected = oracle(format, after, minute);
        const second = nextRun(daily(minute, timeZone), new Date(run), new Date(run))?.getTime() ?? 0;
        const expectedSecond = oracle(format, run, minute);
        if (run !== expected || second !== expectedSecond) for (const zone of alike) wrong.add(zone);
      }
    }
  }
  expect([...wrong].sort()).toEqual(skipsMidnight);
}, 300_000);

test('runs of any daily cron follow the wall clock of its zone', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones.filter((zone) => !skipsMidnight.includes(zone))),
      fc.integer({ min: 0, max: 1_439 }),
      fc.integer({ min: 0, max: YEARS * 365 * 1_440 }),
      (timeZone, minute, offset) => {
        const after = FIRST + offset * MINUTE;
        const run = nextRun(daily(minute, timeZone), new Date(after), new Date(after));
        expect(run?.toISOString()).toBe(new Date(oracle(formatOf(timeZone), after, minute)).toISOString());
      },
    ),
    { numRuns: 300 },
  );
}, 60_000);

test('runs of an interval differ from its beginning by multiples', () => {
  const time = fc.integer({ min: 0, max: 4_000_000_000 });
  fc.assert(
    fc.property(time, time, fc.integer({ min: 1, max: 100_000 }), (anchor, after, seconds) => {
      const run = nextRun({ type: 'interval', seconds }, new Date(after * 1_000), new Date(anchor * 1_000));
      const at = (run?.getTime() ?? 0) / 1_000;
      expect([at > after, at > anchor, (at - anchor) % seconds]).toEqual([true, true, 0]);
      expect(at - seconds <= Math.max(after, anchor)).toBe(true);
    }),
  );
});
