import type { Argument, Option } from 'commander';
import { type Version, Waybill } from '../client/index.ts';
import { kinds } from '../domain/kinds/index.ts';
import type { Kind } from '../domain/kinds/kind.ts';
import { viewPaths } from '../domain/savedQueries/listSearch.ts';
import type { Source } from './base/commands.ts';
import { addressOf, call } from './base/connection.ts';
import { listContexts } from './base/contexts.ts';
import { firstLine } from './base/follow.ts';
import { shownStatuses } from './base/jobStatus.ts';
import { kindOf, searchedNames } from './base/kinds.ts';
import { pathOf, type StoredRecord } from './records/recordAccess.ts';

/** A shell waits for its completion: after this time it gets none. */
const LIMIT_MS = 1_500;
const MAX_VALUES = 100;

/** What a word can be, each with its description. */
export type Values = ReadonlyMap<string, string>;

/** Where the cursor is: in which argument or value of an option of which command. */
export interface Place {
  readonly path: readonly string[];
  readonly completed: Argument | Option;
  readonly positionals: readonly string[];
  readonly partial: string;
}

/** Returns the values for a place: of the command itself, or by a request to the service with the rights of its key. */
export async function valuesOf(source: Source, place: Place, typed: readonly string[]): Promise<Values> {
  const { positionals, partial } = place;
  if (source === 'kind') return kindNames(partial);
  if (source === 'view') return views();
  if (source === 'context') return new Map(listContexts().map(({ name, url }) => [name, url]));
  const local = kindOfPlace(place);
  if (source === 'sort') return sortColumns(local, partial);
  if (source === 'fields') return fieldLists(local, partial);
  if (source === 'filter' && !partial.includes('=')) return conditions(local);
  const { url, key } = addressOf({ ...valueIn(typed, 'url'), ...valueIn(typed, 'context') });
  const signal = AbortSignal.timeout(LIMIT_MS);
  const limited = (input: string | URL | Request, init?: RequestInit) => fetch(input, { ...init, signal });
  const waybill = new Waybill({ url, retries: 0, fetch: limited as typeof fetch, ...(key !== undefined && { key }) });
  if (source === 'filter') return filterValues(waybill, local, partial);
  const named = recordKinds[source];
  if (named !== undefined) return records(waybill, kindOf(named), partial);
  if (source === 'record') return records(waybill, kindOf(positionals[0] ?? ''), partial);
  return (await others[source]?.(waybill, place)) ?? new Map();
}

/** Names of kinds; in lower case their paths, which commands accept too. */
function kindNames(partial: string): Values {
  const isPath = /^[a-z]/.test(partial);
  return new Map(kinds.map(({ name, path, description }) => [isPath ? path : name, description]));
}

/** Paths of the lists of the console. */
const views = (): Values =>
  new Map([
    ...viewPaths.map((path) => [path, ''] as const),
    ...kinds.map(({ path, description }) => [`records/${path}`, description] as const),
  ]);

/** The commands that list records of one kind. */
const listedKinds: Readonly<Record<string, string>> = { logs: 'Log', notifications: 'Notification' };

function kindOfPlace({ path, positionals }: Place): Kind | undefined {
  const name = listedKinds[path[0] ?? ''] ?? (path.length === 1 ? positionals[0] : undefined);
  return name === undefined ? undefined : kindOf(name);
}

const describe = (kind: Kind, name: string): string => kind.members[name]?.description ?? '';

/** The names of members, with the sign that most conditions have. */
const conditions = (kind: Kind | undefined): Values =>
  new Map(kind && searchedNames(kind).map((name) => [`${name}=`, describe(kind, name)]));

function sortColumns(kind: Kind | undefined, partial: string): Values {
  const names = kind ? searchedNames(kind) : [];
  const [column = '', direction] = partial.split(':');
  if (direction !== undefined) return new Map(['asc', 'desc'].map((one) => [`${column}:${one}`, '']));
  return new Map(kind && names.map((name) => [name, describe(kind, name)]));
}

/** The lists that begin with the members typed before. */
function fieldLists(kind: Kind | undefined, partial: string): Values {
  const before = partial.slice(0, partial.lastIndexOf(',') + 1);
  const names = kind ? ['id', ...searchedNames(kind)] : [];
  const open = [...new Set(names)].filter((name) => !before.split(',').includes(name));
  return new Map(kind && open.map((name) => [before + name, describe(kind, name)]));
}

/** The values of the member in a condition: of its list, or the codes of the records that it names. */
async function filterValues(waybill: Waybill, kind: Kind | undefined, partial: string): Promise<Values> {
  const [, before = '', name = '', typed = ''] = /^(([\w.]+)!?=)(.*)$/s.exec(partial) ?? [];
  const found = kind?.members[name];
  if (!kind || !found) return new Map();
  const withCondition = (values: Values): Values => new Map([...values].map(([value, text]) => [before + value, text]));
  const listed = (values: readonly string[]): Values => withCondition(new Map(values.map((value) => [value, ''])));
  if (name === 'status' && (kind.name === 'Job' || kind.name === 'JobStep')) return listed(shownStatuses);
  if ('values' in found && found.values) return listed(found.values);
  if (found.type === 'boolean') return listed(['true', 'false']);
  const reference = kind.references?.find(({ member, by }) => member === name && by === 'code');
  if (!reference && name !== 'code') return new Map();
  return withCondition(await records(waybill, reference ? kindOf(reference.target) : kind, typed));
}

