import { type Element, isTag } from 'domhandler';
import type { Area } from '../layout/canvas.ts';
import { union, widened } from '../transforms/matrix.ts';
import type { DrawingLimits } from './drawingLimits.ts';
import type { DrawingProblems } from './drawingProblems.ts';
import { elementText, OWN } from './elementText.ts';
import { idOf, isSet, type PaintSource } from './paints.ts';
import { type DrawingPart, type EffectPart, type GroupPart, groupOf } from './parts/drawing.ts';
import { type FilterFunction, filterFunction } from './parts/filterFunctions.ts';
import { boundsOfParts } from './parts/partBounds.ts';
import { regionOf } from './parts/regions.ts';
import { type Measure, readNumbers } from './parts/svgLengths.ts';
import type { SvgStyle } from './svgStyles.ts';

/** Maximum length of the value of a filter in a problem. */
const MAX_VALUE = 60;

/** The functions of a `filter`. */
const functions = /(?<![\w-])[\w-]+\((?:[^()]|\([^()]*\))*\)/g;
const keyword = /^(?:initial|inherit|unset|revert|revert-layer)$/i;

type Sized = Pick<EffectPart, 'area' | 'passesAt'>;

/** What a `filter` declares. */
interface Filter extends Sized {
  /** The filters that are applied, or the content of such. */
  readonly filters: readonly (Element | string)[];
}

interface FilterContext extends PaintSource {
  readonly measure: Measure;
  /** What is filtered. */
  readonly parts: readonly DrawingPart[];
  readonly problems: DrawingProblems;
  readonly limits: DrawingLimits;
  /** Why the drawing becomes a picture as a whole. If it does, the element is not written. */
  readonly unsupported: string | undefined;
}

/** The boxes of what is filtered, without and with the widths of lines; undefined where they are not known. */
interface Boxes {
  readonly box: Area | undefined;
  readonly outline: Area | undefined;
}

/** An element with its filter. */
interface Filtered {
  readonly part: GroupPart;
  /** Whether it can be drawn by itself. */
  readonly isDrawn: boolean;
}

/** Returns the picture of an element with its filter; undefined for one without. */
export function readEffect(element: Element, style: SvgStyle, context: FilterContext): Filtered | undefined {
  const value = style.own.get('filter') ?? '';
  const { parts: plain, measure, unsupported } = context;
  if (!isSet(value) || keyword.test(value) || plain.length === 0) return undefined;
  const boxes = { box: boundsOfParts(plain), outline: boundsOfParts(plain, true) };
  const filter = readFilter(value, style.inherited['color'] ?? '#000000', boxes, context);
  if (!filter) return undefined;
  const list = filter.filters.map((_, index) => `url(#${OWN}${index})`).join(' ');
  const own = new Map([...style.own, ['filter', list] as const]);
  const content =
    unsupported === undefined ? elementText(element, { ...style, own }, filter.filters, context) : undefined;
  const { area = { x: 0, y: 0, width: measure.width, height: measure.height }, passesAt } = filter;
  const part = {
    kind: 'effect',
    filter: value.slice(0, MAX_VALUE),
    content: content ?? '',
    area,
    passesAt,
    pixels: 1,
    plain,
  } as const;
  return {
    part: groupOf([part], { frame: boxes.box }),
    isDrawn: filter.area !== undefined && content !== undefined,
  };
}

/** Reads a `filter`; undefined for one that changes nothing. */
function readFilter(
  value: string,
  colour: string,
  boxes: Boxes,
  context: FilterContext,
): (Omit<Filter, 'area'> & { readonly area: Area | undefined }) | undefined {
  const { byId, measure, problems } = context;
  const found: { readonly area: Area | undefined; readonly passesAt: Filter['passesAt'] }[] = [];
  const filters: (Element | string)[] = [];
  let reach: FilterFunction['reach'] = [0, 0];
  const declared = value.match(functions) ?? [];
  const isKnown = value.replace(functions, '').trim() === '';
  for (const one of isKnown ? declared : ['']) {
    const id = idOf(one);
    const element = id === undefined || id.includes(OWN) ? undefined : byId(id);
    // As in browsers, a filter that is not there makes the whole list count for nothing.
    if (/^url/i.test(one) && element?.name !== 'filter') return undefined;
    const own = element ? undefined : filterFunction(one, measure.em, colour);
    if (own) {
      reach = [reach[0] + own.reach[0], reach[1] + own.reach[1]];
      found.push({ area: boxes.outline && widened(boxes.outline, ...reach), passesAt: () => own.passes });
    } else if (element) found.push(filterOf(element, boxes.box, measure));
    else {
      problems.addUnknown('filter', value);
      return undefined;
    }
    filters.push(own?.text ?? element ?? '');
  }
  const [first, ...others] = found;
  return (
    first && {
      filters,
      area: others.reduce((area, other) => area && other.area && union(area, other.area), first.area),
      passesAt: (pixels) => found.reduce((sum, filter) => sum + filter.passesAt(pixels), 0),
    }
  );
}

/** Reads a `<filter>`. Its area is undefined where it depends on a box that is not known. */
function filterOf(
  { attribs, children }: Element,
  box: Area | undefined,
  measure: Measure,
): { readonly area: Area | undefined; readonly passesAt: Filter['passesAt'] } {
  const isOfBox = attribs['filterUnits'] !== 'userSpaceOnUse';
  const hasUnitsOfBox = attribs['primitiveUnits'] === 'objectBoundingBox';
  const isUnknown = (isOfBox || hasUnitsOfBox) && !box;
  const { width, height } = box ?? measure;
  const by = hasUnitsOfBox ? Math.max(width, height) : 1;
  const primitives = children.filter(isTag);
  return {
    area: isUnknown ? undefined : regionOf(attribs, isOfBox ? box : undefined, measure),
    passesAt: (pixels) => primitives.reduce((sum, one) => sum + costOf(one, pixels * by), 1),
  };
}

/** Returns how much longer a filter primitive takes than one that computes each pixel once. */
function costOf({ name, attribs, children }: Element, pixels: number): number {
  if (name === 'feMorphology') {
    const [across = 0, down = across] = readNumbers(attribs['radius'] ?? '').map((radius) => Math.abs(radius) * pixels);
    return 1 + (across * down) / 25;
  }
  if (name === 'feTurbulence') return 2 + Math.abs(readNumbers(attribs['numOctaves'] ?? '')[0] ?? 1) / 2;
  if (name === 'feConvolveMatrix') return 1 + (attribs['kernelMatrix']?.length ?? 0) / 160;
  return name === 'feMerge' ? 1 + children.filter(isTag).length / 2 : 1;
}
