import type { BlockBox } from './boxes/boxes.ts';
import { Flow } from './flow/flow.ts';
import { placePending } from './flow/positioned.ts';
import { insetsOf } from './layout/borders.ts';
import { marginOf, sideMargins } from './layout/boxGeometry.ts';
import { Canvas } from './layout/canvas.ts';
import type { PendingBox } from './layout/layout.ts';
import type { Mark } from './layout/mark.ts';
import type { MarginBox, PageGeometry } from './pageSetup.ts';
import type { RunningElements } from './runningElements.ts';
import type { CounterStyles } from './style/counters/counterStyles.ts';
import type { Style } from './style/style.ts';
import { resolved } from './style/values/lengths.ts';
import { blockOf } from './tree/blockContent.ts';
import { Counters } from './tree/generated/counters.ts';
import { generatedContent } from './tree/generated/generatedContent.ts';
import { generatedItem } from './tree/lineItems.ts';

/** The number of a page, and the number of all pages. */
interface PageNumber {
  readonly number: number;
  readonly count: number;
}

/** Puts a block into another one, so that its margins count. */
export function wrapped(box: BlockBox): BlockBox {
  return { kind: 'block', style: box.style, children: [box] };
}

/** Draws a header or a footer. */
export function drawFurniture(
  box: BlockBox | undefined,
  page: PageNumber,
  { width, height }: { readonly width: number; readonly height: number },
): { readonly marks: Mark[]; readonly height: number } {
  if (!box) return { marks: [], height: 0 };
  const canvas = new Canvas(height, 1, page);
  return {
    height: new Flow(canvas, undefined, { isOnPages: false }).inside(wrapped(box), 0, 0, width),
    marks: canvas.marks,
  };
}

/** How far below its page a box may reach that is on each page, in pages. */
const MAX_FIXED_PAGES = 10;

/** Draws the boxes that are on each page. `area`: of the content. */
export function drawFixed(
  boxes: readonly PendingBox[],
  page: PageNumber,
  area: { readonly width: number; readonly height: number },
): Mark[] {
  if (boxes.length === 0) return [];
  const canvas = new Canvas(area.height, MAX_FIXED_PAGES, page);
  // One that would stand below the first page is at the top.
  let pending = boxes.map((one) => ({ ...one, y: one.y < area.height ? one.y : 0 }));
  const flow = new Flow(canvas, undefined, { isOnPages: false });
  while (pending.length > 0) {
    placePending(flow, pending, { x: 0, y: 0, ...area });
    // Those in these.
    pending = flow.fixed.splice(0);
  }
  return canvas.marks;
}

/** How high the content of a margin box may be, in heights of its area. */
const MAX_OVERFLOW = 100;

const measuringFlow = (height: number): Flow => new Flow(new Canvas(Math.max(height, 1), MAX_OVERFLOW));

/** A margin box that has content. */
interface FilledBox extends MarginBox {
  readonly block: BlockBox;
}

/** What the margin boxes of a document share. */
interface MarginContent {
  readonly running: RunningElements;
  /** The letters that they have generated so far. */
  readonly generated: { letters: number };
  readonly counterStyles: CounterStyles;
}

/**
 * Draws the margin boxes of a page.
 *
 * @param content with the running elements of the page
 */
export function drawMarginBoxes(
  boxes: readonly MarginBox[],
  geometry: Omit<PageGeometry, 'around'>,
  page: PageNumber,
  content: MarginContent,
): Mark[] {
  const filled = boxes.flatMap((box): FilledBox[] => {
    const block = contentOf(box, content.running, new Counters(content.counterStyles, content.generated));
    return block ? [{ ...box, block }] : [];
  });
  return filled.flatMap((box) => drawMarginBox(box, areaOf(box.name, filled, geometry), page));
}

