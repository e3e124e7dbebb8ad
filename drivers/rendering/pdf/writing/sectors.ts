import { colourOfShare } from '../images/gradientColours.ts';
import type { Shading } from '../images/gradientGeometry.ts';
import type { PlacedColour } from '../images/gradientMixing.ts';

/** Minimum number of sectors of a full turn, where colours change and where they do not. */
const MIN_CHANGING = 120;
const MIN_PLAIN = 12;
/** The sides of a sector, as a share of the distance to the farthest corner: its chord lies beyond the corner. */
const BEYOND = 1.05;
const COORDINATE = 2 ** 32 - 1;
const COMPONENT = 2 ** 16 - 1;

/** The triangles of a shading around a centre, as a stream of PDF (shading type 4). */
export interface Sectors {
  readonly decode: readonly number[];
  readonly data: Uint8Array;
}

type Conic = Extract<Shading['line'], { kind: 'conic' }>;

/** Returns the sectors of a shading. `partsOf`: the components of a colour, from 0 to 1. */
export function sectorsOf(
  { width, height, stops }: Shading,
  { x, y, from }: Conic,
  partsOf: (colour: Omit<PlacedColour, 'at'>) => number[],
): Sectors {
  const corners = [0, width].flatMap((left) => [0, height].map((top) => Math.hypot(left - x, top - y)));
  const radius = Math.max(1, ...corners) * BEYOND;
  const numbers: number[][] = [];
  const vertex = (left: number, top: number, parts: readonly number[]): void => {
    numbers.push([(left - x) / (2 * radius) + 0.5, (top - y) / (2 * radius) + 0.5, ...parts]);
  };
  const places = placesOf(stops);
  for (const [i, end] of places.entries()) {
    const start = places[i - 1];
    if (start === undefined || end - start < 1e-9) continue;
    const [first, last] = [partsOf(colourOfShare(stops, start, 'after')), partsOf(colourOfShare(stops, end))];
    const isPlain = first.every((part, at) => part === last[at]);
    const count = Math.max(1, Math.ceil((end - start) * (isPlain ? MIN_PLAIN : MIN_CHANGING)));
    const at = (step: number): number[] => first.map((part, one) => part + (((last[one] ?? 0) - part) * step) / count);
    for (let step = 0; step < count; step++) {
      vertex(x, y, at(step + 0.5));
      for (const side of [step, step + 1]) {
        const angle = from + 2 * Math.PI * (start + ((end - start) * side) / count);
        vertex(x + radius * Math.sin(angle), y - radius * Math.cos(angle), at(side));
      }
    }
  }
  const components = partsOf({ rgb: [0, 0, 0], opacity: 1 }).length;
  const decode = [x - radius, x + radius, y - radius, y + radius, ...Array(components).fill([0, 1]).flat()];
  return { decode, data: streamOf(numbers) };
}

/** The places at which sectors begin and end. */
function placesOf(stops: readonly PlacedColour[]): number[] {
  const within = stops.map(({ at }) => at).filter((at) => at > 0 && at < 1);
  return [0, ...within, 1];
}

/** Each vertex has a flag, two coordinates and its components. */
function streamOf(vertices: readonly (readonly number[])[]): Uint8Array {
  const length = 1 + 8 + 2 * ((vertices[0]?.length ?? 2) - 2);
  const view = new DataView(new ArrayBuffer(length * vertices.length));
  for (const [i, [across = 0, along = 0, ...parts]] of vertices.entries()) {
    const at = i * length;
    view.setUint32(at + 1, Math.round(across * COORDINATE));
    view.setUint32(at + 5, Math.round(along * COORDINATE));
    for (const [one, part] of parts.entries()) view.setUint16(at + 9 + 2 * one, Math.round(part * COMPONENT));
  }
  return new Uint8Array(view.buffer);
}
