import { checkFiltering, type Filtering, parseFiltering, type Use } from '../../../domain/filtering/index.ts';
import type { GenericOperation, Json, Kind } from '../../../domain/kinds/kind.ts';
import { countRecords, searchList, searchPage } from '../../../domain/search/search.ts';
import type { ApiRequest, BodyShape, QueryParameter } from '../../http/route.ts';
import { filteringParameter, pageOf, ref } from '../../openapi/schemas.ts';
import { type Operation, operation, publishedTitle, recordsSchema } from './operation.ts';

const size: QueryParameter = {
  name: 'size',
  schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 10_000, default: 1_000 },
  description: 'Maximum number of records to return.',
};

const insteadOfQuery =
  'For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.';

const filteringBody = (): BodyShape => ({ schema: ref('Filtering'), required: true });

/** Operations that search the records of a kind. */
export const searchOperations = {
  searchList: operation({
    title: () => 'Search for values and return the result as a list',
    description: 'Returns the matching records, up to `size`.',
    method: 'GET',
    path: '/search/list',
    right: 'READ',
    query: [size, filteringParameter({ required: true })],
    success: recordsSchema,
    reads: { shape: 'list' },
    handle: listRecords,
  }),
  searchPage: operation({
    title: publishedTitle('getAllFilterablePage'),
    description: 'Returns one page of the matching records, and how many there are.',
    method: 'GET',
    path: '/search/page',
    right: 'READ',
    query: [filteringParameter({ required: true })],
    success: pageOf,
    reads: { shape: 'page' },
    handle: pageOfRecords,
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
    query: [
      { ...size, schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 10_000 } },
      filteringParameter({ required: true }),
    ],
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
    query: [filteringParameter({ required: true })],
    success: () => ({ type: 'integer', format: 'int64' }),
    handle: (kind, { services, query }) => countRecords(services, kind, filteringOfQuery(kind, query, 'count')),
  }),
  searchListByBody: operation({
    title: () => 'Search for values by a filtering in the body and return the result as a list',
    description: `${insteadOfQuery} The size of the list is that of the filtering, 1,000 by default and 10,000 at most.`,
    method: 'POST',
    path: '/search/list',
    right: 'READ',
    body: filteringBody,
    success: recordsSchema,
    reads: { shape: 'list' },
    handle: async (kind, request) => searchList(request.services, kind, await filteringOfBody(kind, request, 'list')),
  }),
  searchPageByBody: operation({
    title: () => 'Search for values by a filtering in the body and return a page',
    description: insteadOfQuery,
    method: 'POST',
    path: '/search/page',
    right: 'READ',
    body: filteringBody,
    success: pageOf,
    reads: { shape: 'page' },
    handle: async (kind, request) => searchPage(request.services, kind, await filteringOfBody(kind, request, 'page')),
  }),
  countByBody: operation({
    title: () => 'Count values by a filtering in the body',
    description: insteadOfQuery,
    method: 'POST',
    path: '/search/count',
    right: 'READ',
    body: filteringBody,
    success: () => ({ type: 'integer', format: 'int64' }),
    handle: async (kind, request) =>
      countRecords(request.services, kind, await filteringOfBody(kind, request, 'count')),
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

function pageOfRecords(kind: Kind, { services, query }: Pick<ApiRequest, 'services' | 'query'>): Promise<string> {
  return searchPage(services, kind, filteringOfQuery(kind, query, 'page'));
}
