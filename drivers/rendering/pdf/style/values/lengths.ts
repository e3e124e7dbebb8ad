import {
  addedLength,
  bounded,
  type Length,
  readCalculation,
  scaledLength,
} from '../../../../../domain/documents/css/calculation.ts';
import { ownValue } from '../../../../../domain/documents/css/ownValue.ts';
import type { QueryContainer } from '../queries/queryContainer.ts';

export { addedLength, type Length, scaledLength };

/** What greater numbers count for: no paper is that long. */
const MAX_NUMBER = 1e9;

/** What the units of a document stand for; pt. */
export interface Units {
  /** The font size of the root element. */
  readonly rem: number;
  /** The height of a line of the element, where one of its properties has the unit `lh`, and of the root element. */
  readonly lineHeight?: number;
  readonly rootLineHeight?: number;
  /** The containers around an element that its size is queried of, from the innermost. */
  readonly containers?: readonly QueryContainer[];
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
  const own = /^(?:em|ex|ch|cap|ic|r?lh|cq.*)$/.test(unit) ? 1 : zoom;
  const factor = fontUnit(unit, em, known) ?? units[unit === '' ? 'px' : unit];
  return factor === undefined ? undefined : bounded(number * factor * own);
}

/** What the units of a font are of Noto Sans; em. The other standard fonts differ by some hundredths. */
const ofFont: Readonly<Record<string, number>> = { em: 1, ex: 0.536, ch: 0.572, cap: 0.714, ic: 1 };

/** Returns a hundredth of the nearest container, or of the page without one; pt. */
function containerUnit(
  unit: string,
  { containers = [], width: pageWidth, height: pageHeight }: Units,
): number | undefined {
  const width = containers[0]?.size?.width ?? pageWidth;
  const height = containers.find(({ hasHeight }) => hasHeight)?.size?.height ?? pageHeight;
  const sizes: Readonly<Record<string, number>> = {
    cqw: width,
    cqi: width,
    cqh: height,
    cqb: height,
    cqmin: Math.min(width, height),
    cqmax: Math.max(width, height),
  };
  const size = ownValue(sizes, unit);
  return size === undefined ? undefined : size / 100;
}

function fontUnit(unit: string, em: number, known: Units): number | undefined {
  const { rem, width, height, lineHeight, rootLineHeight } = known;
  if (unit.startsWith('cq')) return containerUnit(unit, known);
  const own = ownValue(ofFont, unit);
  if (own !== undefined) return own * em;
  const ofRoot = unit.startsWith('r') ? ownValue(ofFont, unit.slice(1)) : undefined;
  if (ofRoot !== undefined) return ofRoot * rem;
  switch (unit) {
    case 'lh':
      return lineHeight;
    case 'rlh':
      return rootLineHeight;
    case 'vw':
    case 'vi':
      return width / 100;
    case 'vh':
    case 'vb':
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
