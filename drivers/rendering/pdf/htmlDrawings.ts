import { type Element, isTag } from 'domhandler';
import { parse, serializeOuter } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { foreignBoxesOf, setForeignBoxes } from './boxes/foreignBoxes.ts';
import { FontSet } from './fonts/fontSet.ts';
import type { Picture } from './images/picture.ts';
import { pictureOf } from './images/pictures.ts';
import { initialStyle } from './style/style.ts';
import { buildTree } from './tree/buildTree.ts';
import { survey } from './tree/survey.ts';
import type { Tree } from './tree/tree.ts';

interface HtmlDrawing {
  readonly picture: Picture;
  /** The drawings in its HTML. */
  readonly drawings: readonly Picture[];
  readonly problems: Tree['problems'];
}

/**
 * Reads the cleaned file of an SVG with HTML in it, which the styles of the file apply to. Returns undefined for any other file.
 *
 * @param language of the document that shows it
 * @param picturesOf reads the images in that HTML
 */
export async function readHtmlDrawing(
  bytes: Uint8Array,
  language: string | undefined,
  picturesOf: (images: ReadonlyMap<string, string>) => Promise<ReadonlyMap<string, Picture>>,
): Promise<HtmlDrawing | undefined> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.subarray(0, 4).equals(Buffer.from('<svg')) || !file.includes('<foreignObject')) return undefined;
  const document = parse(`<!DOCTYPE html><body>${file.toString()}`, { treeAdapter: adapter });
  const found = survey(document);
  const units = { ...initialStyle.units, needed: true };
  const pictures = await picturesOf(found.images);
  const fonts = new FontSet([]);
  fonts.language = language;
  const tree = buildTree(found, { ...initialStyle, fonts, family: 'serif', pictures, units });
  const drawing = tree.drawings.at(-1);
  const root = found.root && drawingIn(found.root);
  if (!drawing || !root) return undefined;
  const read = pictureOf(Buffer.from(withoutHtml(root)));
  if (!read) return undefined;
  const picture = { ...read, language };
  setForeignBoxes(picture, foreignBoxesOf(drawing));
  return { picture, drawings: tree.drawings.slice(0, -1), problems: tree.problems };
}

function drawingIn(root: Element): Element | undefined {
  const body = root.children.find((child) => isTag(child) && child.name === 'body');
  return body && isTag(body) ? body.children.find(isTag) : undefined;
}

function withoutHtml(root: Element): string {
  const todo = [root];
  for (let element = todo.pop(); element; element = todo.pop()) {
    if (element.name === 'foreignObject') element.children = [];
    for (const child of element.children) if (isTag(child)) todo.push(child);
  }
  return serializeOuter(root, { treeAdapter: adapter });
}
