import Handlebars from 'handlebars';
import { DateTime } from 'luxon';
import { TemplateFault } from '../../../domain/documents/templates/templateFault.ts';
import type { BuiltInHelper, TemplateHelper } from '../../../domain/documents/templates/templateHelpers.ts';
import { isLanguage, type Translations } from '../../../domain/documents/templates/translations.ts';
import { barcodeOf, qrOf } from './barcode.ts';
import { decimalOf, MAX_DIGITS, plain, rounded, vatOf, zero } from './decimals.ts';
import { transliterate } from './transliterate.ts';

/** Characters that a template may write. */
export const MAX_OUTPUT = 32 * 1024 * 1024;
const MAX_TEXT = 1_000_000;

/** What helpers know beside the data; Handlebars hands it down as `@…`. */
export interface RootData {
  readonly texts: Translations;
  /** Counts what blocks have written, so that a loop ends before the memory does. */
  readonly written: { length: number };
  readonly escaped: boolean;
}

type Options = Handlebars.HelperOptions & { readonly loc?: hbs.AST.SourceLocation };
type Helper = (this: unknown, args: readonly unknown[], options: Options) => unknown;

const own: Record<Exclude<TemplateHelper, BuiltInHelper>, Helper> = {
  default: (args) => args.find((value) => !isEmpty(value)) ?? '',
  concat: (args) => limited(args.map(textOf).join('')),
  join: ([list, separator], { hash }) => {
    const path = hash['path'] === undefined ? undefined : textOf(hash['path']);
    const parts = listOf(list, 'join').map((item) => textOf(path === undefined ? item : at(item, path)));
    return limited(parts.join(separator === undefined ? ', ' : textOf(separator)));
  },
  upper: ([text], options) => textOf(text).toLocaleUpperCase(localeOf(options)),
  lower: ([text], options) => textOf(text).toLocaleLowerCase(localeOf(options)),
  truncate: ([text, length], { hash }) => {
    const characters = [...new Intl.Segmenter().segment(textOf(text).slice(0, 100_000))];
    const most = wholeOf(length, 'the length');
    if (characters.length <= most) return textOf(text);
    const end = hash['end'] === undefined ? '…' : textOf(hash['end']);
    const left = characters.slice(0, Math.max(0, most - [...end].length)).map(({ segment }) => segment);
    return left.join('').trimEnd() + end;
  },
  lines: ([text], { data }) => {
    const { escaped } = data as RootData;
    if (!escaped) return textOf(text);
    return new Handlebars.SafeString(Handlebars.escapeExpression(textOf(text)).replace(/\r\n|\r|\n/g, '<br>'));
  },
  replace: ([text, what, by]) => {
    const wanted = textOf(what);
    return wanted === '' ? textOf(text) : limited(textOf(text).replaceAll(wanted, () => textOf(by)));
  },
  groups: ([text, length]) => {
    const size = Math.max(1, wholeOf(length ?? 4, 'the length'));
    const characters = [...textOf(text).replace(/\s+/g, '')];
    const parts: string[] = [];
    for (let i = 0; i < characters.length; i += size) parts.push(characters.slice(i, i + size).join(''));
    return parts.join(' ');
  },
  ascii: ([text]) => transliterate(textOf(text)),

  date: ([value], options) => dateText(value, options, 'date'),
  time: ([value], options) => dateText(value, options, 'time'),
  dateTime: ([value], options) => dateText(value, options, 'both'),
  number: ([value], options) => numberText(value, options, {}),
  percent: ([value], options) => numberText(value, options, { style: 'percent', maximumFractionDigits: 2 }),
  money: ([value, given], options) => {
    const currency = textOf(given ?? options.hash['currency'] ?? rootMember(options, 'currency') ?? '');
    if (!/^[A-Za-z]{3}$/.test(currency))
      throw new TemplateFault(
        currency === ''
          ? 'money wants a currency: the data has no `currency`, and {{money amount currency="EUR"}} names none here'
          : `money wants a currency of three letters such as EUR, not ${JSON.stringify(currency.slice(0, 50))}`,
      );
    return numberText(value, options, { style: 'currency', currency });
  },

  eq: ([a, b]) => compare(a, b) === 0,
  ne: ([a, b]) => compare(a, b) !== 0,
  lt: ([a, b]) => (compare(a, b) ?? 0) < 0,
  le: ([a, b]) => (compare(a, b) ?? 1) <= 0,
  gt: ([a, b]) => (compare(a, b) ?? 0) > 0,
  ge: ([a, b]) => (compare(a, b) ?? -1) >= 0,
  and: (args) => args.every((value) => !Handlebars.Utils.isEmpty(value)),
  or: (args) => args.some((value) => !Handlebars.Utils.isEmpty(value)),
  not: ([value]) => Handlebars.Utils.isEmpty(value),

  count: ([list]) => {
    if (typeof list === 'string') return [...list].length;
    if (Array.isArray(list)) return list.length;
    return typeof list === 'object' && list !== null ? Object.keys(list).length : 0;
  },
  sum: ([list, path], { hash }) => {
    let total = zero();
    for (const item of listOf(list, 'sum')) {
      const value = decimalOf(path === undefined ? item : at(item, textOf(path)), true);
      total = total.plus(
        hash['times'] === undefined ? value : value.times(decimalOf(at(item, textOf(hash['times'])), true)),
      );
    }
    return plain(total);
  },
  add: (args) => plain(args.map((value) => decimalOf(value)).reduce((a, b) => a.plus(b), zero())),
  subtract: ([a, b]) => plain(decimalOf(a).minus(decimalOf(b))),
  multiply: (args) => plain(args.map((value) => decimalOf(value)).reduce((a, b) => a.times(b), decimalOf(1))),
  divide: ([a, b]) => {
    const divisor = decimalOf(b);
    if (divisor.eq(0)) throw new TemplateFault('divides by 0');
    return plain(decimalOf(a).div(divisor));
  },
  round: ([value, digits]) => {
    const places = digits === undefined ? 0 : wholeOf(digits, 'the digits');
    return rounded(decimalOf(value), places).toFixed(Math.min(places, MAX_DIGITS));
  },
  vat: ([list], { hash }) => {
    const [price, quantity, rate] = ['price', 'quantity', 'vat'].map((name, i) =>
      textOf(hash[['price', 'quantity', 'rate'][i] as string] ?? name),
    ) as [string, string, string];
    const items = listOf(list, 'vat').map((item) => ({
      price: at(item, price),
      quantity: at(item, quantity),
      rate: at(item, rate),
    }));
    return vatOf(items, Math.min(wholeOf(hash['digits'] ?? 2, 'digits'), 20));
  },

  barcode: ([value], { hash }) => barcodeOf(textOf(value), hash),
  qr: ([value], { hash }) => qrOf(textOf(value), hash),

  translations: () => '',
  t: ([key], options) => textFor(textOf(key), options),
};

