import { badRequest } from '../../domain/errors.ts';
import { backup } from '../../domain/imports/backup.ts';
import { diffFile, diffOnly } from '../../domain/imports/diff.ts';
import { saveDiff } from '../../domain/imports/saveDiff.ts';
import type { Caller, GenericOperation, Kind } from '../../domain/kinds/kind.ts';
import { hasCode } from '../../domain/kinds/kind.ts';
import { getAllRecords, getRecord, getRecordByCode, getRecordsByIds } from '../../domain/records/get.ts';
import { historyOf } from '../../domain/records/history.ts';
import { removeRecord } from '../../domain/records/remove.ts';
import { patchRecord, replaceRecord, type Saved, saveRecord } from '../../domain/records/save.ts';
import { describe } from '../../domain/records/validateRecord.ts';
import { countRecords, searchList, searchPage } from '../../domain/search/search.ts';
import { uploadedFile } from '../http/multipart.ts';
import {
  type Answer,
  type ApiRequest,
  type BodyShape,
  decode,
  type QueryParameter,
  type Route,
  type Schema,
} from '../http/route.ts';
import { anyObject, arrayOf, diffEntryOf, filteringParameter, pageOf, ref } from '../openapi/schemas.ts';

/** How one generic operation is served for a kind, whichever it is. */
interface Operation {
  readonly title: (kind: Kind) => string;
  readonly method: Route['method'];
  /** Behind the kind's own path. */
  readonly path: string;
  readonly query?: readonly QueryParameter[];
  readonly body?: (kind: Kind) => BodyShape;
  readonly success: (kind: Kind) => Schema | null;
  readonly deprecated?: boolean;
  readonly audited?: NonNullable<Route['audited']>;
  readonly handle: (kind: Kind, request: ApiRequest) => Promise<Answer>;
}

const immediatelyRefresh: QueryParameter = {
  name: 'immediatelyRefresh',
  schema: { type: 'boolean', default: false },
  description: 'Answer only when the change can be found by search.',
};
const compareField: QueryParameter = {
  name: 'compareField',
  schema: { type: 'string', default: 'id' },
  description: 'The unique member by which entries are matched.',
};
const size: QueryParameter = {
  name: 'size',
  schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 10_000, default: 1_000 },
  description: 'The most records to return.',
};

const published = (operation: string) => (kind: Kind) => `${kind.name}PublicApi.${operation}`;
const record = (kind: Kind): Schema => ref(kind.name);
const records = (kind: Kind): Schema => arrayOf(ref(kind.name));
const json = (schema: (kind: Kind) => Schema) => (kind: Kind) => ({ schema: schema(kind) });

