import type { Inline } from '../../boxes/boxes.ts';
import { faceOf } from '../../fonts/fonts.ts';
import type { Style } from '../../style/style.ts';

/** Months and weeks: `2026-03`, `2026-W10`; times: `13:45`, `13:45:30`. */
const patterns: Readonly<Record<string, RegExp>> = {
  date: /^(?<year>\d{4,6})-(?<month>\d\d)-(?<day>\d\d)$/,
  'datetime-local':
    /^(?<year>\d{4,6})-(?<month>\d\d)-(?<day>\d\d)[T ](?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.\d+)?)?$/,
  month: /^(?<year>\d{4,6})-(?<month>\d\d)$/,
  time: /^(?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.\d+)?)?$/,
  week: /^(?<year>\d{4,6})-W(?<week>\d\d)$/,
};

/** What browsers show of a field without a value. */
const empty: Readonly<Record<string, string>> = {
  date: 'mm/dd/yyyy',
  'datetime-local': 'mm/dd/yyyy, --:-- --',
  month: '--------- ----',
  time: '--:-- --',
  week: 'Week --, ----',
};

const months = 'January February March April May June July August September October November December'.split(' ');

/** Whether a type of `<input>` is that of a date or a time. */
export const isDateType = (type: string): boolean => Object.hasOwn(patterns, type);

/** Returns a value of a date or a time as browsers show it in American English. */
export function fieldDate(type: string, value: string): string {
  const found = patterns[type]?.exec(value.trim())?.groups;
  const shown = found && [dayText(found), timeText(found)].filter((part) => part !== '').join(', ');
  return shown || (empty[type] ?? '');
}

type Parts = Readonly<Record<string, string>>;

function dayText({ year, month, day, week }: Parts): string {
  if (year === undefined) return '';
  if (week !== undefined) return `Week ${week}, ${year}`;
  if (day === undefined) return `${months[Number(month) - 1] ?? month} ${year}`;
  return `${month}/${day}/${year}`;
}

function timeText({ hour, minute, second }: Parts): string {
  if (hour === undefined) return '';
  const ofHalf = String(Number(hour) % 12 || 12).padStart(2, '0');
  const time = [ofHalf, minute, ...(second === undefined ? [] : [second])].join(':');
  return `${time} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
}

/** The space on each side of a part, and before the sign behind all of them; pt. */
const AROUND = 0.75;
const BEFORE_SIGN = 18;

/** Returns the parts of a date or a time as items of a line. */
export function dateItems(text: string, style: Style): Inline[] {
  const space: Inline = { kind: 'space', width: AROUND, style };
  return text.split(/(?<=[^\w-])(?=[\w-])|(?<=[\w-])(?=[^\w-])/).flatMap((part): Inline[] => {
    const item: Inline = { kind: 'text', text: part, style };
    return /^[\w-]+$/.test(part) && part !== 'Week' ? [space, item, space] : [item];
  });
}

/** Returns how wide the content of a field of a type is, with its sign; pt. */
export function dateWidth(type: string, text: string, style: Style): number {
  const longest = type === 'month' ? [text, empty[type] ?? ''] : [text];
  const face = faceOf(style);
  const widths = longest.map(
    (one) =>
      face.width(one) * style.size + 2 * AROUND * (one.match(/[\w-]+/g) ?? []).filter((word) => word !== 'Week').length,
  );
  return Math.max(...widths) + BEFORE_SIGN + style.size;
}