const builtIn = Handlebars.create().helpers as Readonly<
  Record<BuiltInHelper | 'blockHelperMissing', (...args: unknown[]) => unknown>
>;

/** As Handlebars calls them; what they find wrong carries the place of the call. */
export const helpers: Readonly<Record<string, (...args: unknown[]) => unknown>> = Object.freeze({
  ...Object.fromEntries(
    Object.entries(own).map(([name, helper]) => [
      name,
      function (this: unknown, ...args: unknown[]): unknown {
        const options = args.pop() as Options;
        // Data has members of such names: {{number}} of an invoice, {{#lines}}.
        if (args.length === 0 && name !== 'translations' && Object.keys(options.hash).length === 0)
          return ownMember(this, name, options);
        try {
          return helper.call(this, args, options);
        } catch (error) {
          throw placed(error, options, name);
        }
      },
    ]),
  ),
  each(this: unknown, ...args: unknown[]): unknown {
    const options = args.at(-1) as Options;
    if (args.length !== 2) throw placed(new TemplateFault('each wants a list'), options, 'each');
    const { written } = options.data as RootData;
    const counted: Options = {
      ...options,
      fn: (context, given) => {
        const text = options.fn(context, given);
        // Loops in loops count twice, and are stopped the sooner; a document's own loops come nowhere near.
        written.length += text.length + 1;
        if (written.length > 2 * MAX_OUTPUT)
          throw placed(new TemplateFault(`writes more than ${MAX_OUTPUT / 1024 / 1024} MB`), options, 'each');
        return text;
      },
    };
    return builtIn.each.call(this, args[0], counted);
  },
  helperMissing(this: unknown, ...args: unknown[]): unknown {
    const options = args.at(-1) as Options & { name: string };
    if (args.length === 1) return undefined;
    throw placed(new TemplateFault(`there is no helper ${JSON.stringify(options.name)}`), options, '');
  },
});

