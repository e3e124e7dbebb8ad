import { Document as Pdf, pdf } from '@react-pdf/renderer';
import type { Document } from 'domhandler';
import { createElement } from 'react';
import type { Template } from '../../../domain/ports/rendering.ts';
import type { Picture } from './boxes/boxes.ts';
import { PdfProblem } from './boxes/pdfProblem.ts';
import { type Outline, pageOf, type Sheet } from './draw.ts';
import { Flow } from './flow/flow.ts';
import { placePending } from './flow/positioned.ts';
import { FontSet } from './fonts/fontSet.ts';
import { pictureOf } from './images/pictures.ts';
import { loadSvgFonts } from './images/svg.ts';
import { Canvas, type Mark } from './layout/canvas.ts';
import { paginate } from './layout/paginate.ts';
import { type LayoutProblem, reportUnreadable } from './layoutProblems.ts';
import { drawFixed, drawFurniture, drawMarginBoxes, wrapped } from './pageFurniture.ts';
import { type PageSetup, pageSetup, unitsOf } from './pageSetup.ts';
import { initialStyle } from './style/style.ts';
import { buildTree, type Tree } from './tree/buildTree.ts';
import { survey } from './tree/survey.ts';

/** Maximum number of pages of a document. */
const MAX_PAGES = 3000;
export interface PdfOptions {
  readonly size: Template['documentSize'];
  /** Further documents, whose pages follow. */
  readonly appended?: readonly PdfPart[];
  readonly signal?: AbortSignal;
  /** Returns the bytes that a `src` names; undefined where they must not or cannot be shown. */
  readonly image: (src: string) => Promise<Uint8Array | undefined>;
  readonly fonts?: FontSet;
  /** Called with each font that cannot be used and each text that cannot be read. */
  readonly report?: (problem: LayoutProblem) => void;
}

/** One document of several in one PDF. */
interface PdfPart {
  readonly document: Document;
  readonly size: Template['documentSize'];
  /** Those beside the ones that come with the service. */
  readonly fonts?: FontSet;
}

export interface MadePdf {
  readonly content: Uint8Array;
  /** Number of pages of the document and of each appended one. */
  readonly pages: readonly number[];
}

/**
 * Makes a PDF of a cleaned HTML tree (parse5 with its htmlparser2 adapter). Fetches and reads nothing but the fonts that
 * are installed with the service. Throws PdfProblem where the document is at fault.
 */
export async function treeToPdf(document: Document, options: PdfOptions): Promise<MadePdf> {
  const { size, fonts, appended = [], signal } = options;
  const parts: { tree: Tree; sheets: Sheet[] }[] = [];
  for (const part of [{ document, size, ...(fonts && { fonts }) }, ...appended]) {
    parts.push(await layOut(part, options));
    signal?.throwIfAborted();
  }
  const sheets = parts.flatMap((part, index) => withOwnAnchors(part.sheets, index));
  const [first] = parts;
  if (!first) throw new Error('a PDF without a document');
  return { content: await write(first.tree, sheets, signal), pages: parts.map((part) => part.sheets.length) };
}

async function layOut(
  { document, size, fonts = new FontSet([]) }: PdfPart,
  options: PdfOptions,
): Promise<{ tree: Tree; sheets: Sheet[] }> {
  const found = survey(document);
  const pictures = new Map<string, Picture>();
  for (const src of found.images) {
    const bytes = await options.image(src);
    const picture = bytes && pictureOf(bytes);
    if (picture) pictures.set(src, picture);
    if (picture?.drawn) await loadSvgFonts();
  }
  options.signal?.throwIfAborted();
  fonts.language = found.language;
  const root = { ...initialStyle, fonts };
  const setup = pageSetup(found.sheets, size, root);
  const tree = buildTree(found, pictures, { ...root, units: unitsOf(setup) });
  const sheets = sheetsOf(tree, setup, size === 'AUTO');
  options.signal?.throwIfAborted();
  if (options.report) {
    for (const problem of fonts.problems) options.report(problem);
    reportUnreadable(sheets, fonts.language, options.report);
  }
  return { tree, sheets };
}

