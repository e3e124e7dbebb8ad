import { type Filter, searchPage } from './api.ts';

const BATCH = 500;

type Found = Readonly<Record<string, unknown>> & { readonly id?: string };

/**
 * Yields the ids of all matching records. It pages by a date that never changes, because searches have a maximum depth
 * and actions remove records from the result meanwhile.
 *
 * @param momentOf  returns the date of a record in that column
 */
export async function* matchingIds<T extends object>(
  kind: string,
  filters: readonly Filter[],
  column: string,
  momentOf: (record: T) => string | undefined,
): AsyncGenerator<string> {
  const seen = new Set<string>();
  let from: string | undefined;
  for (let page = 0; ; ) {
    const reached: Filter[] = from === undefined ? [] : [{ column, operator: 'GE', value: from }];
    const { content } = await searchPage<T & Found>(kind, {
      filters: [...filters, ...reached],
      sort: [{ column, direction: 'ASC' }],
      page,
      size: BATCH,
    });
    const fresh = content.flatMap(({ id }) => (id === undefined || seen.has(id) ? [] : id));
    for (const id of fresh) seen.add(id);
    yield* fresh;
    if (content.length < BATCH) return;
    const last = content.at(-1);
    const next = last && momentOf(last);
    // All records of a batch may have the same date. Actions on them can move other records to the same page.
    page = next === from && fresh.length === 0 ? page + 1 : 0;
    from = next;
  }
}
