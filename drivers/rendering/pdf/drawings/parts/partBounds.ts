import type { Area } from '../../layout/canvas.ts';
import { identity } from '../../transforms/matrix.ts';
import type { DrawingPart, Path, Segment, ShapePart } from './drawing.ts';
import { boundsOfPath } from './pathData.ts';
import { transformed } from './transformed.ts';

/** Maximum number of parts of a group whose bounds are computed. */
const MAX_PARTS = 1_000;

/**
 * Returns the area of parts that are positioned together, without what their clip paths cut off; undefined where there are too many, or none.
 *
 * @param withLines whether the widths of lines count
 */
export function boundsOfParts(parts: readonly DrawingPart[], withLines = false): Area | undefined {
  if (parts.length > MAX_PARTS) return undefined;
  const all: Segment[] = [];
  for (const part of parts) {
    const path = pathOfPart(part, withLines);
    if (!path) return undefined;
    for (const segment of path) all.push(segment);
  }
  return boundsOfPath(all);
}

function pathOfPart(part: DrawingPart, withLines: boolean): Path | undefined {
  switch (part.kind) {
    case 'shape':
      return withLines && part.stroke ? outlined(part) : part.path;
    case 'text': {
      const { face, size, x, y, width } = part;
      return cornersOf({ x, y: y - face.ascent * size, width, height: (face.ascent + face.descent) * size });
    }
    case 'group': {
      const { matrix = identity, frame } = part;
      if (!frame && part.parts.length === 0) return [];
      const inner = frame ?? boundsOfParts(part.parts, withLines);
      return inner && transformed(cornersOf(inner), matrix);
    }
    case 'effect':
      return cornersOf(part.area);
    default:
      return cornersOf({ x: 0, y: 0, width: part.width, height: part.height });
  }
}

function outlined({ path, stroke }: ShapePart): Path {
  const bounds = boundsOfPath(path);
  if (!bounds || !stroke) return path;
  const by = stroke.width / 2;
  const { x, y, width, height } = bounds;
  return cornersOf({ x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by });
}

/** Unlike the path of a rectangle, also of an area without width or height. */
const cornersOf = ({ x, y, width, height }: Area): Path => [
  ['M', x, y],
  ['L', x + width, y],
  ['L', x + width, y + height],
  ['L', x, y + height],
];
