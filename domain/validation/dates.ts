/** Maximum length of a date: 30 digits of a second. In characters. */
export const MAX_DATE = 56;

/** What {@link parseDate} accepts, for errors. */
export const DATE_FORM = 'an ISO 8601 date-time with an offset or yyyy-MM-dd';

const datePattern = /^(\d{4}-\d{2}-\d{2})([Tt](\d{2}:\d{2}(?::\d{2})?)([.,]\d+)?([Zz]|[+-]\d{2}:?\d{2}))?$/;
const EARLIEST = Date.parse('0000-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** The moment an ISO 8601 text names, in ms, or undefined: a date-time with an offset, or a plain date at midnight UTC. */
export function parseDate(text: string): number | undefined {
  const match = text.length > MAX_DATE ? null : datePattern.exec(text);
  if (!match) return undefined;
  const [, day = '', , time = '00:00:00', fraction = '', zone = 'Z'] = match;
  const millis = fraction === '' ? '000' : fraction.slice(1).padEnd(3, '0').slice(0, 3);
  const clock = time.length === 5 ? `${time}:00` : time;
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  // Each month has 28 days; Date.parse rejects other days that no month has.
  if (day.slice(8) > '28' && !isCalendarDay(day)) return undefined;
  const moment = Date.parse(`${day}T${clock}.${millis}${offset}`);
  return Number.isNaN(moment) || moment < EARLIEST || moment > LATEST ? undefined : moment;
}

/** Date.parse takes 30 February for 2 March. */
function isCalendarDay(day: string): boolean {
  const moment = Date.parse(`${day}T00:00:00.000Z`);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(day);
}
