import type { Track, TrackList, TrackSize } from '../style/containerStyle.ts';
import { type Length, resolved } from '../style/values/lengths.ts';

/** Maximum number of tracks that `auto-fill` makes. */
const MAX_REPEATED = 1000;

/** What an item needs of the tracks that it spans. */
export interface ItemNeed {
  readonly at: number;
  readonly span: number;
  readonly min: number;
  readonly max: number;
}

interface Space {
  /** Undefined where the content decides. */
  readonly space: number | undefined;
  readonly gap: number;
  /** Whether tracks of the size `auto` share what is left. */
  readonly stretch: boolean;
  /** The smallest sizes are wanted: shares of undefined space are nothing. */
  readonly isLeast?: boolean;
}

/** Returns the tracks of a list, with those of `auto-fill` and `auto-fit` repeated as often as there is space. */
export function tracksOf({ tracks, auto }: TrackList, space: number | undefined, gap: number): readonly Track[] {
  if (!auto || auto.tracks.length === 0) return tracks;
  const widthOf = (track: Track): number => {
    const size = isFixed(track.max) ? track.max : track.min;
    return (isFixed(size) ? resolved(size, space ?? 0) : 0) + gap;
  };
  const fixed = tracks.reduce((sum, track) => sum + widthOf(track), 0);
  const repeated = auto.tracks.reduce((sum, track) => sum + widthOf(track), 0);
  const room = space === undefined || repeated <= 0 ? 1 : Math.floor((space + gap - fixed + 0.01) / repeated);
  const count = Math.max(1, Math.min(MAX_REPEATED, room));
  const all = Array.from({ length: count }, () => auto.tracks).flat();
  const [first, last] = [all[0], all.at(-1)];
  if (first) all[0] = { ...first, names: [...auto.names, ...first.names] };
  if (last && auto.namesAfter.length > 0) {
    const own = all.length === 1 ? (all[0] ?? last) : last;
    all[all.length - 1] = { ...own, namesAfter: [...(own.namesAfter ?? []), ...auto.namesAfter] };
  }
  return [...tracks.slice(0, auto.at), ...all, ...tracks.slice(auto.at)];
}

const isShare = (size: TrackSize): size is { readonly fr: number } => typeof size === 'object' && 'fr' in size;
const isFit = (size: TrackSize): size is { readonly fit: Length } => typeof size === 'object' && 'fit' in size;
const isFixed = (size: TrackSize): size is Length => typeof size !== 'string' && !isShare(size) && !isFit(size);

interface SizedTrack {
  readonly min: TrackSize;
  readonly max: TrackSize;
  base: number;
  /** How far it grows; infinite where that is not known yet. */
  limit: number;
  /** What `fit-content()` limits it to. */
  readonly fit: number;
}

/** Returns the sizes of tracks (the track sizing algorithm of CSS Grid). */
export function sizesOf(
  tracks: readonly Track[],
  needs: readonly ItemNeed[],
  { space, gap, stretch, isLeast = false }: Space,
): number[] {
  const sized = tracks.map((track) => startOf(track, space));
  const isOfShares = ({ at, span }: ItemNeed): boolean =>
    span > 1 && sized.slice(at, at + span).some(({ max }) => isShare(max));
  // What an item needs of several tracks comes from those with a share.
  const own = needs.filter((need) => !isOfShares(need)).toSorted((one, other) => one.span - other.span);
  for (const group of Map.groupBy(own, ({ span }) => span).values()) sizeByContent(sized, group, gap);
  for (const one of sized) if (!Number.isFinite(one.limit)) one.limit = one.base;
  const gaps = gap * Math.max(0, tracks.length - 1);
  const used = (): number => sized.reduce((sum, { base }) => sum + base, gaps);
  if (space === undefined) {
    if (!isLeast) {
      for (const one of sized) one.base = one.limit;
      shareFreely(sized, needs, gap);
    }
    return sized.map(({ base }) => base);
  }
  distribute(sized, space - used());
  share(sized, space - gaps);
  const left = space - used();
  const autos = sized.filter(({ max }) => max === 'auto');
  if (stretch && left > 0 && autos.length > 0) for (const one of autos) one.base += left / autos.length;
  return sized.map(({ base }) => base);
}

/** Parts of a size that is not known are as large as the content. */
function startOf(track: Track, space: number | undefined): SizedTrack {
  const known = (size: TrackSize): TrackSize =>
    isFixed(size) && typeof size !== 'number' && space === undefined ? 'auto' : size;
  const [min, max] = [known(track.min), known(track.max)];
  const base = isFixed(min) ? Math.max(0, resolved(min, space ?? 0)) : 0;
  const limit = isFixed(max) ? Math.max(base, resolved(max, space ?? 0)) : Number.POSITIVE_INFINITY;
  const isOpen = isFit(max) && typeof max.fit !== 'number' && space === undefined;
  return {
    min,
    max,
    base,
    limit,
    fit: isFit(max) && !isOpen ? resolved(max.fit, space ?? 0) : Number.POSITIVE_INFINITY,
  };
}

