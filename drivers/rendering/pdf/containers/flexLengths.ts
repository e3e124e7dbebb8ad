import type { BlockBox, Box } from '../boxes/boxes.ts';
import { insetsOf } from '../layout/borders.ts';
import { sideMargins } from '../layout/boxGeometry.ts';
import type { Layout } from '../layout/layout.ts';
import type { Style } from '../style/style.ts';
import { type Length, resolved } from '../style/values/lengths.ts';
import type { ContainerArea } from './containerArea.ts';
import { heightAt } from './flexItems.ts';

/** The main size of an item of a flex container before and while it grows or shrinks; pt, of border boxes. */
export interface FlexibleItem {
  readonly base: number;
  readonly min: number;
  readonly max: number;
  readonly grow: number;
  readonly shrink: number;
  /** Padding and borders, which do not shrink. */
  readonly insets: number;
  readonly margins: number;
}

interface OpenItem {
  readonly item: FlexibleItem;
  size: number;
  isFrozen: boolean;
}

/** Tolerance of sums; pt. */
const ROUNDING = 0.001;

/**
 * Returns the main sizes of the items of a row (CSS Flexible Box Layout, "Resolving Flexible Lengths"). Yoga would let items
 * grow from their smallest sizes instead of from their bases.
 */
export function flexedSizes(
  items: readonly FlexibleItem[],
  { width, gap, wraps }: { readonly width: number; readonly gap: number; readonly wraps: boolean },
): number[] {
  if (!wraps) return flexLine(items, width, gap);
  // A line that is full must not be too long for Yoga, which divides the items into lines again.
  return linesOf(items, width, gap).flatMap((line) => flexLine(line, width - ROUNDING, gap));
}

const hypothetical = ({ base, min, max }: FlexibleItem): number => Math.max(min, Math.min(max, base));

function linesOf(items: readonly FlexibleItem[], width: number, gap: number): FlexibleItem[][] {
  const lines: FlexibleItem[][] = [];
  let used = 0;
  for (const item of items) {
    const outer = hypothetical(item) + item.margins;
    const line = lines.at(-1);
    if (line && used + gap + outer <= width + ROUNDING) {
      line.push(item);
      used += gap + outer;
    } else {
      lines.push([item]);
      used = outer;
    }
  }
  return lines;
}

function flexLine(items: readonly FlexibleItem[], width: number, gap: number): number[] {
  const gaps = gap * Math.max(0, items.length - 1);
  const outer = items.reduce((sum, item) => sum + hypothetical(item) + item.margins, gaps);
  const grows = outer < width;
  const factorOf = (item: FlexibleItem): number => (grows ? item.grow : item.shrink);
  const open: OpenItem[] = items.map((item) => {
    const size = hypothetical(item);
    const isFrozen = factorOf(item) === 0 || (grows ? item.base > size : item.base < size);
    return { item, size: isFrozen ? size : item.base, isFrozen };
  });
  const freeOf = (): number =>
    open.reduce((free, { item, size, isFrozen }) => free - item.margins - (isFrozen ? size : item.base), width - gaps);
  const initial = freeOf();
  for (let flexible = open.filter(isOpen); flexible.length > 0; flexible = open.filter(isOpen)) {
    const factors = flexible.reduce((sum, { item }) => sum + factorOf(item), 0);
    const remaining = freeOf();
    // Factors below 1 take only their share.
    const free = factors < 1 && Math.abs(initial * factors) < Math.abs(remaining) ? initial * factors : remaining;
    share(flexible, free, { grows, factors });
  }
  return open.map(({ size }) => size);
}

const isOpen = ({ isFrozen }: OpenItem): boolean => !isFrozen;

