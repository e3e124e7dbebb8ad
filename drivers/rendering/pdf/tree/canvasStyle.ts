import type { BlockBox, Box } from '../boxes/boxes.ts';
import { initialImages } from '../style/backgroundImages.ts';
import { hasBackground, type Style } from '../style/style.ts';

/**
 * Gives the root the background of the canvas: its own, or that of the body if it has none.
 *
 * @param body the style of the body
 */
export function withCanvas(root: BlockBox, body: Style | undefined): BlockBox {
  const isOwn = hasBackground(root.style);
  const source = isOwn ? root.style : body;
  if (!source || !hasBackground(source)) return root;
  const { background, images } = source;
  const style = { ...root.style, background, images: { ...images, clips: initialImages.clips, isOfCanvas: true } };
  const children = isOwn ? root.children : root.children.map((child) => (child.style === body ? bare(child) : child));
  return { ...root, style, children };
}

/** Returns a box without its background. */
const bare = (box: Box): Box => ({ ...box, style: { ...box.style, background: undefined, images: initialImages } });
