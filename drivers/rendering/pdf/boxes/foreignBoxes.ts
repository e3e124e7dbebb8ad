import type { Picture } from '../images/picture.ts';
import type { BlockBox } from './boxes.ts';

const boxes = new WeakMap<Picture, readonly BlockBox[]>();

/** Stores the boxes of the HTML in a drawing: one for each `<foreignObject>`, in the order of the document. */
export function setForeignBoxes(picture: Picture, found: readonly BlockBox[]): void {
  if (found.length > 0) boxes.set(picture, found);
}

export const foreignBoxesOf = (picture: Picture): readonly BlockBox[] => boxes.get(picture) ?? [];
