import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Json, JsonObject, Values } from '../../kinds/kind.ts';
import { messageOf } from '../../runtime/errorDetails.ts';
import { withDoubles } from '../parseJson.ts';
import { isObject } from '../values.ts';
import { makeCompiler, refuel, TooMuchWork } from './schemaCompiler.ts';
import { schemaProblem } from './schemaProblem.ts';

/** A type's registry: for each characteristic a JSON Schema (2020-12), with `required: true` beside it when obligatory. */

/** The problems of a registry; none when every entry is a schema that compiles. */
export function checkRegistry(values: Values): string[] {
  const registry = values.registry;
  if (!isObject(registry)) return [];
  const ajv = makeCompiler();
  return Object.entries(registry).flatMap(([name, entry]) => {
    const at = `registry.${name}`;
    if (!isObject(entry)) return [`${at}: must be a JSON Schema object`];
    // The validator of an asynchronous schema would return promises.
    if (Object.hasOwn(entry, '$async')) return [`${at}.$async: is not part of JSON Schema`];
    const schema = schemaOf(entry);
    if (!ajv.validateSchema(schema)) {
      return (ajv.errors ?? []).slice(0, LISTED).map((error) => schemaProblem(error, schema, at));
    }
    try {
      ajv.compile(schema);
      return [];
    } catch (error) {
      return [`${at}: is not a usable JSON Schema, ${messageOf(error)}`];
    }
  });
}

/** The problems of the characteristics of a record, each beginning with `chars`. */
export type CharsCheck = (chars: JsonObject) => string[];

/** Maximum number of listed problems of one characteristic. */
const LISTED = 20;

/**
 * Compiles a registry in which checkRegistry finds no problems. An empty registry accepts everything; any other rejects
 * names that it does not contain.
 */
export function compileRegistry(registry: JsonObject, typeCode: string): CharsCheck {
  const entries = Object.entries(registry).filter((entry): entry is [string, JsonObject] => isObject(entry[1]));
  if (entries.length === 0) return () => [];
  const ajv = makeCompiler();
  const checks = new Map(entries.map(([name, entry]) => [name, ajv.compile(schemaOf(entry))]));
  const obligatory = entries.filter(([, entry]) => entry.required === true).map(([name]) => name);
  const names = `the registry of ${JSON.stringify(typeCode)} has ${[...checks.keys()].join(', ')}`;
  return (chars) => {
    const absent = obligatory.filter((name) => !Object.hasOwn(chars, name));
    return [
      ...absent.map((name) => `chars.${name}: is required by the registry of ${JSON.stringify(typeCode)}`),
      ...Object.entries(chars).flatMap(([name, value]) => {
        const check = checks.get(name);
        if (!check) return [`chars.${name}: unknown characteristic, ${names}`];
        refuel(ajv);
        if (passes(check, value)) return [];
        if (!check.errors) return [`chars.${name}: takes too long to check, or is nested too deeply`];
        return check.errors.slice(0, LISTED).map((error) => schemaProblem(error, value, `chars.${name}`));
      }),
    ];
  };
}

/** A schema that points to itself follows a value as deep as it goes, and several times at each step. */
function passes(check: ValidateFunction, value: Json): boolean {
  try {
    return check(withDoubles(value)) as boolean;
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TooMuchWork)) throw error;
    check.errors = null;
    return false;
  }
}

function schemaOf(entry: JsonObject): JsonObject {
  if (typeof entry.required !== 'boolean') return withDoubles(entry);
  const { required: _, ...schema } = entry;
  return withDoubles(schema);
}
