import { type Element, isTag } from 'domhandler';
import { readColourOf } from '../style/values/colours.ts';
import { type Matrix, multiplied } from '../transforms/matrix.ts';
import type { DrawingLimits } from './drawingLimits.ts';
import type { DrawingProblems } from './drawingProblems.ts';
import { isDescriptive } from './embeddedImages.ts';
import { type MaskContext, readMask } from './masks.ts';
import { idOf, isSet, type PaintSource } from './paints.ts';
import { readBasicShape } from './parts/basicShapes.ts';
import type { Mask } from './parts/drawing.ts';
import { boundsOfParts } from './parts/partBounds.ts';
import type { Clipping, Segment } from './parts/path.ts';
import { regionOf } from './parts/regions.ts';
import { pathOfShape, rectangle } from './parts/shapes.ts';
import { type Measure, readOpacity, readTransform, readUnits } from './parts/svgLengths.ts';
import { transformed } from './parts/transformed.ts';
import type { SvgStyle } from './svgStyles.ts';

/** Maximum number of clip paths that limit each other, and of shapes of one. */
const MAX_CLIPS = 10;
const MAX_SHAPES = 1_000;

/** The boxes that a shape can be placed in. */
const boxes: ReadonlyMap<string, 'fill' | 'stroke' | 'view'> = new Map([
  ...['margin-box', 'border-box', 'stroke-box'].map((name) => [name, 'stroke'] as const),
  ...['padding-box', 'content-box', 'fill-box'].map((name) => [name, 'fill'] as const),
  ['view-box', 'view'],
]);

interface ClipContext extends MaskContext {
  readonly problems: DrawingProblems;
  readonly limits: DrawingLimits;
}

/** What of an element is seen. */
export interface Masking {
  readonly clips: Clipping[];
  readonly mask?: Mask | undefined;
}

/** Reads what cuts an element: its clip path and its mask. Returns undefined for one that has no counterpart in PDFs. */
export function maskingOf({ own }: SvgStyle, context: ClipContext): Masking | undefined {
  const clips: Clipping[] = [];
  let mask: Mask | undefined;
  for (const [declared, name, read] of [
    [own.get('clip-path'), 'clipPath', readClipping],
    [own.get('mask'), 'mask', readCut],
  ] as const) {
    if (!isSet(declared)) continue;
    const id = idOf(declared);
    if (id === undefined && name === 'clipPath') {
      const shape = basicShapeOf(declared ?? '', context);
      if (shape) clips.push(shape);
      continue;
    }
    const element = id === undefined ? undefined : context.byId(id);
    // What is not there limits nothing.
    if (id !== undefined && element?.name !== name) continue;
    const found = element && read(element, context);
    if (found) clips.push(...found);
    else if (element?.name === 'mask') mask = readMask(element, context);
    if (!found && !mask) return undefined;
  }
  return { clips, mask };
}

function basicShapeOf(value: string, { measure, parts, problems, limits }: ClipContext): Clipping | undefined {
  limits.addClip(value.length);
  const shape = readBasicShape(
    value,
    (name) => {
      const kind = boxes.get(name);
      return kind === 'view' ? { x: 0, y: 0, ...measure } : kind && boundsOfParts(parts, kind === 'stroke');
    },
    measure.em,
  );
  if (!shape) problems.addUnknown('clip-path', value);
  return shape;
}

/** Reads a `<clipPath>` and those that limit it. Returns undefined for one that is no path. */
function readClipping(element: Element, context: ClipContext): Clipping[] | undefined {
  const clips: Clipping[] = [];
  const seen = new Set<Element>();
  for (let one: Element | undefined = element; one; ) {
    if (seen.has(one) || seen.size >= MAX_CLIPS) return undefined;
    seen.add(one);
    const clip = ownClipping(one, context);
    if (!clip) return undefined;
    clips.push(clip);
    const outer: string | undefined = context.styles.styleOf(one, {}).own.get('clip-path');
    if (!isSet(outer)) break;
    const id: string | undefined = idOf(outer);
    one = id === undefined ? undefined : context.byId(id);
  }
  return clips;
}

