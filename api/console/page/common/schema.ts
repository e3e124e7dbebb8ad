import type { Me } from '../../../../client/api.ts';
import { ApiError, get } from './api.ts';
import { INTERFACE } from './requestsOfLink.ts';

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

/** A schema as the document has it: the type of a member that may be null is an array. */
type DocumentSchema = Omit<Schema, 'type'> & { readonly type?: string | readonly string[] };

/** A kind of record. */
export interface Kind {
  /** `WorklogType` */
  readonly name: string;
  /** `worklog-types` */
  readonly path: string;
  /** What its records are. */
  readonly description: string | undefined;
  /** Of a record in responses. */
  readonly schema: Schema;
  /** Of a record in requests; without members if clients write none. */
  readonly input: Schema;
  /** A record as a client would create it; undefined if the interface has no example. */
  readonly example: unknown;
  /** Operations of the kind that the caller may use: `PUT /{idOrCode}`. */
  readonly offers: ReadonlySet<string>;
}

/** What an operation needs of its caller. */
type Needs = 'public' | 'signedIn' | { readonly kind?: string; readonly entity?: string; readonly right: string };

/** What the operations of each path need, by method. */
type Operations = Readonly<Record<string, Readonly<Record<string, Needs>>>>;

interface Operation {
  readonly 'x-access'?: Needs;
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly example?: unknown }>> };
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >;
}

/** The part of the OpenAPI document that the page reads. */
interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly components: { readonly schemas: Readonly<Record<string, DocumentSchema>> };
}

/** Who uses the page, and which operations that allows. */
interface Rights {
  readonly caller: Me;
  readonly allows: (needs: Needs) => boolean;
  readonly offers: (method: string, path: string) => boolean;
}

/** The records of the interface that the caller may use. */
export interface Interface {
  /** The kinds of which the caller may read records. */
  readonly kinds: readonly Kind[];
  readonly resolve: (schema: Schema) => Schema;
}

const BASE = '/api/v2/';
const NONE: Needs = 'public';
let loadedRights: Promise<Rights> | undefined;
let loaded: Promise<Interface> | undefined;
let current: Rights | undefined;

/** Returns whether the caller may use an operation: `may('POST', '/api/v2/admin/queues/{name}/pause')`. */
export const may = (method: string, path: string): boolean => current?.offers(method, path) ?? false;

/** Returns who uses the page, and with which rights; undefined before `loadRights`. */
export const currentCaller = (): Me | undefined => current?.caller;

/** Returns whether the caller administers the service: credentials and sessions of all users, and all rights. */
export const isAdministrator = (): boolean =>
  current?.caller.access.some(({ entityName, write }) => entityName === 'Admin' && write === 'all') ?? false;

/** Returns how many records of a kind the caller may write. */
export const writeExtentOf = (kind: string): 'all' | 'some' | 'none' =>
  current?.caller.access.find(({ entityName }) => entityName === kind)?.write ?? 'none';

/** Returns who uses the page, and which operations that allows. The page loads it once; a sign-in reloads the page. */
export function loadRights(): Promise<Rights> {
  loadedRights ??= fetchRights().catch((error: unknown) => {
    loadedRights = undefined;
    throw error;
  });
  return loadedRights;
}

/** Returns the kinds and their members, which only views of records need: the document is long. */
export function loadInterface(): Promise<Interface> {
  loaded ??= fetchInterface().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

const loadDocument = (): Promise<OpenApi> => get('/openapi.json');

async function fetchRights(): Promise<Rights> {
  const [caller, operations] = await Promise.all([get<Me>('/api/v2/me'), fetchOperations()]);
  const rights = new Map(caller.access.map((access) => [access.entityName, access]));
  const allows = (needs: Needs): boolean => {
    if (typeof needs === 'string') return true;
    const { read = 'none', write = 'none' } = rights.get(needs.kind ?? needs.entity ?? '') ?? {};
    return (needs.right === 'READ' ? read : write) !== 'none';
  };
  current = {
    caller,
    allows,
    offers: (method, path) => {
      const needs = operations[path]?.[method.toLowerCase()];
      return needs !== undefined && allows(needs);
    },
  };
  return current;
}

async function fetchOperations(): Promise<Operations> {
  try {
    return await get<Operations>('/console/operations');
  } catch (error) {
    // During an upgrade, the process that answers may be of a release without this list.
    if (!(error instanceof ApiError && error.status === 404)) throw error;
    const { paths } = await loadDocument();
    return Object.fromEntries(Object.entries(paths).map(([path, methods]) => [path, needsOf(methods)]));
  }
}

const needsOf = (methods: Readonly<Record<string, Operation>>): Readonly<Record<string, Needs>> =>
  Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, operation['x-access'] ?? NONE]));

async function loadPart(): Promise<OpenApi> {
  try {
    return await get<OpenApi>(INTERFACE);
  } catch (error) {
    // During an upgrade, the process that answers may be of a release without this part.
    if (error instanceof ApiError && error.status === 404) return loadDocument();
    throw error;
  }
}

async function fetchInterface(): Promise<Interface> {
  const [{ allows }, { paths, tags, components }] = await Promise.all([loadRights(), loadPart()]);
  const named = (ref: string | undefined): Schema =>
    withoutNull(components.schemas[ref?.split('/').at(-1) ?? ''] ?? {});
  const kinds = Object.entries(paths).flatMap(([path, { get: search }]) => {
    const kindPath = /^\/api\/v2\/([\w-]+)\/search\/page$/.exec(path)?.[1];
    const page = search?.responses?.['200']?.content?.['application/json']?.schema?.$ref;
    const name = /PageOf(\w+)$/.exec(page ?? '')?.[1];
    if (!kindPath || !name || !allows(search?.['x-access'] ?? NONE)) return [];
    const own = `${BASE}${kindPath}`;
    const offers = Object.entries(paths)
      .filter(([other]) => other === own || other.startsWith(`${own}/`))
      .flatMap(([other, methods]) =>
        Object.entries(methods)
          .filter(([, operation]) => allows(operation['x-access'] ?? NONE))
          .map(([method]) => `${method.toUpperCase()} ${other.slice(own.length)}`),
      );
    const example = paths[own]?.['post']?.requestBody?.content?.['application/json']?.example;
    const description = tags.find((tag) => tag.name === name)?.description;
    const schemas = { schema: named(name), input: named(`${name}Input`) };
    return { name, path: kindPath, description, ...schemas, example, offers: new Set(offers) };
  });
  return {
    kinds: kinds.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    resolve: (schema) => withoutNull(schema.$ref ? { ...named(schema.$ref), ...schema } : schema),
  };
}

/** A form leaves an empty member out, and so needs no null. */
const withoutNull = ({ type, ...schema }: DocumentSchema): Schema => {
  const single = typeof type === 'object' ? type.find((one) => one !== 'null') : type;
  return single === undefined ? schema : { ...schema, type: single };
};

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
