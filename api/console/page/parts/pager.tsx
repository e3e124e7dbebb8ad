import { WINDOW } from '../api.ts';
import { number } from '../format.ts';
import { href, type Place } from '../router.ts';

interface PagerProps {
  readonly place: Place;
  readonly page: number;
  readonly size: number;
  readonly total: number;
  /** Records that can be paged through; those of a search unless given. */
  readonly reaches?: number;
}

/** Which records are shown of how many, and the way to the others. */
export function Pager({ place, page, size, total, reaches = WINDOW }: PagerProps) {
  if (total === 0) return null;
  const last = Math.max(0, Math.ceil(total / size) - 1);
  const reach = Math.floor(reaches / size) - 1;
  const to = (target: number): string =>
    href(place.path, { ...Object.fromEntries(place.query), page: target === 0 ? undefined : target });
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
        {number(from)}–{number(Math.min(total, (page + 1) * size))} of {number(total)}
      </span>
      {link(0, 'First')}
      {link(page - 1, 'Previous')}
      {link(page + 1, 'Next')}
      {last > reach && (
        <span class="quiet">
          Lists reach {number(WINDOW)} records deep. Narrow the filter to see the others, or sort the other way round.
        </span>
      )}
    </nav>
  );
}

/** The page that the address names. */
export const pageOf = ({ query }: Place): number => Math.max(0, Number.parseInt(query.get('page') ?? '0', 10) || 0);