/** The generic operation set, once: every kind mounts those it offers. */
const operations: Record<GenericOperation, Operation> = {
  get: {
    title: () => 'Returns a row by primary key',
    method: 'GET',
    path: '/{idOrCode}',
    success: record,
    handle: (kind, { services, params }) =>
      getRecord(services, kind, params.idOrCode as string, { listed404: answers404(kind, 'get') }),
  },
  update: {
    title: () => 'Update a value',
    method: 'PUT',
    path: '/{idOrCode}',
    body: json(record),
    success: record,
    handle: async (kind, request) => {
      const { services, params, caller } = request;
      return saved(
        await replaceRecord(services, kind, params.idOrCode as string, await request.json(), {
          caller,
          refresh: false,
        }),
      );
    },
  },
  remove: {
    title: () => 'Delete',
    method: 'DELETE',
    path: '/{idOrCode}',
    success: () => null,
    handle: async (kind, { services, params, caller }) => {
      await removeRecord(services, kind, params.idOrCode as string, caller);
      return null;
    },
  },
  patch: {
    title: published('patch'),
    method: 'PATCH',
    path: '/{idOrCode}',
    query: [immediatelyRefresh],
    body: () => ({ schema: anyObject }),
    success: record,
    handle: async (kind, request) => {
      const { services, params, caller } = request;
      const refresh = flag(request.query, 'immediatelyRefresh');
      return saved(
        await patchRecord(services, kind, params.idOrCode as string, await request.json(), { caller, refresh }),
      );
    },
  },
  save: {
    title: published('saveAndRefresh'),
    method: 'POST',
    path: '',
    body: json(record),
    success: record,
    handle: async (kind, request) =>
      saved(await saveRecord(request.services, kind, await request.json(), { caller: request.caller, refresh: true })),
  },
  saveDiff: {
    title: published('saveDiff'),
    method: 'POST',
    path: '/diff/save',
    query: [compareField],
    body: (kind) => ({ schema: arrayOf(diffEntryOf(kind)) }),
    success: records,
    audited: true,
    handle: async (kind, request) =>
      streamed(await saveDiff(request.services, kind, diffInput(request, request.stream()))),
  },
  diff: {
    title: published('diff'),
    method: 'POST',
    path: '/diff/file',
    query: [
      { name: 'save', schema: { type: 'boolean', default: false }, description: 'Apply what was found at once.' },
      compareField,
    ],
    body: () => ({
      schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
      contentType: 'multipart/form-data',
    }),
    success: (kind) => arrayOf(diffEntryOf(kind)),
    audited: ({ query }) => query.get('save') === 'true',
    handle: async (kind, request) => {
      const save = flag(request.query, 'save');
      return streamed(
        await diffFile(request.services, kind, { ...diffInput(request, await uploadedFile(request)), save }),
      );
    },
  },
  diffOnly: {
    title: published('diffOnly'),
    method: 'POST',
    path: '/diff/only',
    query: [compareField],
    body: (kind) => ({ schema: ref(`ExportEnvelopeOf${kind.name}`) }),
    success: (kind) => arrayOf(diffEntryOf(kind)),
    handle: async (kind, request) =>
      streamed(await diffOnly(request.services, kind, diffInput(request, request.stream()))),
  },
  backup: {
    title: published('backup'),
    method: 'POST',
    path: '/backup',
    query: [filteringParameter(false)],
    body: () => ({ schema: ref('BackupRequest') }),
    success: (kind) => ref(`ExportEnvelopeOf${kind.name}`),
    handle: async (kind, request) => {
      const filtering = request.query.get('filtering') ?? undefined;
      const input = {
        request: await request.json(),
        caller: request.caller,
        ...(filtering === undefined ? {} : { filtering }),
      };
      return streamed(await backup(request.services, kind, input));
    },
  },
  searchList: {
    title: () => 'Search for values and return the result as a list',
    method: 'GET',
    path: '/search/list',
    query: [size, filteringParameter(true)],
    success: records,
    handle: list,
  },
  searchPage: {
    title: published('getAllFilterablePage'),
    method: 'GET',
    path: '/search/page',
    query: [filteringParameter(true)],
    success: (kind) => pageOf(kind),
    handle: page,
  },
  searchDeprecatedPage: {
    title: (kind) => `Search ${kind.plural}`,
    method: 'GET',
    path: '/search/deprecated/page',
    query: [filteringParameter(true)],
    success: (kind) => pageOf(kind),
    deprecated: true,
    handle: page,
  },
  searchDeprecatedList: {
    title: (kind) => `Search ${kind.plural}`,
    method: 'GET',
    path: '/search/deprecated/list',
    query: [
      { ...size, schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 10_000 } },
      filteringParameter(true),
    ],
    success: records,
    deprecated: true,
    handle: list,
  },
  getByIds: {
    title: published('getByIds'),
    method: 'GET',
    path: '/by-ids/{ids}',
    success: records,
    handle: (kind, { services, rawParams }) => getRecordsByIds(services, kind, elements(rawParams, 'ids')),
  },
  count: {
    title: published('countFilterable'),
    method: 'GET',
    path: '/search/count',
    query: [filteringParameter(true)],
    success: () => ({ type: 'integer', format: 'int64' }),
    handle: (kind, { services, query }) => countRecords(services, kind, query.get('filtering') ?? undefined),
  },
  getByCode: {
    title: published('getByCode'),
    method: 'GET',
    path: '/by-code/{code}',
    success: record,
    deprecated: true,
    handle: (kind, { services, params }) =>
      getRecordByCode(services, kind, params.code as string, answers404(kind, 'getByCode')),
  },
  getAll: {
    title: () => 'Get all rows',
    method: 'GET',
    path: '',
    success: records,
    deprecated: true,
    handle: async (kind, { services }) => ({ body: getAllRecords(services, kind) }),
  },
  history: {
    title: () => 'Returns the history of a row',
    method: 'GET',
    path: '/{idOrCode}/history',
    query: [
      {
        name: 'version',
        schema: { type: 'integer', minimum: 1 },
        description: 'Answer the record as it was at this version.',
      },
      {
        name: 'at',
        schema: { type: 'string', format: 'date-time' },
        description: 'Answer the record as it was at this time.',
      },
    ],
    success: (kind) => ({ oneOf: [arrayOf(ref('Version')), ref(kind.name)] }),
    handle: (kind, { services, params, query }) => {
      const version = query.get('version');
      const at = query.get('at');
      return historyOf(services, kind, params.idOrCode as string, {
        ...(version === null ? {} : { version }),
        ...(at === null ? {} : { at }),
      });
    },
  },
};

