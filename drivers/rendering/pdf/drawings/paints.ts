import { type Element, isTag } from 'domhandler';
import { ownValue } from '../../../../domain/documents/css/ownValue.ts';
import type { Area } from '../layout/canvas.ts';
import { type Colour, readColourOf } from '../style/values/colours.ts';
import { multiplied, widened } from '../transforms/matrix.ts';
import type { DrawingProblems } from './drawingProblems.ts';
import { type Blend, blends, type Paint, type SvgGradient } from './parts/drawing.ts';
import type { Point } from './parts/path.ts';
import { spread } from './parts/spread.ts';
import { diagonalOf, type Measure, readOpacity, readShare, readTransform, readUnits } from './parts/svgLengths.ts';
import type { SvgStyle, SvgStyles } from './svgStyles.ts';

/** What paints refer to. */
export interface PaintSource {
  readonly styles: SvgStyles;
  readonly byId: (id: string) => Element | undefined;
}

/** Maximum number of gradients that refer to each other, and of stops. */
const MAX_LINKS = 10;
const MAX_STOPS = 1_000;
/** Maximum length of a colour that is read for what it fades to. */
const MAX_COLOUR = 200;

/** Whether a value is more than `nothing`. */
export const isSet = (value: string | undefined, nothing = 'none'): boolean =>
  value !== undefined && value !== '' && value !== nothing;

