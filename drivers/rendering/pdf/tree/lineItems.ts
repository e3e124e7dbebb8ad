import { type Element, isTag } from 'domhandler';
import type { BlockBox, Box, Inline } from '../boxes/boxes.ts';
import { isolateOf } from '../layout/bidi.ts';
import type { LayoutProblem } from '../layoutProblems.ts';
import { wrapsLines } from '../style/lines/wrapping.ts';
import type { TreeElement } from '../style/sheets/siblingViews.ts';
import { anonymous, isOutOfFlow, isPositioned, type Style } from '../style/style.ts';
import { addedLength } from '../style/values/lengths.ts';
import { addProblem, blockOf, isInline, isVisible, withInlineParent } from './blockContent.ts';
import { textOf } from './elements/nodeText.ts';
import type { Generated } from './generated/generatedContent.ts';
import type { BoxContext } from './rowCells.ts';

/** What an element's content inherits from the line that it is in. */
export interface LineContext extends BoxContext {
  readonly background?: Style | undefined;
}

export type Content = (Box | Inline)[];

/** Returns a text as an item of a line. */
export function textItem(text: string, { style, link, background, run }: LineContext): Inline {
  const tag = run?.inLine(text);
  return { kind: 'text', text, style, ...(link && { link }), ...(tag && { tag }), ...(background && { background }) };
}

/**
 * Returns a break, or the place of one that may be. Where lines have the heights of their text, one without any has the line
 * height of the break.
 */
export function breakItem({ tag }: TreeElement, style: Style, around: Style): Inline {
  if (tag === 'wbr') return { kind: 'text', text: '\u200b', style: around, wraps: true };
  const { units, clear } = style;
  return { kind: 'break', style: units.textHeights ? style : around, ...(clear !== 'none' && { clear }) };
}

/** The width of the sign that browsers put before the text of a missing image; pt. */
const SIGN = 12;

/** The width of an end without padding or a border, which marks where its corners are round; pt. */
const EDGE = 0.001;

/** Returns the text of an image that cannot be shown as items of a line. */
export function altItems(alt: string, context: LineContext): Inline[] {
  return [{ kind: 'space', width: SIGN, style: context.style }, textItem(alt, context)];
}

/** Returns a part of generated content as an item of a line. */
export function generatedItem(part: Generated, context: LineContext): Inline {
  const tag = 'field' in part && context.run?.inLine();
  if ('field' in part) return { kind: 'text', text: '', style: context.style, ...part, ...(tag && { tag }) };
  if ('text' in part) return textItem(part.text, context);
  const picture = context.style.pictures.get(part.image);
  if (!picture) return textItem('', context);
  const own = anonymous(context.style, 'inline-block');
  const { link, run } = context;
  const linkTag = link && run?.inLine();
  const linked = { ...(link && { link }), ...(linkTag && { tag: linkTag }) };
  return { kind: 'box', box: { kind: 'image', style: own, picture, ...linked } };
}

/** Adds any number of items: the arguments of `push` are limited. */
export function addItems(content: Content, items: Content): void {
  for (const item of items) content.push(item);
}

/** Adds the padding, border and margin that an inline element has at one of its ends. */
export function addEdge(content: Content, side: 'left' | 'right', style: Style, background: Style | undefined): void {
  const margin = style.margin[side];
  const width = addedLength(style.padding[side], style.border[side].width);
  const edges: Content = [];
  if (margin !== 'auto' && margin !== 0) edges.push({ kind: 'space', width: margin, style, isMargin: true });
  const seen = width === 0 && style.corners ? EDGE : width;
  if (seen !== 0) edges.push({ kind: 'space', width: seen, style, ...(background && { background }) });
  content.push(...(side === 'left' ? edges : edges.reverse()));
}

/**
 * Returns the style of an element in a line, as one of its own where its place depends on its content: elements that share a
 * style are aligned as one.
 */
export function alignedAlone(style: Style, { element }: TreeElement): Style {
  const { verticalAlign, firstLine } = style;
  if (verticalAlign === 'baseline' || !element.children.some(isTag)) return style;
  return { ...style, firstLine: firstLine && { ...firstLine } };
}

/** Whether `top` or the like say where a box is. */
const isPlaced = ({ inset: { top, right, bottom, left } }: Style): boolean =>
  (top ?? bottom ?? left ?? right) !== undefined;

/**
 * Returns the content of an element in a line as `position: relative` moves it.
 *
 * @param around   what is behind the element, which is not moved
 * @param problems receives what is drawn otherwise than in browsers
 */
export function movedBy(
  style: Style,
  content: Content,
  around: Style | undefined,
  problems: LayoutProblem[] = [],
): Content {
  if (style.transform.clipPath !== undefined) addProblem(problems, { problem: unclipped, text: 'clip-path' });
  if (style.position !== 'relative') return content;
  const hasBlocks = content.some((item) => !isInline(item));
  if (hasBlocks && !content.some((item) => isInline(item) && isVisible(item)))
    return [aroundBlocks(style, content, problems)];
  for (const item of content) {
    reportUnmoved(style, item, problems);
    if (hasBlocks) reportInterrupted(item, problems);
  }
  const placer = content.some(mayBePlaced) ? { style } : undefined;
  const items = placer && !content.some(isSeen) ? [{ kind: 'space' as const, width: 0, style }, ...content] : content;
  return items.map((item) => {
    if (!isInline(item) || item.kind === 'break' || isUnmoved(item)) return item;
    const { by = [], behind = [] } = item.moved ?? {};
    const isOwn = (item.kind === 'text' || item.kind === 'space') && item.background !== around;
    const isWithin = placer && !(item.kind === 'space' && item.isMargin && item.style === style);
    return {
      ...item,
      moved: { by: [style, ...by], behind: isOwn ? [style, ...behind] : behind },
      ...(isWithin && { placers: [placer, ...(item.placers ?? [])] }),
    };
  });
}

