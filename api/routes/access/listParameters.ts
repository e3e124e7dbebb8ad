import type { QueryParameter } from '../../http/route.ts';

/** Select a part of a list that is not counted (listPart). */
export const listParameters: readonly QueryParameter[] = [
  {
    name: 'page',
    schema: { type: 'integer', format: 'int32', minimum: 0, default: 0 },
    description: 'Number of the page, from 0.',
  },
  {
    name: 'size',
    schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 10_000, default: 1_000 },
    description: 'Maximum number of elements of a page.',
  },
];
