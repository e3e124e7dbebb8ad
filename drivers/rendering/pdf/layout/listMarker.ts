import type { BlockBox, Box } from '../boxes/boxes.ts';
import type { Face } from '../fonts/face.ts';
import { faceOf, split } from '../fonts/fonts.ts';
import { fontMetricsOf } from '../style/lines/lineHeight.ts';
import type { Style } from '../style/style.ts';
import { PIXEL } from '../style/values/layoutUnits.ts';
import { reachOfText } from './alignment/lineMetrics.ts';
import { asDrawn, embeddingLevels, inVisualOrder, isRightToLeft, mirrored } from './bidi.ts';
import { insetsOf } from './borders.ts';
import { type Area, type Canvas, faded, type Stretch } from './canvas.ts';
import { firstInFlow } from './declaredBreaks.ts';

/** Whether a marker is no text. */
export const isSymbol = (marker: string): boolean => /^[•◦▪]$/.test(marker);

/** The size and the place of the symbol before an item of a list; pt. */
interface SymbolSize {
  readonly side: number;
  /** How far its top is above the baseline. */
  readonly above: number;
  /** How far before the item it begins. */
  readonly reach: number;
}

/** Space between a marker and its item, in px; a symbol has a share of the font besides. */
export const MARKER_PADDING = 7;

/** Returns how browsers draw a symbol: in whole pixels, as the ascent of the font has it. */
export function symbolSize(face: Face, size: number): SymbolSize {
  const whole = Math.round(fontMetricsOf({ size }, face).ascent / PIXEL);
  const part = Math.floor((whole * 2) / 3);
  return {
    side: Math.floor((part + 1) / 2) * PIXEL,
    above: (whole - Math.floor((3 * (whole - part)) / 2)) * PIXEL,
    reach: (part + MARKER_PADDING) * PIXEL,
  };
}

/**
 * Draws the marker of a list item beside its first line, outside of its padding. `item`: where the border box of the item is,
 * with the top of its content; `firstMark`: the index of the first mark in it.
 */
export function drawMarker(canvas: Canvas, box: BlockBox, firstMark: number, item: Omit<Area, 'height'>): void {
  // As in browsers, a box that hides what leaves it hides the marker beside it.
  if (!box.marker || box.style.contains) return;
  const { text: marked, style, isDeclared, picture, tag } = box.marker;
  const { size } = style;
  const colour = faded(style.colour, style);
  if (style.hidden || style.opacity === 0) return;
  const beside = firstLine(canvas, firstMark);
  const line = beside ? { ...beside, isBeside: true } : { y: item.y, height: size * 1.35, baseline: size * 1.1 };
  if (picture) {
    const [{ width, height }, gap] = [picture, MARKER_PADDING * PIXEL];
    const x = style.rightToLeft ? item.x + item.width + gap : item.x - gap - width;
    const y = line.y + line.baseline - height;
    canvas.marks.push({ kind: 'image', x, y, width, height, picture, opacity: style.opacity, tag });
    return;
  }
  if (!colour || size === 0) return;
  if (!isDeclared && isSymbol(marked)) {
    const face = faceOf(style);
    const { side, reach } = symbolSize(face, size);
    const x = style.rightToLeft ? item.x + item.width + reach - side : item.x - reach;
    const reading = tag && { tag, spoken: marked };
    canvas.marks.push({ kind: 'text', text: marked, isSymbol: true, face, size, colour, x, ...line, ...reading });
    return;
  }
  const parts = runsOf(marked, style.rightToLeft).flatMap(({ text: run, level }) =>
    split(level % 2 === 0 ? run : mirrored(run), style, size).map((part) => {
      const drawn = asDrawn(part.text, level % 2 === 1);
      return { ...part, text: drawn, ...(tag && drawn !== part.text && { spoken: part.text }) };
    }),
  );
  const width = parts.reduce((sum, { text, face }) => sum + face.width(text) * size, 0);
  const gap = isDeclared ? 0 : size * faceOf(style).width(' ');
  let x = style.rightToLeft ? item.x + item.width + gap : item.x - width - gap;
  for (const { text, face, ...reading } of parts) {
    canvas.marks.push({ kind: 'text', text, face, size, colour, x, ...line, tag, ...reading });
    x += face.width(text) * size;
  }
}

/** Returns the parts of a marker that have one direction each, from left to right. */
function runsOf(text: string, isBackward: boolean): readonly { readonly text: string; readonly level: number }[] {
  if (!isBackward && !isRightToLeft(text)) return [{ text, level: 0 }];
  const levels = embeddingLevels(text, isBackward);
  const runs: { text: string; level: number }[] = [];
  for (const [at, letter] of text.split('').entries()) {
    const level = levels[at] ?? 0;
    const last = runs.at(-1);
    if (last?.level === level) last.text += letter;
    else runs.push({ text: letter, level });
  }
  return inVisualOrder(runs);
}

/** Returns how far a marker moves the content of its item down, as in browsers: one that is higher than the first line of that. */
export function pushOf(box: BlockBox): number {
  const { marker } = box;
  const above = marker && (marker.picture?.height ?? aboveBaseline(marker.style));
  return above === undefined ? 0 : Math.max(0, above - firstBaseline(box));
}

/** Keeps the first child of an item on a page where the marker moves it down, as in browsers. */
export function keepPushed(canvas: Canvas, box: BlockBox, child: Box, { from, to }: Stretch): void {
  if (!box.marker || child !== firstInFlow(box)) return;
  const push = pushOf(box);
  if (push > 0) canvas.keepWhole(from - push, to);
}

const aboveBaseline = (style: Style): number => reachOfText(style, faceOf(style)).above;

/** Returns how far below the top of its content the first baseline of a block is at least. */
function firstBaseline(box: BlockBox): number {
  const first = firstInFlow(box);
  // With an empty table, which has a baseline too, `clearfix` begins.
  if (isEmptyTable(first)) return 0;
  const begins = first?.kind === 'block' && (first.inline || first.children.length > 0);
  if (begins) {
    const above = first.marker ? aboveBaseline(first.marker.style) : Number.NEGATIVE_INFINITY;
    return insetsOf(first.style, 0).top + Math.max(firstBaseline(first), above);
  }
  const texts = (box.inline ?? []).filter((item) => item.kind === 'text' && item.style.size > box.style.size);
  return Math.max(aboveBaseline(box.style), ...texts.map((item) => ('style' in item ? aboveBaseline(item.style) : 0)));
}

function isEmptyTable(box: Box | undefined): boolean {
  return box?.kind === 'block' && box.style.display === 'table' && !box.inline && box.children.length === 0;
}

function firstLine({ marks }: Canvas, from: number): { y: number; height: number; baseline: number } | undefined {
  for (let i = from; i < marks.length; i++) {
    const mark = marks[i];
    if (mark?.kind === 'text') return { y: mark.y, height: mark.height, baseline: mark.baseline - (mark.lowered ?? 0) };
  }
  return undefined;
}
