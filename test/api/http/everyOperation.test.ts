import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Route } from '../../../api/http/route.ts';
import { interfaceRoutes } from '../../../api/routes/index.ts';
import { startApiForFile, type TestAnswer } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

/** The conventions that every operation has, whoever wrote it: asked of each one that the service offers. */

const api = await startApiForFile();

const routes = interfaceRoutes();
const parametersOf = ({ path }: Route): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
const named = (route: Route): string => `${route.method} ${route.path}`;
const takesJson = ({ body }: Route): boolean => body !== undefined && body.contentType === undefined;

/** A path that leads to the operation, every parameter well formed unless said otherwise, already encoded. */
function pathOf(route: Route, values: Record<string, string> = {}): string {
  const usual = (name: string): string => {
    if (route.uuids?.includes(name)) return '5a1c7e0e-0000-4b7a-9c1d-3f0a6d2b8e01';
    return name === 'olderThan' ? '2000-01-01' : 'nothing';
  };
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? usual(name));
  return path.replace('/api/v2', '');
}

const send = (route: Route, path: string, body?: string): Promise<TestAnswer> =>
  api.request(route.method, path, body, body === undefined ? {} : { 'content-type': 'application/json' });

function expectRefused({ status, headers, text, json }: TestAnswer, errors?: unknown[]): void {
  expect(status, text).toBe(400);
  expect(headers.get('content-type')).toBe('application/json');
  expect(headers.get('x-request-id')).toBeTruthy();
  const body = json<{ status: string; traceId: string; errors: string[]; message: string; timestamp: string }>();
  expect(body.status).toBe('BAD_REQUEST');
  expect(Object.keys(body).sort()).toEqual(['errors', 'message', 'problems', 'status', 'timestamp', 'traceId']);
  expect(body.errors.length).toBeGreaterThan(0);
  if (errors) expect(body.errors).toEqual(errors as string[]);
}

describe('a UUID that is none is refused by', () => {
  for (const route of routes.filter(({ uuids = [] }) => uuids.length > 0)) {
    for (const name of route.uuids ?? []) {
      test(`${named(route)} as ${name}`, async () => {
        for (const value of ['abc', '5a1c7e0e-0000-4b7a-9c1d-3f0a6d2b8e0', "'; select 1", '\u0000']) {
          const answer = await send(
            route,
            pathOf(route, { [name]: encodeURIComponent(value) }),
            takesJson(route) ? '{}' : undefined,
          );
          expectRefused(answer, [`${name}: type mismatch, ${JSON.stringify(value)} is not a UUID`]);
        }
      });
    }
  }
});

describe('malformed percent-encoding is refused by', () => {
  for (const route of routes.filter((one) => parametersOf(one).length > 0)) {
    test(named(route), async () => {
      for (const name of parametersOf(route)) {
        const answer = await send(route, pathOf(route, { [name]: '%ff' }), takesJson(route) ? '{}' : undefined);
        expectRefused(answer);
        expect(answer.errors[0]).toBe(`${name}: "%ff" is not percent-encoded UTF-8`);
      }
    });
  }
});

describe('a body that is no JSON is refused by', () => {
  for (const route of routes.filter(takesJson)) {
    test(named(route), async () => {
      for (const body of ['{"a":', '<x/>', '[[[[', '\u0000', 'nul']) {
        expectRefused(await send(route, pathOf(route), body));
      }
      if (route.body?.required !== false) expectRefused(await send(route, pathOf(route), ''));
    });
  }
});

describe('a body of a wrong type is refused by', () => {
  for (const route of routes.filter(takesJson)) {
    test(named(route), async () => {
      for (const body of ['7', '"text"', 'true', '[7]', '[null]', '{"surplus":1}', '{"__proto__":{"a":1}}']) {
        const answer = await send(route, pathOf(route), body);
        // What is asked for is not there: that may be told first.
        if (answer.status !== 404) expectRefused(answer);
      }
    });
  }
});

describe('a body nested 100,000 levels deep is refused by', () => {
  const deep = `${'{"a":['.repeat(50_000)}${']}'.repeat(50_000)}`;
  for (const route of routes.filter(takesJson)) {
    test(named(route), async () => {
      const answer = await send(route, pathOf(route), deep);
      if (answer.status !== 404) expectRefused(answer);
    });
  }
});

describe('a query parameter that it does not have is refused by', () => {
  for (const route of routes.filter(({ ignoresUnknownQuery }) => !ignoresUnknownQuery)) {
    test(named(route), async () => {
      const body = takesJson(route) ? '{}' : undefined;
      const names = (route.query ?? []).map(({ name }) => name);
      const has = names.length === 0 ? 'none' : names.join(', ');
      expectRefused(await send(route, `${pathOf(route)}?zzzzzzzzz=1&zzzzzzzzz=2`, body), [
        `zzzzzzzzz: unknown query parameter, the operation has ${has}`,
      ]);
      for (const name of names)
        expectRefused(await send(route, `${pathOf(route)}?${name.toUpperCase()}s=1`, body), [
          `${name.toUpperCase()}s: unknown query parameter, did you mean ${name}?`,
        ]);
    });
  }
});

describe('a filtering that cannot be read is refused by', () => {
  for (const route of routes.filter(({ query = [] }) => query.some(({ name }) => name === 'filtering'))) {
    const required = route.query?.find(({ name }) => name === 'filtering')?.required;
    test(named(route), async () => {
      const body = takesJson(route) ? JSON.stringify({ entityType: route.kind }) : undefined;
      const path = pathOf(route);
      if (required) expectRefused(await send(route, path, body), ['filtering: is required']);
      for (const filtering of ['', '{', '7', 'null', '{"surplus":1}', '[{"column":"nothing","value":"x"}]']) {
        const { status, text } = await send(route, `${path}?filtering=${encodeURIComponent(filtering)}`, body);
        expect({ filtering, status, text: status === 400 ? '' : text }).toEqual({ filtering, status: 400, text: '' });
      }
    });
  }
});

describe('strings of all kinds in the path never fail', () => {
  const texts = [
    '\u0000',
    "'; drop table job; --",
    '../../..',
    '*',
    '%',
    '\u{1F600}',
    'a'.repeat(2_000),
    '\\',
    '\ufffd',
    ' ',
  ];
  for (const route of routes.filter((one) => parametersOf(one).length > (one.uuids?.length ?? 0))) {
    test(named(route), async () => {
      for (const name of parametersOf(route)) {
        if (route.uuids?.includes(name)) continue;
        for (const text of texts) {
          const body = takesJson(route) ? '{}' : undefined;
          const { status, text: explanation } = await send(
            route,
            pathOf(route, { [name]: encodeURIComponent(text) }),
            body,
          );
          expect({ text, status: [200, 400, 404].includes(status) ? 'fine' : `${status} ${explanation}` }).toEqual({
            text,
            status: 'fine',
          });
          if (status !== 200) expect(route.codes).toContain(status);
        }
      }
    });
  }
});

describe('what is missing is told with a listed code by', () => {
  for (const route of routes.filter((one) => one.method === 'GET' && parametersOf(one).length > 0)) {
    test(named(route), async () => {
      const { status, text } = await send(route, pathOf(route));
      expect([200, ...route.codes], text).toContain(status);
      expect(status).not.toBe(500);
    });
  }
});
