import type { Clipping, Segment } from '../drawings/parts/path.ts';
import type { Border, Edges } from '../style/style.ts';
import { scaledCorners, scaledCurves } from '../style/values/corners.ts';
import type { Area } from './canvas.ts';
import type { Clip, Mark, RectMark } from './mark.ts';

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** Lengths of marks beside `y`. */
const lengths = [
  'x',
  'width',
  'height',
  'size',
  'baseline',
  'letterSpacing',
  'thickness',
  'above',
  'whole',
  'below',
] as const;

/** Returns marks as they are drawn on a smaller scale. */
export function scaled(marks: readonly Mark[], by: number): Mark[] {
  if (by === 1) return [...marks];
  return marks.map((mark) => {
    const result: Writable<Mark> & Partial<Record<(typeof lengths)[number], number>> = { ...mark, y: mark.y * by };
    for (const key of lengths) {
      const length = result[key];
      if (length !== undefined) result[key] = length * by;
    }
    if ('corners' in mark && mark.corners) Object.assign(result, { corners: scaledCorners(mark.corners, by) });
    if ('clips' in mark && mark.clips) Object.assign(result, { clips: mark.clips.map((clip) => scaledClip(clip, by)) });
    scaleOutline(result, by);
    if (result.kind === 'image') {
      const { drawn, scale = 1 } = result;
      return { ...result, scale: scale * by, ...(drawn && { drawn: scaledArea(drawn, by) }) };
    }
    if (result.kind === 'rect' && result.shadows) return scaledShadows(result, by);
    if (result.kind === 'frame') return { ...result, border: scaledBorder(result.border, by) };
    if (result.kind === 'group') {
      const [a, b, c, d, e, f] = result.matrix;
      return { ...result, marks: scaled(result.marks, by), matrix: [a, b, c, d, e * by, f * by] };
    }
    return mark.kind === 'rect' && mark.style ? { ...result, scale: by } : result;
  });
}

function scaleOutline(mark: Writable<Mark>, by: number): void {
  if (mark.kind !== 'text' || !mark.outline) return;
  Object.assign(mark, { outline: { ...mark.outline, width: mark.outline.width * by } });
}

function scaledClip({ left, top, width, height, curves, shape }: Clip, by: number): Clip {
  const area = { left: left * by, top: top * by, width: width * by, height: height * by };
  const own = { ...area, curves: curves && scaledCurves(curves, by) };
  return shape ? { ...own, shape: () => scaledShape(shape(), by) } : own;
}

const scaledShape = ({ path, isEvenOdd }: Clipping, by: number): Clipping => {
  const scale = (segment: Segment): Segment =>
    segment.map((part) => (typeof part === 'number' ? part * by : part)) as unknown as Segment;
  return { path: path.map(scale), isEvenOdd };
};

function scaledBorder({ top, right, bottom, left }: Edges<Border>, by: number): Edges<Border> {
  const scaled = (one: Border): Border => ({ ...one, width: one.width * by });
  return { top: scaled(top), right: scaled(right), bottom: scaled(bottom), left: scaled(left) };
}

function scaledShadows(mark: RectMark, by: number): RectMark {
  const shadows = mark.shadows?.map(({ offsetX, offsetY, blur, spread, ...look }) => ({
    ...look,
    ...{ offsetX: offsetX * by, offsetY: offsetY * by, blur: blur * by, spread: spread * by },
  }));
  const border = mark.border && scaledBorder(mark.border, by);
  return { ...mark, ...(shadows && { shadows }), ...(border && { border }), ...(mark.style && { scale: by }) };
}

const scaledArea = ({ x, y, width, height }: Area, by: number): Area => ({
  x: x * by,
  y: y * by,
  width: width * by,
  height: height * by,
});
