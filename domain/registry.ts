import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { RE2JS } from 're2js';
import type { JsonObject, Values } from './kind.ts';
import { isObject } from './reading.ts';

/**
 * A type's registry: for each characteristic a JSON Schema (2020-12), with `required: true` beside it when obligatory.
 * Patterns run on RE2 (linear time), so that no client-given schema can hang the process that compiles or uses it.
 */
const linearRegExp = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(pattern);
    return { test: (text: string) => compiled.matcher(text).find() };
  },
  { code: 'new RE2' },
);

/** A compiler of its own for each registry: schemas of one client must not meet the `$id` of another's. */
export function makeCompiler() {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true, code: { regExp: linearRegExp } });
  addFormats.default(ajv);
  return ajv;
}

/** The problems of a registry; none when every entry is a schema that compiles. */
export function checkRegistry(values: Values): string[] {
  const registry = values.registry;
  if (!isObject(registry)) return [];
  const ajv = makeCompiler();
  return Object.entries(registry).flatMap(([name, entry]) => {
    const at = `registry.${name}`;
    if (!isObject(entry)) return [`${at}: must be a JSON Schema object`];
    const schema = schemaOf(entry);
    if (!ajv.validateSchema(schema)) {
      return (ajv.errors ?? []).map((error) => `${at}${error.instancePath.replaceAll('/', '.')}: ${error.message}`);
    }
    try {
      ajv.compile(schema);
      return [];
    } catch (error) {
      return [`${at}: is no usable JSON Schema, ${(error as Error).message}`];
    }
  });
}

function schemaOf(entry: JsonObject): JsonObject {
  if (typeof entry.required !== 'boolean') return entry;
  const { required: _, ...schema } = entry;
  return schema;
}
