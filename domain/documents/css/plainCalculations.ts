import { readCalculation, readNumber } from './calculation.ts';
import { replaceCalls } from './cssPatterns.ts';

/** Texts, addresses, and the starts of calculations. */
const calculations =
  /"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|url\([^()]*\)|(?<![\w-])(?:-webkit-|-moz-)?(?:calc|min|max|clamp)\(/gi;

/** Properties of lengths, for which a calculated number is none. Without a DOCTYPE, a plain number is one. */
export const lengthProperty =
  /^(?:(?:min-|max-)?(?:width|height|(?:inline|block)-size)|(?:margin|padding)(?:-[a-z-]+)?|top|right|bottom|left|inset(?:-[a-z-]+)?|font-size|(?:letter|word)-spacing|text-indent|border-spacing|border(?:-[a-z]+)?-width|(?:row-|column-)?gap)$/;

/**
 * Replaces the calculations in the value of a property whose operands have one unit, angles, or none by their results: `calc(45deg / 2)` by
 * `22.5deg`. Others, such as `calc(100% - 20px)`, remain.
 */
export function withPlainCalculations(property: string, value: string): string {
  if (!/(?:calc|min|max|clamp)\(/i.test(value)) return value;
  return replaceCalls(value, calculations, (call, next) => {
    const plain = resultOf(property, call);
    // The next part may begin behind a bracket without a space, but not behind a number.
    return plain !== undefined && /[^\s,/)]/.test(next) ? `${plain} ` : plain;
  });
}

/** Units of angles, in degrees. */
const angles: ReadonlyMap<string, number> = new Map([
  ['deg', 1],
  ['grad', 0.9],
  ['rad', 180 / Math.PI],
  ['turn', 360],
]);

const quantity = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)(%|[a-z]+)$/i;

function resultOf(property: string, calculation: string): string | undefined {
  const number = readNumber(calculation);
  if (number !== undefined) return lengthProperty.test(property) ? undefined : decimal(number);
  const units = new Set<string>();
  const note = (unit: string): number => units.add(angles.has(unit) ? 'deg' : unit).size;
  if (readCalculation(calculation, ofUnits(note)) === undefined) return undefined;
  const [only = ''] = units;
  // Of a turn around the centre of a gradient, angles and percentages are parts alike.
  const isShare = units.size === 2 && units.has('deg') && units.has('%');
  if (units.size !== 1 && !isShare) return undefined;
  const size = readCalculation(
    calculation,
    ofUnits((unit) => (angles.get(unit) ?? 1) / (isShare && unit !== '%' ? 3.6 : 1)),
  );
  if (typeof size !== 'number') return undefined;
  // A size that is calculated as negative is 0; one that is written so is none.
  if (size < 0 && only !== 'deg' && !/^background(?:-image)?$/.test(property)) return undefined;
  return `${decimal(size)}${isShare ? '%' : only}`;
}

/** Reads quantities. `factorOf`: how much one of a unit counts for. */
const ofUnits =
  (factorOf: (unit: string) => number) =>
  (text: string): number | undefined => {
    const [, number, unit = ''] = quantity.exec(text) ?? [];
    return number === undefined ? undefined : Number(number) * factorOf(unit.toLowerCase());
  };

/** Returns a number without an exponent. */
const decimal = (number: number): string => (/e/.test(String(number)) ? number.toFixed(12) : String(number));
