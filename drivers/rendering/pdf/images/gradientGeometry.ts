import type { MixingSpace } from '../../../../domain/documents/css/colourValues.ts';
import { readPosition } from '../style/backgroundReaders.ts';
import { type Colour, rgbOf } from '../style/values/colours.ts';
import type { ConicShape, Direction, Gradient, GradientStop, RadialShape } from '../style/values/gradients.ts';
import { defaultUnits, type Length, resolved } from '../style/values/lengths.ts';
import { type Mixing, mixed, NEAR, type PlacedColour, type Stop, straightened } from './gradientMixing.ts';

/** Maximum number of stops of a gradient that repeats, and of the steps between the stops of any; more would not be seen. */
const MAX_STOPS = 1_000;
/** The width of the colours beyond the ends, as a share of the line. */
const EDGE = 0.001;

/** A gradient as it fills an area. Lengths are in pt from the top left of the area. */
export interface Shading {
  readonly width: number;
  readonly height: number;
  readonly line: ShadingLine;
  /** From 0 to 1, at least two; between them, colours and opacities change evenly. */
  readonly stops: readonly PlacedColour[];
}

export type ShadingLine =
  | { readonly kind: 'linear'; readonly x: number; readonly y: number; readonly toX: number; readonly toY: number }
  /** From the ellipse of `from` times its radii to that of `to` times them. */
  | {
      readonly kind: 'radial';
      readonly x: number;
      readonly y: number;
      readonly radiusX: number;
      readonly radiusY: number;
      readonly from: number;
      readonly to: number;
    }
  /** Around a centre, from an angle on, clockwise from up; in radians. */
  | { readonly kind: 'conic'; readonly x: number; readonly y: number; readonly from: number };

const shadings = new WeakMap<Gradient, Map<string, Shading>>();

/** Returns how a gradient fills an area: the same object for each area of one size. */
export function shadingOf(gradient: Gradient, width: number, height: number): Shading {
  const bySize = shadings.get(gradient) ?? new Map<string, Shading>();
  shadings.set(gradient, bySize);
  // Rounded: nobody sees the difference, and boxes of almost the same size share one gradient.
  const key = `${width.toFixed(2)} ${height.toFixed(2)}`;
  let shading = bySize.get(key);
  if (!shading) {
    shading = makeShading(gradient, width, height);
    bySize.set(key, shading);
  }
  return shading;
}

function makeShading({ line, stops, repeats, space }: Gradient, width: number, height: number): Shading {
  if ('from' in line) {
    const { x, y } = centreOf(line, width, height);
    const { colours, from, to } = colouring(placed(stops, 1), { repeats, space, farthest: 1, isRadial: true });
    const shares = colours.map((one) => ({ ...one, at: from + one.at * (to - from) }));
    return { width, height, stops: shares, line: { kind: 'conic', x, y, from: line.from } };
  }
  if ('size' in line) {
    const ellipse = ellipseOf(line, width, height);
    const farthest = Math.max(...[0, width].flatMap((x) => [0, height].map((y) => distanceIn(ellipse, x, y))));
    const { colours, from, to } = colouring(placed(stops, ellipse.radiusX), {
      repeats,
      space,
      farthest,
      isRadial: true,
    });
    return { width, height, stops: colours, line: { kind: 'radial', ...ellipse, from, to } };
  }
  const { x, y } = towards(line, width, height);
  const whole = Math.abs(width * x) + Math.abs(height * y);
  const { colours, from, to } = colouring(placed(stops, whole), { repeats, space, farthest: 1, isRadial: false });
  const at = (share: number): [number, number] => [
    width / 2 + x * whole * (share - 0.5),
    height / 2 + y * whole * (share - 0.5),
  ];
  const [start, end] = [at(from), at(to)];
  const ends = { x: start[0], y: start[1], toX: end[0], toY: end[1] };
  return { width, height, stops: colours, line: { kind: 'linear', ...ends } };
}