/**
 * Reads a `<mask>` that fades nothing, but cuts: of white shapes, or of any opaque ones where it is one of opacity. Returns undefined
 * for every other.
 */
function readCut(element: Element, context: ClipContext): Clipping[] | undefined {
  const { styles, byId, measure } = context;
  const style = styles.styleOf(element, {});
  const isOfOpacity = /^alpha$/i.test(style.own.get('mask-type') ?? '');
  const isSolid = (child: Element, around: SvgStyle): boolean => {
    const { own, inherited } = styles.styleOf(child, around.inherited);
    const target = child.name === 'use' ? byId((child.attribs['href'] ?? '').trim().slice(1)) : undefined;
    const isOpaque = readOpacity(own.get('opacity')) * readOpacity(inherited['fill-opacity']) === 1;
    if (!isOpaque || isSet(own.get('mask')) || isSet(inherited['stroke'])) return false;
    if (child.name === 'use')
      return target !== undefined && target.name !== 'use' && isSolid(target, { own, inherited });
    const colour = readColourOf(inherited['fill'] ?? '#000000');
    return colour?.opacity === 1 && (isOfOpacity || colour.hex === '#ffffff');
  };
  const shapes = element.children.filter(isTag).filter((child) => !isDescriptive(child));
  if (!shapes.every((one) => isSolid(one, style))) return undefined;
  const clip = ownClipping(element, context);
  const region = cutOf(element, measure);
  return clip && region && [clip, ...region];
}

/** Returns the area of a mask; undefined for one by the size of what is masked. By default, that is somewhat larger than it. */
function cutOf({ attribs }: Element, measure: Measure): Clipping[] | undefined {
  const isDeclared = ['x', 'y', 'width', 'height'].some((name) => attribs[name] !== undefined);
  if (attribs['maskUnits'] !== 'userSpaceOnUse') return isDeclared ? undefined : [];
  return [{ path: rectangle(regionOf(attribs, undefined, measure)), isEvenOdd: false }];
}

function ownClipping(element: Element, context: ClipContext): Clipping | undefined {
  const { styles, byId, measure, parts } = context;
  const style = styles.styleOf(element, {});
  const isMask = element.name === 'mask';
  const ofBox = element.attribs[isMask ? 'maskContentUnits' : 'clipPathUnits'] === 'objectBoundingBox';
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
    const found = shapeOf(child, style, { styles, byId, rule: isMask ? 'fill-rule' : 'clip-rule' }, area);
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

interface ClipSource extends PaintSource {
  /** The property that decides what is inside of a path. */
  readonly rule: 'clip-rule' | 'fill-rule';
}

/** Returns null for what is not a plain shape, undefined for what is not seen. */
function shapeOf(
  element: Element,
  around: SvgStyle,
  { styles, byId, rule }: ClipSource,
  measure: Measure,
): ClipShape | undefined | null {
  if (isDescriptive(element) || !styles.applies(element)) return undefined;
  const style = styles.styleOf(element, around.inherited);
  if (style.own.get('display') === 'none' || style.inherited['visibility'] === 'hidden') return undefined;
  const matrix = readTransform(style.own.get('transform'));
  const clip = style.own.get('clip-path');
  if (!matrix || isSet(clip)) return null;
  if (element.name === 'use') {
    const { attribs } = element;
    const target = byId((attribs['href'] ?? '').trim().slice(1));
    if (!target || target.name === 'use') return target ? null : undefined;
    const used = shapeOf(target, style, { styles, byId, rule }, measure);
    const [x, y] = [
      readUnits(attribs['x'], measure.width, measure.em),
      readUnits(attribs['y'], measure.height, measure.em),
    ];
    return used && { ...used, matrix: multiplied(multiplied(matrix, [1, 0, 0, 1, x ?? 0, y ?? 0]), used.matrix) };
  }
  const path = pathOfShape(element.name, (key) => style.own.get(key), measure);
  return path ? { path, matrix, isEvenOdd: style.inherited[rule] === 'evenodd' } : null;
}
