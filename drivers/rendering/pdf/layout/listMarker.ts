import type { BlockBox, Marker } from '../boxes/boxes.ts';
import { faceOf, split } from '../fonts/fonts.ts';
import { type Area, type Canvas, faded } from './canvas.ts';
import { reachOfText } from './lineMetrics.ts';

/** Gap between the symbol of a list item and the item, as a share of an em. Others have a space. */
const MARKER_GAP = 0.5;

/** Whether a marker is no text. */
export const isSymbol = (marker: string): boolean => /^[•◦▪]$/.test(marker);

/**
 * Draws the marker of a list item beside its first line, outside of its padding. `item`: where the border box of the item is,
 * with the top of its content; `firstMark`: the index of the first mark in it.
 */
export function drawMarker(canvas: Canvas, marker: Marker, firstMark: number, item: Omit<Area, 'height'>): void {
  const { text: marked, style, isDeclared, tag } = marker;
  const { size } = style;
  const colour = faded(style.colour, style);
  if (!colour || style.hidden || style.opacity === 0 || size === 0) return;
  const line = firstLine(canvas, firstMark) ?? { y: item.y, height: size * 1.35, baseline: size * 1.1 };
  const parts = split(marked, style);
  const width = parts.reduce((sum, { text, face }) => sum + face.width(text) * size, 0);
  const gap = isDeclared ? 0 : size * (isSymbol(marked) ? MARKER_GAP : faceOf(style).width(' '));
  let x = style.rightToLeft ? item.x + item.width + gap : item.x - width - gap;
  for (const { text, face } of parts) {
    canvas.marks.push({ kind: 'text', text, face, size, colour, x, ...line, tag });
    x += face.width(text) * size;
  }
}

/** Returns how far a marker that is higher than the font of its item moves the content of the item down, as in browsers. */
export function pushOf({ marker, style }: BlockBox): number {
  if (!marker || marker.style === style || marker.style.size <= style.size) return 0;
  const [own, around] = [marker.style, style].map((one) => reachOfText(one, faceOf(one)).above);
  return Math.max(0, (own ?? 0) - (around ?? 0));
}

function firstLine({ marks }: Canvas, from: number): { y: number; height: number; baseline: number } | undefined {
  for (let i = from; i < marks.length; i++) {
    const mark = marks[i];
    if (mark?.kind === 'text') return { y: mark.y, height: mark.height, baseline: mark.baseline };
  }
  return undefined;
}
