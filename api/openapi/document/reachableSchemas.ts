import type { Schema } from '../../http/route.ts';

/** Returns the name of the schema that a `$ref` refers to; undefined for a reference to anything else. */
const schemaNamed = (reference: unknown): string | undefined =>
  typeof reference === 'string' ? /^#\/components\/schemas\/(.+)$/.exec(reference)?.[1] : undefined;

/** Returns those of the schemas that the parts of a document refer to, ordered by name. */
export function reachableSchemas(all: Readonly<Record<string, Schema>>, parts: readonly Schema[]): Schema {
  const found = new Map<string, Schema>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if (Array.isArray(part)) {
      for (const element of part) visit(element);
      return;
    }
    for (const [name, value] of Object.entries(part)) {
      const target = name === '$ref' ? schemaNamed(value) : undefined;
      if (target === undefined) visit(value);
      else take(target);
    }
  };
  const take = (name: string): void => {
    if (found.has(name)) return;
    const schema = all[name];
    if (!schema) throw new Error(`a route refers to the unknown schema ${name}`);
    found.set(name, schema);
    visit(schema);
  };
  for (const part of parts) visit(part);
  return Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}
