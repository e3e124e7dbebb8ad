const NUMBER = /^-?\d+(\.\d+)?$/;
const DATE = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** Whether a text is a number as `data-number` of a cell states it. */
export const isCellNumber = (text: string): boolean => NUMBER.test(text);

/**
 * Returns the point in time that a text states as `data-date` of a cell does, in ms; undefined if it states none, or the day
 * does not exist.
 */
export function cellDate(text: string): { readonly at: number; readonly hasTime: boolean } | undefined {
  const [, year, month, day, hour, minute, second = '00', zone = 'Z'] = DATE.exec(text) ?? [];
  const midnight = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(midnight) || new Date(midnight).getUTCDate() !== Number(day)) return undefined;
  if (hour === undefined) return { at: midnight, hasTime: false };
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(at) ? undefined : { at, hasTime: true };
}

/** Returns the problem of an attribute that states the value of a cell; undefined if it states one, or nothing. */
export function cellProblem(name: string, value: string): string | undefined {
  const text = value.trim();
  if (text === '') return undefined;
  if (name === 'data-number' && !isCellNumber(text)) return 'is not a number such as 1234.5';
  if (name === 'data-date' && !cellDate(text)) return 'is not a date such as 2026-11-21';
  return undefined;
}
