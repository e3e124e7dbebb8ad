import type { FoundPage } from '../ports/search.ts';

/** Returns the total of a page from a count that ends at one more than the limit. */
export function limitedTotal(counted: number, limit: number | undefined): Pick<FoundPage, 'total' | 'isLowerBound'> {
  return limit === undefined || counted <= limit ? { total: counted } : { total: limit, isLowerBound: true };
}