function ownMember(context: unknown, name: string, options: Options): unknown {
  const value = at(context, name);
  return typeof options.fn === 'function' ? builtIn.blockHelperMissing.call(context, value, options) : value;
}

function placed(error: unknown, { loc }: Options, name: string): TemplateFault {
  if (error instanceof TemplateFault && error.line !== undefined) return error;
  const message = error instanceof Error ? error.message : String(error);
  const source = (loc as { source?: string } | undefined)?.source;
  // The place is one in the partial then, and not in the template.
  const within = source ? ` (in the partial ${source}, line ${loc?.start.line})` : '';
  const prefix = name !== '' && !message.startsWith(name) ? `${name}: ` : '';
  return new TemplateFault(
    `${prefix}${message}${within}`,
    loc && !source ? { line: loc.start.line, column: loc.start.column + 1 } : undefined,
  );
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'object' && !(value instanceof Handlebars.SafeString)) {
    throw new TemplateFault(`wants a text or a number, and was given ${Array.isArray(value) ? 'a list' : 'an object'}`);
  }
  return limited(String(value));
}

function limited(text: string): string {
  if (text.length > MAX_TEXT) throw new TemplateFault(`a single value may have at most ${MAX_TEXT} characters`);
  return text;
}

function listOf(value: unknown, name: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new TemplateFault(`${name} wants a list`);
  return value;
}

/** `a.b` of an item; own members alone. */
function at(item: unknown, path: string): unknown {
  let value = item;
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

function wholeOf(value: unknown, what: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0 || isEmpty(value))
    throw new TemplateFault(`${what} has to be a whole number of 0 or more`);
  return number;
}

/** By number where both are numbers or look like them, else by text. Undefined: they cannot be compared. */
function compare(a: unknown, b: unknown): number | undefined {
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b) ? 0 : undefined;
  if (typeof a === 'number' || typeof b === 'number') {
    try {
      return decimalOf(a).cmp(decimalOf(b));
    } catch {
      return undefined;
    }
  }
  if (typeof a === 'object' || typeof b === 'object') return a === b ? 0 : undefined;
  const [first, second] = [String(a), String(b)];
  if (first === second) return 0;
  if (isDecimal(first) && isDecimal(second)) return decimalOf(first).cmp(decimalOf(second));
  return first < second ? -1 : 1;
}

function isDecimal(text: string): boolean {
  return /^-?\d{1,100}(\.\d{1,100})?$/.test(text);
}

function rootMember({ data }: Options, name: string): unknown {
  const { root } = data as { root?: unknown };
  return typeof root === 'object' && root !== null && Object.hasOwn(root, name)
    ? (root as Record<string, unknown>)[name]
    : undefined;
}

/** Asked for by every number of a long table. */
let lastLocale = '';

