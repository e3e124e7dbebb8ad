import type { ErrorObject } from 'ajv/dist/2020.js';
import type { JsonObject } from '../kinds/kind.ts';
import { messageOf } from '../runtime/errorDetails.ts';
import { withDoubles } from './parseJson.ts';
import { makeCompiler, refuel, TooMuchWork } from './schemaCompiler.ts';

/** Returns the problems of an input, each beginning with the path of the member. */
export type InputCheck = (input: JsonObject) => string[];

/** Maximum length of a schema: compiling a longer one would block the API for too long. */
const MAX_SCHEMA = 100_000;
/** Problems of one input that are listed. */
const MAX_PROBLEMS = 100;

/** Returns a check of inputs, or the problems of the schema. */
export function compileInputSchema(written: JsonObject): InputCheck | string[] {
  const schema = withDoubles(written);
  if (JSON.stringify(schema).length > MAX_SCHEMA) return [`inputSchema: must have at most ${MAX_SCHEMA} characters`];
  // The validator of an asynchronous schema would return promises.
  if (Object.hasOwn(schema, '$async')) return ['inputSchema.$async: is not part of JSON Schema'];
  const ajv = makeCompiler();
  try {
    if (!ajv.validateSchema(schema)) {
      return (ajv.errors ?? []).map((error) => `inputSchema${memberPath(error.instancePath, '.')}: ${error.message}`);
    }
    const validate = ajv.compile(schema);
    return (input) => {
      refuel(ajv);
      try {
        return validate(withDoubles(input)) ? [] : (validate.errors ?? []).slice(0, MAX_PROBLEMS).map(describeError);
      } catch (error) {
        // An endless recursion of references ends with a RangeError of the stack.
        if (error instanceof TooMuchWork || error instanceof RangeError)
          return ['body: takes too long to be checked against the inputSchema of the script'];
        throw error;
      }
    };
  } catch (error) {
    return [`inputSchema: is not a usable JSON Schema, ${messageOf(error)}`];
  }
}

function describeError({ keyword, instancePath, params, message }: ErrorObject): string {
  const within = memberPath(instancePath, '');
  const below = (name: string): string => (within === '' ? name : `${within}.${name}`);
  if (keyword === 'required') return `${below(String(params['missingProperty']))}: is required`;
  if (keyword === 'additionalProperties') return `${below(String(params['additionalProperty']))}: unknown member`;
  if (keyword === 'unevaluatedProperties') return `${below(String(params['unevaluatedProperty']))}: unknown member`;
  const allowed = keyword === 'enum' ? ` ${JSON.stringify(params['allowedValues'])}` : '';
  return `${within || 'body'}: ${message}${allowed}`;
}

/** A JSON pointer as the path of a member: `/a/0/b` is `a[0].b`. */
function memberPath(pointer: string, first: '' | '.'): string {
  const parts = pointer.split('/').slice(1);
  const path = parts
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('');
  return first === '' && path.startsWith('.') ? path.slice(1) : path;
}
