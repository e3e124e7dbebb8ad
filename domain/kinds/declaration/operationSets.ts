import type { GenericOperation } from '../kind.ts';

/** The operations that search records. */
export const searchOperations = [
  'searchList',
  'searchPage',
  'count',
  'searchListByBody',
  'searchPageByBody',
  'countByBody',
] as const satisfies readonly GenericOperation[];

/** The operations of kinds that the interface documents do not define. */
export const commonOperations = [
  'get',
  'update',
  'remove',
  'patch',
  'save',
  'saveDiff',
  'diff',
  'diffOnly',
  'backup',
  'searchList',
  'searchPage',
  'getByIds',
  'count',
  'searchListByBody',
  'searchPageByBody',
  'countByBody',
  'history',
  'restore',
] as const satisfies readonly GenericOperation[];

/** All generic operations, including the deprecated ones of published kinds. */
export const referenceDataOperations = [
  ...commonOperations,
  'searchDeprecatedPage',
  'searchDeprecatedList',
  'getByCode',
  'getAll',
] as const satisfies readonly GenericOperation[];

/**
 * The operation that has workers change many records. Kinds offer it that neither give rights nor contain what workers
 * execute or where they send data: the database role of workers may write their tables (db/roles/tableGrants.ts).
 */
export const bulkOperations = ['bulk'] as const satisfies readonly GenericOperation[];
