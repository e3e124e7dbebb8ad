import { badRequest } from '../../../domain/errors.ts';
import {
  checkFiltering,
  type Filtering,
  MAX_WINDOW,
  parseFiltering,
  type Use,
} from '../../../domain/filtering/index.ts';
import type { GenericOperation, Json, Kind } from '../../../domain/kinds/kind.ts';
import { MAX_CURSOR } from '../../../domain/search/cursor.ts';
import {
  countRecords,
  type ListPart,
  type PageRequest,
  type PartRequest,
  searchList,
  searchListPart,
  searchPage,
} from '../../../domain/search/search.ts';
import { describe } from '../../../domain/validation/values.ts';
import { readFlag } from '../../http/query.ts';
import type { Answer, ApiRequest, QueryParameter, SuccessHeader } from '../../http/route.ts';
import { filteringBody } from '../../openapi/bodyShapes.ts';
import { count, filteringParameter, flag, headText, pageOf, whole } from '../../openapi/schemas.ts';
import { type Operation, operation, publishedTitle, recordsSchema } from './operation.ts';

const size: QueryParameter = {
  name: 'size',
  schema: { ...whole(1, MAX_WINDOW), default: 1_000 },
  description: 'Maximum number of records to return.',
};

/** The query parameter `after`, and the headers of the next part. */
export const after: QueryParameter = {
  name: 'after',
  schema: { ...headText, maxLength: MAX_CURSOR },
  description:
    'Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.',
};
export const nextHeaders: readonly SuccessHeader[] = ['Link', 'X-Next-Cursor'];

const total: QueryParameter = {
  name: 'total',
  schema: { ...flag, default: true },
  description:
    'Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.',
};

const consistencies = ['strong', 'eventual'] as const;

/** The query parameter `consistency`. */
export const consistency: QueryParameter = {
  name: 'consistency',
  schema: { type: 'string', enum: [...consistencies], default: 'strong' },
  description:
    'With `eventual`, the read replica may respond, if there is one: changes of the last seconds may be missing, READ_MAX_LAG_SECONDS at most. The rights of the caller are always those of now.',
};

const inParts =
  'If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.';

const insteadOfQuery = 'The same search with the filtering as the body, for filterings that are too long for a URL.';

/** Operations that search the records of a kind. */
export const searchOperations = {
  searchList: operation({
    title: () => 'Search for values and return the result as a list',
    description: `Returns the matching records, up to \`size\`. ${inParts}`,
    method: 'GET',
    path: '/search/list',
    right: 'READ',
    query: [size, filteringParameter({ required: true }), after, consistency],
    success: recordsSchema,
    reads: { shape: 'list' },
    headers: nextHeaders,
    handle: async (kind, request) => {
      const size = request.query.get('size');
      const filtering = filteringOfQuery(kind, request.query, 'list');
      const part = { ...partOf(request), ...(size !== null && { size }) };
      return partAnswer(request, await searchListPart(request.services, kind, filtering, part));
    },
  }),
  searchPage: operation({
    title: publishedTitle('getAllFilterablePage'),
    description: `Returns one page of the matching records, and how many there are. ${inParts}`,
    method: 'GET',
    path: '/search/page',
    right: 'READ',
    query: [filteringParameter({ required: true }), after, total, consistency],
    success: pageOf,
    reads: { shape: 'page' },
    headers: nextHeaders,
    handle: async (kind, request) => {
      const filtering = filteringOfQuery(kind, request.query, 'page');
      return partAnswer(request, await searchPage(request.services, kind, filtering, pageRequestOf(request)));
    },
  }),
  searchDeprecatedPage: operation({
    title: (kind) => `Search ${kind.plural}`,
    method: 'GET',
    description: 'The same as `/search/page`, which replaces it.',
    path: '/search/deprecated/page',
    right: 'READ',
    query: [filteringParameter({ required: true })],
    success: pageOf,
    reads: { shape: 'page' },
    deprecated: { successor: '/search/page' },
    handle: pageOfRecords,
  }),
  searchDeprecatedList: operation({
    title: (kind) => `Search ${kind.plural}`,
    method: 'GET',
    description: 'The same as `/search/list`, which replaces it.',
    path: '/search/deprecated/list',
    right: 'READ',
    query: [{ ...size, schema: whole(1, MAX_WINDOW) }, filteringParameter({ required: true })],
    success: recordsSchema,
    reads: { shape: 'list' },
    deprecated: { successor: '/search/list' },
    handle: listRecords,
  }),
  count: operation({
    title: publishedTitle('countFilterable'),
    description: 'Returns the number of matching records.',
    method: 'GET',
    path: '/search/count',
    right: 'READ',
    query: [filteringParameter({ required: true }), consistency],
    success: () => count,
    handle: (kind, { services, query }) =>
      countRecords(services, kind, filteringOfQuery(kind, query, 'count'), consistencyOf(query)),
  }),
  searchListByBody: operation({
    title: () => 'Search for values by a filtering in the body and return the result as a list',
    description: `${insteadOfQuery} The size of the list is that of the filtering, 1,000 by default and 10,000 at most. ${inParts}`,
    method: 'POST',
    path: '/search/list',
    right: 'READ',
    query: [after, consistency],
    body: filteringBody,
    success: recordsSchema,
    reads: { shape: 'list' },
    headers: ['X-Next-Cursor'],
    handle: async (kind, request) => {
      const filtering = await filteringOfBody(kind, request, 'list');
      return partAnswer(request, await searchListPart(request.services, kind, filtering, partOf(request)));
    },
  }),
  searchPageByBody: operation({
    title: () => 'Search for values by a filtering in the body and return a page',
    description: `${insteadOfQuery} ${inParts}`,
    method: 'POST',
    path: '/search/page',
    right: 'READ',
    query: [after, total, consistency],
    body: filteringBody,
    success: pageOf,
    reads: { shape: 'page' },
    headers: ['X-Next-Cursor'],
    handle: async (kind, request) => {
      const filtering = await filteringOfBody(kind, request, 'page');
      return partAnswer(request, await searchPage(request.services, kind, filtering, pageRequestOf(request)));
    },
  }),
  countByBody: operation({
    title: () => 'Count values by a filtering in the body',
    description: insteadOfQuery,
    method: 'POST',
    path: '/search/count',
    right: 'READ',
    query: [consistency],
    body: filteringBody,
    success: () => count,
    handle: async (kind, request) => {
      const filtering = await filteringOfBody(kind, request, 'count');
      return countRecords(request.services, kind, filtering, consistencyOf(request.query));
    },
  }),
} satisfies Partial<Record<GenericOperation, Operation>>;

