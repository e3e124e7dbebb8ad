import type { GenericOperation, Kind } from '../../../domain/kinds/kind.ts';
import { countRecords, searchList, searchPage } from '../../../domain/search/search.ts';
import type { ApiRequest, QueryParameter } from '../../http/route.ts';
import { filteringParameter, pageOf } from '../../openapi/schemas.ts';
import { type Operation, operation, publishedTitle, recordsSchema } from './operation.ts';

const size: QueryParameter = {
  name: 'size',
  schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 10_000, default: 1_000 },
  description: 'Maximum number of records to return.',
};

/** Operations that search the records of a kind. */
export const searchOperations = {
  searchList: operation({
    title: () => 'Search for values and return the result as a list',
    method: 'GET',
    path: '/search/list',
    right: 'READ',
    query: [size, filteringParameter({ required: true })],
    success: recordsSchema,
    handle: listRecords,
  }),
  searchPage: operation({
    title: publishedTitle('getAllFilterablePage'),
    method: 'GET',
    path: '/search/page',
    right: 'READ',
    query: [filteringParameter({ required: true })],
    success: pageOf,
    handle: pageOfRecords,
  }),
  searchDeprecatedPage: operation({
    title: (kind) => `Search ${kind.plural}`,
    method: 'GET',
    path: '/search/deprecated/page',
    right: 'READ',
    query: [filteringParameter({ required: true })],
    success: pageOf,
    deprecated: true,
    handle: pageOfRecords,
  }),
  searchDeprecatedList: operation({
    title: (kind) => `Search ${kind.plural}`,
    method: 'GET',
    path: '/search/deprecated/list',
    right: 'READ',
    query: [
      { ...size, schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 10_000 } },
      filteringParameter({ required: true }),
    ],
    success: recordsSchema,
    deprecated: true,
    handle: listRecords,
  }),
  count: operation({
    title: publishedTitle('countFilterable'),
    method: 'GET',
    path: '/search/count',
    right: 'READ',
    query: [filteringParameter({ required: true })],
    success: () => ({ type: 'integer', format: 'int64' }),
    handle: (kind, { services, query }) => countRecords(services, kind, query.get('filtering') ?? undefined),
  }),
} satisfies Partial<Record<GenericOperation, Operation>>;

function listRecords(kind: Kind, { services, query }: Pick<ApiRequest, 'services' | 'query'>): Promise<string> {
  return searchList(services, kind, query.get('filtering') ?? undefined, query.get('size') ?? undefined);
}

function pageOfRecords(kind: Kind, { services, query }: Pick<ApiRequest, 'services' | 'query'>): Promise<string> {
  return searchPage(services, kind, query.get('filtering') ?? undefined);
}
