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

/** A size of a track: a length, a share of the free space, or what the content needs. */
export type TrackSize = Length | { readonly fr: number } | 'auto' | 'min-content' | 'max-content';

export interface Track {
  readonly min: TrackSize;
  readonly max: TrackSize;
  /** The names of the line before it. */
  readonly names: readonly string[];
  /** Of the line after it, if it is the last one. */
  readonly namesAfter?: readonly string[];
}

/** `repeat(auto-fill, …)`: as many tracks as there is space for; with `auto-fit` no more than there are items. */
export interface TrackList {
  readonly tracks: readonly Track[];
  readonly auto?: { readonly at: number; readonly tracks: readonly Track[]; readonly fits: boolean };
}

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
  readonly rowGap: Length;
  readonly columnGap: Length;
  readonly columns: TrackList;
  readonly rows: TrackList;
  readonly autoColumns: Track;
  readonly autoRows: Track;
  readonly areas: readonly (readonly string[])[];
  readonly flow: 'row' | 'column';
}

/** A line of a grid: its number, its name, or a number of tracks. */
export type GridLine = { readonly line: number } | { readonly name: string } | { readonly span: number } | undefined;

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

const autoTrack: Track = { min: 'auto', max: 'auto', names: [] };

export const initialContainer: ContainerStyle = {
  isLegacy: false,
  direction: 'row',
  wrap: 'nowrap',
  justifyContent: 'start',
  alignContent: 'stretch',
  alignItems: 'stretch',
  justifyItems: 'stretch',
  rowGap: 0,
  columnGap: 0,
  columns: { tracks: [] },
  rows: { tracks: [] },
  autoColumns: autoTrack,
  autoRows: autoTrack,
  areas: [],
  flow: 'row',
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