/** Grows tracks to what items need that span as many of them each. */
function sizeByContent(sized: readonly SizedTrack[], needs: readonly ItemNeed[], gap: number): void {
  const isOpen = ({ max }: SizedTrack): boolean => !isFixed(max);
  const bases = new Increases(sized, gap, ({ base }) => base);
  for (const need of needs) {
    const tracks = sized.slice(need.at, need.at + need.span);
    const growing = tracks.filter(({ min }) => !isFixed(min));
    const isMost = growing.length > 0 && growing.every(({ min }) => min === 'max-content');
    // What an item needs itself is no more than tracks that cannot grow leave it.
    const ceiling = tracks.some((one) => isOpen(one) || one.min !== 'auto')
      ? Number.POSITIVE_INFINITY
      : tracks.reduce((sum, { limit }) => sum + limit, gap * (need.span - 1));
    const beyond = growing.filter((one) => isOpen(one));
    bases.add(need, Math.min(ceiling, isMost ? need.max : need.min), growing, beyond.length > 0 ? beyond : growing);
  }
  bases.apply((track, increase) => {
    track.base += increase;
    track.limit = Math.max(track.limit, track.base);
  });
  const limitOf = ({ limit, base }: SizedTrack): number => (Number.isFinite(limit) ? limit : base);
  const grown = new Set<SizedTrack>();
  const least = new Increases(sized, gap, limitOf);
  for (const need of needs) {
    const growing = sized.slice(need.at, need.at + need.span).filter((one) => isOpen(one) && !isShare(one.max));
    least.add(need, need.min, growing, growing);
  }
  least.apply((track, increase) => {
    if (!Number.isFinite(track.limit)) grown.add(track);
    track.limit = limitOf(track) + increase;
  });
  const largest = new Increases(sized, gap, limitOf, (track) => !Number.isFinite(track.limit) || grown.has(track));
  for (const need of needs) {
    const own = sized.slice(need.at, need.at + need.span);
    const growing = own.filter(({ max }) => max === 'auto' || max === 'max-content' || isFit(max));
    largest.add(need, need.max, growing, growing);
  }
  largest.apply((track, increase) => {
    track.limit = Math.min(limitOf(track) + increase, Math.max(limitOf(track), track.fit));
  });
}

/** How much tracks with items are to grow by, if at all; of several items, the most counts. */
class Increases {
  readonly #planned = new Map<SizedTrack, number>();
  readonly #sized: readonly SizedTrack[];
  readonly #gap: number;
  readonly #sizeOf: (track: SizedTrack) => number;
  readonly #isFree: ((track: SizedTrack) => boolean) | undefined;

  constructor(
    sized: readonly SizedTrack[],
    gap: number,
    sizeOf: (track: SizedTrack) => number,
    isFree?: (track: SizedTrack) => boolean,
  ) {
    this.#sized = sized;
    this.#gap = gap;
    this.#sizeOf = sizeOf;
    this.#isFree = isFree;
  }

  /** Divides what an item lacks evenly: among `growing` up to their limits, and what is left then among `beyond`. */
  add({ at, span }: ItemNeed, needed: number, growing: readonly SizedTrack[], beyond: readonly SizedTrack[]): void {
    const tracks = this.#sized.slice(at, at + span);
    const size = tracks.reduce((sum, track) => sum + this.#sizeOf(track), this.#gap * (tracks.length - 1));
    const missing = needed - size;
    for (const track of growing) if (!this.#planned.has(track)) this.#planned.set(track, 0);
    if (missing <= 0 || growing.length === 0) return;
    const parts = growing.map((track) => {
      const size = this.#sizeOf(track);
      const isFree = this.#isFree ? this.#isFree(track) : !Number.isFinite(track.limit);
      return { track, base: size, limit: isFree ? Number.POSITIVE_INFINITY : Math.max(size, track.limit) };
    });
    const left = distribute(parts, missing);
    const shared = new Set(beyond);
    for (const part of parts) {
      const more = left > 0 && shared.has(part.track) ? left / beyond.length : 0;
      const increase = part.base + more - this.#sizeOf(part.track);
      this.#planned.set(part.track, Math.max(this.#planned.get(part.track) ?? 0, increase));
    }
  }

  apply(grow: (track: SizedTrack, increase: number) => void): void {
    for (const [track, increase] of this.#planned) grow(track, increase);
  }
}

/** Grows tracks evenly to their limits, and returns what is left. */
function distribute(tracks: readonly { base: number; readonly limit: number }[], free: number): number {
  let left = free;
  let open = tracks.filter(({ base, limit }) => base < limit);
  while (left > 0.001 && open.length > 0) {
    const each = left / open.length;
    for (const one of open) {
      const step = Math.min(each, one.limit - one.base);
      one.base += step;
      left -= step;
    }
    open = open.filter(({ base, limit }) => base < limit - 0.001);
  }
  return left;
}

/** Divides the space among tracks with a share; none gets less than its content needs. */
function share(sized: readonly SizedTrack[], space: number): void {
  let open = sized.filter(({ max }) => isShare(max));
  let taken = sized.reduce((sum, { max, base }) => (isShare(max) ? sum : sum + base), 0);
  for (;;) {
    const parts = open.reduce((sum, one) => sum + shareOf(one), 0);
    if (parts <= 0) return;
    const each = Math.max(0, space - taken) / Math.max(1, parts);
    const small = open.filter((one) => one.base > each * shareOf(one) + 0.001);
    if (small.length === 0) {
      for (const one of open) one.base = each * shareOf(one);
      return;
    }
    const full = new Set(small);
    for (const { base } of small) taken += base;
    open = open.filter((one) => !full.has(one));
  }
}

/** Without a limit of space, a share is what the largest item of all asks for. */
function shareFreely(sized: readonly SizedTrack[], needs: readonly ItemNeed[], gap: number): void {
  let each = 0;
  for (const { at, span, max } of needs) {
    const own = sized.slice(at, at + span);
    const parts = own.reduce((sum, one) => sum + shareOf(one), 0);
    const fixed = own.reduce((sum, one) => (isShare(one.max) ? sum : sum + one.base), gap * (span - 1));
    if (parts > 0) each = Math.max(each, (max - fixed) / Math.max(1, parts));
  }
  for (const one of sized) if (isShare(one.max)) one.base = Math.max(one.base, each * shareOf(one));
}

const shareOf = ({ max }: SizedTrack): number => (isShare(max) ? max.fr : 0);
