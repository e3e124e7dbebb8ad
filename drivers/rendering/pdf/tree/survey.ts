import { type ChildNode, type Document, type Element, isTag } from 'domhandler';
import { isForPrint } from '../../../../domain/documents/css/mediaQueries.ts';
import { PdfProblem } from '../boxes/pdfProblem.ts';
import { builtIn, quirks } from '../style/builtIn.css.ts';
import { QueryContainers } from '../style/queries/queryContainers.ts';
import { parseStylesheet, type Stylesheet } from '../style/stylesheet.ts';
import { autoDirection } from './elements/autoDirection.ts';
import { prepareDetails } from './elements/details.ts';
import { textOf } from './elements/nodeText.ts';
import { nameImages } from './imageNames.ts';

/** A length that depends on the size of the page. */
const pageLength = /\d(?:[dls]?v[bhiw]|vmin|vmax)\b/i;

/** Maximum nesting of elements and of tables: the layout recurses once for each level. */
const MAX_DEPTH = 500;
const MAX_TABLE_DEPTH = 100;

/** What the construction of boxes needs: sources of images, stylesheets, and the document's metadata. */
export interface Survey {
  readonly sheets: Stylesheet[];
  /** The source of each image by its name: that of an `<img>` is its source. */
  readonly images: Map<string, string>;
  readonly meta: Map<string, string>;
  readonly containers: QueryContainers;
  /** Whether browsers lay the document out in quirks mode: it has no `<!DOCTYPE html>`. */
  readonly isQuirky: boolean;
  /** Whether it is in that mode or in limited quirks mode: `<!DOCTYPE html PUBLIC …>` of HTML 4.01 or XHTML Transitional. */
  readonly isTransitional: boolean;
  /** Whether a length may depend on the size of the page, in `vw`, `vh` or the like. */
  usesPageSize?: boolean;
  title?: string;
  language?: string;
  root?: Element;
}

/** Reads the whole document without recursion. Throws PdfProblem where it is nested too deeply. */
export function survey(document: Document): Survey {
  const isQuirky = document['x-mode'] === 'quirks';
  const sheets = isQuirky ? [builtIn, quirks] : [builtIn];
  const isTransitional = isQuirky || document['x-mode'] === 'limited-quirks';
  const containers = new QueryContainers();
  const found: Survey = { sheets, images: new Map(), meta: new Map(), containers, isQuirky, isTransitional };
  const stack: { node: ChildNode; depth: number; tables: number }[] = [];
  const push = (nodes: readonly ChildNode[], depth: number, tables: number): void => {
    for (const node of nodes.toReversed()) stack.push({ node, depth, tables });
  };
  push(document.children, 1, 0);
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const { node, depth } = entry;
    if (!isTag(node)) continue;
    const tables = entry.tables + (node.name === 'table' ? 1 : 0);
    if (tables > MAX_TABLE_DEPTH) throw new PdfProblem(`Tables are nested more than ${MAX_TABLE_DEPTH} deep.`);
    if (depth > MAX_DEPTH) throw new PdfProblem(`Elements are nested more than ${MAX_DEPTH} deep.`);
    readElement(found, node);
    // Of a drawing, the sheets and the HTML alone matter here.
    push(node.name === 'svg' ? sheetsAndHtmlIn(node) : node.children, depth + 1, tables);
  }
  return found;
}

function readElement(found: Survey, element: Element): void {
  const { name, attribs } = element;
  if (attribs['dir']?.toLowerCase() === 'auto') attribs['dir'] = autoDirection(element);
  if (attribs['style'] && pageLength.test(attribs['style'])) found.usesPageSize = true;
  if (attribs['style']) attribs['style'] = nameImages(attribs['style'], found.images);
  if (attribs['background']) attribs['background'] = nameImages(`url(${attribs['background']})`, found.images);
  if (name === 'html') {
    found.root ??= element;
    if (attribs['lang']) found.language ??= attribs['lang'];
  } else if (name === 'style' && !isForPrint(attribs['media'] || 'all')) return;
  else if (name === 'style') readSheet(found, textOf(element));
  else if (name === 'title') found.title ??= textOf(element).replace(/\s+/g, ' ').trim();
  else if (name === 'meta' && attribs['name']) found.meta.set(attribs['name'].toLowerCase(), attribs['content'] ?? '');
  else if (name === 'details') prepareDetails(element);
  else if (name === 'img' && attribs['src']) found.images.set(attribs['src'], attribs['src']);
}

function readSheet(found: Survey, text: string): void {
  const { sheets, images, isQuirky } = found;
  if (pageLength.test(text)) found.usesPageSize = true;
  sheets.push(parseStylesheet(nameImages(text, images), 'author', !isQuirky));
}

function sheetsAndHtmlIn(drawing: Element): ChildNode[] {
  const found: ChildNode[] = [];
  const todo = drawing.children.filter(isTag).toReversed();
  for (let one = todo.pop(); one; one = todo.pop()) {
    if (one.name === 'style') found.push(one);
    if (one.name === 'foreignObject') for (const child of one.children) found.push(child);
    else for (const child of one.children.toReversed()) if (isTag(child)) todo.push(child);
  }
  return found;
}