/** Links of an appended document lead to its own places: its ids may occur in others too. */
function withOwnAnchors(sheets: Sheet[], index: number): Sheet[] {
  if (index === 0) return sheets;
  const name = (id: string): string => `${id} ${index}`;
  const renamed = (mark: Mark): Mark => {
    if (mark.kind === 'anchor') return { ...mark, id: name(mark.id) };
    return mark.kind === 'link' && mark.target.startsWith('#') ? { ...mark, target: name(mark.target) } : mark;
  };
  return sheets.map((sheet) => ({ ...sheet, marks: sheet.marks.map(renamed) }));
}

/** `isOnePage`: the page is as long as its content. */
function sheetsOf(tree: Tree, setup: PageSetup, isOnePage: boolean): Sheet[] {
  const { width, height, margins } = setup;
  const inner = width - margins.left - margins.right;
  // Measured with page numbers as long as they may become.
  const widest = { number: 1000, count: 1000 };
  const headerHeight = drawFurniture(tree.header, widest, { width: inner, height }).height;
  const footerHeight = drawFurniture(tree.footer, widest, { width: inner, height }).height;
  const content = height - margins.top - margins.bottom - headerHeight - footerHeight;
  if (content < 36) throw new PdfProblem('The page header, the page footer and the margins leave no room for content.');
  const canvas = new Canvas(content, MAX_PAGES);
  const flow = new Flow(canvas);
  const end = flow.inside(wrapped(tree.body), 0, 0, inner);
  placePending(flow, flow.pending, { x: 0, y: 0, width: inner, height: isOnePage ? end : content });
  const pages = paginate(canvas, content, MAX_PAGES);
  const [first = []] = pages;
  const bottom = isOnePage && pages.length === 1 ? Math.min(content, Math.max(end, endOf(first))) : content;
  const sheetHeight = height - content + Math.max(bottom, 1);
  return pages.map((marks, i) => {
    const page = { number: i + 1, count: pages.length };
    const header = drawFurniture(tree.header, page, { width: inner, height });
    const footer = drawFurniture(tree.footer, page, { width: inner, height });
    const fixed = drawFixed(flow.fixed, page, { width: inner, height: bottom });
    const all = [
      ...drawMarginBoxes(setup, page, sheetHeight),
      ...placed(marks, margins.left, margins.top + headerHeight),
      ...placed(header.marks, margins.left, margins.top),
      ...placed(footer.marks, margins.left, sheetHeight - margins.bottom - footer.height),
      ...placed(fixed, margins.left, margins.top + headerHeight),
    ];
    return { width, height: sheetHeight, marks: all };
  });
}

function endOf(marks: readonly Mark[]): number {
  return marks.reduce((end, mark) => ('height' in mark ? Math.max(end, mark.y + mark.height) : end), 0);
}

function placed(marks: readonly Mark[], x: number, y: number): readonly Mark[] {
  for (const mark of marks) {
    mark.y += y;
    if ('x' in mark) mark.x += x;
  }
  return marks;
}

async function write(tree: Tree, sheets: readonly Sheet[], signal: AbortSignal | undefined): Promise<Uint8Array> {
  const outline: Outline = { open: [], last: 0 };
  const { meta } = tree;
  const [author, description, subject, keywords] = ['author', 'description', 'subject', 'keywords'].map((name) =>
    meta.get(name),
  );
  const properties = {
    ...(tree.title && { title: tree.title }),
    ...(tree.language && { language: tree.language }),
    ...(author && { author }),
    ...(description && { subject: description }),
    ...(subject && { subject }),
    ...(keywords && { keywords }),
    creator: 'Waybill',
    producer: 'Waybill',
  };
  const pages = sheets.map((sheet, i) => pageOf(sheet, i, outline));
  const hasOutline = outline.last > 0;
  const element = createElement(Pdf, { ...properties, ...(hasOutline && { pageMode: 'useOutlines' as const }) }, pages);
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of await pdf(element).toBuffer()) chunks.push(Buffer.from(chunk));
  } catch (cause) {
    // Everything but pictures has been checked before, so a picture cannot be drawn.
    throw new PdfProblem(`The document cannot be drawn: ${cause instanceof Error ? cause.message : cause}`, { cause });
  } finally {
    // react-pdf retains the paint function of each document it has drawn; the marks must not be retained with it.
    for (const { marks } of sheets) marks.length = 0;
  }
  signal?.throwIfAborted();
  return Buffer.concat(chunks);
}
