import { type Element, isTag } from 'domhandler';
import type { Area } from '../layout/canvas.ts';
import type { DrawingProblems } from './drawingProblems.ts';
import { elementText, REGION } from './elementText.ts';
import { idOf, isSet, type PaintSource } from './paints.ts';
import { type DrawingPart, groupOf } from './parts/drawing.ts';
import { type FilterFunction, filterFunction } from './parts/filterFunctions.ts';
import { boundsOfParts } from './parts/partBounds.ts';
import { regionOf } from './parts/regions.ts';
import { type Measure, readNumbers } from './parts/svgLengths.ts';
import type { SvgStyle } from './svgStyles.ts';

/** Maximum length of the value of a filter in a problem. */
const MAX_VALUE = 60;

/** The beginning of the ids of filters that stand for functions. */
const OWN = '_function_';

/** What a `filter` declares. */
interface Filter {
  /** The value, with filters in place of the functions of CSS, and these filters. */
  readonly list: string;
  readonly definitions: string;
  /** What is seen of the element that it applies to, in the units of its own. */
  readonly area: Area;
  /** Returns how often it computes a pixel, given how many of them a unit has. */
  readonly stepsAt: (pixels: number) => number;
}

interface FilterContext extends PaintSource {
  readonly measure: Measure;
  /** What is filtered. */
  readonly parts: readonly DrawingPart[];
  readonly problems: DrawingProblems;
}

/** Returns the picture of an element with its filter: undefined for one without, null for one that cannot be drawn by itself. */
export function readEffect(element: Element, style: SvgStyle, context: FilterContext): DrawingPart | undefined | null {
  const value = style.own.get('filter') ?? '';
  const { parts: plain, measure } = context;
  if (!isSet(value) || plain.length === 0) return undefined;
  const filter = readFilter(value, style.inherited['color'] ?? '#000000', context);
  if (!filter) return filter;
  const own = new Map([...style.own, ['filter', filter.list] as const]);
  const content = elementText(element, { ...style, own }, measure, context);
  if (content === undefined) return null;
  const box = boundsOfParts(plain);
  const { area, stepsAt } = filter;
  const part = {
    kind: 'effect',
    filter: value.slice(0, MAX_VALUE),
    content: filter.definitions + content,
    area,
    stepsAt,
    pixels: 1,
    plain,
  } as const;
  return groupOf([part], { frame: box });
}

/** Reads a `filter`: undefined for one that changes nothing, null for one in an area that is not known. */
function readFilter(value: string, colour: string, context: FilterContext): Filter | undefined | null {
  const filters: (Pick<Filter, 'area' | 'stepsAt'> | null)[] = [];
  const list: string[] = [];
  let definitions = '';
  let reach: FilterFunction['reach'] = [0, 0];
  for (const [step = ''] of value.matchAll(/[\w-]+\((?:[^()]|\([^()]*\))*\)/g)) {
    const id = idOf(step);
    const element = id === undefined ? undefined : context.byId(id);
    // As in browsers, a filter that is not there makes the whole list count for nothing.
    if (/^url/i.test(step) && element?.name !== 'filter') return undefined;
    const own = element ? undefined : filterFunction(step, context.measure.em, colour);
    if (!element && !own) {
      context.problems.addUnknown('filter', value);
      return undefined;
    }
    reach = [reach[0] + (own?.reach[0] ?? 0), reach[1] + (own?.reach[1] ?? 0)];
    filters.push(element ? filterOf(element, context) : areaOf(reach, own, context));
    list.push(own ? `url(#${OWN}${list.length})` : step);
    if (own)
      definitions += `<filter id="${OWN}${list.length - 1}"${REGION} color-interpolation-filters="sRGB">${own.text}</filter>`;
  }
  const known = filters.filter((filter) => filter !== null);
  const [first, ...others] = known;
  if (known.length < filters.length) return null;
  if (!first) return undefined;
  return {
    list: list.join(' '),
    definitions,
    area: others.reduce((area, other) => around(area, other.area), first.area),
    stepsAt: (pixels) => known.reduce((sum, filter) => sum + filter.stepsAt(pixels), 0),
  };
}

function filterOf(element: Element, { measure, parts }: FilterContext): Pick<Filter, 'area' | 'stepsAt'> | null {
  const { attribs } = element;
  const isOfBox = attribs['filterUnits'] !== 'userSpaceOnUse';
  const box = isOfBox ? boundsOfParts(parts) : undefined;
  if (isOfBox && !box) return null;
  const area = regionOf(attribs, box, measure);
  const steps = element.children.filter(isTag);
  const by = box && attribs['primitiveUnits'] === 'objectBoundingBox' ? Math.max(box.width, box.height) : 1;
  return { area, stepsAt: (pixels) => steps.reduce((sum, step) => sum + costOf(step, pixels * by), 1) };
}

/** Returns how much longer a step takes than one that computes each pixel once. */
function costOf({ name, attribs }: Element, pixels: number): number {
  if (name === 'feMorphology') {
    const [across = 0, down = across] = readNumbers(attribs['radius'] ?? '').map((radius) => Math.abs(radius) * pixels);
    return 1 + (across * down) / 25;
  }
  if (name === 'feTurbulence') return 2 + Math.abs(readNumbers(attribs['numOctaves'] ?? '')[0] ?? 1) / 2;
  if (name === 'feConvolveMatrix') return 1 + (attribs['kernelMatrix']?.length ?? 0) / 160;
  return 1;
}

/** Returns the area of a function. `reach`: how far it, and those before it, draw beyond the element. */
function areaOf(
  [across, down]: FilterFunction['reach'],
  own: FilterFunction | undefined,
  { parts }: FilterContext,
): Pick<Filter, 'area' | 'stepsAt'> | null {
  const box = boundsOfParts(parts, true);
  if (!box) return null;
  const { x, y, width, height } = box;
  const area = { x: x - across, y: y - down, width: width + 2 * across, height: height + 2 * down };
  return { area, stepsAt: () => own?.steps ?? 1 };
}

function around(one: Area, other: Area): Area {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  const [right, bottom] = [
    Math.max(one.x + one.width, other.x + other.width),
    Math.max(one.y + one.height, other.y + other.height),
  ];
  return { x, y, width: right - x, height: bottom - y };
}