function localeOf(options: Options): string {
  const given = options.hash['locale'] ?? rootMember(options, 'locale');
  if (isEmpty(given)) return Object.keys((options.data as RootData).texts)[0] ?? 'en';
  const locale = textOf(given).replaceAll('_', '-');
  if (locale === lastLocale) return locale;
  if (isLanguage(locale)) lastLocale = locale;
  else throw new TemplateFault(`${JSON.stringify(locale.slice(0, 100))} is no locale`);
  return locale;
}

function zoneOf(options: Options): string {
  const zone = options.hash['timeZone'] ?? rootMember(options, 'timeZone');
  return isEmpty(zone) ? 'UTC' : textOf(zone);
}

const styles = ['short', 'medium', 'long', 'full'] as const;
type Style = (typeof styles)[number];

function dateText(value: unknown, options: Options, what: 'date' | 'time' | 'both'): string {
  if (isEmpty(value)) return '';
  const zone = zoneOf(options);
  const moment = (
    typeof value === 'number' ? DateTime.fromMillis(value, { zone }) : DateTime.fromISO(textOf(value).trim(), { zone })
  ).setLocale(localeOf(options));
  if (!moment.isValid) {
    const zoned = moment.invalidReason === 'unsupported zone';
    throw new TemplateFault(
      zoned ? `there is no time zone ${JSON.stringify(zone)}` : `${JSON.stringify(value)} is no date as in 2026-03-31`,
    );
  }
  const format = options.hash['format'] ?? 'medium';
  if (!styles.includes(format as Style)) return moment.toFormat(textOf(format));
  const style = format as Style;
  return moment.toLocaleString({
    ...(what !== 'time' && { dateStyle: style }),
    // With seconds in a medium time, which no document wants.
    ...(what !== 'date' && { timeStyle: style === 'medium' ? 'short' : style }),
  });
}

const formats = new Map<string, Intl.NumberFormat>();

function numberText(value: unknown, options: Options, given: Intl.NumberFormatOptions): string {
  if (isEmpty(value)) return '';
  const placesOf = (name: string): number | undefined => {
    const given = options.hash[name];
    return given === undefined ? undefined : Math.min(wholeOf(given, name), 20);
  };
  const places = placesOf('digits');
  const most = placesOf('most') ?? places;
  const wanted: Intl.NumberFormatOptions = {
    ...given,
    ...(places !== undefined && { minimumFractionDigits: Math.min(places, most ?? places) }),
    ...(most !== undefined && { maximumFractionDigits: most }),
  };
  const locale = localeOf(options);
  const key = `${locale} ${wanted.style} ${wanted.currency} ${places} ${most}`;
  let format = formats.get(key);
  if (!format) {
    if (formats.size > 200) formats.clear();
    format = new Intl.NumberFormat(locale, wanted);
    formats.set(key, format);
  }
  // As text: what has more digits than a float keeps them.
  return format.format(decimalOf(value).toFixed() as Intl.StringNumericLiteral);
}

/** The text in the data's language, else in the template's first one; `{name}` in it is replaced. */
function textFor(key: string, options: Options): string {
  const { texts } = options.data as RootData;
  const locale = localeOf(options);
  const candidates = [locale, locale.split('-')[0] ?? locale, ...Object.keys(texts)];
  for (const language of candidates) {
    const found = Object.hasOwn(texts, language) && Object.hasOwn(texts[language] ?? {}, key) && texts[language]?.[key];
    if (found === undefined || found === false) continue;
    const text = typeof found === 'string' ? found : pluralOf(found, language, options.hash['count']);
    return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(options.hash, name) ? textOf(options.hash[name]) : whole,
    );
  }
  throw new TemplateFault(`there is no text ${JSON.stringify(key)} in {{#translations}}`);
}

function pluralOf(forms: Readonly<Record<string, string>>, language: string, count: unknown): string {
  const category = new Intl.PluralRules(language).select(Number(decimalOf(count)));
  return forms[category] ?? forms['other'] ?? '';
}
