import { insetsOf } from '../layout/borders.ts';
import { paddingBox } from '../layout/boxGeometry.ts';
import type { Area, Canvas } from '../layout/canvas.ts';
import type { Clip, Mark } from '../layout/mark.ts';
import type { Style } from '../style/style.ts';
import { PIXEL } from '../style/values/layoutUnits.ts';
import { readBasicShape } from './parts/basicShapes.ts';
import type { Clipping } from './parts/path.ts';
import { transformed } from './parts/transformed.ts';

/** Maximum length of a shape, and number of those that are remembered. */
const MAX_LENGTH = 20_000;
const MAX_KNOWN = 100;
/** Maximum length of a shape in a warning. */
const MAX_EXCERPT = 60;
/** Whether a value is a shape. */
const known = new Map<string, boolean>();

/** Cuts what was added since an index by the `clip-path` of its box. `area`: the border box. */
export function clipToShape({ marks }: Canvas, style: Style, area: Area, first: number): void {
  const { clipPath } = style.transform;
  if (clipPath === undefined || marks.length === first) return;
  const problem = problemOf(clipPath);
  if (problem !== undefined) {
    marks.push({ kind: 'problem', y: area.y, problem, text: 'clip-path' });
    return;
  }
  let shape: Clipping | undefined;
  clipAll(marks.slice(first), area, () => (shape ??= shapeOf(clipPath, style, area)));
}

/** Returns why a shape is ignored; undefined if it is not. */
function problemOf(value: string): string | undefined {
  if (value.length > MAX_LENGTH)
    return `a clip-path of more than ${MAX_LENGTH} characters is ignored: simplify its shape`;
  let isShape = known.get(value);
  if (isShape === undefined) {
    isShape = readBasicShape(value, () => ({ x: 0, y: 0, width: 1, height: 1 }), 1) !== undefined;
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(value, isShape);
  }
  return isShape ? undefined : `clip-path: ${value.slice(0, MAX_EXCERPT)} is not valid, and is ignored`;
}

function clipAll(marks: readonly Mark[], { x, y, width, height }: Area, shape: () => Clipping): void {
  for (const mark of marks) {
    if (mark.kind === 'float') {
      clipAll(mark.marks, { x: x - mark.x, y: y - mark.y, width, height }, shape);
      continue;
    }
    if (!('x' in mark) || mark.kind === 'link' || mark.kind === 'transformed') continue;
    const clip: Clip = { left: x - mark.x, top: y - mark.y, width, height, curves: undefined, shape };
    mark.clips = [...(mark.clips ?? []), clip];
  }
}

/** Reads a valid shape, in pt from the top left of a border box. Its lengths are in CSS pixels. */
function shapeOf(value: string, style: Style, area: Area): Clipping {
  const boxOf = (name: string): Area => {
    const { x, y, width, height } = boxNamed(name, style, area);
    const left = (x - area.x) / PIXEL;
    return { x: left, y: (y - area.y) / PIXEL, width: width / PIXEL, height: height / PIXEL };
  };
  const { path = [], isEvenOdd = false } = readBasicShape(value, boxOf, style.size / PIXEL) ?? {};
  return { path: transformed(path, [PIXEL, 0, 0, PIXEL, 0, 0]), isEvenOdd };
}

function boxNamed(name: string, style: Style, area: Area): Area {
  if (name === 'padding-box') return paddingBox(style, area);
  if (name !== 'content-box' && name !== 'fill-box') return area;
  const { top, right, bottom, left } = insetsOf(style, area.width);
  const { x, y, width, height } = area;
  return { x: x + left, y: y + top, width: width - left - right, height: height - top - bottom };
}