/** Returns the filtering of the query. Throws a 400 if it is absent or invalid. */
export const filteringOfQuery = (kind: Kind, query: URLSearchParams, use: Use): Filtering =>
  parseFiltering(kind, query.get('filtering') ?? undefined, use);

async function filteringOfBody(kind: Kind, { json }: Pick<ApiRequest, 'json'>, use: Use): Promise<Filtering> {
  return checkFiltering(kind, (await json()) as Json, use);
}

function listRecords(kind: Kind, { services, query }: Pick<ApiRequest, 'services' | 'query'>): Promise<string> {
  return searchList(services, kind, filteringOfQuery(kind, query, 'list'), query.get('size') ?? undefined);
}

async function pageOfRecords(kind: Kind, { services, query }: Pick<ApiRequest, 'services' | 'query'>): Promise<string> {
  return (await searchPage(services, kind, filteringOfQuery(kind, query, 'page'), { reader: '' })).text;
}

/** Returns who reads, behind which cursor, and whether the records may lag. */
export function partOf({ caller, query }: Pick<ApiRequest, 'caller' | 'query'>): PartRequest {
  const cursor = query.get('after') || undefined;
  return {
    reader: caller.holder?.userId ?? '',
    ...(cursor !== undefined && { after: cursor }),
    ...consistencyOf(query),
  };
}

/** Throws a 400 for a consistency that does not exist. */
function consistencyOf(query: URLSearchParams): Pick<PartRequest, 'isEventual'> {
  const value = query.get('consistency') || 'strong';
  if (consistencies.some((one) => one === value)) return { isEventual: value === 'eventual' };
  throw badRequest('A query parameter is malformed.', [
    `consistency: must be ${consistencies.join(' or ')}, not ${describe(value)}`,
  ]);
}

function pageRequestOf(request: Pick<ApiRequest, 'caller' | 'query'>): PageRequest {
  return { ...partOf(request), isCountLimited: !readFlag(request.query, 'total', true) };
}

/** A longer URL than this would exceed what clients accept in a header. In characters. */
const MAX_LINK = 8_000;

/** Returns a part of a list with the headers of the next one. A POST has no link, which would be a GET. */
export function partAnswer({ raw }: Pick<ApiRequest, 'raw'>, { text, next }: ListPart): Answer {
  if (next === undefined) return text;
  const { pathname, searchParams } = new URL(raw.url);
  searchParams.set('after', next);
  const link = `<${pathname}?${searchParams}>; rel="next"`;
  const isLinked = raw.method !== 'POST' && link.length <= MAX_LINK;
  return { body: text, headers: { 'x-next-cursor': next, ...(isLinked && { link }) } };
}
