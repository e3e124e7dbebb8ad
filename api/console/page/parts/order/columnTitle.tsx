import { orderOf } from '../../../../../domain/savedQueries/listSearch.ts';
import type { Filtering } from '../../common/api.ts';
import { href, type Location } from '../../common/router.ts';

type Order = NonNullable<Filtering['sort']>[number];

/** The order of a list: the query of its location has it, so that it can be shared. */
export interface Sorting {
  readonly location: Location;
  readonly order: Order | undefined;
}

interface SortableColumn {
  readonly title: string;
  readonly sort?: string | undefined;
}

/** Returns the order of the location, or else the default one. */
export function sortingOf(location: Location, column: string, direction: Order['direction'] = 'DESC'): Sorting {
  return { location, order: orderOf(location.query) ?? { column, direction } };
}

/** Returns the order as the `sort` of a filtering. */
export const sortOf = ({ order }: Sorting): Order[] => (order ? [order] : []);

const memberOf = ({ sort = '' }: SortableColumn): string => sort.replace(/^-/, '');

/** Returns `aria-sort` of a column. */
export function sortStateOf(
  column: Pick<SortableColumn, 'sort'>,
  sorting: Sorting | undefined,
): 'ascending' | 'descending' | undefined {
  if (!column.sort || !sorting?.order || sorting.order.column !== memberOf({ title: '', ...column })) return undefined;
  return sorting.order.direction === 'ASC' ? 'ascending' : 'descending';
}

/** The title of a column: of one that the list can be sorted by, a link that does so, or reverses the order. */
export function ColumnTitle({ title, sort, sorting }: SortableColumn & { sorting: Sorting | undefined }) {
  if (title === '') return <span class="unseen">Actions</span>;
  if (!sort || !sorting) return title;
  const state = sortStateOf({ sort }, sorting);
  const isDescending = state === undefined ? sort.startsWith('-') : state === 'ascending';
  const { path, query } = sorting.location;
  const { page: _, ...rest } = Object.fromEntries(query);
  const order = { sort: memberOf({ title, sort }), dir: isDescending ? 'DESC' : 'ASC' };
  return (
    <a class="sort" href={href(path, { ...rest, ...order })} data-state={state}>
      {title}
    </a>
  );
}
