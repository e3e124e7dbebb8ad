import type { BlockBox } from '../boxes/boxes.ts';
import { horizontalPlace, marginOf, type Offset, relativeOffset } from '../layout/boxGeometry.ts';
import type { Area } from '../layout/canvas.ts';
import type { Floats } from '../layout/floats.ts';
import type { GivenSize } from '../layout/layout.ts';
import { isOwnContext, type Style } from '../style/style.ts';

type Place = Omit<Area, 'height'>;

/** Returns the place of a block. One whose floats stay within it stands beside those around it; a rule needs no space there. */
export function besideFloats(floats: Floats, box: BlockBox, { x, y, width }: Place, forced: GivenSize): Place {
  const { style } = box;
  if (forced.width !== undefined) return { x: x + marginOf(style.margin.left, width), y, width: forced.width };
  const place = { ...horizontalPlace(style, x, width), y };
  if (floats.isEmpty() || !isOwnContext(style)) return place;
  const least = box.inline || box.children.length > 0 ? 1 : 0;
  const needed = style.width === undefined ? least : place.width;
  const { y: top, room } = floats.find(y, needed, 1, { left: x, right: x + width });
  if (style.width !== undefined) return { ...place, y: top, x: Math.max(place.x, room.left) };
  return { ...horizontalPlace(style, room.left, room.right - room.left), y: top };
}

/** Returns the space for a box that needs some width. */
export function roomBeside(
  floats: Floats,
  { x, y, width }: Place,
  needed: () => number,
): { readonly left: number; readonly top: number; readonly room: number } {
  if (floats.isEmpty()) return { left: x, top: y, room: width };
  const { y: top, room } = floats.find(y, Math.min(width, needed()), 1, { left: x, right: x + width });
  return { left: room.left, top, room: room.right - room.left };
}

/** Returns how far several elements with `position: relative`, each in the one before it, move what is in the last. */
export function relativeOffsets(styles: readonly Style[], width: number, height: number): Offset {
  let [down, aside] = [0, 0];
  for (const style of styles) {
    const own = relativeOffset(style, width, height);
    down += own.down;
    aside += own.aside;
  }
  return { down, aside };
}
