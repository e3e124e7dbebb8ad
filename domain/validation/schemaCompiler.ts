import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { RE2JS } from 're2js';

/**
 * Schemas that clients have written, compiled so that none hangs or ends the process that uses it: patterns run on RE2
 * (linear time), uniqueItems takes linear time too, and a validation is given up after so many calls and errors: a few
 * lines of references that each refer to the next one twice take hours otherwise.
 */
const FUEL = 100_000;

/** A validation was given up. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';
}

const linearRegExp = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(pattern);
    return { test: (text: string) => compiled.matcher(text).find() };
  },
  { code: 'new RE2' },
);

/** A compiler of its own for each client's schemas: they must not meet the `$id` of another's. */
export function makeCompiler(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateFormats: true,
    // Every reference is a call then, and the code no longer than the schema.
    inlineRefs: false,
    code: { regExp: linearRegExp, process: withFuel },
  });
  addFormats.default(ajv);
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: { message: 'must NOT have duplicate items' },
    validate: (wanted: boolean, items: unknown[]) => !wanted || new Set(items.map(canonical)).size === items.length,
  });
  refuel(ajv);
  return ajv;
}

/** Before each validation by what this compiler has compiled. */
export function refuel(ajv: Ajv2020): void {
  let left = FUEL;
  // The code of validators knows its compiler as `self`.
  Object.assign(ajv, {
    takeFuel: () => {
      if (--left < 0) throw new TooMuchWork('takes too long to check');
    },
  });
}

/** The first match is the function itself: only names of ours stand before it. */
function withFuel(code: string): string {
  return code
    .replace(/\bfunction validate\d+\(data, \{.*?\}=\{\}\)\{/, '$&self.takeFuel();')
    .replaceAll(/\bconst err\d+ = \{instancePath/g, 'self.takeFuel();$&');
}

/** Equal values have equal texts, whatever the order of their members. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