/** The direction of a linear gradient, of length 1. */
function towards(direction: Direction, width: number, height: number): { readonly x: number; readonly y: number } {
  if ('angle' in direction) return { x: Math.sin(direction.angle), y: -Math.cos(direction.angle) };
  // The corners beside have the colour in the middle.
  const [x, y] = [direction.corner[0] * height, direction.corner[1] * width];
  const length = Math.hypot(x, y);
  return { x: x / length, y: y / length };
}

interface Ellipse {
  readonly x: number;
  readonly y: number;
  readonly radiusX: number;
  readonly radiusY: number;
}

/** Browsers draw a circle without a radius as one of this radius; pt. */
const MIN_RADIUS = 0.001;

function centreOf(
  { at }: Pick<ConicShape, 'at'>,
  width: number,
  height: number,
): { readonly x: number; readonly y: number } {
  const position = readPosition(at, { size: 12, units: defaultUnits });
  return { x: resolved(position.x, width), y: resolved(position.y, height) };
}

function ellipseOf({ size, isCircle, at }: RadialShape, width: number, height: number): Ellipse {
  const { x, y } = centreOf({ at }, width, height);
  const [across, along] = radiiOf({ size, isCircle }, { x, y }, width, height);
  return { x, y, radiusX: Math.max(MIN_RADIUS, across), radiusY: Math.max(MIN_RADIUS, along) };
}

function radiiOf(
  { size, isCircle }: Pick<RadialShape, 'size' | 'isCircle'>,
  { x, y }: { readonly x: number; readonly y: number },
  width: number,
  height: number,
): readonly [number, number] {
  if (typeof size !== 'string') return [resolved(size[0], width), resolved(size[1], isCircle ? width : height)];
  const pick = size.startsWith('closest') ? Math.min : Math.max;
  const [across, along] = [pick(Math.abs(x), Math.abs(width - x)), pick(Math.abs(y), Math.abs(height - y))];
  if (size.endsWith('corner')) {
    const corner = Math.hypot(across, along);
    return isCircle ? [corner, corner] : [across * Math.SQRT2, along * Math.SQRT2];
  }
  const side = pick(across, along);
  return isCircle ? [side, side] : [across, along];
}

/** How far a point is from the centre; 1 on the ellipse. */
export const distanceIn = ({ x: centreX, y: centreY, radiusX, radiusY }: Ellipse, x: number, y: number): number =>
  Math.hypot((x - centreX) / radiusX, (y - centreY) / radiusY);

/** Gives each stop a place, as CSS Images 3 says: stops never go back, and those without a place are spread evenly. */
function placed(stops: readonly GradientStop[], whole: number): Stop[] {
  const shareOf = (length: Length): number => (whole === 0 ? 0 : resolved(length, whole) / whole);
  const places = stops.map((one) => {
    const length = 'hint' in one ? one.hint : one.at;
    return length === undefined ? undefined : shareOf(length);
  });
  places[0] ??= 0;
  places[places.length - 1] ??= 1;
  let highest = Number.NEGATIVE_INFINITY;
  for (const [i, place] of places.entries()) {
    if (place === undefined) continue;
    highest = Math.max(highest, place);
    places[i] = highest;
  }
  spread(places);
  const found: Stop[] = [];
  for (const [i, one] of stops.entries()) {
    const at = places[i] ?? 0;
    if ('hint' in one) {
      const [last, next] = [found.at(-1), places[i + 1]];
      const way = last && next !== undefined ? next - last.at : 0;
      if (last && way > NEAR) found[found.length - 1] = { ...last, middle: (at - last.at) / way };
    } else found.push({ colour: one.colour, at });
  }
  return found;
}

