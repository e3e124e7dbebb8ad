import type { DrawingPart, Paint, ShapePart, TextPart } from '../drawings/parts/drawing.ts';
import type { Path } from '../drawings/parts/path.ts';
import { boundsOfPath } from '../drawings/parts/pathData.ts';
import type { Face } from '../fonts/face.ts';
import type { Area } from '../layout/canvas.ts';
import type { Colour } from '../style/values/colours.ts';
import { boundsOf, identity, type Matrix, mapped, multiplied } from '../transforms/matrix.ts';
import { drawingOf } from './knownDrawings.ts';
import type { Picture } from './picture.ts';

/** A text of a drawing, and what is drawn behind it in there: undefined for nothing. */
export interface SvgText {
  readonly text: string;
  readonly face: Face;
  /** Absent where the colour, or what is behind it, is not known. */
  readonly look?: { readonly colour: Colour; readonly behind: Colour | undefined };
}

/** Maximum number of texts that are looked at, and of shapes that they are compared with. */
const MAX_TEXTS = 500;
const MAX_SHAPES = 2_000;

/** Returns the texts of a drawing. Their look is known with nothing behind them, or with rectangles: behind other shapes, anything may be. */
export function textsOfDrawing(picture: Picture): readonly SvgText[] {
  const known = texts.get(picture);
  if (known) return known;
  const collector = new TextCollector();
  collector.add(drawingOf(picture)?.parts ?? [], identity, 1);
  texts.set(picture, collector.found);
  return collector.found;
}

const texts = new WeakMap<Picture, readonly SvgText[]>();

interface Shape {
  readonly area: Area;
  /** That of a rectangle; undefined for other shapes, on which anything may be seen. */
  readonly colour: Colour | undefined;
}

class TextCollector {
  readonly found: SvgText[] = [];
  readonly #shapes: Shape[] = [];

  /** `opacity`: undefined where it is not known. */
  add(parts: readonly DrawingPart[], matrix: Matrix, opacity: number | undefined): void {
    for (const part of parts) {
      if (this.found.length >= MAX_TEXTS) return;
      if (part.kind === 'group') {
        const inner = part.matrix ? multiplied(matrix, part.matrix) : matrix;
        const isKnown = opacity !== undefined && !part.mask && !part.blend;
        this.add(part.parts, inner, isKnown ? opacity * part.opacity : undefined);
      } else if (part.kind === 'shape') this.#addShape(part, matrix, opacity);
      else if (part.kind === 'text') this.#addText(part, matrix, opacity);
      else {
        const area = part.kind === 'effect' ? part.area : { x: 0, y: 0, ...part };
        this.#shapes.push({ area: boundsOf(matrix, area), colour: undefined });
      }
    }
  }

  #addShape({ path, fill }: ShapePart, matrix: Matrix, opacity: number | undefined): void {
    const bounds = fill && this.#shapes.length <= MAX_SHAPES ? boundsOfPath(path) : undefined;
    if (!bounds) return;
    const isRectangle = isRectangular(path) && isUpright(matrix);
    const colour = isRectangle && fill ? opaque(fill, opacity) : undefined;
    this.#shapes.push({ area: boundsOf(matrix, bounds), colour });
  }

  #addText({ text: whole, face, fill, stroke, x, y }: TextPart, matrix: Matrix, opacity: number | undefined): void {
    const text = whole.trim();
    const colour = fill && 'hex' in fill.colour ? fill.colour : undefined;
    const place = mapped(matrix, x, y);
    const behind = this.#shapes.findLast(({ area }) => isIn(place, area));
    const isKnown = colour && !stroke && /[\p{L}\p{N}]/u.test(text) && !(behind && !behind.colour);
    const isCrowded = this.#shapes.length > MAX_SHAPES;
    const look = isKnown &&
      !isCrowded &&
      opacity !== undefined && { colour: { ...colour, opacity: colour.opacity * opacity }, behind: behind?.colour };
    this.found.push({ text, face, ...(look && { look }) });
  }
}

/** Whether a path is a rectangle: each of its four corners is beside or above the next. */
function isRectangular(path: Path): boolean {
  const corners = path.filter((one) => one[0] !== 'C' && one[0] !== 'Z');
  return (
    path.length === 5 &&
    corners.length === 4 &&
    corners.every(([, x, y], at) => {
      const next = corners[(at + 1) % 4];
      return next !== undefined && (x === next[1] || y === next[2]);
    })
  );
}

const isUpright = ([, b, c]: Matrix): boolean => b === 0 && c === 0;

function opaque({ colour }: Paint, opacity = 0): Colour | undefined {
  return 'hex' in colour && colour.opacity * opacity === 1 ? colour : undefined;
}

const isIn = ({ x, y }: { readonly x: number; readonly y: number }, area: Shape['area']): boolean =>
  x >= area.x && x <= area.x + area.width && y >= area.y && y <= area.y + area.height;