/** Sources whose values are the codes of a kind. */
const recordKinds: Partial<Record<Source, string>> = {
  template: 'FormatterTemplate',
  script: 'Script',
  schedule: 'Schedule',
  logType: 'LogType',
  user: 'User',
};

const others: Partial<Record<Source, (waybill: Waybill, place: Place) => Promise<Values>>> = {
  queue: async ({ api }) => new Map((await api.getAdminQueues()).map(({ name, purpose = '' }) => [name, purpose])),
  deadLetter: async ({ api }, { positionals: [queue = ''] }) => {
    const { content } = await api.getAdminQueuesNameDeadLetters(queue, { size: MAX_VALUES });
    return new Map(content.map(({ id, reason = '' }) => [id, firstLine(reason)]));
  },
  savedQuery: async ({ api }) =>
    new Map((await api.getSavedQueries()).map(({ name, view, query }) => [name, `${view} ${query}`])),
  version: async (waybill, { positionals: [name = '', key = ''] }) => {
    const versions = (await call({ waybill }, `${pathOf(kindOf(name), key)}/history`)) as Version[];
    const newest = versions.slice(0, MAX_VALUES);
    return new Map(newest.map(({ version, change, when, who }) => [String(version), `${change} ${when} ${who}`]));
  },
  format: async ({ api }) => new Map((await api.getDocumentsFormats()).map(({ name, mediaType }) => [name, mediaType])),
  job: async ({ api }) => {
    const filtering = { size: MAX_VALUES, sort: [{ column: 'auditInfo.whenInserted', direction: 'DESC' as const }] };
    const { content } = await api.getJobsSearchPage({ filtering });
    return new Map(content.map(({ id = '', jobType, status }) => [id, `${jobType} ${status}`]));
  },
  apiKey: async ({ api }) => new Map((await api.getApiKeys()).map(({ id, name, user }) => [id, `${name} of ${user}`])),
  suppression: async ({ api }) => {
    const { content } = await api.getSuppressions({ filtering: { size: MAX_VALUES } });
    return new Map(content.map(({ id = '', address }) => [id, address]));
  },
  path: async (waybill, { partial }) => {
    const [paths, found] = await Promise.allSettled([pathsOf(waybill, partial), recordPaths(waybill, partial)]);
    return new Map([paths, found].flatMap((one) => (one.status === 'fulfilled' ? [...one.value] : [])));
  },
};

async function pathsOf(waybill: Waybill, partial: string): Promise<Values> {
  const { paths } = (await call({ waybill }, '/openapi.json')) as { paths: Record<string, object> };
  // A path without a slash at its beginning is below the interface.
  const typed = (path: string): string => (partial.startsWith('/') ? path : path.replace(/^\/api\/v2\//, ''));
  const described = Object.entries(paths).map(
    ([path, methods]) => [typed(path), Object.keys(methods).join(', ').toUpperCase()] as const,
  );
  const names = described.map(([path]) => path.split('/'));
  return new Map(described.map(([path, text]) => [withTyped(path, partial, names), text]));
}

/** Returns a path with the segments that are typed before the last in place of its parameters, if it can begin with them. */
function withTyped(path: string, partial: string, paths: readonly (readonly string[])[]): string {
  const segments = path.split('/');
  const typed = partial.split('/').slice(0, -1);
  const isTyped = typed.every((one, at) => {
    if (one === segments[at]) return true;
    if (one === '' || !segments[at]?.startsWith('{')) return false;
    // The segment is one of another path, such as `search`, and no value.
    const before = segments.slice(0, at).join('/');
    return !paths.some((other) => other[at] === one && other.slice(0, at).join('/') === before);
  });
  return isTyped ? [...typed, ...segments.slice(typed.length)].join('/') : path;
}

/** The paths of records, once the path of their kind is typed: `users/`. */
async function recordPaths(waybill: Waybill, partial: string): Promise<Values> {
  const [, before = '', path, key = ''] = /^((?:\/api\/v2\/)?([a-z-]+)\/)([^/?]*)$/.exec(partial) ?? [];
  const kind = kinds.find((one) => one.path === path && one.operations.includes('get'));
  if (!kind) return new Map();
  const found = await records(waybill, kind, decodeURIComponent(key));
  return new Map([...found].map(([value, name]) => [before + encodeURIComponent(value), name]));
}

async function records(waybill: Waybill, kind: Kind, partial: string): Promise<Values> {
  const isCoded = 'code' in kind.members;
  const filters = isCoded && partial !== '' ? [{ column: 'code', operator: 'LIKE', value: `${partial}%` }] : [];
  const body = { filters, size: MAX_VALUES };
  const page = (await call({ waybill }, `${pathOf(kind)}/search/page`, { method: 'POST', body })) as {
    content: StoredRecord[];
  };
  return new Map(page.content.map(({ id, code, name }) => [String(isCoded ? code : id), String(name ?? '')]));
}

/** Returns the value of a global option that is typed before the cursor. */
function valueIn(typed: readonly string[], name: 'url' | 'context'): { url?: string; context?: string } {
  const at = typed.findIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`));
  const value = typed[at]?.includes('=') ? typed[at]?.slice(`--${name}=`.length) : typed[at + 1];
  return at === -1 || value === undefined ? {} : { [name]: value };
}