/** Spreads what has no place between its neighbours. */
function spread(places: (number | undefined)[]): void {
  for (let from = 0; from < places.length - 1; ) {
    let to = from + 1;
    while (to < places.length - 1 && places[to] === undefined) to++;
    const [start = 0, end = 0] = [places[from], places[to]];
    for (let i = from + 1; i < to; i++) places[i] = start + ((end - start) * (i - from)) / (to - from);
    from = to;
  }
}

/** The colours of a line, with the shares of it that they begin and end at. */
interface Colouring {
  readonly colours: readonly PlacedColour[];
  readonly from: number;
  readonly to: number;
}

/** `farthest`: the share of the line at the farthest point of the area. */
function colouring(stops: readonly Stop[], { repeats, space, farthest, isRadial }: LineOptions): Colouring {
  const straight = repeats ? repeated(stops, farthest, space) : straightened(stops, mixingOf(stops.length, space));
  const seen = isRadial ? outwards(straight) : straight;
  const [first, last] = [seen[0], seen.at(-1)];
  if (!first || !last) return { colours: [], from: 0, to: 1 };
  // What is beyond an edge at an end has the colour of its side of the edge.
  const all = [
    ...(isRadial && first.at <= EDGE ? [] : [{ ...first, at: first.at - EDGE }]),
    ...seen,
    { ...last, at: last.at + EDGE },
  ];
  const [from, to] = [all[0]?.at ?? 0, last.at + EDGE];
  return { colours: all.map((one) => ({ ...one, at: (one.at - from) / (to - from) })), from, to };
}

interface LineOptions {
  readonly repeats: boolean;
  readonly farthest: number;
  readonly isRadial: boolean;
  readonly space: MixingSpace | undefined;
}

/** Returns the stops from the centre on. */
function outwards(stops: readonly PlacedColour[]): readonly PlacedColour[] {
  const next = stops.findIndex(({ at }) => at > 0);
  const [before, after] = [stops[next < 0 ? stops.length - 1 : next - 1], stops[next]];
  if (!before) return stops;
  if (!after) return [{ ...before, at: 0 }];
  const centre = { ...mixed(before, after, -before.at / (after.at - before.at)), at: 0 };
  return [centre, ...stops.slice(next)];
}

/** Returns how a number of stops is mixed, so that their steps are no more than the maximum of stops either. */
const mixingOf = (stops: number, space: MixingSpace | undefined): Mixing => ({
  space,
  maxSteps: Math.floor(MAX_STOPS / stops),
});

/** Mixes the colours of one period, and repeats them up to the farthest point of the area. */
function repeated(stops: readonly Stop[], farthest: number, space: MixingSpace | undefined): readonly PlacedColour[] {
  const [first, last] = [stops[0], stops.at(-1)];
  if (!first || !last) return [];
  const period = last.at - first.at;
  const [before, count] = [Math.ceil(first.at / period), Math.ceil(farthest / period) + 1];
  // As in browsers, a period that is too short to be seen is drawn as one colour.
  if (!(period > NEAR) || count * stops.length > MAX_STOPS)
    return straightened([{ colour: mean(stops), at: 0 }], mixingOf(1, space));
  const once = straightened(stops, mixingOf((count + 1) * stops.length, space));
  return Array.from({ length: count + 1 }, (_, i) => (i - before) * period).flatMap((by) =>
    once.map((one) => ({ ...one, at: one.at + by })),
  );
}

function mean(stops: readonly Stop[]): Colour | undefined {
  const opacity = stops.reduce((sum, { colour }) => sum + (colour?.opacity ?? 0), 0);
  if (opacity === 0) return undefined;
  const part = (channel: 0 | 1 | 2): string => {
    const sum = stops.reduce((all, { colour }) => all + (colour ? rgbOf(colour)[channel] * colour.opacity : 0), 0);
    return Math.round(sum / opacity)
      .toString(16)
      .padStart(2, '0');
  };
  return { hex: `#${part(0)}${part(1)}${part(2)}`, opacity: opacity / stops.length };
}
