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

/** The operations by `/by-id/{id}`, whose parameter is never read as a code. */
const byIdOperations = [
  'getById',
  'updateById',
  'patchById',
  'removeById',
] as const satisfies readonly GenericOperation[];

/** The operations of records without a code. */
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
  'bulk',
  ...byIdOperations,
  'getAll',
] as const satisfies readonly GenericOperation[];

/** The operations of records with a code. */
export const codedOperations = [...commonOperations, 'getByCode'] as const satisfies readonly GenericOperation[];

/** All generic operations, including deprecated searches of published kinds. */
export const referenceDataOperations = [
  ...codedOperations,
  'searchDeprecatedPage',
  'searchDeprecatedList',
] as const satisfies readonly GenericOperation[];

/** Returns the operations but for those that a kind has as routes of its own, whose titles are published. */
export const without = (
  operations: readonly GenericOperation[],
  ...own: readonly GenericOperation[]
): readonly GenericOperation[] => operations.filter((name) => !own.includes(name));

/** The operation that has workers cancel or resend many records (domain/bulk/bulkActions.ts). */
export const bulkActionOperations = ['bulkAction'] as const satisfies readonly GenericOperation[];
