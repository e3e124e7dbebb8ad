import { holdsBigInt, parseJson } from '../../domain/validation/parseJson.ts';

/**
 * Carries whole numbers that a double cannot represent into a script and out of it, as BigInts. QuickJS reads and writes
 * JSON numbers as doubles, so the JSON text has a marked string in place of each.
 */
export interface WholeNumbers {
  /** The JSON text that the script parses. */
  readonly input: string;
  /** Source of the function by which the script's JSON.parse restores BigInts; undefined if there are none. */
  readonly reviver: string | undefined;
  /** Source of the function by which JSON.stringify marks BigInts; undefined if the script cannot have any. */
  readonly replacer: string | undefined;
  /** Returns the JSON text of a result without marks. */
  result(text: string): string;
}

/** Syntax of a literal and name of the constructor, without which a script has no BigInts but those of its input. */
const makesBigInts = /BigInt|\dn/;

export function carryWholeNumbers(source: string, input: string): WholeNumbers {
  // A script cannot guess the mark, so that none of its own strings becomes a number.
  const mark = crypto.randomUUID();
  const marked = withMarks(mark, input);
  const found = marked !== undefined;
  const hasBigInts = found || makesBigInts.test(source);
  const replacer = `(name, value) => typeof value === 'bigint' ? '${mark}' + value : value`;
  const reviver = `((toBigInt) => (name, value) =>
    typeof value === 'string' && value.startsWith('${mark}') ? toBigInt(value.slice(${mark.length})) : value)(BigInt)`;
  return {
    input: marked ?? input,
    reviver: found ? reviver : undefined,
    replacer: hasBigInts ? replacer : undefined,
    result: (text) => (hasBigInts ? text.replaceAll(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1') : text),
  };
}

/** Returns the text with the numbers as marked strings; undefined if there are none. */
function withMarks(mark: string, input: string): string | undefined {
  const value = parseJson(input);
  if (!holdsBigInt(value)) return undefined;
  // A replacer is called with the value of toJSON, and the holder as `this` has the BigInt.
  return JSON.stringify(value, function (this: Record<string, unknown>, name, written: unknown) {
    const own = this[name];
    return typeof own === 'bigint' ? mark + own : written;
  });
}
