import type { BlockBox, Box, ImageBox } from '../boxes/boxes.ts';
import { type ContainerArea, layContainer, noteEdge } from '../containers/containers.ts';
import { clipToShape } from '../drawings/boxClips.ts';
import type { Reach } from '../layout/alignment/lineMetrics.ts';
import { beginBox, insetsOf } from '../layout/borders.ts';
import { adjoin, collapsed, fitImage, gapBelow, heightByRatio, marginOf, sideMargins } from '../layout/boxGeometry.ts';
import type { Area, Canvas, HeightOf } from '../layout/canvas.ts';
import { Floats } from '../layout/floats.ts';
import type { BlockSides, Ended, GivenSize, Layout, PendingBox } from '../layout/layout.ts';
import type { Measures } from '../layout/lines.ts';
import { drawMarker, keepPushed, pushOf } from '../layout/listMarker.ts';
import { targetMarks } from '../layout/mark.ts';
import { type BlockWords, blockWords, isShare } from '../layout/words.ts';
import { paintAsOne } from '../painting/grounds.ts';
import { ground, inLayer } from '../painting/paintLayers.ts';
import { hasColumns } from '../style/columnStyle.ts';
import { isContainer, isOutOfFlow, isOwnContext } from '../style/style.ts';
import { isContainingBlock } from '../style/transformStyle.ts';
import { clipContent, hideContent } from '../transforms/clipping.ts';
import { transformSince } from '../transforms/groups.ts';
import { besideFloats } from './besideFloats.ts';
import { drawBlockInInline } from './blockInInline.ts';
import { fieldsetOf, gapOf, placeLegend } from './fieldset.ts';
import { boundedEnd, hasWholeContent } from './heightOnPages.ts';
import { layImage } from './imageInFlow.ts';
import { type KnownSizes, newKnownSizes } from './knownSizes.ts';
import { placeBoxInLine, reachInLine, widthOfItem } from './lineBoxes.ts';
import { layLines } from './lineFlow.ts';
import { bottomOf, closed, endedAt, firstMargin, isCollapsedThrough, keepBlock, passThrough } from './margins.ts';
import { fittedBlock, fitWidthOf, measureBox, measureContent } from './measuring.ts';
import { endBelow, gapAbove } from './pageBreaks.ts';
import { belowFloats, clearedTop, topBelow } from './pagedFloats.ts';
import { placeOutOfFlow, placePending, placeWithin, shiftRelative } from './positioned.ts';
import { layTableInFlow } from './tableInFlow.ts';
import { layColumns } from './textColumns.ts';
import { layTurned } from './turnedContent.ts';
import { wholeWithin } from './wholeWithin.ts';

/** Maximum number of rows within each other that pages break item by item. */
const MAX_BROKEN = 4;

/** Lays boxes out on a canvas, from top to bottom. */
export class Flow implements Layout {
  readonly canvas: Canvas;
  /** Of the block formatting context. */
  floats = new Floats();
  pending: PendingBox[] = [];
  /** Whether the canvas is that of the pages. */
  readonly isOnPages: boolean;
  isInColumns = false;
  mayBreak: boolean;
  /** How many rows that pages break the canvas is within. */
  private readonly depth: number;
  /** The number of elements with columns of text so far. */
  columnElements = 0;
  readonly fixed: PendingBox[] = [];
  whole: number | undefined;
  readonly known: KnownSizes;
  private readonly words = new Map<BlockBox, BlockWords>();

  constructor(canvas: Canvas, known = newKnownSizes(), { isOnPages = true, depth = 0 } = {}) {
    this.isOnPages = isOnPages;
    this.mayBreak = isOnPages && depth < MAX_BROKEN;
    this.depth = depth;
    this.canvas = canvas;
    this.known = known;
    this.whole = canvas.pageHeight;
  }

  inside(box: BlockBox, x: number, y: number, width: number): number {
    const around = this.floats;
    this.floats = new Floats();
    const { y: end, margin } = this.content(box, x, y, width, firstMargin(box, width));
    const below = belowFloats(this, end, 'both');
    this.floats = around;
    return bottomOf(this.canvas, box, { y, end, below, margin: collapsed(...margin) });
  }

