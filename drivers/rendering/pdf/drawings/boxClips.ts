import { insetsOf } from '../layout/borders.ts';
import { paddingBox } from '../layout/boxGeometry.ts';
import type { Area, Canvas } from '../layout/canvas.ts';
import type { Clip, Mark } from '../layout/mark.ts';
import type { Style } from '../style/style.ts';
import { PIXEL } from '../style/values/layoutUnits.ts';
import { readBasicShape } from './parts/basicShapes.ts';
import type { Clipping } from './parts/path.ts';
import { transformed } from './parts/transformed.ts';

/** Maximum length of a shape. Each element with it reads it. */
const MAX_LENGTH = 20_000;

/** Cuts what was added since an index by the `clip-path` of its box. `area`: the border box. */
export function clipToShape({ marks }: Canvas, style: Style, area: Area, first: number): void {
  const { clipPath } = style.transform;
  if (clipPath === undefined || marks.length === first) return;
  if (clipPath.length > MAX_LENGTH) {
    const problem = `a clip-path of more than ${MAX_LENGTH} characters is ignored: simplify its shape`;
    marks.push({ kind: 'problem', y: area.y, problem, text: 'clip-path' });
    return;
  }
  const shape = shapeOf(clipPath, style, area);
  if (shape) clipAll(marks.slice(first), area, shape);
}

function clipAll(marks: readonly Mark[], { x, y, width, height }: Area, shape: Clipping): void {
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

/** Reads a basic shape, in pt from the top left of a border box. Its lengths are in CSS pixels. */
function shapeOf(value: string, style: Style, area: Area): Clipping | undefined {
  const boxOf = (name: string): Area => {
    const { x, y, width, height } = boxNamed(name, style, area);
    const left = (x - area.x) / PIXEL;
    return { x: left, y: (y - area.y) / PIXEL, width: width / PIXEL, height: height / PIXEL };
  };
  const shape = readBasicShape(value, boxOf, style.size / PIXEL);
  return shape && { ...shape, path: transformed(shape.path, [PIXEL, 0, 0, PIXEL, 0, 0]) };
}

function boxNamed(name: string, style: Style, area: Area): Area {
  if (name === 'padding-box') return paddingBox(style, area);
  if (name !== 'content-box' && name !== 'fill-box') return area;
  const { top, right, bottom, left } = insetsOf(style, area.width);
  const { x, y, width, height } = area;
  return { x: x + left, y: y + top, width: width - left - right, height: height - top - bottom };
}
