import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Route, Schema } from '../../api/http/route.ts';
import { openApiDocument } from '../../api/openapi/openapi.ts';
import { openApiText } from '../../api/routes/docs.ts';
import { interfaceRoutes } from '../../api/routes/index.ts';

setDefaultTimeout(60_000);

const routes = interfaceRoutes();
// As a client reads it, parsed from JSON.
const document = JSON.parse(JSON.stringify(openApiDocument(routes, { version: '2.0' })));
const operations: { route: Route; operation: Schema }[] = routes.map((route) => ({
  route,
  operation: document.paths[route.path][route.method.toLowerCase()],
}));

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    expect(document.openapi).toStartWith('3.1');
    expect(document.info.version).toBe('2.0');
  });

  test('has schemas that compile as JSON Schema 2020-12', () => {
    const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addFormat('binary', true);
    ajv.addKeyword('components');
    ajv.addKeyword('x-streamed');
    ajv.addSchema({ $id: 'openapi', components: document.components }, 'openapi');
    for (const name of Object.keys(document.components.schemas)) {
      expect(() => ajv.compile({ $ref: `openapi#/components/schemas/${name}` }), name).not.toThrow();
    }
  });

  test('names every schema that leads back to itself, as generators of clients need', () => {
    const anonymous = Object.entries<Schema>(document.components.schemas)
      .filter(([name, schema]) => nestedReferences(schema).includes(`#/components/schemas/${name}`))
      .map(([name]) => name);
    expect(anonymous).toEqual([]);
  });

  test('describes every route once, with an operationId of its own', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(routes.length);
    const described = Object.values(document.paths).flatMap((path) => Object.keys(path as object));
    expect(described.length).toBe(routes.length);
  });

  test('gives each operation its title, kind, codes and the two headers', () => {
    for (const { route, operation } of operations) {
      const at = `${route.method} ${route.path}`;
      expect(operation.summary, at).toBe(route.title);
      expect(operation.tags, at).toEqual([route.kind]);
      expect(operation.deprecated ?? false, at).toBe(route.deprecated !== undefined);
      expect(Object.keys(operation.responses as object), at).toEqual(codesOf(route));
      const names = (operation.parameters as Schema[]).map(({ $ref }) => $ref);
      expect(names, at).toContain('#/components/parameters/RequestId');
      expect(names, at).toContain('#/components/parameters/CorrelationId');
    }
  });

  test('has the published defaults and enumerations', () => {
    const parameter = (path: string, method: string, name: string) =>
      document.paths[`/api/v2/worklog-types${path}`][method].parameters.find((one: Schema) => one.name === name);
    expect(parameter('/diff/only', 'post', 'compareField').schema.default).toBe('id');
    expect(parameter('/search/list', 'get', 'size').schema).toMatchObject({ default: 1000, format: 'int32' });
    expect(parameter('/{idOrCode}', 'patch', 'immediatelyRefresh').schema).toEqual({ type: 'boolean', default: false });
    const filtering = parameter('/search/page', 'get', 'filtering');
    expect(filtering.required).toBe(true);
    expect(Object.keys(filtering.content)).toEqual(['application/json']);
    expect(document.components.schemas.DiffEntryOfWorklogType.properties.diffType.enum).toEqual([
      'DIFF_TYPE_NEW',
      'DIFF_TYPE_CHANGE',
      'DIFF_TYPE_REMOVE',
    ]);
    expect(document.components.schemas.WorklogType).toMatchObject({
      required: ['id', 'code', 'name', 'auditInfo'],
      properties: { code: { minLength: 1, maxLength: 255 }, auditInfo: { $ref: '#/components/schemas/AuditInfo' } },
    });
    expect(document.components.schemas.WorklogTypeInput).toMatchObject({
      required: ['code', 'name'],
      properties: { code: { maxLength: 255 }, auditInfo: { $ref: '#/components/schemas/AuditInfoInput' } },
    });
  });

  test('docs/openapi.json is up to date (npm run openapi writes it)', async () => {
    const committed = await Bun.file(`${import.meta.dir}/../../docs/openapi.json`).text();
    expect(committed === openApiText(routes)).toBe(true);
  });
});

/** Returns the statuses of a route: those that it declares, and those of the checks before its handler. */
function codesOf(route: (typeof routes)[number]): string[] {
  const isConditional = route.record === 'represented' || route.record === 'removed';
  const all = [
    ...route.codes,
    ...(route.codes.includes(303) ? [] : [200]),
    ...[400, 403, 431],
    ...(route.idempotencyKey ? [422] : []),
    ...(isConditional ? [412] : []),
    ...(isConditional && route.method === 'GET' ? [304] : []),
    ...(route.record !== undefined && route.method !== 'GET' ? [204] : []),
    ...(route.access === 'public' ? [] : [401, 503]),
    ...(route.unlimited ? [] : [429]),
  ];
  return [...new Set(all)].sort().map(String);
}

/** Returns the references in the objects that a schema contains without a name of their own. */
function nestedReferences(schema: unknown, isNested = false): unknown[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = isNested && '$ref' in schema ? [schema.$ref] : [];
  return [...own, ...Object.values(schema).flatMap((part) => nestedReferences(part, isNested || hasProperties(part)))];
}

const hasProperties = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && 'properties' in schema;
