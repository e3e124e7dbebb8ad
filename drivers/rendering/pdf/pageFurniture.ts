import type { BlockBox } from './boxes/boxes.ts';
import { Flow } from './flow/flow.ts';
import { placePending } from './flow/positioned.ts';
import { Canvas } from './layout/canvas.ts';
import type { PendingBox } from './layout/layout.ts';
import type { Mark } from './layout/mark.ts';
import type { MarginBox, PageGeometry } from './pageSetup.ts';
import type { RunningElements } from './runningElements.ts';
import type { Style } from './style/style.ts';
import { resolved } from './style/values/lengths.ts';
import { blockOf } from './tree/blockContent.ts';
import { Counters } from './tree/counters.ts';
import { generatedContent } from './tree/generatedContent.ts';
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
  return { height: new Flow(canvas).inside(wrapped(box), 0, 0, width), marks: canvas.marks };
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
  const pending = boxes.map((one) => ({ ...one, y: one.y < area.height ? one.y : 0 }));
  placePending(new Flow(canvas), pending, { x: 0, y: 0, ...area }, 0);
  return canvas.marks;
}

/** Draws the margin boxes of a page. */
export function drawMarginBoxes(
  boxes: readonly MarginBox[],
  geometry: PageGeometry,
  page: PageNumber,
  running: RunningElements,
): Mark[] {
  return boxes.flatMap((box) => {
    const content = contentOf(box, running);
    return content ? drawMarginBox(box, content, areaOf(box.name, geometry), page) : [];
  });
}

function contentOf({ style, content }: MarginBox, running: RunningElements): BlockBox | undefined {
  const element = running.elementOf(content);
  if (element) return { kind: 'block', style, children: [element] };
  const generated = generatedContent(content, new Counters());
  return (
    generated &&
    blockOf(
      generated.map((part) => generatedItem(part, { style })),
      style,
    )
  );
}

function drawMarginBox({ name, style }: MarginBox, content: BlockBox, area: Area, page: PageNumber): Mark[] {
  if (area.width <= 0 || area.height <= 0) return [];
  const canvas = new Canvas(Math.max(area.height, 1), 1, page);
  const flow = new Flow(canvas);
  const placed = style.height === undefined ? content : heightened(flow, content, area);
  const end = flow.inside(wrapped(placed), 0, 0, area.width);
  const free = area.height - end;
  const down = style.height === undefined ? freeAbove(style, free) : besideContent(name, free);
  for (const mark of canvas.marks) {
    mark.y += area.y + down;
    if ('x' in mark) mark.x += area.x;
  }
  return canvas.marks;
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

/** The boxes of one side share its whole length: each is aligned within it. */
function areaOf(name: string, { width, height, margins }: PageGeometry): Area {
  const { top, right, bottom, left } = margins;
  const across = { x: left, width: width - left - right };
  const down = { y: top, height: height - top - bottom };
  if (name.startsWith('top')) return { ...cornerOf(name, across, width, margins), y: 0, height: top };
  if (name.startsWith('bottom'))
    return { ...cornerOf(name, across, width, margins), y: height - bottom, height: bottom };
  return name.startsWith('left') ? { x: 0, width: left, ...down } : { x: width - right, width: right, ...down };
}

function cornerOf(
  name: string,
  across: { readonly x: number; readonly width: number },
  width: number,
  { left, right }: PageGeometry['margins'],
): { readonly x: number; readonly width: number } {
  if (name.endsWith('-left-corner')) return { x: 0, width: left };
  return name.endsWith('-right-corner') ? { x: width - right, width: right } : across;
}
