import { type ChildNode, type Element, isTag } from 'domhandler';
import { parse, serialize } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { cleanTree, type EmailOptions, toHtml } from '../sanitize/clean.ts';
import { inlineStyles } from './inlineStyles.ts';
import { svgToPng } from './svgToPng.ts';

export interface EmailPage {
  /** The HTML part. */
  readonly styled: string;
  /** The HTML of which the plain-text part is made: without hidden elements. */
  readonly visible: string;
}

/** Cleans the document of an e-mail and writes it as mail programs read it. */
export async function emailPage(source: string, folder: string, email: EmailOptions): Promise<EmailPage> {
  const inlined = inlineStyles(toHtml(cleanTree(source, { folder, email })), { email: true });
  const document = parse(inlined, { treeAdapter: adapter, scriptingEnabled: false });
  const elements = elementsOf(document.children);
  for (const image of elements) if (image.name === 'img') await drawSvg(image);
  const styled = serialize(document, { treeAdapter: adapter });
  for (const element of elements) if (isHidden(element)) adapter.detachNode(element);
  return { styled, visible: serialize(document, { treeAdapter: adapter }) };
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

/** Styles that hide an element: preview texts of mailboxes, and parts for other screens. */
const hiding: Readonly<Record<string, (value: string) => boolean>> = {
  display: (value) => value === 'none',
  visibility: (value) => value === 'hidden' || value === 'collapse',
  opacity: (value) => Number.parseFloat(value) === 0,
  'font-size': (value) => Number.parseFloat(value) === 0,
};

function isHidden({ attribs }: Element): boolean {
  if (attribs['hidden'] !== undefined) return true;
  const styles = new Map(
    (attribs['style'] ?? '').split(';').map((declaration): [string, string] => {
      const [property = '', value = ''] = declaration.split(':');
      return [
        property.trim().toLowerCase(),
        value
          .replace(/!\s*important/i, '')
          .trim()
          .toLowerCase(),
      ];
    }),
  );
  if (Object.entries(hiding).some(([property, hides]) => hides(styles.get(property) ?? ''))) return true;
  const isFlat = ['max-height', 'height', 'max-width', 'width'].some((one) => /^0[a-z%]*$/.test(styles.get(one) ?? ''));
  return isFlat && styles.get('overflow') === 'hidden';
}
