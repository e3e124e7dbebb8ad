import type { Box } from '../../boxes/boxes.ts';
import { faceOf } from '../../fonts/fonts.ts';
import { isPartOfLine } from '../../style/lines/lift.ts';
import { fontMetricsOf } from '../../style/lines/lineHeight.ts';
import type { Style } from '../../style/style.ts';
import type { Word } from '../words.ts';
import { type Reach, reachOfText, xHeightOf } from './lineMetrics.ts';

/** How a line aligns its items. */
export interface LineAlignment extends Reach {
  /** Returns how far the baseline of text of a style is above that of the line. */
  liftOf(style: Style): number;
  /** Returns the extent of a box in the line. */
  reachOf(box: Box): Reach;
}

/** An element or a box whose extent its `vertical-align` aligns with others. Extents are from its own baseline. */
interface Aligned {
  above: number;
  below: number;
  readonly style: Style;
  /** The element that it is in, and how far its baseline is above that of the element. */
  readonly base: Aligned | undefined;
  lift: number;
  /** What is at its top or at its bottom. */
  readonly atEdges: Aligned[];
}

/** The extent of an element that nothing is in yet. */
const nothing: Reach = { above: Number.NEGATIVE_INFINITY, below: Number.NEGATIVE_INFINITY };

/** Whether the font of a block counts in its lines only where text stands in it. List items have it for their markers. */
const countsTextAlone = ({ units, display }: Style): boolean => units.textHeights === true && display !== 'list-item';

/** Whether a word is the end of a line, collapsed space, or the place of a box that is out of the flow. */
const isNoText = ({ text, width, box, out }: Word): boolean =>
  out !== undefined || (text === '' && width === 0 && !box);

/**
 * Aligns the words of a line (CSS 2.1, 10.8). As in browsers, `top` and `bottom` are those of the line, or of the nearest
 * element around that has one of these values itself.
 *
 * @param style of the block in this line
 * @param boxed returns the extent of a box from its own baseline
 */
export function alignLine(words: readonly Word[], style: Style, boxed: (box: Box) => Reach): LineAlignment {
  const strut = reachOfText(style, faceOf(style));
  const isBare = countsTextAlone(style);
  const root = aligned(style, isBare ? nothing : strut, undefined);
  const elements = new Map<Style, Aligned>();
  const boxes = new Map<Box, Aligned>();
  const elementOf = (own: Style | undefined): Aligned => {
    if (!own || own === style || !isPartOfLine(own)) return root;
    const known = elements.get(own);
    if (known) return known;
    const base = elementOf(own.around);
    const extent = own.units.textHeights ? nothing : reachOfText(own, faceOf(own));
    const element = aligned(own, extent, base);
    elements.set(own, element);
    return element;
  };
  // White space at the end of a line is no text. The edge of an element counts as its text.
  const isSeen = ({ text, width, box }: Word): boolean =>
    box !== undefined || (text === '' ? width !== 0 : /[^ ]/.test(text));
  const seen = isBare ? words.findLastIndex(isSeen) + 1 : words.length;
  for (const word of seen === words.length ? words : words.slice(0, seen)) {
    if (isBare && isNoText(word)) continue;
    for (const strut of word.struts ?? []) elementOf(strut);
    if (word.box) {
      const box = aligned(word.box.style, boxed(word.box), elementOf(word.box.style.around));
      boxes.set(word.box, box);
      alignIn(box, root);
      continue;
    }
    const element = elementOf(word.style);
    if (word.style.units.textHeights) unite(element, reachOfText(word.style, faceOf(word.style)), 0);
    // A declared height of lines is that of the font of the style, whichever fonts its words need.
    if (word.face && word.style.lineHeight === 'normal') unite(element, reachOfText(word.style, word.face), 0);
  }
  // The element that a break is in is as high as its font where it has no text in the line.
  const end = endOf(words);
  const ended = elementOf(end?.style.around);
  if (isBare && ended !== root) uniteBreak(ended, end);
  // Elements follow those around them.
  for (const element of [...elements.values()].reverse()) {
    alignEdges(element);
    alignIn(element, root);
  }
  // A line without anything that has a height is as high as its font.
  if (root.above === nothing.above && root.atEdges.length === 0) uniteBreak(root, end);
  alignEdges(root);
  return {
    above: root.above,
    below: root.below,
    liftOf: (own) => liftOver(root, elementOf(own)),
    reachOf: (box) => {
      const one = boxes.get(box);
      const lift = one ? liftOver(root, one) : 0;
      const { above, below } = one ?? boxed(box);
      return { above: above + lift, below: below - lift };
    },
  };
}