/** Gives items their shares of the free space, and freezes those that reach their bounds, or all of them. */
function share(
  flexible: readonly OpenItem[],
  free: number,
  { grows, factors }: { readonly grows: boolean; readonly factors: number },
): void {
  const inner = ({ base, insets, shrink }: FlexibleItem): number => Math.max(0, base - insets) * shrink;
  const scaled = flexible.reduce((sum, { item }) => sum + inner(item), 0);
  let violation = 0;
  const violations = flexible.map((one) => {
    const { item } = one;
    const part = grows ? item.grow / factors : scaled > 0 ? inner(item) / scaled : 0;
    const size = item.base + free * part;
    one.size = Math.max(item.min, Math.min(item.max, size));
    violation += one.size - size;
    return one.size - size;
  });
  flexible.forEach((one, at) => {
    const own = violations[at] ?? 0;
    one.isFrozen = Math.abs(violation) < ROUNDING || (violation > 0 ? own > 0 : own < 0);
  });
}

/** The narrowest border box that its content has, whatever width it declares; that of an image is its natural size. */
export function minContent(layout: Layout, item: Box, area: ContainerArea): number {
  if (item.kind === 'image') {
    const style = { ...item.style, width: undefined };
    return layout.fitWidth({ ...item, style }, area.width, area.width);
  }
  if (item.kind !== 'block') return layout.measure(item).min - sideMargins(item.style, 0);
  const { left, right } = insetsOf(item.style, area.width);
  return layout.measureInside(item).min + left + right;
}

/** The width of the border box of an item whose lines all have space, whatever bounds it declares. */
export function maxContent(layout: Layout, item: Box, area: ContainerArea): number {
  // A minimum of 0 binds nothing.
  if (item.kind !== 'block' || (!item.style.minWidth && item.style.maxWidth === undefined))
    return layout.measure(item).max - sideMargins(item.style, 0);
  const { left, right } = insetsOf(item.style, area.width);
  return layout.measureInside(item).max + left + right;
}

/** The width of an item with `fit-content`, `max-content` or `min-content`. */
function fittedWidth(layout: Layout, item: Box, area: ContainerArea): number | undefined {
  const { fits } = item.style;
  if (fits === undefined || (item.kind === 'block' && item.isButton)) return undefined;
  const least = fits === 'max' ? 0 : minContent(layout, item, area);
  if (fits === 'min') return least;
  const widest = maxContent(layout, item, area);
  return fits === 'max' ? widest : Math.max(least, Math.min(widest, area.width - sideMargins(item.style, area.width)));
}

/** Items without the heights that they declare: measured heights are found again by their box. */
const openItems = new WeakMap<Box, Box>();

function withoutHeight(item: BlockBox): Box {
  const open = openItems.get(item) ?? { ...item, style: { ...item.style, height: undefined } };
  openItems.set(item, open);
  return open;
}

/** What an item of a column declares: its heights before and while it grows or shrinks, and its width; pt. */
interface DeclaredSizes {
  readonly basis: number | undefined;
  readonly height: number | undefined;
  readonly wide: number | undefined;
}

/**
 * Returns the height down to which an item of a column of a declared height shrinks: that of its content, where it declares a
 * greater one. Undefined where it is not to shrink.
 */
export function shrinkLimit(
  layout: Layout,
  item: Box,
  area: ContainerArea,
  { basis, height, wide }: DeclaredSizes,
): number | undefined {
  if (item.style.contains) return 0;
  if (area.height === undefined || item.kind !== 'block' || (basis === undefined && height === undefined))
    return undefined;
  const content = height === undefined ? item : withoutHeight(item);
  const width = wide ?? area.width - sideMargins(item.style, area.width);
  return Math.min(height ?? Number.POSITIVE_INFINITY, heightAt(layout, content, area, width));
}

/** Returns the declared width of an item; that of an image is always known, and a table is never narrower than its content. */
export function wideOf(layout: Layout, item: Box, area: ContainerArea): number | undefined {
  if (item.kind === 'image') return layout.fitWidth(item, area.width, area.width);
  const declared = declaredWidth(item.style.width, item.style, area);
  if (declared === undefined) return fittedWidth(layout, item, area);
  return item.kind === 'table' ? Math.max(declared, minContent(layout, item, area)) : declared;
}

/** Returns the border box that a length declares for the width of an item; pt. */
export function declaredWidth(length: Length | undefined, style: Style, area: ContainerArea): number | undefined {
  if (length === undefined) return undefined;
  const { left, right } = insetsOf(style, area.width);
  return resolved(length, area.width) + (style.borderBox ? 0 : left + right);
}