/** The routes of the generic operations that a kind offers. */
export function genericRoutes(kind: Kind): Route[] {
  return kind.operations.map((name) => {
    const operation = operations[name];
    return {
      kind: kind.name,
      title: kind.titles?.[name] ?? operation.title(kind),
      method: operation.method,
      path: `/api/v2/${kind.path}${operation.path}`,
      ...(operation.query ? { query: operation.query } : {}),
      ...(operation.body ? { body: operation.body(kind) } : {}),
      success: operation.success(kind),
      codes: codesOf(kind, name),
      ...(operation.deprecated ? { deprecated: true } : {}),
      ...(operation.audited ? { audited: operation.audited } : {}),
      ...(hasCode(kind) || !operation.path.includes('{idOrCode}') ? {} : { uuids: ['idOrCode'] }),
      handle: (request: ApiRequest) => operation.handle(kind, request),
    } satisfies Route;
  });
}

const answers404 = (kind: Kind, name: GenericOperation): boolean => kind.answers404?.includes(name) ?? false;

/** Delete has no 200 in the published list: the OpenAPI document adds it to every operation without a body. */
function codesOf(kind: Kind, name: GenericOperation): number[] {
  if (name === 'remove') return [400, 500];
  return name === 'history' || answers404(kind, name) ? [200, 400, 404, 500] : [200, 400, 500];
}

function list(kind: Kind, { services, query }: ApiRequest): Promise<string> {
  return searchList(services, kind, query.get('filtering') ?? undefined, query.get('size') ?? undefined);
}

function page(kind: Kind, { services, query }: ApiRequest): Promise<string> {
  return searchPage(services, kind, query.get('filtering') ?? undefined);
}

export function saved({ record: body, delayed }: Saved): Answer {
  return delayed ? { body, headers: { 'x-search-refresh': 'delayed' } } : body;
}

const streamed = ({ stream }: { stream: ReadableStream<Uint8Array> }): Answer => ({ body: stream });

function diffInput<S>({ query, caller }: ApiRequest, source: S): { source: S; compareField: string; caller: Caller } {
  return { source, compareField: query.get('compareField') ?? 'id', caller };
}

export function flag(query: URLSearchParams, name: string): boolean {
  const value = query.get(name);
  if (value === null || value === 'false' || value === '') return false;
  if (value === 'true') return true;
  throw badRequest('A query parameter is malformed.', [`${name}: must be true or false, not ${describe(value)}`]);
}

/** An array path parameter: split at its commas before it is decoded, so that an encoded comma is part of an element. */
export function elements(rawParams: Readonly<Record<string, string>>, name: string): string[] {
  return (rawParams[name] ?? '')
    .split(',')
    .filter((part) => part !== '')
    .map((part) => decode(name, part));
}
