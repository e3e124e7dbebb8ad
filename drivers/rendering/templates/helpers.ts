import Handlebars from 'handlebars';
import { TemplateFault } from '../../../domain/documents/templates/templateFault.ts';
import type { BuiltInHelper, TemplateHelper } from '../../../domain/documents/templates/templateHelpers.ts';
import { barcodeOf, qrOf } from './barcode.ts';
import { decimalOf, MAX_DIGITS, plain, rounded, vatOf, zero } from './decimals.ts';
import { dateText, localeOf, numberText, rootMember } from './formatting.ts';
import { type Helper, type HelperCall, MAX_OUTPUT, rootOf } from './helperContext.ts';
import { at, compare, isEmpty, limited, listOf, printed, wholeOf } from './helperValues.ts';
import { transliterate } from './transliterate.ts';

const helperFunctions: Record<Exclude<TemplateHelper, BuiltInHelper>, Helper> = {
  default: (args) => args.find((value) => !isEmpty(value)) ?? '',
  concat: (args) => limited(args.map(printed).join('')),
  join: ([list, separator], { hash }) => {
    const path = hash['path'] === undefined ? undefined : printed(hash['path']);
    const parts = listOf(list, 'join').map((item) => printed(path === undefined ? item : at(item, path)));
    return limited(parts.join(separator === undefined ? ', ' : printed(separator)));
  },
  upper: ([text], options) => printed(text).toLocaleUpperCase(localeOf(options)),
  lower: ([text], options) => printed(text).toLocaleLowerCase(localeOf(options)),
  truncate: ([text, length], { hash }) => {
    const characters = [...new Intl.Segmenter().segment(printed(text).slice(0, 100_000))];
    const max = wholeOf(length, 'the length');
    if (characters.length <= max) return printed(text);
    const end = hash['end'] === undefined ? '…' : printed(hash['end']);
    const start = characters.slice(0, Math.max(0, max - [...end].length)).map(({ segment }) => segment);
    return start.join('').trimEnd() + end;
  },
  lines: ([text], options) => {
    const { escaped } = rootOf(options);
    if (!escaped) return printed(text);
    return new Handlebars.SafeString(Handlebars.escapeExpression(printed(text)).replace(/\r\n|\r|\n/g, '<br>'));
  },
  replace: ([text, what, by]) => {
    const pattern = printed(what);
    return pattern === '' ? printed(text) : limited(printed(text).replaceAll(pattern, () => printed(by)));
  },
  groups: ([text, length]) => {
    const size = Math.max(1, wholeOf(length ?? 4, 'the length'));
    const characters = [...printed(text).replace(/\s+/g, '')];
    const parts: string[] = [];
    for (let i = 0; i < characters.length; i += size) parts.push(characters.slice(i, i + size).join(''));
    return parts.join(' ');
  },
  ascii: ([text]) => transliterate(printed(text)),
  url: ([text]) => limited(encodeURIComponent(printed(text).toWellFormed())),

  date: ([value], options) => dateText(value, options, 'date'),
  time: ([value], options) => dateText(value, options, 'time'),
  dateTime: ([value], options) => dateText(value, options, 'both'),
  number: ([value], options) => numberText(value, options, {}),
  percent: ([value], options) => numberText(value, options, { style: 'percent', maximumFractionDigits: 2 }),
  money: ([value, code], options) => {
    const currency = printed(code ?? options.hash['currency'] ?? rootMember(options, 'currency') ?? '');
    if (!/^[A-Za-z]{3}$/.test(currency))
      throw new TemplateFault(
        currency === ''
          ? 'money expects a currency: the data has no `currency`, and the call names none, as in {{money amount currency="EUR"}}'
          : `money expects a currency of three letters such as EUR, not ${JSON.stringify(currency.slice(0, 50))}`,
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
      const value = decimalOf(path === undefined ? item : at(item, printed(path)), { emptyIsZero: true });
      total = total.plus(
        hash['times'] === undefined
          ? value
          : value.times(decimalOf(at(item, printed(hash['times'])), { emptyIsZero: true })),
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
    const price = printed(hash['price'] ?? 'price');
    const quantity = printed(hash['quantity'] ?? 'quantity');
    const rate = printed(hash['rate'] ?? 'vat');
    const items = listOf(list, 'vat').map((item) => ({
      price: at(item, price),
      quantity: at(item, quantity),
      rate: at(item, rate),
    }));
    return vatOf(items, Math.min(wholeOf(hash['digits'] ?? 2, 'digits'), 20));
  },

  barcode: ([value], { hash }) => barcodeOf(printed(value), hash),
  qr: ([value], { hash }) => qrOf(printed(value), hash),

  translations: () => '',
  t: ([key], options) => textFor(printed(key), options),
};

const builtIn = Handlebars.create().helpers as Readonly<
  Record<BuiltInHelper | 'blockHelperMissing', (...args: unknown[]) => unknown>
>;

/** The helpers as Handlebars calls them. Their errors carry the place of the call. */
export const helpers: Readonly<Record<string, (...args: unknown[]) => unknown>> = Object.freeze({
  ...Object.fromEntries(
    Object.entries(helperFunctions).map(([name, helper]) => [
      name,
      function (this: unknown, ...args: unknown[]): unknown {
        const options = args.pop() as HelperCall;
        // Data may have members of these names: {{number}} of an invoice, {{#lines}}.
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
    const options = args.at(-1) as HelperCall;
    if (args.length !== 2) throw placed(new TemplateFault('each expects a list'), options, 'each');
    const { written } = rootOf(options);
    const counted: HelperCall = {
      ...options,
      fn: (context, runtime) => {
        const text = options.fn(context, runtime);
        // Nested loops count twice, so they stop sooner; the loops of real documents stay far below the limit.
        written.length += text.length + 1;
        if (written.length > 2 * MAX_OUTPUT)
          throw placed(new TemplateFault(`writes more than ${MAX_OUTPUT / 1024 / 1024} MB`), options, 'each');
        return text;
      },
    };
    return builtIn.each.call(this, args[0], counted);
  },
  helperMissing(this: unknown, ...args: unknown[]): unknown {
    const options = args.at(-1) as HelperCall & { name: string };
    if (args.length === 1) return undefined;
    throw placed(new TemplateFault(`no helper has the name ${JSON.stringify(options.name)}`), options, '');
  },
});

function ownMember(context: unknown, name: string, options: HelperCall): unknown {
  const value = at(context, name);
  return typeof options.fn === 'function' ? builtIn.blockHelperMissing.call(context, value, options) : value;
}

function placed(error: unknown, { loc }: HelperCall, name: string): TemplateFault {
  if (error instanceof TemplateFault && error.line !== undefined) return error;
  const message = error instanceof Error ? error.message : String(error);
  const source = (loc as { source?: string } | undefined)?.source;
  // The place is in the partial then, not in the template.
  const within = source ? ` (in the partial ${source}, line ${loc?.start.line})` : '';
  const prefix = name !== '' && !message.startsWith(name) ? `${name}: ` : '';
  return new TemplateFault(
    `${prefix}${message}${within}`,
    loc && !source ? { line: loc.start.line, column: loc.start.column + 1 } : undefined,
  );
}

/** Returns a text in the language of the data, else in the first one of the template, with each `{name}` replaced. */
function textFor(key: string, options: HelperCall): string {
  const { texts } = rootOf(options);
  const locale = localeOf(options);
  const candidates = [locale, locale.split('-')[0] ?? locale, ...Object.keys(texts)];
  for (const language of candidates) {
    const entry = Object.hasOwn(texts, language) && Object.hasOwn(texts[language] ?? {}, key) && texts[language]?.[key];
    if (entry === undefined || entry === false) continue;
    const text = typeof entry === 'string' ? entry : pluralOf(entry, language, options.hash['count']);
    return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(options.hash, name) ? printed(options.hash[name]) : whole,
    );
  }
  throw new TemplateFault(`{{#translations}} contains no text ${JSON.stringify(key)}`);
}

function pluralOf(forms: Readonly<Record<string, string>>, language: string, count: unknown): string {
  const category = new Intl.PluralRules(language).select(Number(decimalOf(count)));
  return forms[category] ?? forms['other'] ?? '';
}
