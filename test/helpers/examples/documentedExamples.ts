import openapi from '../../../docs/openapi.json' with { type: 'json' };

interface Described {
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Content>> };
}

interface Parameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly example?: unknown;
  readonly content?: Readonly<Record<string, Content>>;
}

interface Content {
  readonly example?: unknown;
}

/** The request that the OpenAPI document shows for an operation. */
export interface DocumentedExample {
  /** `GET /users/{idOrCode}` */
  readonly name: string;
  readonly method: string;
  /** Below `/api/v2`. */
  readonly template: string;
  readonly path: string;
  readonly contentType?: string;
  readonly body?: unknown;
  /** What the operation requires and the example lacks. */
  readonly missing: readonly string[];
}

/** Returns the examples of all operations that `docs/openapi.json` describes. */
export function documentedExamples(): DocumentedExample[] {
  const paths = openapi.paths as unknown as Record<string, Record<string, Described>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => exampleOf(method, path.replace('/api/v2', ''), operation)),
  );
}

function exampleOf(method: string, template: string, { parameters, requestBody }: Described): DocumentedExample {
  const missing: string[] = [];
  const textOf = ({ name = '', example, content }: Parameter): string => {
    const value = example ?? content?.['application/json']?.example;
    if (value === undefined) missing.push(name);
    if (content) return encodeURIComponent(JSON.stringify(value));
    return [value]
      .flat()
      .map((one) => encodeURIComponent(String(one)))
      .join(',');
  };
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    textOf(parameters.find((one) => one.in === 'path' && one.name === name) ?? { name }),
  );
  const query = parameters
    .filter((one) => one.in === 'query' && (one.required || one.example !== undefined))
    .map((one) => `${one.name}=${textOf(one)}`);
  const [contentType, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (requestBody?.required && content?.example === undefined) missing.push('the body');
  return {
    name: `${method.toUpperCase()} ${template}`,
    method: method.toUpperCase(),
    template,
    path: query.length === 0 ? path : `${path}?${query.join('&')}`,
    ...(contentType !== undefined && { contentType, body: content?.example }),
    missing,
  };
}
