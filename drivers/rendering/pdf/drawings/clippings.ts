import { type Element, isTag } from 'domhandler';
import type { Area } from '../layout/canvas.ts';
import { identity, type Matrix, multiplied } from '../transforms/matrix.ts';
import type { Clipping, DrawingPart, Segment } from './drawing.ts';
import { idOf, type PaintSource } from './paints.ts';
import { boundsOfPath } from './pathData.ts';
import { pathOfShape } from './shapes.ts';
import { type Measure, readTransform, readUnits } from './svgLengths.ts';
import type { SvgStyle } from './svgStyles.ts';
import { transformed } from './transformed.ts';

/** Maximum number of clip paths that limit each other, and of shapes of one. */
const MAX_CLIPS = 10;
const MAX_SHAPES = 1_000;

interface ClipContext extends PaintSource {
  readonly measure: Measure;
  /** What is clipped. */
  readonly parts: readonly DrawingPart[];
}

/** Reads a `<clipPath>` and those that limit it. Returns undefined for one that is no path. */
export function readClipping(element: Element, context: ClipContext): Clipping[] | undefined {
  const clips: Clipping[] = [];
  const seen = new Set<Element>();
  for (let one: Element | undefined = element; one; ) {
    if (seen.has(one) || seen.size >= MAX_CLIPS) return undefined;
    seen.add(one);
    const clip = ownClipping(one, context);
    if (!clip) return undefined;
    clips.push(clip);
    const outer: string | undefined = context.styles.styleOf(one, {}).own.get('clip-path');
    if (outer === undefined || outer === 'none') break;
    const id: string | undefined = idOf(outer);
    one = id === undefined ? undefined : context.byId(id);
  }
  return clips;
}

function ownClipping(element: Element, context: ClipContext): Clipping | undefined {
  const { styles, byId, measure, parts } = context;
  const style = styles.styleOf(element, {});
  const ofBox = element.attribs['clipPathUnits'] === 'objectBoundingBox';
  const bounds = ofBox ? boundsOfParts(parts) : undefined;
  if (ofBox && !bounds) return undefined;
  const area = ofBox ? { width: 1, height: 1, em: measure.em } : measure;
  const own = readTransform(style.own.get('transform'));
  if (!own) return undefined;
  const matrix = bounds ? multiplied([bounds.width, 0, 0, bounds.height, bounds.x, bounds.y], own) : own;
  const path: Segment[] = [];
  const rules = new Set<boolean>();
  const shapes = element.children.filter(isTag).slice(0, MAX_SHAPES);
  for (const child of shapes) {
    const found = shapeOf(child, style, { styles, byId }, area);
    if (found === null) return undefined;
    if (!found) continue;
    rules.add(found.isEvenOdd);
    for (const segment of transformed(found.path, multiplied(matrix, found.matrix))) path.push(segment);
  }
  return rules.size > 1 || (rules.has(true) && shapes.length > 1) ? undefined : { path, isEvenOdd: rules.has(true) };
}

interface ClipShape {
  readonly path: readonly Segment[];
  readonly matrix: Matrix;
  readonly isEvenOdd: boolean;
}

/** Returns null for what is not a plain shape, undefined for what is not seen. */
function shapeOf(
  element: Element,
  around: SvgStyle,
  { styles, byId }: PaintSource,
  measure: Measure,
): ClipShape | undefined | null {
  if (/^(?:title|desc|metadata)$/.test(element.name)) return undefined;
  const style = styles.styleOf(element, around.inherited);
  if (style.own.get('display') === 'none' || style.inherited['visibility'] === 'hidden') return undefined;
  const matrix = readTransform(style.own.get('transform'));
  const clip = style.own.get('clip-path') ?? 'none';
  if (!matrix || clip !== 'none') return null;
  if (element.name === 'use') {
    const { attribs } = element;
    const target = byId((attribs['href'] ?? '').trim().slice(1));
    if (!target || target.name === 'use') return target ? null : undefined;
    const used = shapeOf(target, style, { styles, byId }, measure);
    const [x, y] = [
      readUnits(attribs['x'], measure.width, measure.em),
      readUnits(attribs['y'], measure.height, measure.em),
    ];
    return used && { ...used, matrix: multiplied(multiplied(matrix, [1, 0, 0, 1, x ?? 0, y ?? 0]), used.matrix) };
  }
  const path = pathOfShape(element.name, (key) => style.own.get(key), measure);
  return path ? { path, matrix, isEvenOdd: style.inherited['clip-rule'] === 'evenodd' } : null;
}

/** Returns the area of shapes that are positioned together; undefined where there is more than shapes. */
function boundsOfParts(parts: readonly DrawingPart[]): Area | undefined {
  const all: Segment[] = [];
  for (const part of parts) {
    if (part.kind === 'text' || (part.kind === 'group' && (part.clips.length > 0 || part.parts.length > MAX_SHAPES)))
      return undefined;
    if (part.kind === 'shape') for (const segment of part.path) all.push(segment);
    else {
      const inner = boundsOfParts(part.parts);
      if (!inner) return undefined;
      const { x, y, width, height } = inner;
      const corners: Segment[] = [
        ['M', x, y],
        ['L', x + width, y],
        ['L', x + width, y + height],
        ['L', x, y + height],
      ];
      for (const segment of transformed(corners, part.matrix ?? identity)) all.push(segment);
    }
  }
  return boundsOfPath(all);
}
