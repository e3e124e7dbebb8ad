import type { BlockBox, Box } from '../boxes/boxes.ts';
import type { Layout } from '../layout/layout.ts';
import type { Measures } from '../layout/lines.ts';
import { isPositioned } from '../style/style.ts';
import type { ContainerArea } from './containerArea.ts';
import { layFlex, measureFlex } from './flex.ts';
import { layGrid, measureGrid } from './grid.ts';

export type { ContainerArea };

/** Draws the items of a flex or grid container, and returns where its content ends. */
export function layContainer(layout: Layout, box: BlockBox, area: ContainerArea): number {
  const end = isGrid(box) ? layGrid(layout, box, itemsOf(box), area) : layFlex(layout, box, itemsOf(box), area);
  for (const child of box.children) {
    if (isPositioned(child.style)) layout.placeOut(child, area.x, area.y, { left: area.x, right: area.x + area.width });
  }
  return end;
}

export function measureContainer(layout: Layout, box: BlockBox): Measures {
  return isGrid(box) ? measureGrid(layout, box, itemsOf(box)) : measureFlex(layout, box, itemsOf(box));
}

const isGrid = ({ style }: BlockBox): boolean => style.display.endsWith('grid');

/** The items in their order. */
function itemsOf({ children }: BlockBox): Box[] {
  const items = children.filter(({ style }) => !isPositioned(style));
  return items.some(({ style }) => style.item.order !== 0)
    ? items.toSorted((one, other) => one.style.item.order - other.style.item.order)
    : items;
}