  block(box: BlockBox, x: number, y: number, width: number, forced: GivenSize = {}): Ended {
    const { style } = box;
    const { canvas } = this;
    const place = besideFloats(this.floats, box, { x, y, width }, forced);
    const top = place.y;
    const insets = insetsOf(style, width);
    const [outerRight, right] = [canvas.right, place.x + place.width];
    canvas.right = right;
    const [before, below, grown] = [canvas.position(), canvas.boxFrom, canvas.grown];
    const inner = Math.max(0, place.width - insets.left - insets.right);
    const fieldset = fieldsetOf(this, box, inner);
    const edge = top + (fieldset?.lift ?? 0);
    const content = { x: place.x + insets.left, y: top + insets.top + (fieldset?.push ?? pushOf(box)), width: inner };
    const gap = fieldset && gapOf(fieldset, content.x);
    const endBox = beginBox(canvas, style, { x: place.x, y: edge, width: place.width }, { gap });
    ground(style, canvas.marks.slice(before[0]));
    canvas.marks.push(...targetMarks(top, box));
    if (style.keepWithNext) canvas.headingAt(top);
    const inside = canvas.position();
    if (fieldset) placeLegend(this, fieldset, { x: content.x, y: top, width: inner });
    const around = insets.top + insets.bottom;
    const isContext = isOwnContext(style) || forced.width !== undefined;
    const declared = heightByRatio(style, place.width, this.whole, insets);
    const height = forced.height === undefined ? declared : { ...declared, fixed: forced.height };
    const isPositionedHere = isContainingBlock(style);
    const [outerPending, outerWhole] = [this.pending, this.whole];
    if (isPositionedHere) this.pending = [];
    this.whole = wholeWithin(box, place.width, { fixed: height.fixed, whole: outerWhole, around });
    const within = { ...content, minHeight: Math.max(0, height.min - around), maxHeight: height.max - around };
    const fill = (): Ended => this.insideBlock(fieldset?.rest ?? box, within, insets.top > 0, isContext);
    const draw = style.contains ? (): Ended => hideContent(canvas, box, top, fill) : fill;
    const isWhole = hasWholeContent(box, height.fixed, forced);
    const filled = isWhole ? this.beside(draw) : draw();
    const closing = { top, from: content.y, below: insets.bottom, height, isContext };
    let { y: bottom, margin } = closed(filled, closing);
    if (style.keepWithNext) canvas.staysWithPrevious();
    this.whole = outerWhole;
    const natural = bottom;
    bottom = boundedEnd(this, style, height, { top, bottom, forced, grown });
    const area = { x: place.x, y: top, width: place.width, height: bottom - top };
    if (style.contains) {
      clipContent(canvas, style, area, inside);
      canvas.right = right;
    }
    canvas.reached(bottom);
    drawMarker(canvas, box, inside[0], { ...content, x: place.x, width: place.width });
    endBox(bottom - edge);
    const end = box.bookmark && forced.height !== undefined ? Math.min(natural, bottom) : bottom;
    keepBlock(canvas, style, before, { top, bottom: end, natural, insets, height, forced, below });
    const inFlow = isPositionedHere ? placeWithin(this, style, area, isWhole) : canvas.right;
    if (isPositionedHere) this.pending = outerPending;
    clipToShape(canvas, style, area, before[0]);
    transformSince(canvas, style, area, { before, inFlow, isOnPages: this.isOnPages });
    shiftRelative(this, style, { width, height: this.whole ?? 0 }, before);
    canvas.extend(outerRight);
    return { y: bottom, margin: adjoin(...margin, marginOf(style.margin.bottom, width)) };
  }

  /** Draws what is in a block. `separate`: the margins of its first child are within it; `isContext`: its floats, too. */
  private insideBlock(
    box: BlockBox,
    { x, y, width, ...bounds }: Omit<ContainerArea, 'height'>,
    separate: boolean,
    isContext: boolean,
  ): Ended {
    const { rotation, container } = box.style;
    container.measured?.({ width, height: this.whole });
    if (rotation) return endedAt(layTurned(this, box, rotation, { x, y, width, height: this.whole }));
    if (isContainer(box.style)) {
      const around = this.floats;
      this.floats = new Floats();
      if (separate && this.mayBreak) noteEdge(this.canvas, box, y);
      const bottom = layContainer(this, box, { x, y, width, height: this.whole, ...bounds });
      this.floats = around;
      [this.canvas.lastMargin, this.canvas.childFrom] = [undefined, Number.POSITIVE_INFINITY];
      return endedAt(bottom);
    }
    if (hasColumns(box.style)) return endedAt(layColumns(this, box, { x, y, width, height: this.whole }));
    if (isContext) return endedAt(this.inside(box, x, y, width));
    // Without padding or border, the first margin inside is part of the one above this block.
    return this.content(box, x, y, width, separate ? firstMargin(box, width) : 0);
  }

