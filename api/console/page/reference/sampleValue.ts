import { type JsonSchema, type OpenApi, resolved } from './openApi.ts';

const formats: Readonly<Record<string, string>> = {
  uuid: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f70',
  'date-time': '2026-11-20T09:00:00.000Z',
  duration: 'PT1.5S',
};

/** A schema can contain itself: deeper members are empty. */
const DEPTH = 3;

/** Returns a value that the schema allows. */
export function sampleValue(document: OpenApi, schema: JsonSchema, depth = 0): unknown {
  const one = resolved(document, schema);
  if (one.example !== undefined) return one.example;
  if (one.const !== undefined) return one.const;
  if (one.default !== undefined) return one.default;
  if (one.enum) return one.enum[0];
  const [choice] = one.oneOf ?? one.anyOf ?? [];
  if (choice && !one.properties) return sampleValue(document, choice, depth);
  const [type] = [one.type].flat();
  switch (type) {
    case 'string':
      return formats[one.format ?? ''] ?? 'text';
    case 'integer':
    case 'number':
      return Math.max(one.minimum ?? 0, 0);
    case 'boolean':
      return true;
    case 'array':
      return depth < DEPTH && one.items ? [sampleValue(document, one.items, depth + 1)] : [];
    case 'object':
      return sampleObject(document, one, depth);
    default:
      return {};
  }
}

/** Returns an object with the required members; with all members, if the schema of a whole body requires none. */
function sampleObject(document: OpenApi, { properties = {}, required = [], examples }: JsonSchema, depth: number) {
  const isWhole = depth === 0 && required.length === 0;
  const members = Object.entries(properties).filter(
    ([name, { readOnly }]) => (isWhole || required.includes(name)) && !readOnly && depth < DEPTH,
  );
  if (members.length === 0) return examples?.[0] ?? {};
  return Object.fromEntries(members.map(([name, member]) => [name, sampleValue(document, member, depth + 1)]));
}
