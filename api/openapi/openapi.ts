import type { Json } from '../../domain/kinds/kind.ts';
import type { MemberDefaults } from '../../domain/kinds/memberDefaults.ts';
import { MAX_IDS } from '../../domain/records/get.ts';
import type { QueryParameter, Route, Schema } from '../http/route.ts';
import { componentSchemas } from './components.ts';
import { pathParameterTexts } from './document/pathParameters.ts';
import { reachableSchemas } from './document/reachableSchemas.ts';
import { securitySchemes } from './document/securitySchemes.ts';
import { tagsOf } from './document/tags.ts';
import { errorResponseOf, errorResponses } from './errorResponses.ts';
import { answerExampleOf } from './examples/answerExamples.ts';
import { parameterExampleOf } from './examples/parameterExamples.ts';
import type { RequestExample } from './examples/requestExample.ts';
import { requestExampleOf } from './examples/requestExamples.ts';
import { textExamples } from './examples/serviceAnswers.ts';
import { textAnswerOf } from './examples/textAnswers.ts';
import { headers, parameters, responseHeaders, successHeaders } from './headers.ts';
import {
  preconditions,
  prefersReturn,
  recordHeaders,
  recordParameters,
  representationHeaders,
} from './recordHeaders.ts';
import { arrayOf, headText, id } from './schemas.ts';

/** A stream of events is a text, each of whose events has data as JSON. */
const EVENTS = 'text/event-stream';

/** Returns the OpenAPI 3.1 document of the routes. Throws if a route refers to an unknown schema. */
export function openApiDocument(
  routes: readonly Route[],
  { version, memberDefaults = {} }: { version: string; memberDefaults?: MemberDefaults },
): Schema {
  const paths: Record<string, Schema> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Waybill',
      summary: `Version ${version} of the interface`,
      version,
      contact: { name: 'Waybill' },
      description: [
        `${version} is the version of the interface, whose paths begin with /api/v2. The service has versions of its own.`,
        'Users, documents and the work around them: records with their history, search, jobs and logs.',
        'Dates are returned in UTC with milliseconds, and accepted as a date-time with an offset or as yyyy-MM-dd for midnight UTC.',
        'A body with an unknown member is rejected. null is the same as an absent member; in a patch it removes the member.',
        'X-Search-Refresh: delayed in the response to a write means that search does not find the change yet.',
      ].join(' '),
    },
    servers: [{ url: '/', 'x-internal': false }],
    security: [{ bearer: [] }, { cookie: [] }],
    tags: tagsOf([...new Set(routes.map(({ kind }) => kind))]),
    paths,
    components: {
      schemas: reachableSchemas(componentSchemas(memberDefaults), [paths, errorResponses]),
      parameters: { ...parameters, ...preconditions },
      headers: { ...headers, ...representationHeaders },
      responses: errorResponses,
      securitySchemes,
    },
  };
}

function operationOf(route: Route): Schema {
  const { body } = route;
  const example = requestExampleOf(route);
  const operation: Schema = {
    tags: [route.kind],
    summary: route.title,
    description: route.description,
    operationId: operationId(route),
    parameters: [
      ...pathParameters(route, example),
      ...(route.query ?? []).map((parameter) => queryParameter(route, parameter, example)),
      ...(route.idempotencyKey ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...recordParameters(route),
      { $ref: '#/components/parameters/RequestId' },
      { $ref: '#/components/parameters/CorrelationId' },
    ],
  };
  if (body) {
    operation.requestBody = {
      description: body.description,
      required: body.required ?? true,
      content: {
        [body.contentType ?? 'application/json']: {
          schema: body.schema,
          ...(example.body === undefined ? {} : { example: example.body }),
        },
        ...binary(body.alternatives, (type) => textAnswerOf(route, type, () => example.body)),
      },
    };
  }
  operation.responses = responsesOf(route);
  if (route.deprecated) operation.deprecated = true;
  if (example.after) operation['x-example-after'] = example.after.replace(' ', ' /api/v2');
  if (example.needs) operation['x-example-needs'] = example.needs;
  operation['x-access'] = typeof route.access === 'string' ? route.access : { ...route.access };
  if (route.access === 'public') operation.security = [];
  return operation;
}

const bytes: Schema = { type: 'string', format: 'binary' };

/** Describes other media types of a body, with their examples. */
const binary = (types: readonly string[] = [], exampleOf: (type: string) => Json | undefined): Schema =>
  Object.fromEntries(types.map((type) => [type, { schema: bytes, ...shown(exampleOf(type)) }]));

const shown = (example: Json | undefined): Schema => (example === undefined ? {} : { example });

/** `GET /api/v2/worklog-types/by-code/{code}` → `getWorklogTypesByCodeCode`: a path has each method once. */
function operationId({ method, path }: Route): string {
  const words = path.replace(/^\/api\/v\d+/, '').match(/[A-Za-z0-9]+/g) ?? [];
  return method.toLowerCase() + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');
}

function pathParameters(
  { path, uuids = [], lists = [], pathParameters: own = {} }: Route,
  example: RequestExample,
): Schema[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const one = uuids.includes(name) ? id : headText;
    const schema = lists.includes(name) ? { ...arrayOf(one, MAX_IDS), minItems: 1 } : one;
    const description = own[name] ?? pathParameterTexts[name];
    if (description === undefined) throw new Error(`the path parameter ${name} of ${path} is not described`);
    const shown = example.path?.[name];
    if (shown === undefined) throw new Error(`the path parameter ${name} of ${path} has no example`);
    return { name, in: 'path', required: true, description, schema, example: shown };
  });
}