/** The `id` of `url(#id)`. */
export function idOf(value: string | undefined): string | undefined {
  const inner = /^url\(([^)]*)/i
    .exec(value ?? '')?.[1]
    ?.trim()
    .replace(/^["']|["']$/g, '')
    .trim();
  return inner?.startsWith('#') ? inner.slice(1) : undefined;
}

/**
 * Reads `fill` or `stroke`: undefined for none, null for a paint that cannot be drawn here.
 *
 * @param place where it is painted, in units of its own
 */
export function readPaint(
  source: PaintSource,
  style: SvgStyle,
  kind: 'fill' | 'stroke',
  place: GradientPlace,
): Paint | undefined | null {
  const { inherited } = style;
  const named = inherited[kind] ?? (kind === 'fill' ? '#000000' : 'none');
  const context = /^context-(fill|stroke)$/i.exec(named)?.[1]?.toLowerCase();
  const declared = context === undefined ? named : (inherited[`context-${context}`] ?? 'none');
  if (declared === 'none') return undefined;
  const opacity = readOpacity(inherited[`${kind}-opacity`]);
  const id = idOf(declared);
  if (id === undefined) return plainPaint(declared, inherited['color'], opacity);
  const element = source.byId(id);
  // A paint that is not there is replaced by what follows it.
  if (!element)
    return plainPaint(declared.slice(declared.indexOf(')') + 1).trim() || 'none', inherited['color'], opacity);
  if (element.name !== 'linearGradient' && element.name !== 'radialGradient') return null;
  const gradient = readGradient(source, element, place);
  if (gradient === null || gradient === undefined) return gradient;
  return 'hex' in gradient ? colourPaint(gradient, opacity) : { colour: gradient, opacity };
}

function plainPaint(text: string, current: string | undefined, opacity: number): Paint | undefined | null {
  const colour = readSvgColour(text, current);
  return colour && colourPaint(colour, opacity);
}

function colourPaint({ hex, opacity: own }: Colour, opacity: number): Paint | undefined {
  const both = own * opacity;
  return both > 0 ? { colour: { hex, opacity: both }, opacity: 1 } : undefined;
}

/** Reads a colour: undefined for a transparent one. Black stands for one that cannot be read. */
function readSvgColour(text: string, current: string | undefined): Colour | undefined {
  const own = /^currentcolor$/i.test(text) ? (current ?? '#000000') : text;
  const colour = readColourOf(own);
  return colour === null ? { hex: '#000000', opacity: 1 } : colour;
}

/** What a gradient is drawn in. `line`: the width of a line; 0 for an area. */
interface GradientPlace {
  readonly bounds: () => Area | undefined;
  readonly measure: Measure;
  readonly line: number;
}

function readGradient(
  { styles, byId }: PaintSource,
  element: Element,
  { bounds: boundsOf, measure, line }: GradientPlace,
): SvgGradient | Colour | undefined | null {
  const chain = linked(element, byId);
  const attribute = (name: string): string | undefined =>
    chain.find(
      ({ name: kind, attribs }) => attribs[name] !== undefined && (!isPlace.test(name) || kind === element.name),
    )?.attribs[name];
  const stops = stopsOf(
    styles,
    chain.find(({ children }) => children.some((one) => isTag(one) && one.name === 'stop')),
  );
  const last = stops.at(-1);
  if (!last) return undefined;
  if (stops.length === 1) return last.colour;
  const isOfBox = attribute('gradientUnits') !== 'userSpaceOnUse';
  const bounds = isOfBox ? boundsOf() : undefined;
  // A line has no area that a gradient could be in.
  if (isOfBox && !(bounds && bounds.width > 0 && bounds.height > 0)) return undefined;
  const own = readTransform(attribute('gradientTransform'));
  if (!own) return null;
  const matrix = bounds ? multiplied([bounds.width, 0, 0, bounds.height, bounds.x, bounds.y], own) : own;
  const method = /^\s*(reflect|repeat)/.exec(attribute('spreadMethod') ?? '')?.[1];
  const shown = (gradient: SvgGradient): SvgGradient | undefined | null => {
    if (method === undefined) return gradient;
    const area = boundsOf();
    // The corners of a line may be further out than its sides.
    return area && spread(gradient, widened(area, 2 * line), method === 'reflect');
  };
  const unit = isOfBox ? { width: 1, height: 1, em: measure.em } : measure;
  const place = (name: string, whole: number, otherwise: string): number =>
    readUnits(attribute(name) ?? otherwise, whole, unit.em) ?? 0;
  if (element.name === 'linearGradient') {
    const from: Point = [place('x1', unit.width, '0'), place('y1', unit.height, '0')];
    const to: Point = [place('x2', unit.width, '100%'), place('y2', unit.height, '0')];
    if (from[0] === to[0] && from[1] === to[1]) return last.colour;
    return shown({ line: { kind: 'linear', from, to }, matrix, stops });
  }
  const to: Point = [place('cx', unit.width, '50%'), place('cy', unit.height, '50%')];
  const radius = place('r', isOfBox ? 1 : diagonalOf(unit), '50%');
  if (!(radius > 0)) return last.colour;
  const focus: Point = [
    attribute('fx') === undefined ? to[0] : place('fx', unit.width, '50%'),
    attribute('fy') === undefined ? to[1] : place('fy', unit.height, '50%'),
  ];
  const distance = Math.hypot(focus[0] - to[0], focus[1] - to[1]);
  // A focus outside of its circle is moved to its edge.
  const by = distance > radius ? (radius * 0.999) / distance : 1;
  const from: Point = [to[0] + (focus[0] - to[0]) * by, to[1] + (focus[1] - to[1]) * by];
  const fromRadius = place('fr', isOfBox ? 1 : diagonalOf(unit), '0');
  return shown({ line: { kind: 'radial', from, fromRadius, to, radius }, matrix, stops });
}

const isPlace = /^(?:x1|y1|x2|y2|cx|cy|r|fx|fy|fr)$/;

/** Returns a gradient or a pattern, and those that it takes what it lacks from. */
export function linked(element: Element, byId: PaintSource['byId']): Element[] {
  const chain = [element];
  for (let one: Element | undefined = element; one && chain.length < MAX_LINKS; ) {
    const reference: string | undefined = one.attribs['href'];
    one = reference === undefined ? undefined : byId(reference.trim().slice(1));
    if (!one || chain.includes(one)) break;
    chain.push(one);
  }
  return chain;
}

/** Returns the colour that a gradient fades to, which is seen between its stops. */
function fadedColour(text: string): Colour {
  if (text.length > MAX_COLOUR) return { hex: '#000000', opacity: 0 };
  const opaque = readColourOf(text.replace(/([,/]\s*)0?\.?0+%?\s*\)\s*$/, '$11)'));
  return { hex: opaque?.hex ?? '#000000', opacity: 0 };
}

/** Returns stops from 0 to 1, each not before the one above it. */
function stopsOf(styles: SvgStyles, gradient: Element | undefined): SvgGradient['stops'] {
  const found: { at: number; colour: Colour }[] = [];
  for (const element of gradient?.children ?? []) {
    if (!isTag(element) || element.name !== 'stop' || found.length >= MAX_STOPS) continue;
    const { own, inherited } = styles.styleOf(element, {});
    const text = own.get('stop-color') ?? '#000000';
    const colour = readSvgColour(text, inherited['color']) ?? fadedColour(text);
    const opacity = colour.opacity * readOpacity(own.get('stop-opacity'));
    const at = Math.max(found.at(-1)?.at ?? 0, Math.min(1, readShare(element.attribs['offset']) ?? 0));
    found.push({ at, colour: { hex: colour.hex, opacity } });
  }
  const [first, last] = [found[0], found.at(-1)];
  if (found.length < 2 || !first || !last) return found;
  if (first.at > 0) found.unshift({ ...first, at: 0 });
  if (last.at < 1) found.push({ ...last, at: 1 });
  return found;
}

/** Returns how the colours of an element are mixed with what is below it. */
export function blendOf({ own }: SvgStyle, problems: DrawingProblems): Blend | undefined {
  const name = own.get('mix-blend-mode')?.toLowerCase();
  if (name === undefined || !isSet(name, 'normal')) return undefined;
  const blend = ownValue(blends, name);
  if (!blend) problems.addUnknown('mix-blend-mode', name);
  return blend;
}
