import { type Color, converter } from 'culori';
import { hasHue, type MixingSpace, mixedColour } from '../../../../domain/documents/css/colourValues.ts';
import { type Colour, type Rgb, rgbOf } from '../style/values/colours.ts';

/** Into so many straight parts the way between two colours is divided that is not straight. */
const STEPS = 8;
/** The same of colours with a hue, which may go all around. */
const HUE_STEPS = 24;
/** A shorter way from one colour to the next is an edge. */
export const NEAR = 1e-6;

/** A colour at a place of the line: 0 at its start, 1 at its end. */
export interface PlacedColour {
  readonly at: number;
  readonly rgb: Rgb;
  readonly opacity: number;
}

/** A stop of a gradient at its place. */
export interface Stop {
  readonly colour: Colour | undefined;
  readonly at: number;
  /** Where the colour is halfway to the next, as a share of the way. */
  readonly middle?: number;
}

/** How the colours between two stops are mixed. */
export interface Mixing {
  readonly space: MixingSpace | undefined;
  /** Maximum number of straight parts between two stops. */
  readonly maxSteps: number;
}

/** Returns stops between which colours change evenly. */
export function straightened(stops: readonly Stop[], mixing: Mixing): PlacedColour[] {
  const found: PlacedColour[] = [];
  const [only] = stops;
  if (only && stops.length === 1) found.push(placedColour(only.at, only.colour, undefined));
  for (const [i, one] of stops.entries()) {
    const next = stops[i + 1];
    for (const stop of next ? between(one, next, mixing) : [])
      if (!Bun.deepEquals(stop, found.at(-1))) found.push(stop);
  }
  return found;
}

/** The stops from one up to the next. */
function between(one: Stop, next: Stop, { space, maxSteps }: Mixing): PlacedColour[] {
  const { middle = 0.5 } = one;
  const [start, end] = [placedColour(one.at, one.colour, next.colour), placedColour(next.at, next.colour, one.colour)];
  if (next.at - one.at < NEAR) return [start, end];
  const fades = start.opacity !== end.opacity && one.colour !== undefined && next.colour !== undefined;
  if (middle === 0.5 && !fades && !space) return [start, end];
  const exponent = Math.log(0.5) / Math.log(Math.min(0.999, Math.max(0.001, middle)));
  const steps = Math.max(1, Math.min(maxSteps, space && hasHue(space) ? HUE_STEPS : STEPS));
  return Array.from({ length: steps + 1 }, (_, i) => {
    const share = i / steps;
    const colour = space ? mixedIn(space, start, end, share ** exponent) : mixed(start, end, share ** exponent);
    return { ...colour, at: one.at + (next.at - one.at) * share };
  });
}

/** Browsers mix colours by how much of each is seen: what is transparent has the colour of its neighbour. */
function placedColour(at: number, colour: Colour | undefined, neighbour: Colour | undefined): PlacedColour {
  const shown = colour ?? neighbour;
  return { at, rgb: shown ? rgbOf(shown) : [0, 0, 0], opacity: colour?.opacity ?? 0 };
}

function mixedIn(space: MixingSpace, one: PlacedColour, other: PlacedColour, share: number): Omit<PlacedColour, 'at'> {
  const { r, g, b, alpha = 1 } = toRgb(mixedColour([culoriColour(one), culoriColour(other)], share, space));
  const byte = (part: number): number => Math.max(0, Math.min(1, part)) * 255;
  return { rgb: [byte(r), byte(g), byte(b)], opacity: alpha };
}

const toRgb = converter('rgb');

const culoriColour = ({ rgb: [r, g, b], opacity }: PlacedColour): Color => ({
  mode: 'rgb',
  r: r / 255,
  g: g / 255,
  b: b / 255,
  alpha: opacity,
});

export function mixed(one: PlacedColour, other: PlacedColour, share: number): Omit<PlacedColour, 'at'> {
  const opacity = one.opacity * (1 - share) + other.opacity * share;
  const weight = opacity === 0 ? share : (other.opacity * share) / opacity;
  const part = (channel: 0 | 1 | 2): number => one.rgb[channel] * (1 - weight) + other.rgb[channel] * weight;
  return { rgb: [part(0), part(1), part(2)], opacity };
}
