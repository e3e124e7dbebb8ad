import type { BlockBox, Box } from '../boxes/boxes.ts';
import type { Gap } from '../style/containerStyle.ts';
import { isPositioned } from '../style/style.ts';
import { resolved } from '../style/values/lengths.ts';

/** Maximum nesting of flex and grid containers: each level takes a part of Yoga's stack of 64 KB. */
export const MAX_CONTAINER_DEPTH = 50;

export const isGrid = ({ style }: BlockBox): boolean => style.display.endsWith('grid');

/** Returns the items of a flex or grid container in their order. */
export function itemsOf({ children }: BlockBox): Box[] {
  const items = children.filter(({ style }) => !isPositioned(style));
  return items.some(({ style }) => style.item.order !== 0)
    ? items.toSorted((one, other) => one.style.item.order - other.style.item.order)
    : items;
}

/** Returns the size of a gap; pt. `whole`: what percentages are of. */
export const gapIn = (gap: Gap, whole: number): number => (gap === 'normal' ? 0 : resolved(gap, whole));
