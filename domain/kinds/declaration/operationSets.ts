import type { GenericOperation } from '../kind.ts';

/** What every kind of our own has. */
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
  'history',
] as const satisfies readonly GenericOperation[];

/** The whole set, with the deprecated operations of the published kinds. */
export const referenceDataOperations = [
  ...commonOperations,
  'searchDeprecatedPage',
  'searchDeprecatedList',
  'getByCode',
  'getAll',
] as const satisfies readonly GenericOperation[];
