/** What a template may call; docs/templates.md has an example of each. Those of them that are made: drivers/rendering/templates/helpers.ts. */
export const templateHelpers = [
  // Of Handlebars itself.
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
  // Dates and numbers as people read them.
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
  // Pictures as data URIs.
  'barcode',
  'qr',
  // Texts by locale.
  'translations',
  't',
] as const;

export type TemplateHelper = (typeof templateHelpers)[number];
/** What Handlebars brings itself. */
export type BuiltInHelper = 'if' | 'unless' | 'each' | 'with' | 'lookup';

const LOCALE = ['locale'];
const DATES = ['locale', 'timeZone', 'format'];
const NUMBERS = ['locale', 'digits', 'most'];

/** The named arguments of those that have any; `t` takes whatever its texts name. */
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
