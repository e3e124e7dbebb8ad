import { get } from './api.ts';

/** A JSON Schema of the OpenAPI document. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly readOnly?: boolean;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** A kind of record. */
export interface Kind {
  /** `WorklogType` */
  readonly name: string;
  /** `worklog-types` */
  readonly path: string;
  readonly schema: Schema;
  /** Operations of the kind: `PUT /{idOrCode}`. */
  readonly offers: ReadonlySet<string>;
}

interface Operation {
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >;
}

export interface Interface {
  readonly kinds: readonly Kind[];
  readonly resolve: (schema: Schema) => Schema;
  readonly offers: (method: string, path: string) => boolean;
}

const BASE = '/api/v2/';
let loaded: Promise<Interface> | undefined;

/** Returns the interface of the service. Its OpenAPI document is fetched once. */
export function loadInterface(): Promise<Interface> {
  loaded ??= fetchInterface().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function fetchInterface(): Promise<Interface> {
  const { paths, components } = await get<{
    paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    components: { schemas: Readonly<Record<string, Schema>> };
  }>('/openapi.json');
  const named = (ref: string | undefined): Schema => components.schemas[ref?.split('/').at(-1) ?? ''] ?? {};
  const kinds = Object.entries(paths).flatMap(([path, { get: search }]) => {
    const kindPath = /^\/api\/v2\/([\w-]+)\/search\/page$/.exec(path)?.[1];
    const page = search?.responses?.['200']?.content?.['application/json']?.schema?.$ref;
    const name = /PageOf(\w+)$/.exec(page ?? '')?.[1];
    if (!kindPath || !name) return [];
    const own = `${BASE}${kindPath}`;
    const offers = Object.entries(paths)
      .filter(([other]) => other === own || other.startsWith(`${own}/`))
      .flatMap(([other, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${other.slice(own.length)}`),
      );
    return { name, path: kindPath, schema: named(name), offers: new Set(offers) };
  });
  return {
    kinds: kinds.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    resolve: (schema) => (schema.$ref ? { ...named(schema.$ref), ...schema } : schema),
    offers: (method, path) => paths[path]?.[method.toLowerCase()] !== undefined,
  };
}

/** `WorklogType` → `Worklog type` */
export function humanize(name: string): string {
  const spaced = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** Returns the label of a kind's records: `User groups`. */
export const plural = ({ path }: Kind): string => humanize(path.replaceAll('-', ' '));

/** Returns the columns of filters and sorting. Members of objects have a dotted path. */
export function columnsOf(schema: Schema, resolve: Interface['resolve'], prefix = '', depth = 0): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const of = resolve(member);
    const path = `${prefix}${name}`;
    if (of.type === 'object' && of.properties && depth < 2) return columnsOf(of, resolve, `${path}.`, depth + 1);
    return of.type === 'object' || (of.type === 'array' && resolve(of.items ?? {}).type === 'object') ? [] : [path];
  });
}
