import type { BlockBox, Box } from '../boxes/boxes.ts';
import { insetsOf } from '../layout/borders.ts';
import { collapsed, marginOf } from '../layout/boxGeometry.ts';
import { isOutOfFlow, isOwnContext } from '../style/style.ts';

/** Returns the margin above the first child of a block. */
export function firstMargin(box: BlockBox, width: number): number {
  const first = firstInFlow(box);
  return first ? collapsed(0, topMargin(first, width)) : 0;
}

/** Returns the margin above a box, collapsed with those of first children that no padding or border separates from it. */
export function topMargin(box: Box, width: number): number {
  let margin = marginOf(box.style.margin.top, width);
  for (let one: Box | undefined = box; one?.kind === 'block'; ) {
    if (insetsOf(one.style, width).top > 0 || isOwnContext(one.style)) break;
    one = firstInFlow(one);
    if (one) margin = collapsed(margin, marginOf(one.style.margin.top, width));
  }
  return margin;
}

function firstInFlow(box: BlockBox): Box | undefined {
  return box.inline ? undefined : box.children.find(({ style }) => !isOutOfFlow(style));
}
