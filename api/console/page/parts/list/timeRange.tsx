import { rangeOf, timeRanges } from '../../../../../domain/savedQueries/listSearch.ts';
import { href, type Location } from '../../common/router.ts';

/** No range, where a list would have one otherwise. */
const ANY = 'any';

/**
 * Returns a text that changes when a location selects other records. The times of a range change with every reading of the
 * clock; the order and the page only arrange the same records.
 */
export function selectionOf({ query }: Location): string {
  const rest = new URLSearchParams(query);
  for (const name of ['page', 'sort', 'dir']) rest.delete(name);
  return rest.toString();
}

interface TimeRangesProps {
  readonly location: Location;
  /** What the times are of: `Started`. */
  readonly label: string;
  readonly fallback?: string | undefined;
}

/** Links to the ranges of a list. */
export function TimeRanges({ location, label, fallback }: TimeRangesProps) {
  const { from: _, to: __, page: ___, ...rest } = Object.fromEntries(location.query);
  const current = rangeOf(location.query, fallback);
  const link = (name: string | undefined, text: string, isCurrent: boolean) => (
    <a
      key={text}
      class="button plain"
      href={href(location.path, { ...rest, range: name })}
      aria-current={isCurrent ? 'true' : undefined}
    >
      {text}
    </a>
  );
  const isAny =
    !timeRanges.some(({ name }) => name === current) && !location.query.get('from') && !location.query.get('to');
  return (
    <nav class="group" aria-label={`${label}: time range`}>
      {timeRanges.map(({ name, label: text }) => link(name, text, current === name))}
      {link(fallback ? ANY : undefined, 'Any time', isAny)}
    </nav>
  );
}
