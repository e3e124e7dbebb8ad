import type { Track, TrackList, TrackSize } from '../style/containerStyle.ts';
import { resolved } from '../style/values/lengths.ts';

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

/** Returns the tracks of a list, with `auto-fill` repeated as often as there is space. */
export function tracksOf(
  { tracks, auto }: TrackList,
  items: number,
  space: number | undefined,
  gap: number,
): readonly Track[] {
  if (!auto || auto.tracks.length === 0) return tracks;
  const widthOf = (track: Track): number => {
    const size = isShare(track.max) || typeof track.max === 'string' ? track.min : track.max;
    return (isFixed(size) ? resolved(size, space ?? 0) : 0) + gap;
  };
  const fixed = tracks.reduce((sum, track) => sum + widthOf(track), 0);
  const repeated = auto.tracks.reduce((sum, track) => sum + widthOf(track), 0);
  const room = space === undefined || repeated <= 0 ? 1 : Math.floor((space + gap - fixed + 0.01) / repeated);
  const needed = auto.fits ? Math.ceil((items - tracks.length) / auto.tracks.length) : room;
  const count = Math.max(1, Math.min(MAX_REPEATED, room, needed));
  const all = Array.from({ length: count }, () => auto.tracks).flat();
  return [...tracks.slice(0, auto.at), ...all, ...tracks.slice(auto.at)];
}

const isShare = (size: TrackSize): size is { readonly fr: number } => typeof size === 'object' && 'fr' in size;
const isFixed = (size: TrackSize): size is Exclude<TrackSize, string | { readonly fr: number }> =>
  typeof size !== 'string' && !isShare(size);

interface SizedTrack {
  readonly track: Track;
  base: number;
  limit: number;
}

/** Returns the sizes of tracks (the track sizing algorithm of CSS Grid, without its rarer cases). */
export function sizesOf(
  tracks: readonly Track[],
  needs: readonly ItemNeed[],
  { space, gap, stretch, isLeast = false }: Space,
): number[] {
  const sized = tracks.map((track): SizedTrack => {
    const base =
      isFixed(track.min) && (typeof track.min === 'number' || space !== undefined)
        ? resolved(track.min, space ?? 0)
        : 0;
    const known = isFixed(track.max) && (typeof track.max === 'number' || space !== undefined);
    const limit =
      known && isFixed(track.max) ? Math.max(base, resolved(track.max, space ?? 0)) : Number.POSITIVE_INFINITY;
    return { track, base, limit };
  });
  for (const need of needs.toSorted((one, other) => one.span - other.span)) grow(sized, need, gap);
  const gaps = gap * Math.max(0, tracks.length - 1);
  const used = (): number => sized.reduce((sum, { base }) => sum + base, gaps);
  const needsAt: ItemNeed[][] = sized.map(() => []);
  for (const need of needs) for (let at = need.at; at < need.at + need.span; at++) needsAt[at]?.push(need);
  sized.forEach((one, at) => {
    if (!Number.isFinite(one.limit) && !isShare(one.track.max))
      one.limit = contentLimit(at, needsAt[at] ?? [], sized, gap);
  });
  if (space === undefined) {
    for (const one of sized) if (!isShare(one.track.max)) one.base = Math.max(one.base, one.limit);
    if (!isLeast) shareFreely(sized, needs, gap);
    return sized.map(({ base }) => base);
  }
  distribute(
    sized.filter(({ track }) => !isShare(track.max)),
    space - used(),
  );
  share(sized, space - gaps);
  const left = space - used();
  const autos = sized.filter(({ track }) => track.max === 'auto');
  if (stretch && left > 0 && autos.length > 0) for (const one of autos) one.base += left / autos.length;
  return sized.map(({ base }) => base);
}

/** Raises the tracks of an item to what it needs at least. */
function grow(sized: readonly SizedTrack[], { at, span, min, max }: ItemNeed, gap: number): void {
  const own = sized.slice(at, at + span);
  const flexible = own.filter(({ track }) => !isFixed(track.min));
  // Tracks with a share take the needs of the items that span them alone.
  if (flexible.length === 0 || (span > 1 && own.some(({ track }) => isShare(track.max)))) return;
  const needed = flexible.every(({ track }) => track.min === 'max-content') ? max : min;
  const missing = needed - own.reduce((sum, { base }) => sum + base, gap * (span - 1));
  if (missing > 0) for (const one of flexible) one.base += missing / flexible.length;
}

/** How far a track grows by its content. `needs`: of the items in it. */
function contentLimit(at: number, needs: readonly ItemNeed[], sized: readonly SizedTrack[], gap: number): number {
  const { track, base = 0 } = sized[at] ?? {};
  let limit = base;
  if (track?.max === 'min-content') return base;
  for (const need of needs) {
    const spanned = sized.slice(need.at, need.at + need.span);
    // What an item needs of several tracks comes from those with a share.
    if (spanned.some((one) => isShare(one.track.max))) continue;
    const others = spanned.reduce((sum, one) => sum + one.base, gap * (need.span - 1)) - base;
    limit = Math.max(
      limit,
      need.span === 1 ? need.max : Math.min(need.max, base + Math.max(0, need.max - others - base) / need.span),
    );
  }
  return limit;
}

/** Grows tracks evenly to their limits. */
function distribute(tracks: readonly SizedTrack[], free: number): void {
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
}

/** Divides the space among tracks with a share; none gets less than its content needs. */
function share(sized: readonly SizedTrack[], space: number): void {
  let open = sized.filter(({ track }) => isShare(track.max));
  let taken = sized.reduce((sum, { track, base }) => (isShare(track.max) ? sum : sum + base), 0);
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
    const fixed = own.reduce((sum, one) => (isShare(one.track.max) ? sum : sum + one.base), gap * (span - 1));
    if (parts > 0) each = Math.max(each, (max - fixed) / Math.max(1, parts));
  }
  for (const one of sized) if (isShare(one.track.max)) one.base = Math.max(one.base, each * shareOf(one));
}

const shareOf = ({ track }: SizedTrack): number => (isShare(track.max) ? track.max.fr : 0);
