/**
 * The hours of a day in which a notification may be delivered, by the wall clock of a place: `from` to just before
 * `to`, both `HH:mm`, over midnight where `to` is the earlier.
 */
export interface DeliveryWindow {
  readonly from: string;
  readonly to: string;
  /** IANA: `Europe/Prague`. */
  readonly timeZone: string;
}

const MINUTE = 60_000;
const DAY = 1_440;

/** Minutes since midnight; undefined for what is no time of day. */
export function minutesOf(time: string): number | undefined {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time);
  return match ? Number(match[1]) * 60 + Number(match[2]) : undefined;
}

export function isTimeZone(name: string): boolean {
  // An offset such as +02:00 is a zone to some engines, but no place whose clocks change.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    clockOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Whether the window is open at a moment (ms since 1970). */
export function isWindowOpen(window: DeliveryWindow, moment: number): boolean {
  const [from, to] = [minutesOf(window.from) ?? 0, minutesOf(window.to) ?? 0];
  const { minute } = wallClock(window.timeZone, moment);
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

/** The moment at or after the given one from which the window is open. */
export function opensAt(window: DeliveryWindow, moment: number): number {
  return isWindowOpen(window, moment) ? moment : next(window, window.from, moment, true);
}

/** The moment after the given one at which the window closes, once it is open. */
export function closesAt(window: DeliveryWindow, moment: number): number {
  return next(window, window.to, opensAt(window, moment), false);
}

/**
 * The next moment with the window open or closed from then on: at which the wall clock comes to `time` or jumps over it,
 * or is put back to where that is so once more.
 */
function next(window: DeliveryWindow, time: string, moment: number, open: boolean): number {
  const { timeZone } = window;
  const { day } = wallClock(timeZone, moment);
  // Enough for a window that a change of clocks swallows on one day.
  for (let ahead = -1; ahead <= 3; ahead++) {
    const midnight = (day + ahead) * DAY;
    const candidates = [...momentsOf(timeZone, midnight + (minutesOf(time) ?? 0)), ...changesOf(timeZone, midnight)];
    for (const candidate of candidates.sort((one, other) => one - other)) {
      if (candidate > moment && isWindowOpen(window, candidate) === open) return candidate;
    }
  }
  // No clock stands still for three days.
  return moment + MINUTE;
}

/** The moment of the day that begins at these minutes at which its clock changes, if it does; to the minute. */
function changesOf(timeZone: string, midnight: number): number[] {
  const from = (momentsOf(timeZone, midnight)[0] as number) - MINUTE;
  const to = momentsOf(timeZone, midnight + DAY).at(-1) as number;
  const before = offsetAt(timeZone, from);
  return before === offsetAt(timeZone, to) ? [] : [firstIn(from, to, (at) => offsetAt(timeZone, at) !== before)];
}

/** The first moment, to the minute, at which something is so that is not at `before` and is from there on until `after`. */
function firstIn(before: number, after: number, isSo: (moment: number) => boolean): number {
  let [none, some] = [before, after];
  while (some - none > MINUTE) {
    const middle = none + Math.floor((some - none) / 2 / MINUTE) * MINUTE;
    if (isSo(middle)) some = middle;
    else none = middle;
  }
  return some;
}

/**
 * The moments at which the wall clock shows these minutes since 1970, in order: one, or two where it is put back over
 * them, or where it is put forward over them, the moment of that.
 */
function momentsOf(timeZone: string, wall: number): number[] {
  const asUtc = wall * MINUTE;
  const offsets = new Set([asUtc - DAY * MINUTE, asUtc + DAY * MINUTE].map((moment) => offsetAt(timeZone, moment)));
  const moments = [...offsets].map((offset) => asUtc - offset).sort((one, other) => one - other);
  const exact = moments.filter((moment) => wallOf(timeZone, moment) === wall);
  if (exact.length > 0) return exact;
  // Jumped over: between these two the offset changes, to the minute.
  return [firstIn(moments[0] as number, moments.at(-1) as number, (moment) => wallOf(timeZone, moment) >= wall)];
}

const wallOf = (timeZone: string, moment: number): number => Math.floor((moment + offsetAt(timeZone, moment)) / MINUTE);

/** Days since 1970 and minutes since midnight that the wall clock shows. */
function wallClock(timeZone: string, moment: number): { day: number; minute: number } {
  const wall = wallOf(timeZone, moment);
  const day = Math.floor(wall / DAY);
  return { day, minute: wall - day * DAY };
}

/** Clocks are changed on a quarter of an hour, and what is accepted or delivered together asks for the same few. */
const QUARTER = 15 * MINUTE;
const MAX_QUARTERS = 10_000;
const offsets = new Map<string, Map<number, number>>();

/** ms by which the wall clock is ahead of UTC. Asked of Intl, 20 µs each, once for a quarter of an hour. */
function offsetAt(timeZone: string, moment: number): number {
  const quarter = Math.floor(moment / QUARTER) * QUARTER;
  let ofZone = offsets.get(timeZone);
  if (!ofZone || ofZone.size >= MAX_QUARTERS) {
    ofZone = new Map();
    offsets.set(timeZone, ofZone);
  }
  let offset = ofZone.get(quarter);
  if (offset === undefined) {
    const part: Record<string, number> = {};
    for (const { type, value } of clockOf(timeZone).formatToParts(quarter)) part[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part;
    offset = Date.UTC(year, month - 1, day, hour, minute) - quarter;
    ofZone.set(quarter, offset);
  }
  return offset;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    clocks.set(timeZone, clock);
  }
  return clock;
}
