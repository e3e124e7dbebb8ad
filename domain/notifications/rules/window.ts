/**
 * The hours of a day in which a notification may be delivered, in the wall-clock time of a time zone: from `from`
 * (inclusive) to `to` (exclusive), both `HH:mm`. If `to` is earlier than `from`, the window spans midnight.
 */
export interface DeliveryWindow {
  readonly from: string;
  readonly to: string;
  /** IANA: `Europe/Prague`. */
  readonly timeZone: string;
}

const MINUTE = 60_000;
const DAY = 1_440;

/** Returns the minutes since midnight; undefined if the text is not a time of day. */
export function minutesOf(time: string): number | undefined {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time);
  return match ? Number(match[1]) * 60 + Number(match[2]) : undefined;
}

export function isTimeZone(name: string): boolean {
  // Some engines accept an offset such as +02:00 as a zone. It has no daylight saving time.
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

/** Returns for how many minutes of a day without a change of the clock the window is closed. */
export function closedMinutes({ from, to }: DeliveryWindow): number {
  const open = ((minutesOf(to) ?? 0) - (minutesOf(from) ?? 0) + DAY) % DAY;
  return DAY - open;
}

/** Returns the first moment at or after `moment` at which the window is open. */
export function opensAt(window: DeliveryWindow, moment: number): number {
  return isWindowOpen(window, moment) ? moment : next(window, window.from, moment, true);
}

/** Moments within this many ms are searched for one at which several windows are open. */
const SEARCHED_MS = 8 * DAY * MINUTE;

/** Returns the first moment at or after `moment` at which all windows are open; undefined if there is none within eight days. */
export function allOpenAt(windows: readonly DeliveryWindow[], moment: number): number | undefined {
  let opens = moment;
  while (opens - moment < SEARCHED_MS) {
    const closed = windows.find((window) => !isWindowOpen(window, opens));
    if (!closed) return opens;
    opens = opensAt(closed, opens);
  }
  return undefined;
}

/** Returns the moment at which the window closes after it is next open. */
export function closesAt(window: DeliveryWindow, moment: number): number {
  return next(window, window.to, opensAt(window, moment), false);
}

/**
 * Returns the next moment at which the window becomes open or closed: the wall clock reaches `time`, skips it, or is set
 * back before it.
 */
function next(window: DeliveryWindow, time: string, moment: number, open: boolean): number {
  const { timeZone } = window;
  const { day } = wallClock(timeZone, moment);
  // A clock change can skip the window of one day, so further days are searched.
  for (let ahead = -1; ahead <= 3; ahead++) {
    const midnight = (day + ahead) * DAY;
    const candidates = [...momentsOf(timeZone, midnight + (minutesOf(time) ?? 0)), ...changesOf(timeZone, midnight)];
    for (const candidate of candidates.sort((one, other) => one - other)) {
      if (candidate > moment && isWindowOpen(window, candidate) === open) return candidate;
    }
  }
  // Not reached: every wall clock passes `time` within three days.
  return moment + MINUTE;
}

/** Returns the clock change of the day that starts at `midnight` (minutes since 1970), to the minute; empty if none. */
function changesOf(timeZone: string, midnight: number): number[] {
  const from = (momentsOf(timeZone, midnight)[0] as number) - MINUTE;
  const to = momentsOf(timeZone, midnight + DAY).at(-1) as number;
  const before = offsetAt(timeZone, from);
  return before === offsetAt(timeZone, to) ? [] : [firstIn(from, to, (at) => offsetAt(timeZone, at) !== before)];
}

/** Finds by bisection, to the minute, the first moment between `before` and `after` at which `isSo` is true. */
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
 * Returns the moments at which the wall clock shows these minutes since 1970, in order. There are two if the clock is set
 * back over them. If it is set forward over them, the moment of the change is returned.
 */
function momentsOf(timeZone: string, wall: number): number[] {
  const asUtc = wall * MINUTE;
  const offsets = new Set([asUtc - DAY * MINUTE, asUtc + DAY * MINUTE].map((moment) => offsetAt(timeZone, moment)));
  const moments = [...offsets].map((offset) => asUtc - offset).sort((one, other) => one - other);
  const exact = moments.filter((moment) => wallOf(timeZone, moment) === wall);
  if (exact.length > 0) return exact;
  // The time is skipped: the offset changes between these two moments.
  return [firstIn(moments[0] as number, moments.at(-1) as number, (moment) => wallOf(timeZone, moment) >= wall)];
}

const wallOf = (timeZone: string, moment: number): number => Math.floor((moment + offsetAt(timeZone, moment)) / MINUTE);

/** Returns the days since 1970 and the minutes since midnight on the wall clock. */
function wallClock(timeZone: string, moment: number): { day: number; minute: number } {
  const wall = wallOf(timeZone, moment);
  const day = Math.floor(wall / DAY);
  return { day, minute: wall - day * DAY };
}

/** Clocks change on quarter hours only, so offsets are cached by quarter hour. */
const QUARTER = 15 * MINUTE;
const MAX_QUARTERS = 10_000;
const offsets = new Map<string, Map<number, number>>();

/** Returns the ms by which the wall clock is ahead of UTC. Intl takes 20 µs for it, once for each quarter hour. */
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
