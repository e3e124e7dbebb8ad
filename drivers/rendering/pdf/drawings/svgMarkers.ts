import type { Element } from 'domhandler';
import type { Area } from '../layout/canvas.ts';
import type { Matrix } from '../transforms/matrix.ts';
import type { MarkerPlace } from './markerPlaces.ts';
import { idOf } from './paints.ts';
import { type DrawingPart, type GroupPart, groupOf } from './parts/drawing.ts';
import { rectangle } from './parts/shapes.ts';
import { fitted, type Measure, readNumbers, readUnits, readViewBox } from './parts/svgLengths.ts';
import type { SvgStyle } from './svgStyles.ts';

/** Returns the markers of a style by the places that they are at; undefined for none. */
export function markersOf(
  { inherited }: SvgStyle,
  byId: (id: string) => Element | undefined,
): Readonly<Record<MarkerPlace['kind'], Element | undefined>> | undefined {
  const named = (key: string): Element | undefined => {
    const id = idOf(inherited[key]);
    return id === undefined ? undefined : byId(id);
  };
  const markers = { start: named('marker-start'), mid: named('marker-mid'), end: named('marker-end') };
  return markers.start || markers.mid || markers.end ? markers : undefined;
}

/** Where the content of a marker is drawn, and what of it is seen. */
interface MarkerFrame {
  readonly matrix: Matrix;
  readonly content: Matrix;
  readonly seen: Area;
  readonly measure: Measure;
}

/** @param lineWidth the width of the line that the marker is on */
export function frameOfMarker(
  { attribs }: Element,
  { kind, x, y, angle: way }: MarkerPlace,
  lineWidth: number,
  em: number,
): MarkerFrame {
  const by = attribs['markerUnits'] === 'userSpaceOnUse' ? 1 : lineWidth;
  const declared = attribs['orient'] ?? '0';
  const turned = declared === 'auto-start-reverse' && kind === 'start' ? Math.PI : 0;
  const angle = declared.startsWith('auto') ? way + turned : ((Number.parseFloat(declared) || 0) * Math.PI) / 180;
  const [cos, sin] = [by * Math.cos(angle), by * Math.sin(angle)];
  const width = readUnits(attribs['markerWidth'], 0, em) ?? 3;
  const height = readUnits(attribs['markerHeight'], 0, em) ?? 3;
  const viewBox = readViewBox(attribs['viewBox']) ?? ([0, 0, width, height] as const);
  const [across, , , down, left, top] = fitted(viewBox, { width, height }, attribs['preserveAspectRatio']);
  const reference = (key: string): number => readNumbers(attribs[key] ?? '')[0] ?? 0;
  const [originX, originY] = [across * reference('refX') + left, down * reference('refY') + top];
  return {
    matrix: [cos, sin, -sin, cos, x, y],
    content: [across, 0, 0, down, left - originX, top - originY],
    seen: { x: -originX, y: -originY, width, height },
    measure: { width: viewBox[2], height: viewBox[3], em },
  };
}

export function markerGroup(
  { matrix, content, seen }: MarkerFrame,
  isOverflowSeen: boolean,
  parts: readonly DrawingPart[],
): GroupPart {
  const clips = isOverflowSeen ? [] : [{ path: rectangle(seen), isEvenOdd: false }];
  return groupOf([groupOf(parts, { matrix: content })], { matrix, clips });
}
