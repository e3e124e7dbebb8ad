import { Text } from 'domhandler';
import { parse, serialize } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { PdfProblem } from '../pdf/boxes/pdfProblem.ts';
import { damagedImage, readSize } from '../pdf/images/pictures.ts';
import { elementsOf } from '../pdf/images/svgImages.ts';
import type { LayoutProblem } from '../pdf/layoutProblems.ts';
import { setChildren } from '../sanitize/setChildren.ts';

const RASTER = /^data:image\/(?!svg)[^,]*,/;

/** Replaces each damaged image of a page by its alt text: a broken PNG makes the bundled LibreOffice fail. */
export async function withoutDamaged(html: string, report?: (problem: LayoutProblem) => void): Promise<string> {
  if (!html.includes('data:image/')) return html;
  const document = parse(html, { treeAdapter: adapter, scriptingEnabled: false });
  const known = new Map<string, boolean>();
  for (const element of elementsOf(document.children)) {
    const { src = '', alt = '' } = element.attribs;
    if (element.name !== 'img' || !RASTER.test(src)) continue;
    let isDamaged = known.get(src);
    if (isDamaged === undefined) {
      isDamaged = await isBroken(Buffer.from(src.replace(RASTER, ''), 'base64'));
      known.set(src, isDamaged);
      if (isDamaged) report?.(damagedImage(src));
    }
    if (!isDamaged) continue;
    element.name = 'span';
    element.attribs = {};
    setChildren(element, [new Text(alt)]);
  }
  return [...known.values()].includes(true) ? serialize(document, { treeAdapter: adapter }) : html;
}

/** Whether an image is damaged. LibreOffice reads those that have too many pixels for a PDF. */
async function isBroken(image: Buffer): Promise<boolean> {
  try {
    return !(await readSize(image));
  } catch (error) {
    if (error instanceof PdfProblem) return false;
    throw error;
  }
}
