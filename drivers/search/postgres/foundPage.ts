import type { CurrentRecord, FoundRow } from '../../../db/queries/search/searchWindow.ts';
import type { Position } from '../../../domain/filtering/index.ts';
import type { FoundPage, SearchWindow } from '../../../domain/ports/search.ts';
import { limitedTotal } from '../../../domain/search/limitedTotal.ts';
import { parseJson } from '../../../domain/validation/parseJson.ts';

/** Returns the page of rows that the index has found, with the records as they are now, by id. */
export function pageOf(
  rows: readonly FoundRow[],
  current: ReadonlyMap<string, CurrentRecord>,
  { countLimit }: SearchWindow,
): FoundPage {
  const places = new Map<string, Position>();
  for (const { id, indexVersion, place } of rows)
    if (id !== null && place !== null && current.get(id)?.indexVersion !== indexVersion)
      places.set(id, parseJson(place) as Position);
  return {
    ...limitedTotal(rows[0]?.total ?? 0, countLimit),
    records: rows.flatMap(({ id }) => (id === null ? [] : (current.get(id)?.record ?? []))),
    ...(places.size > 0 && { places }),
  };
}
