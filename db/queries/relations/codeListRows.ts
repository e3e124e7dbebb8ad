import type { Transaction } from '../../client.ts';
import type { RecordTable } from '../records/recordStatements.ts';
import { DENORMALIZED_PAGE } from './denormalizedRows.ts';

interface ListingRow {
  readonly id: string;
  readonly doc: string;
  readonly audit: string;
}

/** Above this number of codes, it is faster to read every list than to search each text for each code. */
const MAX_SEARCHED = 100;

/**
 * Yields the records whose texts may contain one of the codes, in pages by id. The partial index on `lists_codes` leaves
 * out the records without a list, which are nearly all. Its column is true for rows that an earlier release has written,
 * whatever they list.
 *
 * @param lock whether to lock the records until the transaction ends
 */
export async function* listingRows(
  transaction: Transaction,
  { table }: RecordTable,
  codes: readonly string[],
  { lock }: { readonly lock: boolean },
): AsyncGenerator<ListingRow[]> {
  let after: string | undefined;
  const names = codes.map((code) => JSON.stringify(code));
  const contains =
    names.length > MAX_SEARCHED
      ? transaction``
      : transaction`and exists (select from unnest(${names}::text[]) as name where position(name in doc) > 0)`;
  for (;;) {
    const rows: ListingRow[] = await transaction<ListingRow[]>`
      select id, doc, audit from ${transaction(table)}
      where lists_codes ${contains} ${after === undefined ? transaction`` : transaction`and id > ${after}`}
      order by id limit ${DENORMALIZED_PAGE} ${lock ? transaction`for update` : transaction``}`;
    if (rows.length > 0) yield rows;
    if (rows.length < DENORMALIZED_PAGE) return;
    after = rows.at(-1)?.id;
  }
}
