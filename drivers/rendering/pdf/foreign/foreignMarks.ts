import type { BlockBox } from '../boxes/boxes.ts';
import { foreignBoxesOf } from '../boxes/foreignBoxes.ts';
import type { DrawingPart, HtmlPart } from '../drawings/parts/drawing.ts';
import { Flow } from '../flow/flow.ts';
import { placePending } from '../flow/positioned.ts';
import { drawingOf } from '../images/knownDrawings.ts';
import type { Picture } from '../images/picture.ts';
import { Canvas } from '../layout/canvas.ts';
import { drawnArea, type ImageMark, type Mark } from '../layout/mark.ts';
import { PIXEL } from '../style/values/layoutUnits.ts';
import { ungrouped } from '../transforms/groups.ts';
import { painted } from '../transforms/paintOrder.ts';

/** Maximum height of the HTML in a drawing; pt. */
const MAX_HEIGHT = 100_000;

const laid = new WeakMap<BlockBox, Map<string, readonly Mark[]>>();

/** Returns the HTML of a `<foreignObject>` as it is laid out, from the top left of its box; pt. A drawing has no links. */
export function foreignMarks(picture: Picture, { index, width, height }: HtmlPart): readonly Mark[] {
  const box = foreignBoxesOf(picture)[index];
  if (!box) return [];
  const bySize = laid.get(box) ?? new Map<string, readonly Mark[]>();
  laid.set(box, bySize);
  const key = `${width} ${height}`;
  let marks = bySize.get(key);
  if (!marks) {
    const area = { x: 0, y: 0, width: width * PIXEL, height: height * PIXEL };
    const flow = new Flow(new Canvas(MAX_HEIGHT, 1), undefined, { isOnPages: false });
    flow.whole = area.height;
    flow.place(box, 0, 0, area.width, area);
    placePending(flow, [...flow.pending, ...flow.fixed], area);
    marks = painted(flow.canvas.marks.filter(isSeen));
    bySize.set(key, marks);
  }
  return marks;
}

const isSeen = ({ kind }: Mark): boolean => !/^(?:link|anchor|bookmark|running|unseen|baseline)$/.test(kind);

/** Returns marks, with those of groups and of the HTML in drawings in place of these. */
export function allMarks(marks: readonly Mark[]): Mark[] {
  return ungrouped(marks).flatMap((mark) => (mark.kind === 'image' ? [mark, ...marksInDrawing(mark)] : [mark]));
}

/** Returns the marks of the HTML in a drawing, and in drawings in that. */
export function marksInDrawing(mark: ImageMark): Mark[] {
  const { picture, scale = 1 } = mark;
  if (!picture.drawn || foreignBoxesOf(picture).length === 0) return [];
  const { width, height } = drawnArea(mark);
  const drawing = drawingOf(picture, { width: width / scale, height: height / scale });
  return htmlIn(drawing?.parts ?? []).flatMap((part) => allMarks(foreignMarks(picture, part)));
}

function htmlIn(parts: readonly DrawingPart[]): HtmlPart[] {
  return parts.flatMap((part) => (part.kind === 'html' ? [part] : part.kind === 'group' ? htmlIn(part.parts) : []));
}
