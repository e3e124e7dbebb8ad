import { PdfProblem } from './boxes/pdfProblem.ts';
import { Flow } from './flow/flow.ts';
import { placePending } from './flow/positioned.ts';
import { drawBorders } from './layout/borders.ts';
import { type Area, Canvas, type HeightOf, pushRect, WIDTH_EPSILON } from './layout/canvas.ts';
import type { PendingBox } from './layout/layout.ts';
import type { Mark } from './layout/mark.ts';
import { scaled } from './layout/scaleMarks.ts';
import { drawFixed, drawFurniture, drawMarginBoxes, wrapped } from './pageFurniture.ts';
import type { PageGeometry, PageSetup } from './pageSetup.ts';
import { canvasBackgrounds, fitCanvas } from './pages/canvasBackground.ts';
import { paginate } from './pages/paginate.ts';
import { RunningElements } from './runningElements.ts';
import { type DocumentSection, namesPages, sectionsOf } from './sections.ts';
import { isBehind, type Style } from './style/style.ts';
import { inLayoutUnits, inWholePixels, nearestPixel } from './style/values/layoutUnits.ts';
import { pagination } from './tags/tag.ts';
import { ungrouped } from './transforms/groups.ts';
import { withinPage } from './transforms/pageArea.ts';
import { painted } from './transforms/paintOrder.ts';
import type { Tree } from './tree/tree.ts';
import type { Sheet } from './writing/sheet.ts';

/** Maximum number of pages of a document. */
const MAX_PAGES = 3000;
/** Less content does not fit on a page; pt. */
const MIN_CONTENT = 36;

/** A page without its furniture. */
interface LaidPage {
  readonly marks: Mark[];
  /** The name of the page. */
  readonly name: string;
  readonly geometry: PageGeometry;
  /** The height of its content. */
  readonly height: number;
}

/** How much smaller content that is wider than the page is drawn at most, as in browsers. */
const MAX_SHRINK = 1.5;
/** As browsers print, content has whole pixels: it may leave its page by a part of one. pt. */
const wholePixels = (length: number): number => -inWholePixels(0.005 - length);

/**
 * Lays a document out on pages. `isOnePage`: the page is as long as its content. `resized`: returns the document with the
 * lengths that depend on the size of the page, for pages that are drawn on this scale.
 */
export async function sheetsOf(
  tree: Tree,
  setup: PageSetup,
  isOnePage: boolean,
  resized?: (scale: number) => Promise<Tree>,
): Promise<Sheet[]> {
  const layOut = (laid: Tree, scale: number, causes?: ReadonlySet<object>): PageLayout => {
    const { body } = laid;
    const sections: DocumentSection[] =
      setup.varies || (!isOnePage && namesPages(body)) ? sectionsOf(body) : [{ box: body, page: body.style.page }];
    const layout = new PageLayout(laid, setup, { isOnePage, scale, ...(causes && { causes }) });
    for (const section of sections) layout.add(section);
    layout.placeOnFirst();
    return layout;
  };
  const layout = layOut(tree, 1);
  // As browsers print, what is wider than the page makes all pages smaller.
  const scale = Math.max(layout.scale, 1 / MAX_SHRINK);
  if (scale === 1) return layout.sheets();
  if (!resized) return layOut(tree, scale, layout.wide).sheets();
  const laid = await resized(scale);
  // Drawings in the page are read again, as other objects in the same order.
  const wide = tree.drawings.flatMap((one, at) => (layout.wide.has(one) ? laid.drawings.slice(at, at + 1) : []));
  return layOut(laid, scale, new Set([...layout.wide, ...wide])).sheets();
}

/** Whether a box that nothing contains but the page says how far down it is, instead of standing where it is in the flow. */
const isOfPage = ({ box: { style } }: PendingBox): boolean =>
  style.inset.top !== undefined || style.inset.bottom !== undefined;

class PageLayout {
  readonly #tree: Tree;
  readonly #setup: PageSetup;
  readonly #isOnePage: boolean;
  /** How large a length is drawn. */
  readonly #scale: number;
  /** What is wider than the page at full size: with more room, others too may reach as far. */
  readonly #causes: ReadonlySet<object> | undefined;
  readonly wide = new Set<object>();
  /** The scale with which the widest box fits on its page. */
  scale = 1;
  readonly #pages: LaidPage[] = [];
  readonly #fixed: PendingBox[] = [];
  /** Positioned boxes of later sections whose containing block is the first page. */
  readonly #onFirst: PendingBox[] = [];
  /** The heights of the header and the footer, by the width of the pages. */
  readonly #furniture = new Map<number, { readonly header: number; readonly footer: number }>();

  constructor(
    tree: Tree,
    setup: PageSetup,
    { isOnePage, scale, causes }: { isOnePage: boolean; scale: number; causes?: ReadonlySet<object> },
  ) {
    this.#causes = causes;
    this.#tree = tree;
    this.#setup = setup;
    this.#isOnePage = isOnePage;
    this.#scale = scale;
  }

