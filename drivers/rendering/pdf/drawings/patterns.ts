import { type Element, isTag } from 'domhandler';
import type { Area } from '../layout/canvas.ts';
import { boundsOf, determinant, identity, inverse, moving, multiplied } from '../transforms/matrix.ts';
import { linked, type PaintSource } from './paints.ts';
import { type DrawingPart, type GroupPart, groupOf } from './parts/drawing.ts';
import { rectangle } from './parts/shapes.ts';
import { fitted, type Measure, readTransform, readUnits, readViewBox } from './parts/svgLengths.ts';

/** Maximum number of tiles that a shape is filled with. */
const MAX_TILES = 1_000;

/** The tiles of a `<pattern>` on a shape. */
export interface Pattern {
  /** The element whose children are the content. */
  readonly content: Element;
  readonly measure: Measure;
  readonly count: number;
  /** Returns the tiles with this content. */
  readonly tiles: (content: readonly DrawingPart[]) => GroupPart;
}

/**
 * Reads a `<pattern>`: undefined for one that draws nothing, null for one that cannot be drawn here.
 *
 * @param bounds of the shape, in the units of its own
 */
export function readPattern(
  element: Element,
  bounds: Area,
  measure: Measure,
  byId: PaintSource['byId'],
): Pattern | undefined | null {
  const chain = linked(element, byId);
  const attribute = (name: string): string | undefined =>
    chain.find(({ attribs }) => attribs[name] !== undefined)?.attribs[name];
  const content = chain.find(({ children }) => children.some(isTag));
  const own = readTransform(attribute('patternTransform'));
  if (!own || Math.abs(determinant(own)) < 1e-9) return null;
  if (!content) return undefined;
  const isOfBox = attribute('patternUnits') !== 'userSpaceOnUse';
  const unit = isOfBox ? { width: 1, height: 1 } : measure;
  const length = (name: string, whole: number): number => readUnits(attribute(name) ?? '0', whole, measure.em) ?? 0;
  const [x, y, width, height] = [
    length('x', unit.width),
    length('y', unit.height),
    length('width', unit.width),
    length('height', unit.height),
  ];
  const tile = isOfBox
    ? boundsOf([bounds.width, 0, 0, bounds.height, bounds.x, bounds.y], { x, y, width, height })
    : { x, y, width, height };
  if (!(tile.width > 0 && tile.height > 0)) return undefined;
  const seen = boundsOf(inverse(own), bounds);
  const columns = stepsOf(seen.x - tile.x, seen.width, tile.width);
  const rows = stepsOf(seen.y - tile.y, seen.height, tile.height);
  const count = columns.count * rows.count;
  if (!(count <= MAX_TILES)) return null;
  const viewBox = readViewBox(attribute('viewBox'));
  const scaled = viewBox
    ? fitted(viewBox, tile, attribute('preserveAspectRatio'))
    : attribute('patternContentUnits') === 'objectBoundingBox'
      ? ([bounds.width, 0, 0, bounds.height, 0, 0] as const)
      : identity;
  const inTile = multiplied(moving(tile.x, tile.y), scaled);
  const clips = [{ path: rectangle(tile), isEvenOdd: false }];
  return {
    content,
    measure: viewBox ? { width: viewBox[2], height: viewBox[3], em: measure.em } : measure,
    count,
    tiles: (parts) => {
      const inner = [groupOf(parts, { matrix: inTile })];
      const tiles = Array.from({ length: count }, (_, at): GroupPart => {
        const [column, row] = [columns.from + (at % columns.count), rows.from + Math.floor(at / columns.count)];
        return groupOf(inner, { matrix: moving(column * tile.width, row * tile.height), clips });
      });
      return groupOf(tiles, { matrix: own });
    },
  };
}

/** Returns which repetitions of a length cover another. `offset`: where the other begins. */
function stepsOf(offset: number, length: number, step: number): { readonly from: number; readonly count: number } {
  const from = Math.floor(offset / step);
  return { from, count: Math.max(1, Math.ceil((offset + length) / step) - from) };
}
