import { badRequest } from '../errors.ts';
import { type Filtering, MAX_WINDOW } from '../filtering/index.ts';
import type { Kind } from '../kinds/kind.ts';
import type { FoundPage, SearchWindow } from '../ports/search.ts';
import type { Services } from '../ports/services.ts';
import { shownTexts } from '../records/showRecord.ts';
import { describe } from '../validation/values.ts';
import { cursorBehind, type Reading, readCursor, unusable } from './cursor.ts';
import { countReadable, searchReadable } from './searchReadable.ts';

/** The size of a list if neither the query nor the filtering has one. */
const DEFAULT_LIST = 1_000;

/** A part of a list as JSON text, with the cursor of the next part if there is one. */
export interface ListPart {
  readonly text: string;
  readonly next?: string;
}

/** Who reads which part of a list. */
export interface PartRequest {
  /** Id of the user; empty without authentication. */
  readonly reader: string;
  /** The cursor behind which the part begins. */
  readonly after?: string;
  /** Overrides the size of the filtering. */
  readonly size?: string;
  /** The records may lag by the bound of the read replica. */
  readonly isEventual?: boolean;
}

/** Who reads which page. */
export interface PageRequest extends Omit<PartRequest, 'size'> {
  /** The total is counted up to {@link MAX_WINDOW}, so that its time does not grow with the number of records. */
  readonly isCountLimited?: boolean;
}

/** Returns the matching records as a JSON array. `size` overrides the filtering's size; its page is ignored. */
export async function searchList(services: Services, kind: Kind, filtering: Filtering, size?: string): Promise<string> {
  const { records } = await searchReadable(services, kind, filtering, { from: 0, size: listSize(filtering, size) });
  return `[${(await shownTexts(services, kind, records)).join(',')}]`;
}

/** Returns a part of the matching records as a JSON array. The page of the filtering is ignored. */
export async function searchListPart(
  services: Services,
  kind: Kind,
  filtering: Filtering,
  { reader, after, size, isEventual }: PartRequest,
): Promise<ListPart> {
  const window = { from: 0, size: listSize(filtering, size), isUncounted: true };
  const find = (part: SearchWindow) => searchReadable(services, kind, filtering, { ...part, isEventual });
  const { records, next } = await readPart(services, { kind, filtering, reader }, { after, window, find });
  return { text: `[${(await shownTexts(services, kind, records)).join(',')}]`, ...(next !== undefined && { next }) };
}

/** Returns one page of the matching records, in the shape of Spring's Page. With a cursor, the page of the filtering is ignored. */
export async function searchPage(
  services: Services,
  kind: Kind,
  filtering: Filtering,
  { reader, isEventual, ...part }: PageRequest,
): Promise<ListPart> {
  return pageOf(services, { kind, filtering, reader }, part, async (window) => {
    const found = await searchReadable(services, kind, filtering, { ...window, isEventual });
    return { ...found, records: await shownTexts(services, kind, found.records) };
  });
}

/** Finds the records of a window as JSON texts. */
type Find = (window: SearchWindow) => Promise<FoundPage>;

/** As {@link searchPage}, for records that another function finds. */
export async function pageOf(
  services: Services,
  reading: Reading,
  { after, isCountLimited }: Omit<PageRequest, 'reader' | 'isEventual'>,
  find: Find,
): Promise<ListPart> {
  const { size } = reading.filtering;
  const page = after === undefined ? reading.filtering.page : 0;
  const window = { from: page * size, size, ...(isCountLimited && { countLimit: MAX_WINDOW }) };
  const { next, ...found } = await readPart(services, reading, { after, window, find });
  const frame = { page, size, ...(after !== undefined && { first: false, last: next === undefined }) };
  return { text: pageText(found, frame, true), ...(next !== undefined && { next }) };
}

/** Reads a window, or that behind a cursor, and makes the cursor of the next one. */
async function readPart(
  services: Services,
  reading: Reading,
  { after, window, find }: { readonly after: string | undefined; readonly window: SearchWindow; readonly find: Find },
): Promise<FoundPage & { readonly next?: string }> {
  const { from, size, countLimit } = window;
  if (after === undefined) {
    const page = await find({ from, size, ...(countLimit !== undefined && { countLimit }) });
    const isFollowed = from + page.records.length < page.total || page.isLowerBound === true;
    const last = isFollowed ? page.records.at(-1) : undefined;
    const next = last && (await cursorBehind(services, reading, last, page.places));
    return { ...page, ...(next !== undefined && { next }) };
  }
  const position = await readCursor(services, reading, after);
  // One more shows whether there is a next part. Engines return no more than MAX_WINDOW.
  const limit = Math.min(size + 1, MAX_WINDOW);
  const { records, ...found } = await find({ ...window, size: limit, after: position });
  const last = records.length >= limit ? records[size - 1] : undefined;
  const page = { ...found, records: records.slice(0, size) };
  if (last === undefined) return page;
  const next = await cursorBehind(services, reading, last, found.places);
  if (next === undefined)
    throw unusable('the values that the last record is sorted by are too long for a cursor; sort by other members');
  return { ...page, next };
}

export async function countRecords(
  services: Services,
  kind: Kind,
  filtering: Filtering,
  options: Pick<PartRequest, 'isEventual'> = {},
): Promise<string> {
  return String(await countReadable(services, kind, filtering, options));
}

/** The number and size of a page, and whether it is the first and the last if its number does not say so. */
interface PageFrame extends Pick<Filtering, 'page' | 'size'> {
  readonly first?: boolean;
  readonly last?: boolean;
}

/** A Page around records that are JSON text already. `sorted`: whether the records come in an order. */
export function pageText(found: FoundPage, { page, size, ...ends }: PageFrame, sorted: boolean): string {
  const { total, isLowerBound = false, records } = found;
  const totalPages = Math.ceil(total / size);
  const sort = { sorted, unsorted: !sorted, empty: !sorted };
  const frame = {
    totalElements: total,
    ...(isLowerBound && { totalIsLowerBound: true }),
    totalPages,
    numberOfElements: records.length,
    number: page,
    size,
    first: page === 0,
    last: page + 1 >= totalPages && !isLowerBound,
    ...ends,
    empty: records.length === 0,
    sort,
    pageable: { sort, offset: page * size, pageNumber: page, pageSize: size, paged: true, unpaged: false },
  };
  return `${JSON.stringify(frame).slice(0, -1)},"content":[${records.join(',')}]}`;
}

function listSize({ sized, size: own }: Filtering, size: string | undefined): number {
  if (size !== undefined) return readSize(size);
  return sized ? own : DEFAULT_LIST;
}

function readSize(size: string): number {
  const number = /^\d{1,6}$/.test(size) ? Number(size) : 0;
  if (number >= 1 && number <= MAX_WINDOW) return number;
  throw badRequest('The size is out of range.', [
    `size: must be a whole number from 1 to ${MAX_WINDOW}, not ${describe(size)}`,
  ]);
}
