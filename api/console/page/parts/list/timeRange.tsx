import type { Filter } from '../../common/api.ts';
import { href, type Location } from '../../common/router.ts';
import { isoOf } from '../filters.tsx';

const MINUTE_MS = 60_000;

/** Ranges that end now, by their name in the query of a location. */
const ranges = [
  { name: '15m', label: 'Last 15 minutes', ms: 15 * MINUTE_MS },
  { name: '1h', label: 'Last hour', ms: 60 * MINUTE_MS },
  { name: '1d', label: 'Last day', ms: 1_440 * MINUTE_MS },
] as const;

/** No range, where a list would have one otherwise. */
const ANY = 'any';

/** Returns the name of the range that applies to a location; undefined if none does. */
function rangeOf({ query }: Location, fallback: string | undefined): string | undefined {
  if (query.get('from') || query.get('to')) return undefined;
  return query.get('range') ?? fallback;
}

/**
 * Returns the filters of the times in a location: `from` and `to`, or else `range`, which is counted from now.
 *
 * @param fallback the range of a location without any
 */
export function timeFilters(location: Location, column: string, fallback?: string): Filter[] {
  const { query } = location;
  const name = rangeOf(location, fallback);
  const ms = ranges.find((range) => range.name === name)?.ms;
  const from = ms === undefined ? isoOf(query.get('from')) : new Date(Date.now() - ms).toISOString();
  const to = isoOf(query.get('to'));
  return [
    ...(from ? [{ column, operator: 'GE', value: from }] : []),
    ...(to ? [{ column, operator: 'LE', value: to }] : []),
  ];
}

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
  const current = rangeOf(location, fallback);
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
    !ranges.some(({ name }) => name === current) && !location.query.get('from') && !location.query.get('to');
  return (
    <nav class="group" aria-label={`${label}: time range`}>
      {ranges.map(({ name, label: text }) => link(name, text, current === name))}
      {link(fallback ? ANY : undefined, 'Any time', isAny)}
    </nav>
  );
}
