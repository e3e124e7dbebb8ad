import type { JsonObject } from '../../kinds/kind.ts';
import { messageOf } from '../../runtime/errorDetails.ts';
import { withDoubles } from '../parseJson.ts';
import { makeCompiler, refuel, TooMuchWork } from './schemaCompiler.ts';
import { schemaProblem } from './schemaProblem.ts';

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
      return (ajv.errors ?? []).slice(0, MAX_PROBLEMS).map((error) => schemaProblem(error, schema, 'inputSchema'));
    }
    const validate = ajv.compile(schema);
    return (input) => {
      refuel(ajv);
      try {
        const checked = withDoubles(input);
        if (validate(checked)) return [];
        return (validate.errors ?? []).slice(0, MAX_PROBLEMS).map((error) => schemaProblem(error, checked));
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
