import { expect } from 'bun:test';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Schema } from '../../../api/http/route.ts';
import { openApiDocument } from '../../../api/openapi/openapi.ts';
import { interfaceRoutes } from '../../../api/routes/index.ts';
import type { TestAnswer, TestApi, TestBody } from '../api.ts';

/** The OpenAPI document, as a client reads it. */
export const document = JSON.parse(JSON.stringify(openApiDocument(interfaceRoutes(), { version: '2.0' })));

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'openapi', ...document }, 'openapi');

/** Compiling a schema takes longer than the request whose answer it describes. */
const compiled = new Map<string, ValidateFunction>();

/** What contradicts the schema; an empty array if nothing does. */
export function problemsOf(schema: Schema, value: unknown): unknown {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/');
  const check = compiled.get(text) ?? ajv.compile(JSON.parse(text));
  compiled.set(text, check);
  return check(value) ? [] : check.errors;
}

function operation(method: string, template: string): Schema & { responses: Record<string, Schema> } {
  const found = document.paths[`/api/v2${template}`]?.[method.toLowerCase()];
  if (!found) throw new Error(`${method} ${template} is not described`);
  return found;
}

const resolve = (part: Schema): Schema =>
  typeof part.$ref === 'string'
    ? part.$ref
        .slice(2)
        .split('/')
        .reduce((at, name) => at[name], document)
    : part;

interface DescribedContent {
  readonly schema: Schema;
  readonly example?: unknown;
}

/** Returns the content types of a response with their schemas; undefined if its body is empty. */
export function describedAnswer(
  method: string,
  template: string,
  status: string,
): Record<string, DescribedContent> | undefined {
  const response = operation(method, template).responses[status];
  return response && (resolve(response).content as Record<string, DescribedContent> | undefined);
}

export type DescribedSend = (
  method: string,
  template: string,
  parameters?: Record<string, string>,
  body?: TestBody,
  query?: string,
) => Promise<TestAnswer>;

/**
 * Returns a function that sends to the path which the template makes with its parameters, and expects that the response,
 * and a body that was accepted, are as the document describes them.
 */
export function sendAsDescribed(api: TestApi): DescribedSend {
  return async (method, template, parameters = {}, body, query = '') => {
    const described = operation(method, template);
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
    const answer = await api.request(method, path + query, body);
    const response = described.responses[String(answer.status)];
    expect(response, `${method} ${path}: ${answer.status} ${answer.text}`).toBeDefined();
    const content = resolve(response as Schema).content as Record<string, { schema: Schema }> | undefined;
    const type = answer.headers.get('content-type')?.split(';')[0];
    expect(type).toBe(content === undefined ? undefined : Object.keys(content)[0]);
    if (content) {
      const { schema } = content[type as string] as { schema: Schema };
      const about = `${method} ${path}: ${answer.text.slice(0, 500)}`;
      expect(problemsOf(schema, JSON.parse(answer.text)), about).toEqual([]);
    } else expect(answer.text).toBe('');
    if (answer.status === 200 && body !== undefined && !(body instanceof FormData)) {
      const { content: accepted } = described.requestBody as { content: Record<string, { schema: Schema }> };
      const { schema } = accepted['application/json'] as { schema: Schema };
      expect(problemsOf(schema, body), `body of ${method} ${path}`).toEqual([]);
    }
    return answer;
  };
}
