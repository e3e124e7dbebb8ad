import type { JsonObject, Values } from './kind.ts';
import { isObject } from './reading.ts';
import { makeCompiler } from './schemaCompiler.ts';

/** A type's registry: for each characteristic a JSON Schema (2020-12), with `required: true` beside it when obligatory. */

/** The problems of a registry; none when every entry is a schema that compiles. */
export function checkRegistry(values: Values): string[] {
  const registry = values.registry;
  if (!isObject(registry)) return [];
  const ajv = makeCompiler();
  return Object.entries(registry).flatMap(([name, entry]) => {
    const at = `registry.${name}`;
    if (!isObject(entry)) return [`${at}: must be a JSON Schema object`];
    // Its validator would answer promises.
    if (Object.hasOwn(entry, '$async')) return [`${at}.$async: is no part of JSON Schema`];
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
