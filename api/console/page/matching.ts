import { type Filter, searchPage } from './api.ts';

const STRETCH = 500;

type Found = Readonly<Record<string, unknown>> & { readonly id?: string };

/**
 * The ids of all records that match, however many: read on by a date that they keep, since a page reaches but so deep,
 * and what is done with may leave the filter meanwhile.
 *
 * @param momentOf  what a record has in that column
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
      size: STRETCH,
    });
    const fresh = content.flatMap(({ id }) => (id === undefined || seen.has(id) ? [] : id));
    for (const id of fresh) seen.add(id);
    yield* fresh;
    if (content.length < STRETCH) return;
    const last = content.at(-1);
    const next = last && momentOf(last);
    // All of a stretch may be of one moment, and what was done with may have made room for others of it.
    page = next === from && fresh.length === 0 ? page + 1 : 0;
    from = next;
  }
}
