import type { BlockBox } from '../boxes/boxes.ts';
import type { TreeElement } from '../style/sheets/siblingViews.ts';
import { anonymous, type Style } from '../style/style.ts';
import { blockOf } from './blockContent.ts';
import { altItems, type Content, type LineContext, textItem } from './lineItems.ts';

/** The sides of the sign that browsers show for a missing image; pt. */
const SIGN = 12;

/**
 * Returns what stands in place of an image that cannot be shown, as in browsers: its text. An image without a
 * text takes its declared size, and without `alt` at least that of a sign; in quirks mode, one with a text does so too. One with
 * an empty `alt`, or an empty source alone, is only as high as its line, or as a block as wide as declared, and in quirks mode takes no space.
 * One with neither a source nor a text has its declared sides alone.
 */
export function missingImage(
  { attributes: { alt, src } }: TreeElement,
  context: LineContext,
  { isBlock, isQuirky }: { readonly isBlock: boolean; readonly isQuirky: boolean },
): Content {
  if (src === undefined && !alt) return withSides(context.style, isBlock);
  const style = isQuirky ? withBothSides(context.style) : context.style;
  const isSized = style.width !== undefined && style.height !== undefined && (!alt || isQuirky);
  if (!isSized && (alt === '' || (alt === undefined && src === '')))
    return isQuirky ? [] : withSides({ ...style, height: 0, ...(!isBlock && { width: 0 }) }, isBlock);
  const inner = { ...context, style: anonymous(style, 'inline') };
  if (alt && !isSized) {
    if (isBlock) return [textBlock(alt, context, withinShare(style))];
    // In a line, its margins and bounds count, and a declared size only where it is no inline element.
    const unsized = style.display === 'inline' ? { width: undefined, height: undefined } : {};
    const box = textBlock(alt, inner, { ...style, ...unsized, display: 'inline-block' });
    return [{ kind: 'box', box }];
  }
  const size = isSized ? {} : { width: SIGN, height: SIGN };
  const display = isBlock ? 'block' : 'inline-block';
  const box = blockOf(alt ? altItems(alt, inner) : [], { ...style, ...size, display, contains: true });
  return [isBlock ? box : { kind: 'box', box }];
}

/** Returns the text of an image as a block. One with a declared width has the text beside the sign, or below it, and hides the rest. */
function textBlock(alt: string, context: LineContext, style: Style): BlockBox {
  if (style.width === undefined) return blockOf(altItems(alt, context), style);
  const float = style.rightToLeft ? 'right' : 'left';
  const sign = blockOf([], { ...anonymous(style, 'block'), float, width: SIGN, height: SIGN });
  return blockOf([{ kind: 'out', box: sign }, textItem(alt, context)], { ...style, contains: true });
}

/** Returns a box with the sides that a style declares. */
function withSides({ width = 0, height = 0, ...style }: Style, isBlock: boolean): Content {
  if (isBlock) return [blockOf([], { ...style, width, height })];
  return [{ kind: 'box', box: blockOf([], { ...style, width, height, display: 'inline-block' }) }];
}

/** In quirks mode, a declared length of one side is that of both. */
function withBothSides(style: Style): Style {
  const { width, height } = style;
  if (width === undefined) return { ...style, width: typeof height === 'number' ? height : undefined };
  return { ...style, height: height ?? (typeof width === 'number' ? width : undefined) };
}

/** As an image, it needs no space of its own where a share of its container bounds it. */
function withinShare({ width, maxWidth, ...style }: Style): Style {
  if (width === undefined || typeof maxWidth !== 'object') return { ...style, width, maxWidth };
  return { ...style, width: { percent: 0, among: { pick: 'min', lengths: [width, maxWidth] } }, maxWidth };
}

/** Returns the same as a block, for an image that leaves the flow. */
export const missingBlock = (view: TreeElement, context: LineContext, isQuirky: boolean): BlockBox | undefined =>
  missingImage(view, context, { isBlock: true, isQuirky }).find((item) => item.kind === 'block');
