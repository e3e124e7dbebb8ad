import { finished } from 'node:stream/promises';
import type { Document } from 'domhandler';
import { languageTag } from '../../../domain/documents/finishing/languageTag.ts';
import type { Finishing, Template } from '../../../domain/ports/rendering.ts';
import { accessibilityProblems } from './accessibilityProblems.ts';
import { PdfProblem } from './boxes/pdfProblem.ts';
import { excerptOf } from './faintTexts.ts';
import { FontSet } from './fonts/fontSet.ts';
import { readHtmlDrawing } from './htmlDrawings.ts';
import type { Picture } from './images/picture.ts';
import { damagedImage, finishDrawing, MAX_SOURCE, readPicture } from './images/pictures.ts';
import type { Mark } from './layout/mark.ts';
import { type LayoutProblem, reportUnreadable } from './layoutProblems.ts';
import { pageSetup, unitsOf } from './pageSetup.ts';
import { sectionsOf } from './sections.ts';
import { sheetsOf } from './sheets.ts';
import { initialStyle } from './style/style.ts';
import { Tag } from './tags/tag.ts';
import { buildTree } from './tree/buildTree.ts';
import { rootStyle } from './tree/rootStyle.ts';
import { survey } from './tree/survey.ts';
import type { Tree } from './tree/tree.ts';
import { backgroundsOf } from './writing/backgrounds.ts';
import { drawSheet } from './writing/draw.ts';
import { Images } from './writing/images.ts';
import { Paper } from './writing/paper.ts';
import { Gradients } from './writing/shadings.ts';
import type { Sheet } from './writing/sheet.ts';
import { Structure } from './writing/structure.ts';

export interface PdfOptions {
  readonly size: Template['documentSize'];
  /** Further documents, whose pages follow. */
  readonly appended?: readonly PdfPart[];
  readonly signal?: AbortSignal;
  /** Returns the bytes that a `src` names; undefined where they must not or cannot be shown. */
  readonly image: (src: string) => Promise<Uint8Array | undefined>;
  readonly fonts?: FontSet;
  readonly accessibility?: Finishing['accessibility'];
  readonly conformance?: Finishing['conformance'];
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
  const { size, fonts, appended = [], signal, accessibility } = options;
  const structure = accessibility && new Tag('Document');
  const parts: { tree: Tree; sheets: Sheet[] }[] = [];
  for (const part of [{ document, size, ...(fonts && { fonts }) }, ...appended]) {
    const number = parts.length;
    const tag = structure && (number === 0 ? structure : structure.add('Part'));
    const { report } = options;
    const reportPart = report && number > 0 ? (problem: LayoutProblem) => report({ ...problem, part: number }) : report;
    parts.push(await layOut(part, { ...options, ...(reportPart && { report: reportPart }) }, tag));
    signal?.throwIfAborted();
  }
  const sheets = parts.flatMap((part, index) => withOwnAnchors(part.sheets, index));
  const [first] = parts;
  if (!first) throw new Error('a PDF without a document');
  if (structure && options.report) for (const problem of accessibilityProblems(first.tree)) options.report(problem);
  const content = await write(first.tree, sheets, options, structure);
  return { content, pages: parts.map((part) => part.sheets.length) };
}

/** Maximum number of layouts of a document with containers in each other: each one finds the widths of a level. */
const MAX_PASSES = 6;
const tooManyContainers = `containers are queried more than ${MAX_PASSES - 2} deep, so those within have the styles of other widths`;

