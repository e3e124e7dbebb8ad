import type { Area } from '../../layout/canvas.ts';
import { boundsOf, union, widened } from '../../transforms/matrix.ts';
import type { DrawingPart, ShapePart, Stroke, TextPart } from './drawing.ts';
import { boundsOfPath } from './pathData.ts';

/** How far a part is drawn. */
interface Reach {
  /** In the units around the part. */
  readonly area: Area;
  /** How far lines whose widths are in CSS pixels reach beyond the area; CSS pixels. */
  readonly beyond: number;
}

const reaches = new WeakMap<DrawingPart, Reach | null>();

/** Returns how far a part is drawn at most; null where that is not known, undefined for a part that draws nothing. */
export function reachOf(part: DrawingPart): Reach | null | undefined {
  const known = reaches.get(part);
  if (known !== undefined) return known;
  const reach = computed(part);
  if (reach !== undefined) reaches.set(part, reach);
  return reach;
}

function computed(part: DrawingPart): Reach | null | undefined {
  switch (part.kind) {
    case 'shape':
      return reachOfShape(part);
    case 'text':
      return reachOfText(part);
    case 'image':
      return { area: { x: 0, y: 0, width: part.width, height: part.height }, beyond: 0 };
    case 'effect':
      return { area: part.area, beyond: 0 };
    case 'group': {
      let all: Reach | undefined;
      for (const one of part.parts) {
        const own = reachOf(one);
        if (own === null) return null;
        if (!own) continue;
        const { area, beyond } = all ?? own;
        all = { area: union(area, own.area), beyond: Math.max(beyond, own.beyond) };
      }
      return all && part.matrix ? { ...all, area: boundsOf(part.matrix, all.area) } : all;
    }
    default:
      // HTML may overflow its box.
      return null;
  }
}

function reachOfShape({ path, stroke }: ShapePart): Reach | undefined {
  const area = boundsOfPath(path);
  return area && withLine(area, stroke);
}

/** Returns the area of letters, as large as those of most faces. */
function reachOfText({ size, x, y, width, stroke }: TextPart): Reach {
  return withLine({ x: x - size, y: y - size, width: width + 2 * size, height: 1.4 * size }, stroke);
}

/** Adds a line. The corner of a square end is further away than the side of the line, and that of a mitre further still. */
function withLine(area: Area, stroke: Stroke | undefined): Reach {
  const by = stroke ? (stroke.width / 2) * (stroke.join === 'miter' ? Math.max(2, stroke.miterLimit) : 2) : 0;
  return stroke?.isFixed ? { area, beyond: by } : { area: widened(area, by), beyond: 0 };
}