function queryParameter(
  route: Route,
  { name, schema, required, description, json }: QueryParameter,
  { query }: RequestExample,
): Schema {
  const example = query?.[name] ?? parameterExampleOf(route, name);
  return {
    name,
    in: 'query',
    ...(required ? { required } : {}),
    description,
    ...(json ? { content: { 'application/json': { schema, example } } } : { schema, example }),
  };
}

/** Returns the codes of the checks before the handler, which depend on what the operation requires of its caller. */
function codesOfChecks(route: Route): number[] {
  const { access, unlimited, idempotencyKey, record, method } = route;
  const hasConditions = record !== undefined && record !== 'created';
  return [
    ...(hasConditions ? [412] : []),
    ...(hasConditions && method === 'GET' ? [304] : []),
    ...(prefersReturn(route) ? [204] : []),
    403,
    431,
    400,
    ...(idempotencyKey ? [422] : []),
    ...(access === 'public' ? [] : [401, 503]),
    ...(unlimited ? [] : [429]),
  ];
}

const redirection: Schema = {
  description: 'Redirects the browser to the URL in Location.',
  headers: {
    ...responseHeaders,
    Location: { schema: headText, required: true, description: 'Where the browser goes.' },
  },
};

const unmodified: Schema = {
  description: 'The caller has the representation already; the body is empty.',
  headers: { ...responseHeaders, ETag: { $ref: '#/components/headers/ETag' } },
};

/** The response to a write whose caller prefers no body. */
const minimal = (route: Route): Schema => ({
  description: 'Success; the request has Prefer: return=minimal.',
  headers: headersOfSuccess(route),
});

/** Returns the responses by status code. The published list omits a 200 with an empty body; it is added here. */
function responsesOf(route: Route): Schema {
  const all: Schema = {};
  const codes = new Set([...(route.codes.includes(303) ? [] : [200]), ...route.codes, ...codesOfChecks(route)]);
  for (const code of [...codes].sort((one, other) => one - other)) {
    const failed = errorResponseOf(route, code);
    if (failed) all[code] = failed;
    else if (code === 200) all[code] = successOf(route);
    else if (code === 204) all[code] = minimal(route);
    else if (code === 303) all[code] = redirection;
    else if (code === 304) all[code] = unmodified;
    else throw new Error(`no response is described for the code ${code}`);
  }
  return all;
}

function headersOfSuccess(route: Route): Schema {
  const { headers: own = [], idempotencyKey } = route;
  return {
    ...responseHeaders,
    ...recordHeaders(route),
    ...(route.deprecated && {
      Deprecation: { $ref: '#/components/headers/Deprecation' },
      Link: { $ref: '#/components/headers/Successor' },
    }),
    ...Object.fromEntries(own.map((name) => [name, successHeaders[name]])),
    ...(idempotencyKey && { 'Idempotency-Replayed': { $ref: '#/components/headers/IdempotencyReplayed' } }),
  };
}

function exampleOfAnswer(route: Route, type: string, schema: Schema): Json | undefined {
  if (type === EVENTS) return textAnswerOf(route, type, () => answerExampleOf(route, schema));
  return type === 'application/json' && !Array.isArray(route.successType)
    ? answerExampleOf(route, schema)
    : textExamples[`${type} ${route.path}`];
}

function successOf(route: Route): Schema {
  const { success, successType = 'application/json', alternatives } = route;
  const all = headersOfSuccess(route);
  if (success === null) return { description: 'Success; the body is empty.', headers: all };
  const types = [successType]
    .flat()
    .map((type) => [
      type,
      { schema: type === EVENTS ? bytes : success, ...shown(exampleOfAnswer(route, type, success)) },
    ]);
  const others = binary(alternatives, (type) => textAnswerOf(route, type, () => answerExampleOf(route, success)));
  const content = { ...Object.fromEntries(types), ...others };
  return { description: 'Success.', headers: all, content };
}
