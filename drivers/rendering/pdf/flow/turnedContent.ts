import type { BlockBox } from '../boxes/boxes.ts';
import { insetsOf } from '../layout/borders.ts';
import { declaredHeight } from '../layout/boxGeometry.ts';
import type { Area } from '../layout/canvas.ts';
import type { Layout } from '../layout/layout.ts';
import type { Measures } from '../layout/lines.ts';
import { anonymous, isContainer } from '../style/style.ts';
import type { Rotation } from '../style/writingMode.ts';
import { drawTurned } from '../transforms/turned.ts';

/** What vertical lines need of the flow that they are part of. */
interface TurningFlow extends Layout {
  scratch(): TurningFlow;
}

const contents = new WeakMap<BlockBox, BlockBox>();

/** Returns the content of a box, as it is laid out in horizontal lines. */
function contentOf(box: BlockBox): BlockBox {
  let content = contents.get(box);
  if (!content) {
    const { style, children, inline } = box;
    const { display, container, columns } = style;
    const own = { ...anonymous(style, isContainer(style) ? display : 'block'), container, columns };
    content = { kind: 'block', style: own, children, ...(inline && { inline }) };
    contents.set(box, content);
  }
  return content;
}

/** Draws the content of a box in vertical lines, and returns where it ends. `height`: as declared. */
export function layTurned(
  flow: TurningFlow,
  box: BlockBox,
  rotation: Rotation,
  { x, y, width, height }: Omit<Area, 'height'> & { readonly height: number | undefined },
): number {
  const content = contentOf(box);
  const length = lengthOf(flow, content, height);
  const scratch = flow.scratch();
  scratch.whole = undefined;
  const end = scratch.place(content, 0, 0, length, { width: length });
  drawTurned(flow.canvas, { marks: scratch.canvas.marks, height: end }, rotation, { x, y, width, height: length });
  return y + length;
}

/** Returns the width of a box whose content is in vertical lines: the height of these lines before they are turned. */
export function measureTurned(layout: Layout, box: BlockBox): Measures {
  const { top, bottom } = insetsOf(box.style, 0);
  const { fixed } = declaredHeight(box.style, top + bottom, layout.whole);
  const content = contentOf(box);
  const length = lengthOf(layout, content, fixed === undefined ? undefined : fixed - top - bottom);
  const width = layout.heightOf(content, length, { width: length });
  return { min: width, max: width };
}

/** Returns the length of vertical lines: as long as the longest line, and at most as a page. */
function lengthOf(layout: Layout, content: BlockBox, height: number | undefined): number {
  return height ?? Math.min(layout.measure(content).max, layout.canvas.pageHeight);
}
