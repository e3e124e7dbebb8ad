import { DateTime } from 'luxon';
import { TemplateFault } from '../../../domain/documents/templates/templateFault.ts';
import { isLanguage } from '../../../domain/documents/templates/translations.ts';
import { decimalOf } from './decimals.ts';
import { type HelperCall, rootOf } from './helperContext.ts';
import { at, isEmpty, printed, wholeOf } from './helperValues.ts';

export function rootMember({ data }: HelperCall, name: string): unknown {
  const { root }: { root?: unknown } = data;
  return at(root, name);
}

/** The last valid locale: every number of a long table has the same one. */
let lastLocale = '';

export function localeOf(options: HelperCall): string {
  const value = options.hash['locale'] ?? rootMember(options, 'locale');
  if (isEmpty(value)) return Object.keys(rootOf(options).texts)[0] ?? 'en';
  const locale = printed(value).replaceAll('_', '-');
  if (locale === lastLocale) return locale;
  if (isLanguage(locale)) lastLocale = locale;
  else throw new TemplateFault(`${JSON.stringify(locale.slice(0, 100))} is not a locale`);
  return locale;
}

function zoneOf(options: HelperCall): string {
  const zone = options.hash['timeZone'] ?? rootMember(options, 'timeZone');
  return isEmpty(zone) ? 'UTC' : printed(zone);
}

const styles = ['short', 'medium', 'long', 'full'] as const;

export function dateText(value: unknown, options: HelperCall, what: 'date' | 'time' | 'both'): string {
  if (isEmpty(value)) return '';
  const zone = zoneOf(options);
  const moment = (
    typeof value === 'number' ? DateTime.fromMillis(value, { zone }) : DateTime.fromISO(printed(value).trim(), { zone })
  ).setLocale(localeOf(options));
  if (!moment.isValid) {
    const zoned = moment.invalidReason === 'unsupported zone';
    throw new TemplateFault(
      zoned
        ? `no time zone has the name ${JSON.stringify(zone)}`
        : `${JSON.stringify(value)} is not a date such as 2026-03-31`,
    );
  }
  const format = options.hash['format'] ?? 'medium';
  const style = styles.find((one) => one === format);
  if (!style) return moment.toFormat(printed(format));
  return moment.toLocaleString({
    ...(what !== 'time' && { dateStyle: style }),
    // A medium time would have seconds, which documents do not show.
    ...(what !== 'date' && { timeStyle: style === 'medium' ? 'short' : style }),
  });
}

const formats = new Map<string, Intl.NumberFormat>();

export function numberText(value: unknown, options: HelperCall, base: Intl.NumberFormatOptions): string {
  if (isEmpty(value)) return '';
  const placesOf = (name: string): number | undefined => {
    const number = options.hash[name];
    return number === undefined ? undefined : Math.min(wholeOf(number, name), 20);
  };
  const places = placesOf('digits');
  const maxPlaces = placesOf('most') ?? places;
  const style: Intl.NumberFormatOptions = {
    ...base,
    ...(places !== undefined && { minimumFractionDigits: Math.min(places, maxPlaces ?? places) }),
    ...(maxPlaces !== undefined && { maximumFractionDigits: maxPlaces }),
  };
  const locale = localeOf(options);
  const key = `${locale} ${style.style} ${style.currency} ${places} ${maxPlaces}`;
  let format = formats.get(key);
  if (!format) {
    if (formats.size > 200) formats.clear();
    format = new Intl.NumberFormat(locale, style);
    formats.set(key, format);
  }
  // Formatted from text, so that no digits beyond the precision of a float are lost.
  return format.format(decimalOf(value).toFixed() as Intl.StringNumericLiteral);
}