  /** `lead`: the margin above the first child that is in the flow. Floats before it stand above this margin. */
  private content(box: BlockBox, x: number, y: number, width: number, lead: number): Ended {
    if (box.inline) return endedAt(layLines(this, box, x, y + lead, width));
    let [at, pending] = [y + lead, adjoin()];
    let [above, hasPassed]: [Box | undefined, boolean] = [undefined, false];
    for (const child of box.children) {
      const { style } = child;
      if (isOutOfFlow(style)) {
        const top = above ? topBelow(this, style, { at, pending, above }) : y;
        this.placeOut(child, x, top, { left: x, right: x + width });
        continue;
      }
      const isFirstBroken = style.breakBefore && above === undefined && box.style.display === 'table-cell';
      if (isFirstBroken) this.canvas.breaks.push(at + gapBelow(pending));
      if (isCollapsedThrough(child, width)) {
        pending = passThrough(this, child, { x, at, pending, width, lead, isFirst: above === undefined });
        hasPassed = true;
        continue;
      }
      at += gapAbove(this, child, { above, hasPassed, at, pending, width });
      above = child;
      at = clearedTop(this, child, { x, y: at, width });
      const ended = drawBlockInInline(this.canvas, box, child, at, () => this.box(child, x, at, width));
      keepPushed(this.canvas, box, child, { from: at, to: ended.y });
      [at, pending] = [endBelow(this.canvas, child, { from: at, to: ended.y }), ended.margin];
    }
    return { y: at, margin: pending };
  }

  placeOut(box: Box, x: number, y: number, whole: BlockSides): void {
    placeOutOfFlow(this, box, { x, y }, whole);
  }

  box(box: Box, x: number, y: number, width: number, forced: GivenSize = {}): Ended {
    return inLayer(this.canvas, box.style, () => this.drawBox(box, x, y, width, forced));
  }

  private drawBox(box: Box, x: number, y: number, width: number, forced: GivenSize): Ended {
    // The width of vertical lines follows from their number.
    const isOpen = forced.width === undefined && box.style.width === undefined && box.style.rotation !== undefined;
    const own = isOpen ? { ...forced, width: this.fitWidth(box, width, width) } : forced;
    if (box.kind === 'block') return this.block(fittedBlock(this, box, width, own), x, y, width, own);
    const margin = adjoin(marginOf(box.style.margin.bottom, width));
    if (box.kind === 'table') return { y: layTableInFlow(this, box, { x, y, width }, forced), margin };
    return { y: layImage(this, box, { x, y, width }, forced), margin };
  }

  wordsIn(box: BlockBox, width: number): BlockWords {
    const known = this.words.get(box);
    if (known) return known;
    const words = blockWords(box, this.canvas.page, (item) => widthOfItem(this, item, width));
    if (!box.inline?.some(isShare)) this.words.set(box, words);
    return words;
  }

  /** Measured words are laid out once: the cache can let them go. */
  forgetWords(box: BlockBox): void {
    this.words.delete(box);
  }

  widthInLine(box: Box, whole: number): number {
    return this.fitWidth(box, whole, whole) + sideMargins(box.style, Number.isFinite(whole) ? whole : 0);
  }

  fitWidth(box: Box, whole: number, available: number): number {
    return fitWidthOf(this, box, whole, available);
  }

  reachInLine(box: Box, whole: number): Reach {
    return reachInLine(this, this.known.reaches, box, whole);
  }

  placeInLine(box: Box, x: number, y: number, whole: number): number {
    return placeBoxInLine(this, box, { x, y, whole });
  }

  place(box: Box, x: number, y: number, whole: number, forced: GivenSize): number {
    const first = this.canvas.marks.length;
    const { y: bottom, margin } = this.box(box, x, y + marginOf(box.style.margin.top, whole), whole, forced);
    paintAsOne(this.canvas, first);
    return bottom + collapsed(...margin);
  }

  heightOf(box: Box, whole: number, forced: GivenSize): number {
    const key = `${forced.width} ${forced.height} ${whole} ${this.whole}`;
    const byKey = this.known.heights.get(box) ?? new Map<string, number>();
    this.known.heights.set(box, byKey);
    let height = byKey.get(key);
    if (height === undefined) {
      height = this.scratch().place(box, 0, 0, whole, forced);
      byKey.set(key, height);
    }
    return height;
  }

  scratch(): Flow {
    return Object.assign(new Flow(this.canvas.blank(), this.known, { isOnPages: false }), { whole: this.whole });
  }

  onPages(heightOf: HeightOf): Flow {
    const flow = new Flow(this.canvas.blank(heightOf), this.known, { depth: this.depth + 1 });
    flow.whole = this.whole;
    return flow;
  }

  adopt({ pending, fixed }: Layout, by: number): void {
    for (const one of pending) this.pending.push({ ...one, y: one.y + by });
    for (const one of fixed) this.fixed.push(one);
  }

  beside<Result>(draw: () => Result): Result {
    const outer = this.mayBreak;
    this.mayBreak = false;
    const result = draw();
    this.mayBreak = outer;
    return result;
  }

  imageSize(box: ImageBox, whole: number, forced: GivenSize = {}) {
    return fitImage(box, whole, this.whole, forced);
  }

  measure(box: Box): Measures {
    let known = this.known.measures.get(box);
    if (!known) {
      known = measureBox(this, box);
      this.known.measures.set(box, known);
    }
    return known;
  }

  readonly measureInside = (box: BlockBox): Measures => measureContent(this, box);

  readonly placePositioned = (boxes: readonly PendingBox[], area: Area): void =>
    this.beside(() => placePending(this, boxes, area));
}