/** Returns an element with `position: relative` that has nothing but blocks in it as a block around them. */
function aroundBlocks(style: Style, content: Content, problems: LayoutProblem[]): BlockBox {
  const { position, inset, zIndex } = style;
  const own = { ...anonymous(style, 'block'), position, inset, zIndex };
  const inlineParent = content.find((item) => !isInline(item))?.inlineParent;
  return { ...blockOf(content, own, problems), ...(inlineParent && { inlineParent }) };
}

/** Whether an item is, or may have in it, a box that the element around it places, and no element within that. */
const mayBePlaced = (item: Content[number]): boolean =>
  (item.kind === 'box' || (item.kind === 'out' && !isUnmoved(item))) && !item.placers;

/** Whether an item has a place in its line. */
const isSeen = (item: Content[number]): boolean =>
  item.kind === 'box' || item.kind === 'space' || (item.kind === 'text' && item.text !== '');

/** Whether an element with `position: relative` does not move an item. */
const isUnmoved = (item: Inline): boolean => item.kind === 'out' && item.box.style.position !== 'absolute';

const unclipped = 'clip-path of an inline element is ignored: declare display: inline-block';
const RELATIVE = 'an element with position: relative within a line';

function reportUnmoved(style: Style, item: Content[number], problems: LayoutProblem[]): void {
  const box = item.kind === 'out' ? item.box : isInline(item) ? undefined : item;
  if (!box || !isPlaced(style) || isPositioned(box.style)) return;
  const what = isOutOfFlow(box.style) ? 'a box that is out of the flow' : 'a block';
  const problem = `${what} in ${RELATIVE} is not moved with it: write display: block or inline-block on the element`;
  addProblem(problems, { problem, text: '', css: 'position: relative' });
}

/** Reports a box that only the lines beside it place, although the element around it has blocks, too. */
function reportInterrupted(item: Content[number], problems: LayoutProblem[]): void {
  if (item.kind !== 'out' || item.box.style.position !== 'absolute' || !isPlaced(item.box.style)) return;
  const fate =
    'with blocks in it is placed by the lines beside it alone: write display: block or inline-block on the element';
  const problem = `a box with position: absolute in ${RELATIVE} ${fate}`;
  addProblem(problems, { problem, text: '', css: 'position: absolute' });
}

/**
 * Returns the content of an element in a line. Without any, its font counts in the height of the line.
 *
 * @param around of the element or block that it is in
 */
export function inlineContent({ element }: TreeElement, style: Style, content: Content, around: Style): Content {
  const isEmpty = content.every(({ kind }) => kind === 'out');
  const items = isEmpty ? [...content, { kind: 'text' as const, text: '', style }] : withInlineParent(content, element);
  return isolated(element, style, wrapping(items, style, around));
}

/**
 * Returns content whose boxes say whether a line may end after them. As in browsers, a line may end after an element without
 * wrapping, but for one that ends with a space.
 */
function wrapping(content: Content, style: Style, around: Style): Content {
  const wraps = wrapsLines(style);
  if (wraps === wrapsLines(around)) return content;
  const last = content.findLastIndex((item) => item.kind === 'box' || (item.kind === 'text' && item.text !== ''));
  return content.map((item, at) => {
    if (!wraps && at === last && isInline(item) && !endsInSpace(item)) return { ...item, wraps: true };
    return item.kind === 'box' ? { ...item, wraps: item.wraps ?? wraps } : item;
  });
}

const endsInSpace = (item: Inline): boolean => item.kind === 'text' && /\s$/.test(item.text);

/** Returns the content of an element in a line, which is an isolate where it declares a direction. */
function isolated({ name, attribs }: Element, style: Style, content: Content): Content {
  const dir = attribs['dir']?.toLowerCase();
  const declared = directions.find((one) => one === dir) ?? (name === 'bdi' ? 'auto' : undefined);
  const kind = style.bidi === 'normal' && declared ? 'isolate' : style.bidi;
  const isolate = isolateOf(kind, declared ?? (style.rightToLeft ? 'rtl' : 'ltr'));
  if (!isolate) return content;
  return content.map((item) =>
    isInline(item) && item.kind !== 'out' ? { ...item, isolates: [isolate, ...(item.isolates ?? [])] } : item,
  );
}

const directions = ['ltr', 'rtl', 'auto'] as const;

/** Returns the number or the count of pages that an element stands for; undefined for other elements. */
export function pageField({ element }: TreeElement, style: Style, { run }: LineContext): Inline | undefined {
  const { attribs } = element;
  const field = 'data-page-number' in attribs ? 'number' : 'data-page-count' in attribs ? 'count' : undefined;
  const tag = field && run?.inLine();
  return field && { kind: 'text', text: textOf(element), style, field, ...(tag && { tag }) };
}
