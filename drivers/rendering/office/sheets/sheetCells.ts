import { cellDate, isCellNumber } from '../../../../domain/documents/templates/cellValues.ts';
import { readAmount } from './amounts.ts';

/** The content of a cell of a sheet. */
export type Cell =
  | { readonly kind: 'text' }
  | {
      readonly kind: 'number' | 'date';
      /** For a date: days since 1899-12-30, the epoch of spreadsheets. */
      readonly value: number;
      /** Number format, in the codes of spreadsheets. */
      readonly shown: string;
    };

const DAY_MS = 86_400_000;
const EPOCH = Date.UTC(1899, 11, 30);
const SHOWN_DATE = 'YYYY-MM-DD';

const WHOLE = /^-?\d+$/;
const PLAIN = /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/;
/** From this many digits on, an integer is an identifier: of a telephone, an account, a company. */
const IDENTIFIER_DIGITS = 8;

/**
 * Reads a cell. The attributes `data-text`, `data-number="1234.5"` and `data-date="2026-11-21"` state its type. Without
 * them, a plain ISO date is a date, a plain number is a number (`1234.50`: no groups of digits, no leading zero, at most
 * 7 digits if it is an integer), an amount with its currency (`€1,234.50`, `1 234,50 Kč`) or a percentage (`12.5 %`) is a number, and everything else
 * is text.
 *
 * @param attribute returns an attribute of the cell; undefined if the cell lacks it
 * @param text      the text of the cell, trimmed
 */
export function readCell(attribute: (name: string) => string | undefined, text: string): Cell {
  if (attribute('data-text') !== undefined) return { kind: 'text' };
  const format = attribute('data-format');
  const number = attribute('data-number')?.trim();
  // A spreadsheet stores numbers as doubles.
  if (number !== undefined && WHOLE.test(number) && !Number.isSafeInteger(Number(number))) return { kind: 'text' };
  if (number !== undefined && isCellNumber(number)) return numberCell(number, format);
  const date = attribute('data-date')?.trim();
  if (date !== undefined) return dateCell(date, format) ?? { kind: 'text' };
  if (number === undefined && isPlain(text)) return numberCell(text, format);
  if (number === undefined) return dateCell(text, format) ?? amountCell(text, format) ?? { kind: 'text' };
  return dateCell(text, format) ?? { kind: 'text' };
}

function amountCell(text: string, format: string | undefined): Cell | undefined {
  const amount = readAmount(text);
  return amount && { kind: 'number', value: amount.value, shown: format ?? amount.shown };
}

function isPlain(text: string): boolean {
  return PLAIN.test(text) && (text.includes('.') || text.replace('-', '').length < IDENTIFIER_DIGITS);
}

function numberCell(text: string, format: string | undefined): Cell {
  const decimals = text.split('.')[1]?.length ?? 0;
  return { kind: 'number', value: Number(text), shown: format ?? (decimals > 0 ? `0.${'0'.repeat(decimals)}` : '0') };
}

/** Returns undefined if the day does not exist. A time with an offset is shown in UTC, as everywhere in the service. */
function dateCell(text: string, format: string | undefined): Cell | undefined {
  const date = cellDate(text);
  if (!date) return undefined;
  const shown = format ?? (date.hasTime ? `${SHOWN_DATE} HH:MM:SS` : SHOWN_DATE);
  return { kind: 'date', value: (date.at - EPOCH) / DAY_MS, shown };
}

/** Returns about how many characters a number or a date has in its format. */
export function digitsOf({ value, shown }: Exclude<Cell, { kind: 'text' }>): number {
  const whole = String(Math.trunc(Math.abs(value))).length;
  const [, decimals = ''] = /\.([0#]+)/.exec(shown) ?? [];
  const literal = shown.split(';')[0]?.replaceAll(/["\\#0.,]/g, '').length ?? 0;
  if (/[DMYH]/i.test(shown.replaceAll(/"[^"]*"/g, ''))) return shown.length;
  return (
    whole +
    (shown.includes(',') ? Math.floor((whole - 1) / 3) : 0) +
    decimals.length +
    1 +
    literal +
    (value < 0 ? 1 : 0)
  );
}
