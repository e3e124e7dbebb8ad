import type { ComponentChildren } from 'preact';
import './list.css';
import type { Location } from '../../common/router.ts';
import { SavedQueries } from './savedQueries.tsx';
import { TimeRanges } from './timeRange.tsx';

interface ListBarProps {
  readonly location: Location;
  /** What the times of the list are of: `Started`. */
  readonly times: string;
  /** The range of a location without any. */
  readonly range?: string | undefined;
  /** The choice of columns. */
  readonly children: ComponentChildren;
}

/** Quick ranges, saved queries and the choice of columns of a list. */
export const ListBar = ({ location, times, range, children }: ListBarProps) => (
  <div class="list-bar">
    <TimeRanges location={location} label={times} fallback={range} />
    <span class="row">
      <SavedQueries location={location} />
      {children}
    </span>
  </div>
);
