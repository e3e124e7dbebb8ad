import type { BlockBox } from '../boxes/boxes.ts';
import { insetsOf } from '../layout/borders.ts';
import { marginOf } from '../layout/boxGeometry.ts';
import type { Mark, RectMark } from '../layout/mark.ts';
import { isContainer } from '../style/style.ts';

/** The content of a page. */
interface CanvasPage {
  readonly marks: Mark[];
  readonly width: number;
  readonly height: number;
}

const isOfCanvas = (mark: Mark): mark is RectMark => mark.kind === 'rect' && mark.style?.images.isOfCanvas === true;

/**
 * Makes the background of the root as high as the root is in browsers, where margins of its content are within it.
 *
 * @param end where the content of the root ends, with its margins
 */
export function fitCanvas({ style }: BlockBox, marks: readonly Mark[], width: number, end: number): void {
  const mark = marks.find(isOfCanvas);
  if (!mark || isContainer(style)) return;
  const insets = insetsOf(style, width);
  const bottom = mark.y + mark.height;
  if (insets.top === 0) mark.y = marginOf(style.margin.top, width);
  if (style.height !== undefined) return;
  mark.height = bottom - mark.y;
  if (insets.bottom === 0) mark.below = Math.max(0, end - marginOf(style.margin.bottom, width) - bottom);
}

/**
 * Takes the background of the root out of the marks of pages. Returns it for each page. As browsers print, it fills the page between its
 * margins, and images are placed by the box of the root, which has all of a page that another one follows.
 */
export function canvasBackgrounds(pages: readonly CanvasPage[]): (RectMark | undefined)[] {
  const found = pages.map(({ marks }) => takeCanvas(marks));
  const first = found.findIndex((mark) => mark !== undefined);
  const mark = found[first];
  if (!mark) return [];
  const last = found.findLastIndex((one) => one !== undefined);
  let top = mark.y + pages.slice(0, first).reduce((sum, { height }) => sum + height, 0);
  const tops = pages.map(({ height }) => {
    top -= height;
    return top + height;
  });
  const { y, height, below = 0 } = found[last] ?? mark;
  const isFixed = mark.style?.height !== undefined;
  const whole = isFixed ? (mark.whole ?? mark.height) : y + height + below - (tops[last] ?? 0);
  const root = { x: mark.x, width: mark.width, height: whole };
  const { layer, isGround, corners, above, shadows, whole: drawn, ...look } = mark;
  return pages.map((page, i) => {
    const area = { x: 0, y: 0, width: page.width, height: page.height };
    return { ...look, ...area, root: { ...root, y: tops[i] ?? 0 } };
  });
}

function takeCanvas(marks: Mark[]): RectMark | undefined {
  const at = marks.findIndex(isOfCanvas);
  const [mark] = at < 0 ? [] : marks.splice(at, 1);
  if (mark?.kind !== 'rect') return undefined;
  // Shadows are those of the box.
  const { style, ...rest } = mark;
  if (mark.shadows) marks.unshift({ ...rest, colour: { ...mark.colour, opacity: 0 } });
  return mark;
}
