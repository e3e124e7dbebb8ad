import { MAX_SEARCH_DEPTH } from '../common/api.ts';
import { number } from '../common/format.ts';
import { href, type Location } from '../common/router.ts';

interface PagerProps {
  readonly location: Location;
  readonly page: number;
  readonly size: number;
  readonly total: number;
  /** There are more records than `total`. */
  readonly isLowerBound?: boolean | undefined;
  /** Maximum number of records that can be paged through; by default, the maximum of a search. */
  readonly maxRecords?: number;
  /** The name of the page in the query of the location. */
  readonly name?: string;
}

/** The range and number of records, with links to the other pages. */
export function Pager(props: PagerProps) {
  const { location, page, size, total, isLowerBound = false, maxRecords = MAX_SEARCH_DEPTH, name = 'page' } = props;
  if (total === 0) return null;
  const last = Math.max(0, Math.ceil(total / size) - 1);
  const reach = Math.floor(maxRecords / size) - 1;
  const to = (target: number): string =>
    href(location.path, { ...Object.fromEntries(location.query), [name]: target === 0 ? undefined : target });
  const link = (target: number, label: string) =>
    target < 0 || target > Math.min(last, reach) || target === page ? (
      <span class="button" aria-disabled="true">
        {label}
      </span>
    ) : (
      <a class="button" href={to(target)}>
        {label}
      </a>
    );
  const from = total === 0 ? 0 : page * size + 1;
  return (
    <nav class="pager" aria-label="Pages">
      <span role="status">
        {number(from)}–{number(Math.min(total, (page + 1) * size))} of {isLowerBound && 'more than '}
        {number(total)}
      </span>
      {link(0, 'First')}
      {link(page - 1, 'Previous')}
      {link(page + 1, 'Next')}
      {(last > reach || isLowerBound) && (
        <span class="quiet">
          Lists show the first {number(MAX_SEARCH_DEPTH)} records. Narrow the filter or reverse the order to see the
          others.
        </span>
      )}
    </nav>
  );
}

/** Returns the number of the page in the location, from 0. */
export const pageOf = ({ query }: Location): number => Math.max(0, Number.parseInt(query.get('page') ?? '0', 10) || 0);
