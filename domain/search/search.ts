import { badRequest } from '../errors.ts';
import { type Filtering, MAX_WINDOW } from '../filtering/index.ts';
import type { Kind } from '../kinds/kind.ts';
import type { FoundPage } from '../ports/search.ts';
import type { Services } from '../ports/services.ts';
import { shownTexts } from '../records/showRecord.ts';
import { describe } from '../validation/values.ts';
import { countReadable, searchReadable } from './searchReadable.ts';

/** The size of a list if neither the query nor the filtering has one. */
const DEFAULT_LIST = 1_000;

/** Returns the matching records as a JSON array. `size` overrides the filtering's size; its page is ignored. */
export async function searchList(services: Services, kind: Kind, filtering: Filtering, size?: string): Promise<string> {
  const limit = size === undefined ? (filtering.sized ? filtering.size : DEFAULT_LIST) : readSize(size);
  const { records } = await searchReadable(services, kind, filtering, { from: 0, size: limit });
  return `[${(await shownTexts(services, kind, records)).join(',')}]`;
}

/** Returns one page of the matching records, in the shape of Spring's Page. */
export async function searchPage(services: Services, kind: Kind, filtering: Filtering): Promise<string> {
  const window = { from: filtering.page * filtering.size, size: filtering.size };
  const { total, records } = await searchReadable(services, kind, filtering, window);
  return pageText({ total, records: await shownTexts(services, kind, records) }, filtering, true);
}

export async function countRecords(services: Services, kind: Kind, filtering: Filtering): Promise<string> {
  return String(await countReadable(services, kind, filtering));
}

/** A Page around records that are JSON text already. `sorted`: whether the records come in an order. */
export function pageText(
  { total, records }: FoundPage,
  { page, size }: Pick<Filtering, 'page' | 'size'>,
  sorted: boolean,
): string {
  const totalPages = Math.ceil(total / size);
  const sort = { sorted, unsorted: !sorted, empty: !sorted };
  const frame = {
    totalElements: total,
    totalPages,
    numberOfElements: records.length,
    number: page,
    size,
    first: page === 0,
    last: page + 1 >= totalPages,
    empty: records.length === 0,
    sort,
    pageable: { sort, offset: page * size, pageNumber: page, pageSize: size, paged: true, unpaged: false },
  };
  return `${JSON.stringify(frame).slice(0, -1)},"content":[${records.join(',')}]}`;
}

function readSize(size: string): number {
  const number = /^\d{1,6}$/.test(size) ? Number(size) : 0;
  if (number >= 1 && number <= MAX_WINDOW) return number;
  throw badRequest('The size is out of range.', [
    `size: must be a whole number from 1 to ${MAX_WINDOW}, not ${describe(size)}`,
  ]);
}
