import openapi from '../../../docs/openapi.json' with { type: 'json' };

interface Described {
  readonly 'x-example-after'?: string;
  readonly 'x-example-needs'?: string;
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
  /** With the required query parameters. */
  readonly path: string;
  /** The optional query parameters, encoded: `size=20`. */
  readonly options: readonly { readonly name: string; readonly text: string }[];
  /** The name of the example that must be sent before. */
  readonly after?: string;
  /** What else the service must have. */
  readonly needs?: string;
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

const components = openapi.components.parameters as Readonly<Record<string, Parameter>>;

const resolved = (parameter: Parameter): Parameter =>
  parameter.$ref === undefined ? parameter : (components[parameter.$ref.split('/').at(-1) ?? ''] ?? parameter);

const exampleValue = ({ example, content }: Parameter): unknown => example ?? content?.['application/json']?.example;

function textOf(parameter: Parameter): string {
  const value = exampleValue(parameter);
  if (parameter.content) return encodeURIComponent(JSON.stringify(value));
  return [value]
    .flat()
    .map((one) => encodeURIComponent(String(one)))
    .join(',');
}

function exampleOf(method: string, template: string, operation: Described): DocumentedExample {
  const { requestBody, 'x-example-after': after, 'x-example-needs': needs } = operation;
  const parameters = operation.parameters.map(resolved);
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    textOf(parameters.find((one) => one.in === 'path' && one.name === name) ?? {}),
  );
  const query = parameters
    .filter((one) => one.in === 'query')
    .map((one) => ({ name: one.name ?? '', text: `${one.name}=${textOf(one)}`, required: one.required === true }));
  const required = query.filter((one) => one.required).map(({ text }) => text);
  const [contentType, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const isIncomplete = requestBody?.required === true && content?.example === undefined;
  return {
    name: `${method.toUpperCase()} ${template}`,
    method: method.toUpperCase(),
    template,
    path: required.length === 0 ? path : `${path}?${required.join('&')}`,
    options: query.filter((one) => !one.required),
    ...(after !== undefined && { after: after.replace('/api/v2', '') }),
    ...(needs !== undefined && { needs }),
    ...(contentType !== undefined && { contentType, body: content?.example }),
    missing: [
      ...parameters.filter((one) => exampleValue(one) === undefined).map(({ name = '' }) => name),
      ...(isIncomplete ? ['the body'] : []),
    ],
  };
}