function contentOf({ style, content }: MarginBox, running: RunningElements, counters: Counters): BlockBox | undefined {
  const element = running.elementOf(content);
  if (element) return { kind: 'block', style, children: [element] };
  const generated = generatedContent(content, counters);
  return (
    generated &&
    blockOf(
      generated.map((part) => generatedItem(part, { style })),
      style,
    )
  );
}

function drawMarginBox({ name, style, block }: FilledBox, area: Area, page: PageNumber): Mark[] {
  if (area.width <= 0 || area.height <= 0) return [];
  const canvas = new Canvas(Math.max(area.height, 1), MAX_OVERFLOW, page);
  const flow = new Flow(canvas, undefined, { isOnPages: false });
  const fill = style.rotation ? drawTurned : drawFilling;
  const down = style.height === undefined ? fill(flow, block, area) : drawHigh(flow, name, block, area);
  for (const mark of canvas.marks) {
    mark.y += area.y + down;
    if ('x' in mark) mark.x += area.x;
  }
  return canvas.marks;
}

/** Draws a margin box in the whole of its area. Returns how far the content is to be moved that is higher. */
function drawFilling(flow: Flow, block: BlockBox, area: Area): number {
  const { style } = block;
  const width = style.width === undefined ? { width: area.width - sideMargins(style, area.width) } : {};
  const free = area.height - flow.heightOf(block, area.width, width);
  const above = Math.max(0, freeAbove(style, free));
  const padding = { ...style.padding, top: resolved(style.padding.top, area.width) + above };
  const margins = marginOf(style.margin.top, area.width) + marginOf(style.margin.bottom, area.width);
  const high = free > 0 ? { ...width, height: area.height - margins } : width;
  flow.place({ ...block, style: { ...style, padding } }, 0, 0, area.width, high);
  return Math.min(0, freeAbove(style, free));
}

/** Draws a margin box with vertical lines in the whole of its area, in which they are aligned from side to side. */
function drawTurned(flow: Flow, block: BlockBox, area: Area): number {
  const { style } = block;
  const margins = marginOf(style.margin.top, area.width) + marginOf(style.margin.bottom, area.width);
  const whole = area.width - sideMargins(style, area.width);
  const free = Math.max(0, whole - flow.measure(block).max);
  const before = freeAbove(style, free);
  const [onLeft, onRight] = style.rotation === 'right' ? [free - before, before] : [before, free - before];
  const left = resolved(style.padding.left, area.width) + onLeft;
  const right = resolved(style.padding.right, area.width) + onRight;
  const padded = { ...block, style: { ...style, padding: { ...style.padding, left, right } } };
  flow.place(padded, 0, 0, area.width, { width: whole, height: area.height - margins });
  return 0;
}

/** Draws a margin box of a declared height. Returns how far it is below the top of its area. */
function drawHigh(flow: Flow, name: string, block: BlockBox, area: Area): number {
  const end = flow.inside(wrapped(heightened(flow, block, area)), 0, 0, area.width);
  return besideContent(name, area.height - end);
}

/** How much of the free height of a margin box is above its content. */
const freeAbove = ({ verticalAlign }: Style, free: number): number =>
  verticalAlign === 'top' ? 0 : verticalAlign === 'bottom' ? free : free / 2;

/** A box of a declared height is beside the content of the page, or in the middle of its side. */
function besideContent(name: string, free: number): number {
  if (name.startsWith('top')) return free;
  return name.startsWith('bottom') ? 0 : free / 2;
}

