import type { MemberDefaults } from '../../domain/kinds/memberDefaults.ts';
import type { QueryParameter, Route, Schema } from '../http/route.ts';
import { componentSchemas } from './components.ts';
import { arrayOf, ref } from './schemas.ts';

/** The OpenAPI 3.1 document of these routes. Throws when a route refers to a schema that there is not. */
export function openApiDocument(
  routes: readonly Route[],
  { version, memberDefaults = {} }: { version: string; memberDefaults?: MemberDefaults },
): Schema {
  const paths: Record<string, Schema> = {};
  for (const route of routes) {
    paths[route.path] ??= {};
    (paths[route.path] as Schema)[route.method.toLowerCase()] = operationOf(route);
  }
  const tags = [...new Set(routes.map(({ kind }) => kind))].map((name) => ({ name }));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Waybill',
      version,
      description: [
        'Users, documents and the work around them: records with their history, search, jobs and logs.',
        'Dates go out in UTC with milliseconds; a date-time with an offset, or yyyy-MM-dd for midnight UTC, comes in.',
        'Unknown members of a body are refused; null stands for an absent member, and clears it in a patch.',
        'Where search cannot keep up, an answer to a write carries X-Search-Refresh: delayed.',
      ].join(' '),
    },
    servers: [{ url: '/' }],
    tags,
    paths,
    components: {
      schemas: reachableSchemas(paths, memberDefaults),
      parameters,
      headers,
      responses,
    },
  };
}

const parameters: Record<string, Schema> = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    schema: { type: 'string', maxLength: 128, pattern: '^[!-~]+$' },
    description: 'Comes back as it was sent; made by the service when absent.',
  },
  CorrelationId: {
    name: 'X-Correlation-Id',
    in: 'header',
    schema: { type: 'string', maxLength: 1024 },
    description: 'Comes back as it was sent, and goes along into jobs, logs and calls made for this request.',
  },
};

const headers: Record<string, Schema> = {
  RequestId: { schema: { type: 'string', maxLength: 128 }, required: true },
  CorrelationId: { schema: { type: 'string' }, description: 'When one was sent.' },
};

const responseHeaders: Schema = {
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  'X-Correlation-Id': { $ref: '#/components/headers/CorrelationId' },
};

const errorResponse = (description: string): Schema => ({
  description,
  headers: responseHeaders,
  content: { 'application/json': { schema: ref('ErrorBody') } },
});

const errorNames: Readonly<Record<number, string>> = { 400: 'BadRequest', 404: 'NotFound', 500: 'Failure' };

const responses: Record<string, Schema> = {
  BadRequest: errorResponse('What was sent is wrong; errors lists every problem.'),
  NotFound: errorResponse('There is no such record.'),
  Failure: errorResponse('The service failed; its log tells more under the trace id.'),
};

function operationOf(route: Route): Schema {
  const { body } = route;
  const given: Schema = {
    tags: [route.kind],
    summary: route.title,
    ...(route.description === undefined ? {} : { description: route.description }),
    operationId: operationId(route),
    parameters: [
      ...pathParameters(route),
      ...(route.query ?? []).map(queryParameter),
      { $ref: '#/components/parameters/RequestId' },
      { $ref: '#/components/parameters/CorrelationId' },
    ],
  };
  if (body) {
    given.requestBody = {
      required: body.required ?? true,
      content: {
        [body.contentType ?? 'application/json']: { schema: body.schema },
        ...binary(body.alternatives),
      },
    };
  }
  given.responses = responsesOf(route);
  if (route.deprecated) given.deprecated = true;
  return given;
}

/** Content types whose bytes no schema describes. */
const binary = (types: readonly string[] = []): Schema => Object.fromEntries(types.map((type) => [type, {}]));

/** `GET /api/v2/worklog-types/by-code/{code}` → `getWorklogTypesByCodeCode`: a path has each method once. */
function operationId({ method, path }: Route): string {
  const words = path.replace(/^\/api\/v\d+/, '').match(/[A-Za-z0-9]+/g) ?? [];
  return method.toLowerCase() + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');
}

function pathParameters({ path, uuids = [], lists = [] }: Route): Schema[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const one: Schema = uuids.includes(name) ? { type: 'string', format: 'uuid' } : { type: 'string' };
    const schema = lists.includes(name) ? { ...arrayOf(one), minItems: 1, maxItems: 500 } : one;
    return { name, in: 'path', required: true, schema };
  });
}

/** The one parameter that is JSON; with this the documentation page finds something of every kind. */
const filteringExample: Schema = { filters: [{ column: 'auditInfo.version', operator: 'GE', value: '1' }], size: 20 };

function queryParameter({ name, schema, required, description, json }: QueryParameter): Schema {
  return {
    name,
    in: 'query',
    ...(required ? { required } : {}),
    ...(description === undefined ? {} : { description }),
    ...(json ? { content: { 'application/json': { schema, example: filteringExample } } } : { schema }),
  };
}

/** The route's codes, with the 200 that the published list leaves out where the body is empty. */
function responsesOf({ codes, success, successType = 'application/json', alternatives }: Route): Schema {
  const all: Schema = {};
  for (const code of [...new Set([200, ...codes])].sort((one, other) => one - other)) {
    const name = errorNames[code];
    if (name) all[code] = { $ref: `#/components/responses/${name}` };
    else if (code === 200) {
      all[code] = {
        description: success === null ? 'Done; the body is empty.' : 'Done.',
        headers: responseHeaders,
        ...(success === null
          ? {}
          : {
              content: {
                ...Object.fromEntries([successType].flat().map((type) => [type, { schema: success }])),
                ...binary(alternatives),
              },
            }),
      };
    } else throw new Error(`no response is described for the code ${code}`);
  }
  return all;
}

/** The schemas that the paths lead to, each once, by name. */
function reachableSchemas(paths: Schema, memberDefaults: MemberDefaults): Schema {
  const all = componentSchemas(memberDefaults);
  const found = new Map<string, Schema>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if (Array.isArray(part)) {
      for (const element of part) visit(element);
      return;
    }
    for (const [name, value] of Object.entries(part)) {
      const target = name === '$ref' && typeof value === 'string' ? /^#\/components\/schemas\/(.+)$/.exec(value) : null;
      if (!target) visit(value);
      else take(target[1] as string);
    }
  };
  const take = (name: string): void => {
    if (found.has(name)) return;
    const schema = all[name];
    if (!schema) throw new Error(`a route refers to the schema ${name}, which there is not`);
    found.set(name, schema);
    visit(schema);
  };
  visit(paths);
  visit(responses);
  return Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}
