import { parse, serialize } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { pngOf } from '../pdf/images/decodeRaster.ts';
import { drawSvgs, elementsOf } from '../pdf/images/svgImages.ts';

const WEBP = /data:image\/webp;base64,([A-Za-z0-9+/]+={0,2})/g;

/**
 * Replaces the WebP and SVG images of a page by PNGs. LibreOffice writes WebP into no document that other programs read, and
 * the bundled one an empty picture beside an SVG. A damaged WebP image stays as it is.
 *
 * @throws PdfProblem for an image with too many pixels, and a drawing beyond the limits
 */
export async function asPngs(html: string): Promise<string> {
  return withoutSvg(await withoutWebp(html));
}

async function withoutSvg(html: string): Promise<string> {
  if (!html.includes('data:image/svg+xml')) return html;
  const document = parse(html, { treeAdapter: adapter, scriptingEnabled: false });
  await drawSvgs(elementsOf(document.children));
  return serialize(document, { treeAdapter: adapter });
}

async function withoutWebp(html: string): Promise<string> {
  const pngs = new Map<string, string>();
  for (const [source, data = ''] of html.matchAll(WEBP)) {
    if (pngs.has(source)) continue;
    const png = await pngOf(Buffer.from(data, 'base64'));
    pngs.set(source, png ? `data:image/png;base64,${Buffer.from(png).toString('base64')}` : source);
  }
  return pngs.size === 0 ? html : html.replaceAll(WEBP, (source) => pngs.get(source) ?? source);
}
