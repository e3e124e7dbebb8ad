import {
  addedLength,
  bounded,
  type Length,
  readCalculation,
  scaledLength,
} from '../../../../../domain/documents/css/calculation.ts';

export { addedLength, type Length, scaledLength };

/** What greater numbers count for: no paper is that long. */
const MAX_NUMBER = 1e9;

/** What the units of a document stand for; pt. */
export interface Units {
  /** The font size of the root element. */
  readonly rem: number;
  /** The area of the page within its margins. */
  readonly width: number;
  readonly height: number;
  /** Whether lengths need a unit. Without `<!DOCTYPE html>`, they do not (the quirks mode of browsers). */
  readonly needed?: boolean;
  /** Whether an element counts in the height of a line only where it has text there: without a DOCTYPE, and with a transitional one. */
  readonly textHeights?: boolean;
  /** How much larger `zoom` makes an element and all in it; 1 unless declared. */
  readonly zoom?: number;
}

export const defaultUnits: Units = { rem: 12, width: 493, height: 740 };

const units: Record<string, number> = { px: 0.75, pt: 1, pc: 12, in: 72, cm: 72 / 2.54, mm: 72 / 25.4, q: 72 / 101.6 };

/** Reads a length; undefined for `auto` and for any other text. `em` is the font size in pt. */
export function readLength(text: string, em: number, known: Units = defaultUnits): Length | undefined {
  const value = text.trim();
  if (/^(?:-webkit-|-moz-)?(?:calc|min|max|clamp)\(/i.test(value))
    return readCalculation(value, (one) => readPlain(one, em, known));
  return readPlain(value, em, known);
}

function readPlain(value: string, em: number, known: Units): Length | undefined {
  const match = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)(%|[a-z]*)$/i.exec(value);
  if (!match) return undefined;
  const number = Math.max(-MAX_NUMBER, Math.min(MAX_NUMBER, Number(match[1])));
  // The small, large and dynamic windows of a page are all the page.
  const unit = (match[2] ?? '').toLowerCase().replace(/^[sld](?=v)/, '');
  if (unit === '%') return { percent: Math.max(-1000, Math.min(1000, number)) };
  const { zoom = 1, needed = false } = known;
  if (unit === '' && needed && number !== 0) return undefined;
  const own = unit === 'em' || unit === 'ex' || unit === 'ch' ? 1 : zoom;
  const factor = fontUnit(unit, em, known) ?? units[unit === '' ? 'px' : unit];
  return factor === undefined ? undefined : bounded(number * factor * own);
}

/** Of Noto Sans; in em. The other standard fonts differ by some hundredths. */
const X_HEIGHT = 0.536;
const ZERO_WIDTH = 0.572;

function fontUnit(unit: string, em: number, { rem, width, height }: Units): number | undefined {
  switch (unit) {
    case 'em':
      return em;
    case 'rem':
      return rem;
    case 'ex':
      return em * X_HEIGHT;
    case 'ch':
      return em * ZERO_WIDTH;
    case 'vw':
      return width / 100;
    case 'vh':
      return height / 100;
    case 'vmin':
      return Math.min(width, height) / 100;
    case 'vmax':
      return Math.max(width, height) / 100;
    default:
      return undefined;
  }
}

/** Returns a length in pt; percentages are of `whole`. */
export function resolved(length: Length, whole: number): number {
  if (typeof length === 'number') return length;
  const { percent, plus = 0, among } = length;
  if (!among) return (percent / 100) * whole + plus;
  const lengths = among.lengths.map((one) => resolved(one, whole));
  return among.pick === 'sum' ? lengths.reduce((sum, one) => sum + one) : Math[among.pick](...lengths);
}

/** The share of a container that a length is, if it is nothing else. */
export function plainPercent(length: Length | undefined): number | undefined {
  return typeof length === 'object' && !length.among && !length.plus ? length.percent : undefined;
}
