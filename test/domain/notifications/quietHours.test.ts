import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { allOpenAt, type DeliveryWindow } from '../../../domain/notifications/rules/window.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const zones = Intl.supportedValuesOf('timeZone');

/** The time of day in a zone, as Intl itself shows it. */
const clocks = new Map<string, Intl.DateTimeFormat>();
function timeIn(timeZone: string, moment: number): string {
  let format = clocks.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    clocks.set(timeZone, format);
  }
  return format.format(moment);
}

function isOpen({ from, to, timeZone }: DeliveryWindow, moment: number): boolean {
  const time = timeIn(timeZone, moment);
  return from < to ? time >= from && time < to : time >= from || time < to;
}

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const hours = fc
  .record({ from: time, to: time, timeZone: fc.constantFrom(...zones) })
  .filter(({ from, to }) => from !== to);
/** To the minute, within ten years, and often near a change of clocks in Europe or America. */
const moments = fc.oneof(
  fc.integer({ min: 0, max: 10 * 366 * 24 * 60 }).map((minutes) => Date.UTC(2024, 0, 1) + minutes * MINUTE),
  fc
    .tuple(
      fc.constantFrom('2026-03-29T01:00Z', '2026-10-25T01:00Z', '2026-03-08T10:00Z', '2026-11-01T09:00Z'),
      fc.integer({ min: -1_500, max: 300 }),
    )
    .map(([change, minutes]) => Date.parse(change) + minutes * MINUTE),
);

test('the end of quiet hours is the first minute at which none of them is on, in every zone and across changes of clocks', () => {
  fc.assert(
    fc.property(fc.array(hours, { minLength: 1, maxLength: 2 }), moments, (windows, moment) => {
      const opens = allOpenAt(windows, moment);
      const isAllOpen = (at: number) => windows.every((window) => isOpen(window, at));
      if (opens !== undefined) expect(isAllOpen(opens)).toBe(true);
      // Two days are enough to show that no minute is passed over.
      const until = Math.min(opens ?? Number.POSITIVE_INFINITY, moment + 48 * HOUR);
      for (let at = moment; at < until; at += MINUTE) expect(isAllOpen(at)).toBe(false);
    }),
    { numRuns: 150 },
  );
});
