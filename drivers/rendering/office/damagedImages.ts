import { Text } from 'domhandler';
import { parse, serialize } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { isJpeg } from '../../../domain/documents/warnings/sources/pixelSizes.ts';
import { PdfProblem } from '../pdf/boxes/pdfProblem.ts';
import { damagedImage, MAX_SOURCE, readSize } from '../pdf/images/pictures.ts';
import { elementsOf } from '../pdf/images/svgImages.ts';
import type { LayoutProblem } from '../pdf/layoutProblems.ts';
import { setChildren } from '../sanitize/setChildren.ts';

const RASTER = /^data:image\/(?!svg)[^,]*,/;

/**
 * Replaces each damaged image of a page by its alt text: a broken PNG makes the bundled LibreOffice fail. A JPEG
 * that lacks its end mark alone gets it, and one that ends earlier shows what it has, as a PNG.
 */
export async function withoutDamaged(html: string, report?: (problem: LayoutProblem) => void): Promise<string> {
  if (!html.includes('data:image/')) return html;
  const document = parse(html, { treeAdapter: adapter, scriptingEnabled: false });
  const known = new Map<string, string | undefined>();
  for (const element of elementsOf(document.children)) {
    const { src = '', alt = '' } = element.attribs;
    if (element.name !== 'img' || !RASTER.test(src)) continue;
    if (!known.has(src)) known.set(src, await wholeSource(src, report));
    const source = known.get(src);
    if (source !== undefined) element.attribs['src'] = source;
    else {
      element.name = 'span';
      element.attribs = {};
      setChildren(element, [new Text(alt)]);
    }
  }
  const isChanged = [...known].some(([src, source]) => src !== source);
  return isChanged ? serialize(document, { treeAdapter: adapter }) : html;
}

/** Returns the address of an image that can be shown; undefined if it is damaged. LibreOffice reads those that have too many pixels for a PDF. */
async function wholeSource(src: string, report?: (problem: LayoutProblem) => void): Promise<string | undefined> {
  try {
    const bytes = Buffer.from(src.replace(RASTER, ''), 'base64');
    const picture = await readSize(bytes);
    if (!picture) report?.(damagedImage(src));
    else if (isJpeg(bytes) && !bytes.equals(picture.bytes)) {
      for (const { problem } of picture.problems ?? []) report?.({ problem, text: src.slice(0, MAX_SOURCE) });
      const type = isJpeg(picture.bytes) ? 'jpeg' : 'png';
      return `data:image/${type};base64,${Buffer.from(picture.bytes).toString('base64')}`;
    }
    return picture && src;
  } catch (error) {
    if (error instanceof PdfProblem) return src;
    throw error;
  }
}
