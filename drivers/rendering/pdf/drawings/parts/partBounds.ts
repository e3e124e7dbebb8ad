import type { Area } from '../../layout/canvas.ts';
import { boundsOf, union, widened } from '../../transforms/matrix.ts';
import type { DrawingPart, ShapePart } from './drawing.ts';
import { boundsOfPath } from './pathData.ts';

/** By part, its area with and without the widths of lines; null for none. Elements in each other ask for the bounds of the same parts. */
const areas = { with: new WeakMap<DrawingPart, Area | null>(), without: new WeakMap<DrawingPart, Area | null>() };

/**
 * Returns the area of parts that are positioned together, without what their clip paths cut off; undefined for parts without an area.
 *
 * @param withLines whether the widths of lines count
 */
export function boundsOfParts(parts: readonly DrawingPart[], withLines = false): Area | undefined {
  let all: Area | undefined;
  for (const part of parts) {
    const own = boundsOfPart(part, withLines);
    if (own) all = all ? union(all, own) : own;
  }
  return all;
}

function boundsOfPart(part: DrawingPart, withLines: boolean): Area | undefined {
  const known = areas[withLines ? 'with' : 'without'];
  let bounds = known.get(part);
  if (bounds === undefined) {
    bounds = computed(part, withLines) ?? null;
    known.set(part, bounds);
  }
  return bounds ?? undefined;
}

function computed(part: DrawingPart, withLines: boolean): Area | undefined {
  switch (part.kind) {
    case 'shape':
      return boundsOfShape(part, withLines);
    case 'text': {
      const { face, size, x, y, width } = part;
      return { x, y: y - face.ascent * size, width, height: (face.ascent + face.descent) * size };
    }
    case 'group': {
      const inner = part.frame ?? boundsOfParts(part.parts, withLines);
      return inner && part.matrix ? boundsOf(part.matrix, inner) : inner;
    }
    case 'effect':
      return part.area;
    default:
      return { x: 0, y: 0, width: part.width, height: part.height };
  }
}

function boundsOfShape({ path, stroke }: ShapePart, withLines: boolean): Area | undefined {
  const bounds = boundsOfPath(path);
  return bounds && stroke && withLines ? widened(bounds, stroke.width / 2) : bounds;
}
