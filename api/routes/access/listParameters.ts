import { MAX_PAGE } from '../../../domain/validation/readPage.ts';
import type { QueryParameter } from '../../http/route.ts';
import { whole } from '../../openapi/schemas.ts';

/** Select a part of a list that is not counted (listPart). */
export const listParameters: readonly QueryParameter[] = [
  {
    name: 'page',
    schema: { ...whole(0, MAX_PAGE), default: 0 },
    description: 'Number of the page, from 0.',
  },
  {
    name: 'size',
    schema: { ...whole(1, 10_000), default: 1_000 },
    description: 'Maximum number of elements of a page.',
  },
];
