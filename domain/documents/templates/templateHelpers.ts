/** The helpers that templates may call. docs/templates.md has an example of each; drivers/rendering/templates implements them. */
export const templateHelpers = [
  // Implemented by Handlebars.
  'if',
  'unless',
  'each',
  'with',
  'lookup',
  // Values.
  'default',
  'concat',
  'join',
  'upper',
  'lower',
  'truncate',
  'lines',
  'replace',
  'groups',
  'ascii',
  'url',
  // Formatted dates and numbers.
  'date',
  'time',
  'dateTime',
  'number',
  'percent',
  'money',
  // Comparisons.
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
  'and',
  'or',
  'not',
  // Decimal arithmetic.
  'count',
  'sum',
  'add',
  'subtract',
  'multiply',
  'divide',
  'round',
  'vat',
  // Images as data URIs.
  'barcode',
  'qr',
  // Texts by locale.
  'translations',
  't',
] as const;

export type TemplateHelper = (typeof templateHelpers)[number];
/** Helpers that Handlebars implements. */
export type BuiltInHelper = 'if' | 'unless' | 'each' | 'with' | 'lookup';

const LOCALE = ['locale'];
const DATES = ['locale', 'timeZone', 'format'];
const NUMBERS = ['locale', 'digits', 'most'];

/** The named arguments of helpers. `t` takes any names, because its texts choose them. */
export const helperOptions: Partial<Record<TemplateHelper, readonly string[]>> = {
  if: ['includeZero'],
  unless: ['includeZero'],
  join: ['path'],
  upper: LOCALE,
  lower: LOCALE,
  truncate: ['end'],
  date: DATES,
  time: DATES,
  dateTime: DATES,
  number: NUMBERS,
  percent: NUMBERS,
  money: [...NUMBERS, 'currency'],
  sum: ['times'],
  vat: ['price', 'quantity', 'rate', 'digits'],
  barcode: ['kind', 'scale', 'height'],
  qr: ['level', 'scale'],
};
