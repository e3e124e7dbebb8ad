/** The OpenAPI document as the page reads it, with references resolved where they are needed. */

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly readOnly?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

interface Content {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description: string;
  readonly example?: unknown;
  readonly schema?: JsonSchema;
  readonly content?: Readonly<Record<string, Content>>;
}

interface Header {
  readonly description?: string;
}

interface RawResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, Content>>;
}

type Access = string | { readonly kind?: string; readonly entity?: string; readonly right: string };

interface RawOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly [string];
  readonly deprecated?: boolean;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, RawResponse>>;
  readonly 'x-access': Access;
  readonly 'x-example-after'?: string;
  readonly 'x-example-needs'?: string;
}

interface Tag {
  readonly name: string;
  readonly description: string;
  readonly 'x-guide': { readonly url: string; readonly title: string };
}

export interface OpenApi {
  readonly info: { readonly version: string; readonly summary: string; readonly description: string };
  readonly tags: readonly Tag[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface Operation extends RawOperation {
  readonly method: string;
  readonly path: string;
  readonly tag: string;
}

/** Returns the target of a reference, or the object itself. */
export function resolved<T extends object>(document: OpenApi, one: T): T {
  const reference = '$ref' in one ? one.$ref : undefined;
  const [, group = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(String(reference ?? '')) ?? [];
  const target = document.components[group]?.[name];
  return target === undefined ? one : (target as T);
}

/** Returns the name of the schema that a reference refers to. */
export const schemaNameOf = ({ $ref }: JsonSchema): string | undefined => $ref?.replace('#/components/schemas/', '');

/** Returns all operations in the order of the document. */
export function operationsOf(document: OpenApi): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => ({
      ...raw,
      method: method.toUpperCase(),
      path,
      tag: raw.tags[0],
      parameters: raw.parameters.map((parameter) => resolved(document, parameter)),
      responses: Object.fromEntries(
        Object.entries(raw.responses).map(([code, response]) => [code, resolved(document, response)]),
      ),
    })),
  );
}

/** Returns the title of an operation: the published one, or its method and path if that is the name of a function. */
export const titleOf = ({ summary, method, path }: Operation): string =>
  /PublicApi\./.test(summary) ? `${method} ${shortPath(path)}` : summary;

export const shortPath = (path: string): string => path.replace('/api/v2', '');

/** Returns what a caller needs, in words. */
export function accessText(access: Access): string {
  if (access === 'public') return 'Needs no credential.';
  if (typeof access === 'string') return 'Needs a credential.';
  return `Needs a credential with the right ${access.right} to ${access.kind ?? access.entity ?? ''}.`;
}

/** Returns what the example of a request needs besides the sample records; undefined if it needs nothing. */
export function exampleNote(operation: Operation): string | undefined {
  const { 'x-example-after': after, 'x-example-needs': needs } = operation;
  if (after !== undefined) return `The example works after that of ${after}.`;
  return needs === undefined ? undefined : `The example needs ${needs}.`;
}

/** Returns the content of a body or a response that the page shows first: JSON if it has it. */
export function mainContent(content: Readonly<Record<string, Content>> = {}): { type: string } & Content {
  const [type = '', shown = {}] =
    Object.entries(content).find(([name]) => name === 'application/json') ?? Object.entries(content)[0] ?? [];
  return { type, ...shown };
}

/** An example of a response, as text. */
export interface ShownExample {
  readonly summary: string;
  readonly text: string;
}

/** Returns the examples of a response in all its media types, first those of JSON. */
export function shownExamples(content: Readonly<Record<string, Content>> = {}): ShownExample[] {
  const main = mainContent(content).type;
  const others = Object.entries(content).filter(([type]) => type !== main);
  return [...Object.entries(content).filter(([type]) => type === main), ...others].flatMap(
    ([type, { example, examples = {} }]) => [
      ...(example === undefined ? [] : [{ summary: `Example: ${type}`, text: exampleText(type, example) }]),
      ...Object.values(examples).map(({ summary, value }) => ({ summary, text: exampleText(type, value) })),
    ],
  );
}

const exampleText = (type: string, value: unknown): string =>
  typeof value === 'string' && type !== 'application/json' ? value : JSON.stringify(value, null, 2);