/** Returns the break at the end of a line. */
function endOf(words: readonly Word[]): Word | undefined {
  const last = words.at(-1);
  return last?.end === 'must' ? last : undefined;
}

/** Makes an element without text as high as its font, with the line height of the break in it. */
function uniteBreak(element: Aligned, end: Word | undefined): void {
  if (element.above !== nothing.above) return;
  const { style } = element;
  const { lineHeight, size } = end?.style ?? style;
  const height = typeof lineHeight === 'object' ? lineHeight.factor * size : lineHeight;
  unite(element, reachOfText({ ...style, lineHeight: height }, faceOf(style)), 0);
}

const aligned = (style: Style, { above, below }: Reach, base: Aligned | undefined): Aligned => ({
  above,
  below,
  style,
  base,
  lift: 0,
  atEdges: [],
});

function unite(element: Aligned, { above, below }: Reach, lift: number): void {
  element.above = Math.max(element.above, above + lift);
  element.below = Math.max(element.below, below - lift);
}

const isAtEdge = ({ verticalAlign }: Style): boolean => verticalAlign === 'top' || verticalAlign === 'bottom';

/** Aligns an element or a box with the element that it is in, or lets that align it when its own extent is known. */
function alignIn(one: Aligned, root: Aligned): void {
  const { base = root, style } = one;
  if (one.above === nothing.above) return;
  if (!isAtEdge(style)) {
    one.lift = liftIn(base.style, one);
    unite(base, one, one.lift);
    return;
  }
  let edge = base;
  while (edge.base && !isAtEdge(edge.style)) edge = edge.base;
  edge.atEdges.push(one);
}

/** Returns how far the baseline of an element or a box is above that of the element that it is aligned with. */
function liftIn(around: Style, { style, above, below }: Aligned): number {
  switch (style.verticalAlign) {
    case 'middle':
      return (xHeightOf(around) - above + below) / 2;
    case '-webkit-baseline-middle':
      return (below - above) / 2;
    case 'text-top':
      return fontMetricsOf(around, faceOf(around)).ascent - above;
    case 'text-bottom':
      return below - fontMetricsOf(around, faceOf(around)).descent;
    default:
      return style.lift;
  }
}

/** Aligns what is at the top and at the bottom of an element, which is as high as the tallest of them. */
function alignEdges(element: Aligned): void {
  if (element.atEdges.length === 0) return;
  if (element.above === nothing.above) unite(element, { above: 0, below: 0 }, 0);
  const tallest = { top: 0, bottom: 0 };
  for (const { style, above, below } of element.atEdges) {
    const edge = style.verticalAlign === 'top' ? 'top' : 'bottom';
    tallest[edge] = Math.max(tallest[edge], above + below);
  }
  // As in browsers, the text is at the other side of the tallest box at the top or at the bottom.
  if (tallest.bottom < tallest.top) element.below = Math.max(element.below, tallest.top - element.above);
  else element.above = Math.max(element.above, tallest.bottom - element.below);
  for (const one of element.atEdges)
    one.lift = one.style.verticalAlign === 'top' ? element.above - one.above : one.below - element.below;
}

/** Returns how far the baseline of an element or a box is above that of the line. */
function liftOver(root: Aligned, one: Aligned): number {
  let lift = 0;
  for (let at: Aligned | undefined = one; at && at !== root; at = at.base) lift += at.lift;
  return lift;
}