  add(section: DocumentSection): void {
    const first = this.#pages.length + 1;
    const geometryOf = (page: number): PageGeometry => this.#setup.geometryOf(first + page, section.page);
    const width = innerWidth(geometryOf(0));
    let laid = this.#lay(section, width, geometryOf);
    // Lines that continue on narrower pages are as short as those.
    const narrowest = Math.min(...laid.pages.slice(0, MAX_PAGES).map((_, page) => innerWidth(geometryOf(page))));
    if (narrowest < width - 0.1) laid = this.#lay(section, narrowest, geometryOf);
    const { pages, flow, end } = laid;
    pages.forEach((all, page) => {
      const marks = all.filter((mark) => this.#isShown(mark));
      const geometry = geometryOf(page);
      const content = this.#contentHeight(geometry);
      const isAlone = this.#isOnePage && pages.length === 1;
      const height = isAlone ? Math.max(1, Math.min(content, Math.max(end * this.#scale, endOf(marks)))) : content;
      this.#pages.push({ marks, name: section.page, geometry, height });
    });
    for (const fixed of flow.fixed) this.#fixed.push(fixed);
    for (const one of flow.pending) if (first > 1 && isOfPage(one)) this.#onFirst.push(one);
  }

  /** Draws the positioned boxes of all sections that no box around them contains, as browsers do: from the first page on. */
  placeOnFirst(): void {
    const [first] = this.#pages;
    if (!first || this.#onFirst.length === 0) return;
    const { geometry } = first;
    const geometryOf = (page: number): PageGeometry =>
      this.#pages[page]?.geometry ?? this.#setup.geometryOf(page + 1, '');
    const { flow, heightOf, whole } = this.#canvasOf(innerWidth(geometry), geometryOf);
    placePending(flow, this.#onFirst, { ...whole, ...this.#areaOf(first), isPage: true });
    this.#paginated(flow.canvas, heightOf, MAX_PAGES).forEach((all, page) => {
      const marks = all.filter((mark) => this.#isShown(mark));
      const drawn = this.#pages[page];
      const own = geometryOf(page);
      if (drawn) for (const mark of marks) drawn.marks.push(mark);
      else this.#pages.push({ marks, name: '', geometry: own, height: this.#contentHeight(own) });
    });
    for (const fixed of flow.fixed) this.#fixed.push(fixed);
  }

  #isShown(mark: Mark): boolean {
    if (mark.kind !== 'problem' || !mark.wide) return true;
    this.wide.add(mark.wide);
    return this.#causes?.has(mark.wide) ?? true;
  }

  #lay(
    { box }: DocumentSection,
    width: number,
    geometryOf: (page: number) => PageGeometry,
  ): { readonly pages: Mark[][]; readonly flow: Flow; readonly end: number } {
    const { flow, heightOf, whole } = this.#canvasOf(width, geometryOf);
    const { canvas } = flow;
    const around = { ...wrapped(box), isRoot: this.#pages.length === 0 };
    const end = flow.inside(around, 0, 0, whole.width);
    fitCanvas(box, canvas.marks, whole.width, end);
    const [firstPage] = this.#pages;
    const size = firstPage ? this.#areaOf(firstPage) : { height: this.#isOnePage ? end : heightOf(0) };
    const here = firstPage ? flow.pending.filter((one) => !isOfPage(one)) : flow.pending;
    placePending(flow, here, { ...whole, ...size, isPage: true });
    const pages = this.#paginated(canvas, heightOf, MAX_PAGES - this.#pages.length);
    return { pages, flow, end };
  }

  /** Returns the size of the content of a page, as it is laid out. */
  #areaOf({ geometry, height }: LaidPage): { readonly width: number; readonly height: number } {
    return {
      width: nearestPixel(wholePixels(innerWidth(geometry)) / this.#scale),
      height: wholePixels(height / this.#scale),
    };
  }

  /** Returns what content of this width is laid out on. */
  #canvasOf(
    width: number,
    geometryOf: (page: number) => PageGeometry,
  ): { readonly flow: Flow; readonly heightOf: HeightOf; readonly whole: Omit<Area, 'height'> } {
    const heightOf = (page: number): number => wholePixels(this.#contentHeight(geometryOf(page)) / this.#scale);
    const laidWidth = wholePixels(width);
    const canvas = new Canvas(heightOf(0), MAX_PAGES, undefined, heightOf);
    canvas.pageWidth = laidWidth;
    return { flow: new Flow(canvas), heightOf, whole: { x: 0, y: 0, width: nearestPixel(laidWidth / this.#scale) } };
  }

  #paginated(canvas: Canvas, heightOf: HeightOf, rest: number): Mark[][] {
    const { right, pageWidth } = canvas;
    if (right > pageWidth + WIDTH_EPSILON) this.scale = Math.min(this.scale, pageWidth / right);
    const pages = paginate(canvas, heightOf, rest);
    return this.#scale === 1 ? pages : pages.map((marks) => scaled(marks, this.#scale));
  }

  #contentHeight(geometry: PageGeometry): number {
    const { height, around } = geometry;
    const { header, footer } = this.#furnitureOf(geometry);
    const content = height - around.top - around.bottom - header - footer;
    if (content < MIN_CONTENT)
      throw new PdfProblem('The page header, the page footer and the margins leave no room for content.');
    return content;
  }

  #furnitureOf(geometry: PageGeometry): { readonly header: number; readonly footer: number } {
    const { height } = geometry;
    const width = innerWidth(geometry);
    let known = this.#furniture.get(width);
    if (!known) {
      // Measured with page numbers as long as they may become.
      const widest = { number: 1000, count: 1000 };
      const heightOf = (box: Tree['header']): number => drawFurniture(box, widest, { width, height }).height;
      known = { header: heightOf(this.#tree.header), footer: heightOf(this.#tree.footer) };
      this.#furniture.set(width, known);
    }
    return known;
  }

  /** Adds to each page what stands around its content. */
  sheets(): Sheet[] {
    const running = new RunningElements();
    const backgrounds = canvasBackgrounds(
      this.#pages.map(({ marks, geometry, height }) => ({ marks, width: innerWidth(geometry), height })),
    );
    const furniture = { running, generated: { letters: 0 }, counterStyles: this.#setup.counterStyles };
    return this.#pages.map(({ marks, name, geometry, height: content }, i) => {
      const page = { number: i + 1, count: this.#pages.length };
      const { width, height, margins, around } = geometry;
      // As browsers print, content begins at a whole pixel.
      const [left, top] = [nearestPixel(around.left), nearestPixel(around.top)];
      const inner = { width: innerWidth(geometry), height };
      const header = drawFurniture(this.#tree.header, page, inner);
      const footer = drawFurniture(this.#tree.footer, page, inner);
      const area = { width: inner.width / this.#scale, height: content / this.#scale };
      const fixedBoxes = (behind: boolean): readonly Mark[] => {
        const boxes = this.#fixed.filter(({ box }) => isBehind(box.style) === behind);
        const fixed = scaled(drawFixed(boxes, page, area), this.#scale);
        return withinPage(placed(i === 0 ? fixed : repeated(fixed), left, top + header.height), shown);
      };
      const shown = { x: left, y: top + header.height, width: inner.width, height: content };
      const sheetHeight = height - this.#contentHeight(geometry) + content;
      const own = running.take(marks);
      const background = backgrounds[i];
      const sheet = { width, height: sheetHeight, margins };
      const all = [
        ...pageDecoration(this.#setup.styleOf(page.number, name), sheet),
        ...painted(repeated(drawMarginBoxes(this.#setup.boxesOf(page.number, name), sheet, page, furniture))),
        ...placed(background ? [background] : [], left, top + header.height),
        ...fixedBoxes(true),
        ...withinPage(placed(own, left, top + header.height), shown),
        ...placed(repeated(header.marks), left, top),
        ...placed(repeated(footer.marks), left, sheetHeight - around.bottom - footer.height),
        ...fixedBoxes(false),
      ];
      return { width, height: sheetHeight, marks: all, rotation: this.#setup.rotationOf(page.number, name) };
    });
  }
}

/** The background of a page reaches its edges, and its border is between its margins. */
function pageDecoration(style: Style, { width, height, margins }: Omit<PageGeometry, 'around'>): readonly Mark[] {
  const canvas = new Canvas(height, 1);
  pushRect(canvas, style, { x: 0, y: 0, width, height }, { corners: undefined });
  const { top, right, bottom, left } = margins;
  drawBorders(canvas, style, { x: left, y: top, width: width - left - right, height: height - top - bottom });
  return canvas.marks;
}

function innerWidth({ width, around }: PageGeometry): number {
  return width - inLayoutUnits(around.left) - inLayoutUnits(around.right);
}

function endOf(marks: readonly Mark[]): number {
  return marks.reduce((end, mark) => ('height' in mark ? Math.max(end, mark.y + mark.height) : end), 0);
}

/** Takes what each page has out of the structure: screen readers read it once or not at all. */
function repeated(marks: readonly Mark[]): readonly Mark[] {
  for (const mark of ungrouped(marks)) if ('tag' in mark) mark.tag = pagination;
  return marks;
}

/** Moves marks to their place on the page. Returns them in the order of painting. */
function placed(marks: readonly Mark[], x: number, y: number): readonly Mark[] {
  for (const mark of marks) {
    mark.y += y;
    if ('x' in mark) mark.x += x;
  }
  return painted(marks);
}
