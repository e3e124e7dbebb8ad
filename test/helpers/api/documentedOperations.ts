import openapi from '../../../docs/openapi.json' with { type: 'json' };
import type { Needs } from '../../../domain/access/access.ts';
import type { TestBody } from '../api.ts';

/** The part of an operation of the OpenAPI document that requests are made from. */
interface Described {
  readonly 'x-access'?: Needs;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
}

interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly schema?: { readonly format?: string };
}

/** An operation of the OpenAPI document. */
export interface DocumentedOperation {
  readonly name: string;
  readonly method: string;
  /** Below `/api/v2`. */
  readonly template: string;
  /** Undefined if the document does not say what the operation requires. */
  readonly access: Needs | undefined;
  /** A well-formed request, which names nothing that exists. */
  readonly request: OperationRequest;
}

interface OperationRequest {
  readonly path: string;
  readonly body?: TestBody;
  readonly headers?: Record<string, string>;
}

const MISSING_ID = '5a1c7e0e-0000-4b7a-9c1d-3f0a6d2b8e01';

/** Returns every operation that `docs/openapi.json` describes. */
export function documentedOperations(): DocumentedOperation[] {
  const paths = openapi.paths as unknown as Record<string, Record<string, Described>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const template = path.replace('/api/v2', '');
      return {
        name: `${method.toUpperCase()} ${template}`,
        method: method.toUpperCase(),
        template,
        access: operation['x-access'],
        request: requestOf(template, operation),
      };
    }),
  );
}

function requestOf(template: string, { parameters = [], requestBody }: Described): OperationRequest {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    sampleValue(parameters.find((parameter) => parameter.name === name) ?? { name }),
  );
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map((parameter) => `${parameter.name}=${encodeURIComponent(sampleValue(parameter))}`);
  const url = query.length === 0 ? path : `${path}?${query.join('&')}`;
  const contentType = requestBody && Object.keys(requestBody.content)[0];
  if (contentType === undefined) return { path: url };
  if (contentType === 'multipart/form-data') return { path: url, body: emptyForm() };
  return { path: url, body: contentType === 'application/json' ? '{}' : '', headers: { 'content-type': contentType } };
}

function sampleValue({ name, schema }: Parameter): string {
  if (schema?.format === 'uuid' || name === 'userIds') return MISSING_ID;
  if (name === 'olderThan') return '2000-01-01';
  return name === 'filtering' ? '{"filters":[]}' : 'nothing';
}

function emptyForm(): FormData {
  const form = new FormData();
  form.set('file', new Blob(['[]'], { type: 'application/json' }), 'records.json');
  return form;
}
