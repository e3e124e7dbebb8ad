import type { Area } from '../../layout/canvas.ts';
import { boundsOf, union } from '../../transforms/matrix.ts';
import type { DrawingPart, ShapePart } from './drawing.ts';
import { boundsOfPath } from './pathData.ts';

/** By group, the area of its parts with and without the widths of lines; null for none. Groups in each other have many bounds. */
const groups = { with: new WeakMap<DrawingPart, Area | null>(), without: new WeakMap<DrawingPart, Area | null>() };

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
  switch (part.kind) {
    case 'shape':
      return boundsOfShape(part, withLines);
    case 'text': {
      const { face, size, x, y, width } = part;
      return { x, y: y - face.ascent * size, width, height: (face.ascent + face.descent) * size };
    }
    case 'group': {
      const known = groups[withLines ? 'with' : 'without'];
      let bounds = known.get(part);
      if (bounds === undefined) {
        const inner = part.frame ?? boundsOfParts(part.parts, withLines);
        bounds = (inner && part.matrix ? boundsOf(part.matrix, inner) : inner) ?? null;
        known.set(part, bounds);
      }
      return bounds ?? undefined;
    }
    case 'effect':
      return part.area;
    default:
      return { x: 0, y: 0, width: part.width, height: part.height };
  }
}

function boundsOfShape({ path, stroke }: ShapePart, withLines: boolean): Area | undefined {
  const bounds = boundsOfPath(path);
  if (!bounds || !stroke || !withLines) return bounds;
  const by = stroke.width / 2;
  const { x, y, width, height } = bounds;
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}
