import { type ChildNode, type Element, isTag } from 'domhandler';
import { limitedSvg } from './knownDrawings.ts';
import { svgToPng } from './svgToPng.ts';

const SVG = 'data:image/svg+xml;base64,';

export function elementsOf(roots: readonly ChildNode[]): Element[] {
  const found: Element[] = [];
  const todo = roots.toReversed();
  for (let node = todo.pop(); node; node = todo.pop()) {
    if (!isTag(node)) continue;
    found.push(node);
    for (const child of node.children.toReversed()) todo.push(child);
  }
  return found;
}

/**
 * Replaces each SVG, which few readers of e-mails and office documents show, by a PNG of its size; one that cannot be drawn, by its alt text.
 *
 * @throws PdfProblem for one beyond the limits of drawings
 */
export async function drawSvgs(elements: readonly Element[]): Promise<void> {
  const known: KnownDrawings = new Map();
  for (const element of elements) if (element.name === 'img') await drawSvg(element, known);
}

/** Drawings by their widths and sources, each with its PNG as a data URI; null for one that cannot be drawn. */
type KnownDrawings = Map<string, { readonly source: string; readonly width: number } | null>;

async function drawSvg(image: Element, known: KnownDrawings): Promise<void> {
  const { src = '', width = '', style = '' } = image.attribs;
  if (!src.startsWith(SVG)) return;
  const declared = /(?:^|;)\s*width:\s*([\d.]+)px/.exec(style)?.[1] ?? /^\s*([\d.]+)(?:px)?\s*$/.exec(width)?.[1];
  const key = `${declared} ${src}`;
  let png = known.get(key);
  if (png === undefined) {
    png = await pngOf(src, Number(declared));
    known.set(key, png);
  }
  if (!png) {
    delete image.attribs['src'];
    return;
  }
  image.attribs['src'] = png.source;
  // The PNG has more pixels than the SVG has, for sharp screens.
  if (image.attribs['width'] === undefined && image.attribs['height'] === undefined)
    image.attribs['width'] = String(png.width);
}

async function pngOf(source: string, shown: number): Promise<{ source: string; width: number } | null> {
  const svg = limitedSvg(Buffer.from(source.slice(SVG.length), 'base64'), shown);
  const png = svg && (await svgToPng(svg, shown));
  return png
    ? { source: `data:image/png;base64,${Buffer.from(png.bytes).toString('base64')}`, width: png.width }
    : null;
}
