import { expect, test } from 'bun:test';
import type { Schema } from '../../api/http/route.ts';
import { openApiDocument } from '../../api/openapi/openapi.ts';
import { interfaceRoutes } from '../../api/routes/index.ts';

// Parsed from JSON, as a client reads it.
const document = JSON.parse(JSON.stringify(openApiDocument(interfaceRoutes(), { version: '2.0' })));
const { schemas, parameters, headers, responses } = document.components;

/** A description is a sentence. The types of `Route` and `Operation` require those of operations and of query parameters. */
const isSentence = (text: unknown): boolean => typeof text === 'string' && /^[A-Z0-9`…].*[.:]$/s.test(text);

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** Returns the paths of the objects that have no description. A reference is described by its target. */
function undescribed(objects: Readonly<Record<string, unknown>>, at: string): string[] {
  return Object.entries(objects).flatMap(([name, one]) =>
    isObject(one) && (one.$ref !== undefined || isSentence(one.description)) ? [] : [`${at}${name}`],
  );
}

/** Returns the paths of the members that have no description, at every depth. */
function undescribedMembers(schema: unknown, at: string): string[] {
  if (!isObject(schema)) return [];
  const own = isObject(schema.properties) ? undescribed(schema.properties, `${at}.`) : [];
  return [
    ...own,
    ...Object.entries(schema).flatMap(([name, part]) =>
      name === 'examples' || name === 'example' ? [] : undescribedMembers(part, at === '' ? name : `${at}.${name}`),
    ),
  ];
}

test('every schema, parameter, header, response and tag of the OpenAPI document has a description', () => {
  const tags = Object.fromEntries(document.tags.map((tag: Schema) => [tag.name, tag]));
  expect(undescribed(schemas, '')).toEqual([]);
  expect(undescribed({ ...parameters, ...responses, ...tags, info: document.info }, '')).toEqual([]);
  expect(undescribed(headers, 'header ')).toEqual([]);
  for (const [name, response] of Object.entries<Schema>(responses)) {
    expect(undescribed(response.headers as Schema, `${name}: `)).toEqual([]);
  }
});

test('every tag leads to a guide, or to a heading of one', async () => {
  for (const { name, 'x-guide': guide } of document.tags) {
    const [, page, heading] = /^\/docs\/([\w]+)(?:#([\w-]+))?$/.exec(guide.url) ?? [];
    const text = await Bun.file(`${import.meta.dir}/../../docs/${page}.md`).text();
    const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-'));
    expect([name, ...anchors]).toContain(heading ?? name);
  }
});

test('every member of every schema has a description', () => {
  expect(undescribedMembers(schemas, '')).toEqual([]);
});

test('every operation, with its parameters, body and responses, has a description', () => {
  for (const [path, operations] of Object.entries<Record<string, Schema>>(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const at = `${method} ${path} `;
      const inputs = operation.parameters as (Schema & { name: string })[];
      const missing = [
        ...undescribed({ operation }, at),
        ...undescribed(Object.fromEntries(inputs.map((input) => [input.name, input])), at),
        ...(operation.requestBody === undefined ? [] : undescribed({ body: operation.requestBody }, at)),
        ...undescribed(operation.responses as Schema, at),
        ...undescribedMembers([operation.requestBody, operation.responses], at),
      ];
      expect(missing).toEqual([]);
    }
  }
});