/** `tag`: what the structure of the document is added to; undefined for a PDF that is not tagged. */
async function layOut(
  { document, size, fonts = new FontSet([]) }: PdfPart,
  options: PdfOptions,
  tag: Tag | undefined,
): Promise<{ tree: Tree; sheets: Sheet[] }> {
  const found = survey(document);
  const pictures = await readPictures(found.images, { ...options, language: found.language });
  options.signal?.throwIfAborted();
  fonts.language = found.language;
  const ofMode = { needed: !found.isQuirky, textHeights: found.isTransitional };
  const root = { ...initialStyle, fonts, pictures, units: { ...initialStyle.units, ...ofMode } };
  const setup = pageSetup(found.sheets, size, rootStyle(found, root));
  if (tag?.role === 'Part') tag.language = languageTag(found.language);
  // As in browsers, lengths that depend on the size of the page are of the first one.
  let firstPage = '';
  const unreadable = new Set<Picture>();
  const build = async (scale: number): Promise<Tree> => {
    tag?.clear();
    const units = { ...unitsOf(setup.geometryOf(1, firstPage), scale), ...ofMode };
    const built = buildTree(found, { ...root, units }, tag);
    for (const drawing of built.drawings) if (!(await finishDrawing(drawing))) unreadable.add(drawing);
    return built;
  };
  let tree = await build(1);
  if (found.usesPageSize && setup.varies) firstPage = sectionsOf(tree.body)[0]?.page ?? '';
  if (firstPage !== '') tree = await build(1);
  const resized = async (scale: number): Promise<Tree> => {
    tree = await build(scale);
    return tree;
  };
  const draw = (): Promise<Sheet[]> => sheetsOf(tree, setup, size === 'AUTO', found.usesPageSize ? resized : undefined);
  let sheets = await draw();
  // Styles in a container depend on its width, and containers in it on these.
  let haveChanged = found.containers.haveChanged();
  for (let passes = 1; haveChanged && passes < MAX_PASSES; passes++) {
    options.signal?.throwIfAborted();
    tree = await build(1);
    sheets = await draw();
    haveChanged = found.containers.haveChanged();
  }
  if (haveChanged) options.report?.({ problem: tooManyContainers, text: '@container' });
  for (const drawing of tree.drawings)
    if (unreadable.has(drawing)) options.report?.(damagedImage('<svg>'));
    else reportDrawing(drawing, options);
  options.signal?.throwIfAborted();
  if (options.report) {
    for (const problem of [...fonts.problems, ...tree.problems]) options.report(problem);
    reportUnreadable(sheets, fonts.language, options.report);
  }
  return { tree, sheets };
}

/** `language`: of the document. */
type PictureOptions = PdfOptions & { readonly language: string | undefined };

async function readPictures(
  images: ReadonlyMap<string, string>,
  options: PictureOptions,
): Promise<Map<string, Picture>> {
  const pictures = new Map<string, Picture>();
  for (const [name, src] of images) {
    const bytes = await options.image(src);
    const picture = bytes && (await readOne(bytes, src, options));
    if (picture) {
      pictures.set(name, picture);
      picture.source = src.slice(0, MAX_SOURCE);
      reportDrawing(picture, options);
    } else if (bytes) options.report?.(damagedImage(src));
  }
  return pictures;
}

async function readOne(bytes: Uint8Array, src: string, options: PictureOptions): Promise<Picture | undefined> {
  const drawing = await readHtmlDrawing(bytes, options.language, (images) => readPictures(images, options));
  if (!drawing) return readPicture(bytes, options.language);
  for (const inner of drawing.drawings)
    if (await finishDrawing(inner)) {
      inner.source = src.slice(0, MAX_SOURCE);
      reportDrawing(inner, options);
    } else options.report?.(damagedImage(src));
  for (const problem of drawing.problems) options.report?.(problem);
  return (await finishDrawing(drawing.picture)) ? drawing.picture : undefined;
}

function reportDrawing({ flattened, problems: known = [], source }: Picture, { report }: PdfOptions): void {
  for (const { problem, text } of known) report?.({ problem, text: source ?? text });
  if (!flattened) return;
  const { why, text, hasHtml } = flattened;
  const problems = [
    ...(text === '' ? [] : [`the text ${excerptOf(text)} of a drawing cannot be searched and is in Noto Sans, ${why}`]),
    ...(hasHtml ? [`the HTML in a drawing is not drawn, ${why}`] : []),
  ];
  for (const problem of problems) report?.({ problem, text: source ?? text.slice(0, MAX_SOURCE) });
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

async function write(
  tree: Tree,
  sheets: readonly Sheet[],
  { accessibility, conformance, signal }: PdfOptions,
  root: Tag | undefined,
): Promise<Uint8Array> {
  const { title, language, meta } = tree;
  const [author, description, subject = description, keywords] = ['author', 'description', 'subject', 'keywords'].map(
    (name) => meta.get(name),
  );
  const properties = { title, author, subject, keywords, language };
  const claims = { isArchive: conformance !== undefined, isAccessible: accessibility === 'PDF/UA-1' };
  let content: Uint8Array;
  try {
    const paper = new Paper({ properties, isTagged: root !== undefined, conformance: claims });
    const structure = root && new Structure(paper, root);
    const backgrounds = await backgroundsOf(sheets);
    const images = new Images(paper);
    const gradients = new Gradients(paper);
    const drawing = { paper, structure, images, backgrounds, gradients, bookmarks: [] };
    for (const sheet of sheets) drawSheet(sheet, drawing);
    structure?.end();
    paper.end();
    // Pictures end the file later, and nothing but its end is in the stream.
    await finished(paper.resume());
    content = paper.content;
  } catch (cause) {
    if (cause instanceof PdfProblem) throw cause;
    // Everything but pictures and clip paths has been checked before, so a picture cannot be drawn.
    throw new PdfProblem(`The document cannot be drawn: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
  signal?.throwIfAborted();
  return content;
}
