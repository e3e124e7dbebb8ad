import type { BlockBox, Box } from '../boxes/boxes.ts';
import { isOutOfFlow, type Style } from '../style/style.ts';

/** Whether a page ends below a box, because it or the last box in it declares that. */
export function endsInBreak(box: Box): boolean {
  for (let one: Box | undefined = box; one; one = one.kind === 'block' ? lastInFlow(one) : undefined)
    if (one.style.breakAfter) return true;
  return false;
}

/** Whether a page ends below a box, and the last box in it does not declare that, too. */
export function breaksBelow(box: Box): boolean {
  const last = box.kind === 'block' ? lastInFlow(box) : undefined;
  return box.style.breakAfter && !(last && endsInBreak(last));
}

/** Whether a page begins with a box, because it, the first box in it, or a box in a row of its top declares that. */
export function startsWithBreak(box: Box): boolean {
  for (let one: Box | undefined = box; one; one = one.kind === 'block' ? firstInFlow(one) : undefined) {
    if (one.style.breakBefore) return true;
    // Each item once: the first one is not read a second time as the first box.
    if (one.kind === 'block' && isSingleRow(one.style)) return one.children.some(isBrokenItem);
  }
  return false;
}

/** Whether all items of a box are beside each other. */
const isSingleRow = ({ display, container }: Style): boolean =>
  /^(?:inline-)?flex$/.test(display) && container.direction.startsWith('row') && container.wrap === 'nowrap';

const isBrokenItem = (item: Box): boolean => !isOutOfFlow(item.style) && startsWithBreak(item);

/** Whether no page ends above a box, because it or the first box in it declares that. */
export function staysWithPrevious(box: Box): boolean {
  for (let one: Box | undefined = box; one; one = one.kind === 'block' ? firstInFlow(one) : undefined)
    if (one.style.keepWithPrevious) return true;
  return false;
}

export const firstInFlow = (box: BlockBox): Box | undefined =>
  box.inline ? undefined : box.children.find(({ style }) => !isOutOfFlow(style));

export const lastInFlow = (box: BlockBox): Box | undefined =>
  box.inline ? undefined : box.children.findLast(({ style }) => !isOutOfFlow(style));
