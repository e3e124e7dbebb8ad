import type { BlockBox, Box } from '../boxes/boxes.ts';
import { withBaselines } from '../layout/alignment/ownBaselines.ts';
import type { Canvas } from '../layout/canvas.ts';
import type { BlockSides, Layout, StaticAlignment } from '../layout/layout.ts';
import type { Measures } from '../layout/lines.ts';
import type { Alignment, ContainerStyle } from '../style/containerStyle.ts';
import { isPositioned, type Style } from '../style/style.ts';
import { isContainingBlock } from '../style/transformStyle.ts';
import type { ContainerArea } from './containerArea.ts';
import { isGrid, itemsOf } from './containerItems.ts';
import { layFlex, measureFlex } from './flex.ts';
import { layGrid, measureGrid } from './grid.ts';

export type { ContainerArea };

/** Draws the items of a flex or grid container, and returns where its content ends. */
export function layContainer(layout: Layout, box: BlockBox, area: ContainerArea): number {
  const { canvas } = layout;
  const { itemBaseline: outer } = canvas;
  canvas.itemBaseline = undefined;
  let areaOf: ((box: Box) => BlockSides['gridArea']) | undefined;
  const draw = (): number => {
    if (!isGrid(box)) return layFlex(layout, box, itemsOf(box), area);
    const grid = layGrid(layout, box, itemsOf(box), area);
    if (isContainingBlock(box.style)) areaOf = grid.areaOf;
    return grid.end;
  };
  // As in browsers, the last baseline is the first one, too.
  const end = withBaselines(canvas, area.y, draw, () => {
    const { itemBaseline: own } = canvas;
    return own === undefined ? undefined : { first: own, last: own };
  });
  canvas.itemBaseline = outer;
  const height = Math.max(area.minHeight, Math.min(area.maxHeight, area.height ?? end - area.y));
  for (const child of box.children) {
    if (!isPositioned(child.style)) continue;
    const alignment = { height, ...sharesOf(box.style, child.style) };
    const sides = { left: area.x, right: area.x + area.width, alignment, gridArea: areaOf?.(child) };
    layout.placeOut(child, area.x, area.y, sides);
  }
  return end;
}

/**
 * Lets a page end between the upper edge of a container and its first item, as in browsers: at the items of a column or a grid, but not at
 * those of a row.
 */
export function noteEdge(canvas: Canvas, box: BlockBox, y: number): void {
  if (!isGrid(box) && box.style.container.direction !== 'column') return;
  if (itemsOf(box).length > 0) canvas.marks.push({ kind: 'unseen', y, height: 0, isSpace: true });
}

/** Returns the shares of the free space of a container that are before and above a positioned box in it, as if this were its only item. */
function sharesOf(around: Style, { item }: Style): Pick<StaticAlignment, 'before' | 'above'> {
  const { container, rightToLeft } = around;
  const align = shareOf(item.alignSelf === 'auto' ? container.alignItems : item.alignSelf);
  const [before, above] = around.display.endsWith('grid')
    ? [shareOf(item.justifySelf === 'auto' ? container.justifyItems : item.justifySelf), align]
    : flexShares(container, align);
  return { before: rightToLeft ? 1 - before : before, above };
}

function flexShares(
  { direction, wrap, justifyContent }: ContainerStyle,
  align: number,
): [before: number, above: number] {
  const main = shareOf(justifyContent);
  const along = direction.endsWith('reverse') ? 1 - main : main;
  const across = wrap === 'wrap-reverse' ? 1 - align : align;
  return direction.startsWith('row') ? [along, across] : [across, along];
}

const shareOf = (alignment: Alignment): number => shares[alignment] ?? 0;

const shares: Partial<Record<Alignment, number>> = {
  center: 0.5,
  'space-around': 0.5,
  'space-evenly': 0.5,
  end: 1,
  'last baseline': 1,
};

export function measureContainer(layout: Layout, box: BlockBox): Measures {
  return isGrid(box) ? measureGrid(layout, box, itemsOf(box)) : measureFlex(layout, box, itemsOf(box));
}
