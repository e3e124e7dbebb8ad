import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { RE2JS } from 're2js';

/**
 * Calls and errors after which a validation fails. Schemas are written by clients, and none may hang or end the process
 * that uses it: patterns run on RE2, in linear time, and uniqueItems takes linear time too; but a few lines of
 * references that each refer to the next one twice would take hours.
 */
const FUEL = 100_000;

/** A validation has used its fuel. */
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

/** Each client's schemas get a compiler of their own, because an `$id` of one must not be found by another. */
export function makeCompiler(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateFormats: true,
    // Makes each reference a call, and the code no longer than the schema.
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
    validate: (isUnique: boolean, items: unknown[]) => !isUnique || new Set(items.map(canonical)).size === items.length,
  });
  refuel(ajv);
  return ajv;
}

/** Fills the fuel of a compiler; call it before each validation. */
export function refuel(ajv: Ajv2020): void {
  let fuel = FUEL;
  // Validators refer to their compiler as `self`.
  Object.assign(ajv, {
    takeFuel: () => {
      if (--fuel < 0) throw new TooMuchWork('takes too long to check');
    },
  });
}

const functionHead = /\bfunction validate\d+\(data, \{.*?\}=\{\}\)\{/;
const errorHead = /\bconst err\d+ = \{/g;
const errorReport = /\bvErrors\.push\(err\d+\)/g;

/**
 * Makes a generated validator take fuel for each call and each error. The first match of the head is the function
 * itself, because only names of the compiler precede it.
 *
 * @throws where the code is not the code that this release of Ajv generates: such a validator could run without an end
 */
export function withFuel(code: string): string {
  const errors = code.match(errorHead)?.length ?? 0;
  if (!functionHead.test(code) || errors < (code.match(errorReport)?.length ?? 0))
    throw new Error('the code of a validator has another form than that of the Ajv in package-lock.json');
  return code.replace(functionHead, '$&self.takeFuel();').replaceAll(errorHead, 'self.takeFuel();$&');
}

/** Equal values have equal texts, whatever the order of their members. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
