import type { Point } from './path.ts';

/** An arc of an ellipse, as paths declare it. `rotation`: in degrees. */
interface Arc {
  readonly rx: number;
  readonly ry: number;
  readonly rotation: number;
  readonly isLarge: boolean;
  readonly isClockwise: boolean;
}

/** The control points and the end of a cubic curve. */
export type Curve = [x1: number, y1: number, x2: number, y2: number, x: number, y: number];

/** Returns the cubic curves of an arc (SVG 2, B.2.4); undefined for a straight line. */
export function arcAsCurves([x, y]: Point, arc: Arc, [toX, toY]: Point): Curve[] | undefined {
  let [rx, ry] = [Math.abs(arc.rx), Math.abs(arc.ry)];
  if (rx === 0 || ry === 0) return undefined;
  if (x === toX && y === toY) return [];
  const angle = (arc.rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [halfX, halfY] = [(x - toX) / 2, (y - toY) / 2];
  const [ownX, ownY] = [cos * halfX + sin * halfY, cos * halfY - sin * halfX];
  const excess = (ownX / rx) ** 2 + (ownY / ry) ** 2;
  if (excess > 1) {
    rx *= Math.sqrt(excess);
    ry *= Math.sqrt(excess);
  }
  const across = (rx * ownY) ** 2 + (ry * ownX) ** 2;
  const length = Math.sqrt(Math.max(0, (rx * ry) ** 2 / across - 1)) * (arc.isLarge === arc.isClockwise ? -1 : 1);
  const [centreX, centreY] = [(length * rx * ownY) / ry, (-length * ry * ownX) / rx];
  const start = Math.atan2((ownY - centreY) / ry, (ownX - centreX) / rx);
  let sweep = Math.atan2((-ownY - centreY) / ry, (-ownX - centreX) / rx) - start;
  if (arc.isClockwise && sweep < 0) sweep += 2 * Math.PI;
  if (!arc.isClockwise && sweep > 0) sweep -= 2 * Math.PI;
  const count = Math.max(1, Math.ceil(Math.abs(sweep) / (Math.PI / 2) - 1e-9));
  const step = sweep / count;
  const handle = (4 / 3) * Math.tan(step / 4);
  const place = (px: number, py: number): Point => {
    const [ex, ey] = [centreX + rx * px, centreY + ry * py];
    return [cos * ex - sin * ey + (x + toX) / 2, sin * ex + cos * ey + (y + toY) / 2];
  };
  return Array.from({ length: count }, (_, i): Curve => {
    const [from, to] = [start + i * step, start + (i + 1) * step];
    const first = place(Math.cos(from) - handle * Math.sin(from), Math.sin(from) + handle * Math.cos(from));
    const second = place(Math.cos(to) + handle * Math.sin(to), Math.sin(to) - handle * Math.cos(to));
    const end = i === count - 1 ? ([toX, toY] as const) : place(Math.cos(to), Math.sin(to));
    return [...first, ...second, ...end];
  });
}
