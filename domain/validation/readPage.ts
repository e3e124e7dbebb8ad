import { badRequest } from '../errors.ts';
import { describe } from './values.ts';

/** The greatest number of a page. */
export const MAX_PAGE = 1_000_000;

/** A part of a list. */
export interface Page {
  /** Number of the page, from 0. */
  readonly page: number;
  readonly size: number;
}

/** Returns the page that the query parameters `page` and `size` select. Throws a 400 if one of them is out of range. */
export function readPage(
  query: URLSearchParams,
  { defaultSize, maxSize }: { readonly defaultSize: number; readonly maxSize: number },
): Page {
  const problems: string[] = [];
  const read = (name: string, absent: number, [min, max]: [number, number]): number => {
    const text = query.get(name) || String(absent);
    const number = /^\d{1,9}$/.test(text) ? Number(text) : -1;
    if (number < min || number > max)
      problems.push(`${name}: must be a whole number from ${min} to ${max}, not ${describe(text)}`);
    return number;
  };
  const page = read('page', 0, [0, MAX_PAGE]);
  const size = read('size', defaultSize, [1, maxSize]);
  if (problems.length > 0) throw badRequest('The page cannot be read.', problems);
  return { page, size };
}

/** As `readPage`, for a list that is not counted: its rows to read. */
export function listPart(query: URLSearchParams): { readonly from: number; readonly size: number } {
  const { page, size } = readPage(query, { defaultSize: 1_000, maxSize: 10_000 });
  return { from: page * size, size };
}