/** Returns the content with the declared height, aligned within it. */
function heightened(flow: Flow, content: BlockBox, area: Area): BlockBox {
  const { style } = content;
  const natural = { ...content, style: { ...style, height: undefined } };
  const free = flow.heightOf(content, area.width, {}) - flow.heightOf(natural, area.width, {});
  if (free <= 0) return content;
  const above = freeAbove(style, free);
  const height = resolved(style.height ?? 0, area.height) - (style.borderBox ? 0 : above);
  const top = resolved(style.padding.top, area.width) + above;
  return { ...content, style: { ...style, height, padding: { ...style.padding, top } } };
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The boxes of one side share its length. */
function areaOf(
  name: string,
  boxes: readonly FilledBox[],
  { width, height, margins }: Omit<PageGeometry, 'around'>,
): Area {
  const { top, right, bottom, left } = margins;
  const [side = ''] = name.split('-');
  if (side === 'top' || side === 'bottom') {
    const down = side === 'top' ? { y: 0, height: top } : { y: height - bottom, height: bottom };
    const whole = { from: left, length: width - left - right };
    const { from, length } = name.endsWith('-corner')
      ? cornerOf(name, width, margins)
      : shareOf(name, boxes, whole, (box) => widthNeed(box, whole.length));
    return { ...down, x: from, width: length };
  }
  const across = side === 'left' ? { x: 0, width: left } : { x: width - right, width: right };
  const whole = { from: top, length: height - top - bottom };
  const { from, length } = shareOf(name, boxes, whole, ({ block }) => {
    const need = measuringFlow(whole.length).heightOf(block, across.width, {});
    return { min: need, max: need, isFixed: false };
  });
  return { ...across, y: from, height: length };
}

/** A part of the side of a page. */
interface Part {
  readonly from: number;
  readonly length: number;
}

/** How long a margin box is at least, and at most where it has no more than its content. */
interface Need {
  readonly min: number;
  readonly max: number;
  /** Whether its length is declared. */
  readonly isFixed: boolean;
}

const none: Need = { min: 0, max: 0, isFixed: false };

function widthNeed({ block, style }: FilledBox, whole: number): Need {
  const { min, max } = measuringFlow(whole).measure(block);
  if (style.width === undefined) return { min, max, isFixed: false };
  const { left, right } = insetsOf(style, whole);
  const width = resolved(style.width, whole) + (style.borderBox ? 0 : left + right) + sideMargins(style, whole);
  return { min: width, max: width, isFixed: true };
}

/** Returns the part of its side that a box has, by the rules of CSS for paged media: one in the middle is centred. */
function shareOf(
  name: string,
  boxes: readonly FilledBox[],
  { from, length }: Part,
  need: (box: FilledBox) => Need,
): Part {
  const [side = '', place = ''] = name.split('-');
  const needOf = (...places: string[]): Need | undefined => {
    const found = boxes.find((box) => places.some((one) => box.name === `${side}-${one}`));
    return found && need(found);
  };
  const [first, middle, last] = [needOf('left', 'top'), needOf('center', 'middle'), needOf('right', 'bottom')];
  const twice = (key: 'min' | 'max'): number => 2 * Math.max(first?.[key] ?? 0, last?.[key] ?? 0);
  const inner = middle && fitted(length, middle, { min: twice('min'), max: twice('max'), isFixed: false });
  if (/^(?:center|middle)$/.test(place)) return { from: from + (length - (inner ?? 0)) / 2, length: inner ?? 0 };
  const isFirst = /^(?:left|top)$/.test(place);
  const [own = none, other = none] = isFirst ? [first, last] : [last, first];
  const edge = inner === undefined ? fitted(length, own, other) : own.isFixed ? own.max : (length - inner) / 2;
  return { from: isFirst ? from : from + length - edge, length: edge };
}

/** Returns the length of one of two boxes that fill a side. */
function fitted(length: number, one: Need, other: Need): number {
  if (one.isFixed) return one.max;
  if (other.isFixed) return Math.max(0, length - other.max);
  const [min, max] = [one.min + other.min, one.max + other.max];
  if (max <= length) return max > 0 ? (length * one.max) / max : length;
  if (min <= length) return one.min + ((length - min) * (one.max - one.min)) / (max - min);
  return (length * one.min) / min;
}

const cornerOf = (name: string, width: number, { left, right }: PageGeometry['margins']): Part =>
  name.endsWith('-left-corner') ? { from: 0, length: left } : { from: width - right, length: right };
