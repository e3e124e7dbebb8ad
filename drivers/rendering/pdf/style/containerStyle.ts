import type { QueryKind, QuerySize } from './queries/queryContainer.ts';
import type { Length } from './values/lengths.ts';

/** How items stand along an axis. */
export type Alignment =
  | 'auto'
  | 'start'
  | 'end'
  | 'center'
  | 'stretch'
  | 'baseline'
  | 'last baseline'
  | 'space-between'
  | 'space-around'
  | 'space-evenly';

/** A size of a track: a length, a share of the free space, or what the content needs, up to a length with `fit-content()`. */
export type TrackSize =
  | Length
  | { readonly fr: number }
  | { readonly fit: Length }
  | 'auto'
  | 'min-content'
  | 'max-content';

export interface Track {
  readonly min: TrackSize;
  readonly max: TrackSize;
  /** The names of the line before it. */
  readonly names: readonly string[];
  /** Of the line after it, if it is the last one. */
  readonly namesAfter?: readonly string[];
  /** Whether it vanishes without items, as the tracks of `repeat(auto-fit, …)` do. */
  readonly collapses?: boolean;
}

/** `repeat(auto-fill, …)` or `repeat(auto-fit, …)`: as many tracks as there is space for. */
interface RepeatedTracks {
  readonly at: number;
  readonly tracks: readonly Track[];
  /** The names of the line before the first of them, and of that behind the last one if no other track follows. */
  readonly names: readonly string[];
  readonly namesAfter: readonly string[];
}

export interface TrackList {
  readonly tracks: readonly Track[];
  readonly auto?: RepeatedTracks;
  /** Of `subgrid`, which takes the tracks of the grid around it: the names of its lines. */
  readonly subgrid?: readonly (readonly string[])[];
}

/** The space between items; `normal` is none, or in a subgrid that of the grid around it. */
export type Gap = Length | 'normal';

/** The properties of flex and grid containers. */
export interface ContainerStyle {
  /** Whether it is of `display: -webkit-box`. */
  readonly isLegacy: boolean;
  readonly direction: 'row' | 'row-reverse' | 'column' | 'column-reverse';
  readonly wrap: 'nowrap' | 'wrap' | 'wrap-reverse';
  readonly justifyContent: Alignment;
  readonly alignContent: Alignment;
  readonly alignItems: Alignment;
  readonly justifyItems: Alignment;
  readonly rowGap: Gap;
  readonly columnGap: Gap;
  readonly columns: TrackList;
  readonly rows: TrackList;
  readonly autoColumns: readonly Track[];
  readonly autoRows: readonly Track[];
  readonly areas: readonly (readonly string[])[];
  /** Of an element whose size those in it query (`container-type`). */
  readonly query: QueryKind | undefined;
  /** Receives its size where it is laid out. */
  readonly measured?: (size: QuerySize) => void;
  /** Which side of the grid is filled first, and whether later items fill what earlier ones left free. */
  readonly flow: { readonly byColumn: boolean; readonly isDense: boolean };
}

/** A line of a grid: its number, also among those of one name, its name, or a number of tracks, also up to a line of a name. */
export type GridLine =
  | { readonly line: number; readonly name?: string }
  | { readonly name: string }
  | { readonly span: number; readonly name?: string }
  | undefined;

/** The properties of their items. */
export interface ItemStyle {
  readonly grow: number;
  readonly shrink: number;
  readonly basis: Length | 'auto' | 'content';
  readonly order: number;
  readonly alignSelf: Alignment;
  readonly justifySelf: Alignment;
  readonly rowStart: GridLine;
  readonly rowEnd: GridLine;
  readonly columnStart: GridLine;
  readonly columnEnd: GridLine;
}

/** A track as large as its content. */
export const autoTrack: Track = { min: 'auto', max: 'auto', names: [] };

export const initialContainer: ContainerStyle = {
  isLegacy: false,
  direction: 'row',
  wrap: 'nowrap',
  justifyContent: 'stretch',
  alignContent: 'stretch',
  alignItems: 'stretch',
  justifyItems: 'stretch',
  rowGap: 'normal',
  columnGap: 'normal',
  columns: { tracks: [] },
  rows: { tracks: [] },
  autoColumns: [autoTrack],
  autoRows: [autoTrack],
  areas: [],
  query: undefined,
  flow: { byColumn: false, isDense: false },
};

export const initialItem: ItemStyle = {
  grow: 0,
  shrink: 1,
  basis: 'auto',
  order: 0,
  alignSelf: 'auto',
  justifySelf: 'auto',
  rowStart: undefined,
  rowEnd: undefined,
  columnStart: undefined,
  columnEnd: undefined,
};
