/** An amount with its currency, or a percentage, as a sheet has it. */
export interface Amount {
  readonly value: number;
  /** Number format, in the codes of spreadsheets. */
  readonly shown: string;
}

/** A sign before the currency or behind it, a currency, digits with separators, a currency. */
const AMOUNT = /^([-−]\s?)?([^\d\s,()−-]{1,4}\s?)?([-−])?(\d[\d.,’'\s]*?)(\s?[^\d\s,()−-]{1,3})?$/u;
const IN_BRACKETS = /^\((.+)\)$/;
const PERCENTAGE = /^([-−])?((\d{1,9})(?:[.,](\d{1,4}))?)(\s?)%$/u;
/** Digits without groups, or groups of three digits by one separator; then two decimals by another separator. */
const UNGROUPED = /^(\d+)(?:[.,](\d\d))?$/;
const GROUPED = /^(\d{1,3}([.,’'\s])\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d\d))?$/u;
/** One point or comma before three digits: some write groups so, some currencies have three decimals. */
const AMBIGUOUS = /^\d{1,3}[.,]\d{3}$/;
const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** Names of currencies that are neither signs nor codes. */
const names: ReadonlySet<string> = new Set('Kč zł Ft kr kr. lei лв. дин CHF Fr Fr. SFr. Rs Rs. Rp RM 円 元'.split(' '));
/** Dollars and the like of a country: `US$`, `A$`, `R$`. */
const ofCountry = /^(?:US|AU?|CA?|HK|NT|NZ|MX|S|R|CN|JP)[$¥]$/;
/** Currencies without decimals. */
const wholeOnes: ReadonlySet<string> = new Set('¥ ￥ ₩ ₫ Ft Rp 円 JPY KRW VND HUF IDR CLP JP¥ NT$ TWD'.split(' '));

/**
 * Reads an amount with its currency before or behind it, as the locales of the helper `money` write it, or a percentage.
 * An amount in brackets is negative. Returns undefined for any other text.
 */
export function readAmount(text: string): Amount | undefined {
  const inBrackets = IN_BRACKETS.exec(text)?.[1];
  const amount = percentageOf(text) ?? amountOf(inBrackets ?? text);
  if (!amount || inBrackets === undefined) return amount;
  return amount.value < 0 ? undefined : { value: -amount.value, shown: `${amount.shown};(${amount.shown})` };
}

function amountOf(text: string): Amount | undefined {
  const [, first = '', before = '', second = '', digits = '', behind = ''] = AMOUNT.exec(text) ?? [];
  const currency = before.trim() || behind.trim();
  if ((before === '') === (behind === '') || !isCurrency(currency) || (first && second)) return undefined;
  const [, whole = '', ...others] = UNGROUPED.exec(digits) ?? GROUPED.exec(digits) ?? [];
  if (whole === '' || (AMBIGUOUS.test(digits) && !wholeOnes.has(currency))) return undefined;
  const decimals = others.at(-1) ?? '';
  const value = Number(`${first || second ? '-' : ''}${whole.replaceAll(/[^\d]/g, '')}${decimals && `.${decimals}`}`);
  if (!Number.isSafeInteger(Math.trunc(value))) return undefined;
  const places = `#,##0${decimals && `.${'0'.repeat(decimals.length)}`}`;
  const [left, right] = [before, behind].map((one) => one && `"${one.replaceAll(/\s/g, ' ')}"`);
  const shown = `${left}${places}${right}`;
  return { value, shown: second === '' ? shown : `${shown};${left}-${places}${right}` };
}

const isCurrency = (text: string): boolean =>
  /^\p{Sc}$/u.test(text) || names.has(text) || codes.has(text) || ofCountry.test(text);

/** Of a hundred: 12.5 % is 0.125. */
function percentageOf(text: string): Amount | undefined {
  const [, minus, digits = '', whole = '', decimals = '', space = ''] = PERCENTAGE.exec(text) ?? [];
  if (whole === '' || (AMBIGUOUS.test(digits) && whole !== '0')) return undefined;
  const hundredths = Number(`${minus ? '-' : ''}${whole}.${decimals}`);
  const places = `0${decimals && `.${'0'.repeat(decimals.length)}`}`;
  return { value: Number((hundredths / 100).toPrecision(15)), shown: `${places}${space && '" "'}%` };
}
