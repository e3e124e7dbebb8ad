import { describe, expect, test } from 'bun:test';
import type { QueryParameter, Route, Schema } from '../../api/http/route.ts';
import { allRoutes, interfaceRoutes } from '../../api/routes/index.ts';
import operations from './operations.json' with { type: 'json' };

/**
 * Compares the routes with the list of operations: every route is in the list, each operation has exactly its
 * title, inputs and codes, and none is missing.
 */

const key = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
const listed = new Map(operations.map((operation) => [key(operation), operation]));

describe('the list of operations', () => {
  const routes = interfaceRoutes();

  test('no two routes have the same method and path', () => {
    const keys = allRoutes().map(key);
    expect(keys.filter((one, index) => keys.indexOf(one) !== index)).toEqual([]);
  });

  test('every route is in the list', () => {
    expect(routes.map(key).filter((one) => !listed.has(one))).toEqual([]);
  });

  test('besides the list only the documentation, the console and what leads to them are served', () => {
    const outside = allRoutes().filter((route) => !listed.has(key(route)));
    const others = outside.filter(({ path }) => !/^\/(openapi\.json|docs|console)(\/|$)/.test(path));
    expect(others.map(key)).toEqual(['GET /', 'GET /api/v2']);
  });

  test('every row is served', () => {
    const served = new Set(routes.map(key));
    expect(operations.map(key).filter((one) => !served.has(one))).toEqual([]);
  });

  for (const route of routes) {
    test(`${route.method} ${route.path} is as listed`, () => {
      const { kind, title, query, body, success, codes, deprecated } = listed.get(key(route)) ?? {};
      expect({
        kind: route.kind,
        title: route.title,
        query: (route.query ?? [])
          .map(queryName)
          .filter((name) => !addedQuery.includes(name) || query?.includes(name as never))
          .sort(),
        body: bodyName(route),
        success: successName(route),
        codes: [...route.codes],
        deprecated: route.deprecated !== undefined,
      }).toEqual({ kind, title, query: [...(query ?? [])].sort(), body, success, codes, deprecated } as never);
    });
  }
});

/** Optional query parameters in addition to those of the list. */
const addedQuery = ['fields', 'immediatelyRefresh', 'dryRun', 'after', 'total', 'consistency'];

const queryName = ({ name, required }: QueryParameter): string => (required ? `${name}*` : name);

const fieldsOf = ({ properties, required = [] }: Schema): string =>
  Object.keys(properties as Schema)
    .map((name) => ((required as string[]).includes(name) ? `${name}*` : name))
    .join(' ');

function bodyName({ body, path, method }: Route): string | null {
  if (!body) return null;
  if (body.contentType?.startsWith('multipart/')) return `multipart ${fieldsOf(body.schema)}`;
  if (body.contentType === 'application/x-www-form-urlencoded') return `form ${fieldsOf(body.schema)}`;
  if (path.endsWith('/preview')) return membersOf(body.schema);
  const name = schemaName(body.schema);
  // The list calls every merge patch an object. test/contracts/patches.test.ts compares its schema with that of the record.
  if (method === 'PATCH' && name.startsWith('PatchOf')) return 'object';
  if (body.alternatives)
    return `${name} (JSON or ${body.alternatives.includes('text/plain') ? 'text/plain' : 'NDJSON'})`;
  if (path.endsWith('/expanded')) return `${name} (codes)`;
  if (path.includes('/by-owners/')) return `${name} (owner ids)`;
  return name === 'string[]' && body.required === false ? 'string[] (ids) or nothing for all' : name;
}

function successName({ success, successType = 'application/json', path }: Route): string | null {
  if (success === null) return null;
  if (path.includes('/generate-many/')) return (success.oneOf as Schema[]).map(schemaName).join(', with async ');
  if (successType === 'text/event-stream') return 'text/event-stream of Job without its steps';
  return successType === 'application/json' ? schemaName(success) : [successType].flat().join(' or ');
}

/** Optional members in addition to those of the list. */
const extensions = ['documentSize', 'documentType', 'pdf', 'remoteImages', 'renderer', 'strict'];

const membersOf = ({ properties, required = [] }: Schema): string =>
  `{${Object.keys(properties as Schema)
    .filter((name) => !extensions.includes(name))
    .map((name) => ((required as string[]).includes(name) ? `${name}*` : name))
    .join(', ')}}`;

/** Returns a schema under its name in the list, which has one name for a record in requests and in responses. */
function schemaName(schema: Schema): string {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.replace('#/components/schemas/', '').replace(/Input$/, '');
    if (name.startsWith('PageOf')) return `Page<${name.slice('PageOf'.length)}>`;
    if (name.startsWith('DiffEntryOf')) return 'DiffEntry';
    return name.startsWith('ExportEnvelopeOf') ? 'ExportEnvelope' : name;
  }
  if (schema.type === 'array') return `${schemaName(schema.items as Schema)}[]`;
  if (Array.isArray(schema.oneOf)) return (schema.oneOf as Schema[]).map(schemaName).join(' or, with a query, ');
  const { additionalProperties: each } = schema;
  if (isArraySchema(each)) return `{userId: ${schemaName(each)}}`;
  return String(schema.type);
}

const isArraySchema = (schema: unknown): schema is Schema =>
  typeof schema === 'object' && schema !== null && (schema as Schema).type === 'array';
