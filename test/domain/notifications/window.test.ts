import { expect, test } from 'bun:test';
import { defaultDeliveryRules } from '../../../domain/notifications/retries.ts';
import { closesAt, isTimeZone, isWindowOpen, opensAt } from '../../../domain/notifications/rules/window.ts';

const prague = { timeZone: 'Europe/Prague' };
const at = (text: string): number => Date.parse(text);
const iso = (moment: number): string => new Date(moment).toISOString().replace('.000', '');

/** Start, end, moment, whether the window is open at the moment, its next opening and its next closing. */
const cases: [string, string, string, boolean, string, string][] = [
  ['08:00', '20:00', '2026-11-20T06:59:59Z', false, '2026-11-20T07:00:00Z', '2026-11-20T19:00:00Z'],
  ['08:00', '20:00', '2026-11-20T07:00:00Z', true, '2026-11-20T07:00:00Z', '2026-11-20T19:00:00Z'],
  ['08:00', '20:00', '2026-11-20T19:00:00Z', false, '2026-11-21T07:00:00Z', '2026-11-21T19:00:00Z'],
  // Windows past midnight.
  ['22:00', '06:00', '2026-11-20T20:59:00Z', false, '2026-11-20T21:00:00Z', '2026-11-21T05:00:00Z'],
  ['22:00', '06:00', '2026-11-21T00:30:00Z', true, '2026-11-21T00:30:00Z', '2026-11-21T05:00:00Z'],
  // Clocks move forward from 02:00 to 03:00 on 29 March 2026 at 01:00 UTC, and back on 25 October at 01:00 UTC.
  ['08:00', '20:00', '2026-03-28T21:00:00Z', false, '2026-03-29T06:00:00Z', '2026-03-29T18:00:00Z'],
  ['02:00', '04:00', '2026-03-29T00:30:00Z', false, '2026-03-29T01:00:00Z', '2026-03-29T02:00:00Z'],
  ['02:15', '02:45', '2026-03-29T00:30:00Z', false, '2026-03-30T00:15:00Z', '2026-03-30T00:45:00Z'],
  ['01:00', '02:30', '2026-03-29T00:30:00Z', true, '2026-03-29T00:30:00Z', '2026-03-29T01:00:00Z'],
  ['08:00', '20:00', '2026-10-24T21:00:00Z', false, '2026-10-25T07:00:00Z', '2026-10-25T19:00:00Z'],
  ['02:15', '02:45', '2026-10-25T00:00:00Z', false, '2026-10-25T00:15:00Z', '2026-10-25T00:45:00Z'],
  // The repeated hour.
  ['02:15', '02:45', '2026-10-25T00:50:00Z', false, '2026-10-25T01:15:00Z', '2026-10-25T01:45:00Z'],
  // Clocks move back into the window, and out of it.
  ['01:30', '02:30', '2026-10-25T00:31:00Z', false, '2026-10-25T01:00:00Z', '2026-10-25T01:30:00Z'],
  ['02:30', '12:00', '2026-10-25T00:40:00Z', true, '2026-10-25T00:40:00Z', '2026-10-25T01:00:00Z'],
];
for (const [from, to, moment, open, opens, closes] of cases) {
  test(`${from} to ${to} at ${moment}`, () => {
    const window = { from, to, ...prague };
    expect([
      isWindowOpen(window, at(moment)),
      iso(opensAt(window, at(moment))),
      iso(closesAt(window, at(moment))),
    ]).toEqual([open, opens, closes]);
  });
}

test('a window is open at its next opening, and closed a minute before', () => {
  for (let moment = at('2026-03-27T00:00:00Z'); moment < at('2026-04-01T00:00:00Z'); moment += 17 * 60_000) {
    for (const [from, to] of [
      ['02:00', '03:00'],
      ['23:30', '02:30'],
      ['00:00', '23:59'],
    ] as const) {
      for (const timeZone of ['Europe/Prague', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC']) {
        const window = { from, to, timeZone };
        const opens = opensAt(window, moment);
        expect(isWindowOpen(window, opens)).toBe(true);
        if (opens > moment) expect(isWindowOpen(window, opens - 60_000)).toBe(false);
        expect(isWindowOpen(window, closesAt(window, moment))).toBe(false);
      }
    }
  }
});

test('a time zone is named by a place', () => {
  expect(['Europe/Prague', 'UTC', 'America/Argentina/Ushuaia'].map(isTimeZone)).toEqual([true, true, true]);
  expect(['', 'Europe/Praha', '+02:00', 'x y'].map(isTimeZone)).toEqual([false, false, false, false]);
});

test('eight attempts take about six hours', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7].map(defaultDeliveryRules.backoff);
  const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3_600;
  expect(hours).toBeGreaterThan(5.9);
  expect(hours).toBeLessThan(6.1);
  expect([...pauses].sort((one, other) => one - other)).toEqual(pauses);
});
