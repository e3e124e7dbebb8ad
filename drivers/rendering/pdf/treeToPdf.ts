import { Document as Pdf, pdf } from '@react-pdf/renderer';
import type { Document } from 'domhandler';
import { createElement } from 'react';
import type { Template } from '../../../domain/ports/rendering.ts';
import type { BlockBox, Picture } from './boxes/boxes.ts';
import { PdfProblem } from './boxes/pdfProblem.ts';
import { type Outline, pageOf, type Sheet } from './draw.ts';
import { pictureOf } from './images/pictures.ts';
import { loadSvgFonts } from './images/svg.ts';
import { Canvas, type Mark } from './layout/canvas.ts';
import { Flow } from './layout/flow.ts';
import { paginate } from './layout/paginate.ts';
import { type LayoutProblem, reportUnreadable } from './layoutProblems.ts';
import { readLength, resolved } from './style/values.ts';
import { buildTree, type Tree } from './tree/buildTree.ts';
import { survey } from './tree/survey.ts';

/** Maximum number of pages of a document. */
const MAX_PAGES = 3000;
/** Maximum height of a page that PDF readers accept; pt. */
const MAX_PAGE_HEIGHT = 14_400;

const mm = 72 / 25.4;
const sizes: Record<Template['documentSize'], readonly [width: number, height: number]> = {
  A4: [595.28, 841.89],
  PORTRAIT: [595.28, 841.89],
  LANDSCAPE: [841.89, 595.28],
  B5: [498.9, 708.66],
  LETTER: [612, 792],
  AUTO: [595.28, MAX_PAGE_HEIGHT],
};

export interface PdfOptions {
  readonly size: Template['documentSize'];
  /** Further documents, whose pages follow. */
  readonly appended?: readonly PdfPart[];
  readonly signal?: AbortSignal;
  /** Returns the bytes that a `src` names; undefined where they must not or cannot be shown. */
  readonly image: (src: string) => Promise<Uint8Array | undefined>;
  /** Called with each text that cannot be read. */
  readonly report?: (problem: LayoutProblem) => void;
}

/** One document of several in one PDF. */
interface PdfPart {
  readonly document: Document;
  readonly size: Template['documentSize'];
}

export interface MadePdf {
  readonly content: Uint8Array;
  /** Number of pages of the document and of each appended one. */
  readonly pages: readonly number[];
}

interface Margins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/**
 * Makes a PDF of a cleaned HTML tree (parse5 with its htmlparser2 adapter). Fetches and reads nothing but the fonts that
 * come with the service. Throws PdfProblem where the document is at fault.
 */
export async function treeToPdf(document: Document, options: PdfOptions): Promise<MadePdf> {
  const { size, appended = [], signal } = options;
  const parts: { tree: Tree; sheets: Sheet[] }[] = [];
  for (const part of [{ document, size }, ...appended]) {
    parts.push(await layOut(part, options));
    signal?.throwIfAborted();
  }
  const sheets = parts.flatMap((part, index) => withOwnAnchors(part.sheets, index));
  const [first] = parts;
  if (!first) throw new Error('a PDF without a document');
  return { content: await write(first.tree, sheets, signal), pages: parts.map((part) => part.sheets.length) };
}

async function layOut({ document, size }: PdfPart, options: PdfOptions): Promise<{ tree: Tree; sheets: Sheet[] }> {
  const found = survey(document);
  const pictures = new Map<string, Picture>();
  for (const src of found.images) {
    const bytes = await options.image(src);
    const picture = bytes && pictureOf(bytes);
    if (picture) pictures.set(src, picture);
    if (picture?.drawn) await loadSvgFonts();
  }
  options.signal?.throwIfAborted();
  const tree = buildTree(found, pictures);
  const sheets = sheetsOf(tree, size);
  if (options.report) reportUnreadable(sheets, options.report);
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

function sheetsOf(tree: Tree, size: Template['documentSize']): Sheet[] {
  const [width, height] = sizes[size];
  const margins = marginsOf(tree, width);
  const inner = width - margins.left - margins.right;
  // Measured with page numbers as long as they may become.
  const furniture = (box: BlockBox | undefined, number: number, count: number): { marks: Mark[]; height: number } => {
    if (!box) return { marks: [], height: 0 };
    const canvas = new Canvas(height, 1, { number, count });
    return { height: new Flow(canvas).inside(wrapped(box), 0, 0, inner), marks: canvas.marks };
  };
  const headerHeight = furniture(tree.header, 1000, 1000).height;
  const footerHeight = furniture(tree.footer, 1000, 1000).height;
  const content = height - margins.top - margins.bottom - headerHeight - footerHeight;
  if (content < 36) throw new PdfProblem('The page header, the page footer and the margins leave no room for content.');
  const canvas = new Canvas(content, MAX_PAGES);
  const end = new Flow(canvas).inside(wrapped(tree.body), 0, 0, inner);
  const pages = paginate(canvas, content, MAX_PAGES);
  const [first = []] = pages;
  const bottom = size === 'AUTO' && pages.length === 1 ? Math.min(content, Math.max(end, endOf(first))) : content;
  const sheetHeight = height - content + Math.max(bottom, 1);
  return pages.map((marks, i) => {
    const header = furniture(tree.header, i + 1, pages.length);
    const footer = furniture(tree.footer, i + 1, pages.length);
    const all = [
      ...placed(marks, margins.left, margins.top + headerHeight),
      ...placed(header.marks, margins.left, margins.top),
      ...placed(footer.marks, margins.left, sheetHeight - margins.bottom - footer.height),
    ];
    return { width, height: sheetHeight, marks: all };
  });
}

/** Puts a block into another one, so that its margins count. */
function wrapped(box: BlockBox): BlockBox {
  return { kind: 'block', style: box.style, children: [box] };
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

function marginsOf({ page }: Tree, width: number): Margins {
  const side = (name: keyof Margins, standard: number): number => {
    const declared = page.get(`margin-${name}`);
    const length = declared === undefined ? undefined : readLength(declared, 12);
    return length === undefined ? standard : Math.max(0, Math.min(resolved(length, width), width / 3));
  };
  const margins = { top: side('top', 18 * mm), right: side('right', 18 * mm) };
  return { ...margins, bottom: side('bottom', 18 * mm), left: side('left', 18 * mm) };
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
