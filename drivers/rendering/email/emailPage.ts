import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';
import { parse, serialize } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { svgToPng } from '../pdf/images/svgToPng.ts';
import { toHtml } from '../sanitize/clean.ts';
import { inlineStyles } from './inlineStyles.ts';
import { keepVisible } from './keepVisible.ts';

export interface EmailPage {
  /** The HTML part. */
  readonly styled: string;
  /** The HTML of which the plain-text part is made: without hidden elements. */
  readonly visible: string;
}

/** Writes the cleaned document of an e-mail as mail programs read it. */
export async function emailPage(cleaned: Document): Promise<EmailPage> {
  for (const element of elementsOf(cleaned.children)) if (element.name === 'style') withMediaRule(element);
  const inlined = inlineStyles(toHtml(cleaned), { email: true });
  const document = parse(inlined, { treeAdapter: adapter, scriptingEnabled: false });
  const elements = elementsOf(document.children);
  for (const image of elements) if (image.name === 'img') await drawSvg(image);
  const styled = serialize(document, { treeAdapter: adapter });
  keepVisible(document, elements);
  return { styled, visible: serialize(document, { treeAdapter: adapter }) };
}

/** Writes `<style media="…">` as an `@media` rule, which is not inlined. */
function withMediaRule(style: Element): void {
  const media = style.attribs['media']?.trim() ?? '';
  const [text] = style.children;
  if (/^(?:all|screen)?$/i.test(media) || !text || !isText(text)) return;
  delete style.attribs['media'];
  // A media query has none of these; they would end the rule.
  text.data = /[{}<;@]/.test(media) ? '' : `@media ${media} {${text.data}}`;
}

function elementsOf(roots: readonly ChildNode[]): Element[] {
  const found: Element[] = [];
  const todo = roots.toReversed();
  for (let node = todo.pop(); node; node = todo.pop()) {
    if (!isTag(node)) continue;
    found.push(node);
    for (const child of node.children.toReversed()) todo.push(child);
  }
  return found;
}

const SVG = 'data:image/svg+xml;base64,';

/** Replaces an SVG, which few mail programs show, by a PNG of its size; one that cannot be drawn, by its alt text. */
async function drawSvg(image: Element): Promise<void> {
  const { src = '', width } = image.attribs;
  if (!src.startsWith(SVG)) return;
  const shown = Number.parseFloat(
    /(?:^|;)\s*width:\s*([\d.]+)px/.exec(image.attribs['style'] ?? '')?.[1] ?? width ?? '',
  );
  const png = await svgToPng(Buffer.from(src.slice(SVG.length), 'base64'), shown);
  if (!png) {
    delete image.attribs['src'];
    return;
  }
  image.attribs['src'] = `data:image/png;base64,${Buffer.from(png.bytes).toString('base64')}`;
  // The PNG has more pixels than the SVG has, for sharp screens.
  if (image.attribs['width'] === undefined && image.attribs['height'] === undefined)
    image.attribs['width'] = String(png.width);
}
