declare global {
  interface JSON {
    // ECMAScript 2026, which the types of TypeScript do not have yet.
    rawJSON(text: string): object;
  }
}

// JSON.stringify writes a BigInt as a number. Modules that write values import this one for that.
Object.defineProperty(BigInt.prototype, 'toJSON', {
  value(this: bigint) {
    return JSON.rawJSON(this.toString());
  },
});

/** Finds most texts that have no such number. An index of a shorter run is a safe integer. */
const longRun = /\d{16}/;
/** A number outside of strings follows a bracket, a colon, a comma or space; in strings, this is rare. */
const longNumber = /(?:^|[[:,\s])-?\d{16}/;
const wholeNumber = /^-?\d+$/;

/**
 * Parses JSON. Whole numbers that a double may not represent exactly, as other programs write them, become BigInts. All
 * other values are as JSON.parse returns them. A whole number beyond the range of doubles is infinite, and readers reject it.
 */
export function parseJson(text: string): unknown {
  if (!longRun.test(text) || !longNumber.test(text)) return JSON.parse(text);
  try {
    return JSON.parse(text, revive);
  } catch (error) {
    // The walk of a reviver is recursive. Readers reject values that are nested so deeply.
    if (error instanceof RangeError) return JSON.parse(text);
    throw error;
  }
}

function revive(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || !Number.isFinite(value)) return value;
  return context?.source !== undefined && wholeNumber.test(context.source) ? BigInt(context.source) : value;
}

/** Returns the value with doubles in place of BigInts, for libraries that know only doubles. */
export function withDoubles<Value>(value: Value): Value {
  return holdsBigInt(value) ? JSON.parse(JSON.stringify(value)) : value;
}

export function holdsBigInt(value: unknown): boolean {
  if (typeof value === 'bigint') return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsBigInt);
}
