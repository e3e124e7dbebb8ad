import { distanceIn, type Shading, type ShadingLine } from './gradientGeometry.ts';
import { NEAR, type PlacedColour } from './gradientMixing.ts';

/** Returns the colour of a shading at a place, from the top left of its area. */
export const colourAt = ({ line, stops }: Shading, x: number, y: number): Omit<PlacedColour, 'at'> =>
  colourOfShare(stops, shareAt(line, x, y));

/** Returns the colour at a share of the line; at an edge, that before it, or that after it. */
export function colourOfShare(
  stops: readonly PlacedColour[],
  share: number,
  side: 'before' | 'after' = 'before',
): Omit<PlacedColour, 'at'> {
  const next = stops.findIndex(({ at }) => (side === 'before' ? at >= share : at > share));
  const [one, other] = [stops[Math.max(0, next < 0 ? stops.length - 1 : next - 1)], stops[next]];
  if (!one || !other || other.at - one.at < NEAR) return one ?? { rgb: [255, 255, 255], opacity: 0 };
  const way = Math.max(0, (share - one.at) / (other.at - one.at));
  const part = (channel: 0 | 1 | 2): number => one.rgb[channel] + (other.rgb[channel] - one.rgb[channel]) * way;
  return { rgb: [part(0), part(1), part(2)], opacity: one.opacity + (other.opacity - one.opacity) * way };
}

function shareAt(line: ShadingLine, x: number, y: number): number {
  if (line.kind === 'conic') {
    const shares = (Math.atan2(x - line.x, line.y - y) - line.from) / (2 * Math.PI);
    return shares - Math.floor(shares);
  }
  if (line.kind === 'radial') return (distanceIn(line, x, y) - line.from) / (line.to - line.from);
  const [across, along] = [line.toX - line.x, line.toY - line.y];
  const squared = across * across + along * along;
  return squared === 0 ? 1 : ((x - line.x) * across + (y - line.y) * along) / squared;
}
