import { type FontSet, noFonts } from '../fonts/fontSet.ts';
import type { Family } from '../fonts/fonts.ts';
import type { Picture } from '../images/picture.ts';
import { type BackgroundImages, initialImages } from './backgroundImages.ts';
import { type ColumnStyle, hasColumns, initialColumns } from './columnStyle.ts';
import { type ContainerStyle, type ItemStyle, initialContainer, initialItem } from './containerStyle.ts';
import { inheritedLines, initialLines, type LineStyle } from './lines/lineStyle.ts';
import { initialTransform, type TransformStyle } from './transformStyle.ts';
import { type BoxLook, hasLook, initialLook, initialTextLook, type TextLook } from './values/boxLook.ts';
import type { Colour } from './values/colours.ts';
import type { Decoration } from './values/decorations.ts';
import { type FontVariants, plainVariants } from './values/fontVariants.ts';
import { defaultUnits, type Length, type Units } from './values/lengths.ts';
import type { Rotation, WritingMode } from './writingMode.ts';

export interface Edges<Value> {
  top: Value;
  right: Value;
  bottom: Value;
  left: Value;
}

export interface Border {
  width: number;
  style: string;
  colour: Colour | undefined;
}

/** The computed style of an element; lengths in pt. Elements that look alike share one object. */
export interface Style extends LineStyle, BoxLook, TextLook {
  // Inherited.
  family: Family;
  /** The fonts of the document, and those of its families that precede `family`. */
  fonts: FontSet;
  families: readonly string[];
  /** The images of the document, by their names. */
  pictures: ReadonlyMap<string, Picture>;
  size: number;
  /** Whether `size` comes from an absolute length. */
  isSizeAbsolute: boolean;
  /** Whether `font-family` is `monospace` alone: text of it has 13/16 of any size that is not absolute. */
  isMonospace: boolean;
  weight: number;
  italic: boolean;
  variants: FontVariants;
  colour: Colour | undefined;
  /** A multiple of the font size, a length in pt, or what the font asks for. */
  lineHeight: { readonly factor: number } | number | 'normal';
  letterSpacing: number;
  wordSpacing: number;
  indent: Length;
  units: Units;
  /** The custom properties (`--name`), with their values. */
  custom: ReadonlyMap<string, string> | undefined;
  /** `visibility`: whether the element is not drawn, but takes its place. */
  hidden: boolean;
  /** That of the element times those of its ancestors, without those of boxes that are painted as one. */
  opacity: number;
  align: 'left' | 'right' | 'center' | 'justify';
  /** Whether `align` is declared: heads of tables are centred where it is not. By `end`, it follows the direction, too. */
  isAligned: boolean | 'end';
  /** Whether `align` comes from an `align` attribute: that aligns tables too, but not their content. */
  alignsTables: boolean;
  whiteSpace: 'normal' | 'nowrap' | 'pre' | 'pre-wrap' | 'pre-line';
  wordBreak: 'normal' | 'break-word' | 'break-all';
  overflowWrap: 'normal' | 'break-word' | 'anywhere';
  textTransform: 'none' | 'uppercase' | 'lowercase' | 'capitalize';
  listType: string;
  listPicture?: Picture | undefined;
  /** Whether the markers of lists stand in the first line of their items. */
  listInside: boolean;
  rightToLeft: boolean;
  writingMode: WritingMode;
  /** The writing mode of the boxes around, by which lines stand. */
  frame: WritingMode;
  captionSide: 'top' | 'bottom';
  emptyCells: 'show' | 'hide';
  collapse: boolean;
  /** Between columns, and between rows. */
  spacing: number;
  rowSpacing: number;
  /** How many lines of a block are at least together at the end of a page, and at the start of one. */
  orphans: number;
  widows: number;
  /** The name of the pages, as `page` declares it. */
  page: string;
  underlineOffset: Length | undefined;
  // Inherited here, because an element between cannot undo them.
  decorations: readonly Decoration[];
  // Not inherited.
  /** What the style is in the first line of a block with `::first-line`. */
  firstLine: Style | undefined;
  /** The share of the free space that is on the left of a block: 1 in text from right to left, as `align` of the element around says. */
  freeBefore: 0 | 0.5 | 1;
  display: string;
  /** Of an element or a box in a line: the style of the element that it is in, where that is a part of the line itself. */
  around: Style | undefined;
  verticalAlign: 'baseline' | 'top' | 'middle' | 'bottom' | 'text-top' | 'text-bottom' | '-webkit-baseline-middle';
  margin: Edges<Length | 'auto'>;
  /**
   * Whether the margins above and below are those of browsers, in a document without a DOCTYPE: they count for nothing at the
   * start of the body, and at the start and the end of a cell.
   */
  quirkyTop: boolean;
  quirkyBottom: boolean;
  /** Whether it would stand in a line if `position` did not take it out of the flow. */
  standsInLine: boolean;
  /** Whether it is the body of such a document. */
  dropsQuirky: boolean;
  padding: Edges<Length>;
  border: Edges<Border>;
  background: Colour | undefined;
  images: BackgroundImages;
  width: Length | undefined;
  /** What the width is that of the content decides: `fit-content`, `max-content` or `min-content`. */
  fits: 'fit' | 'max' | 'min' | undefined;
  minWidth: Length | undefined;
  maxWidth: Length | undefined;
  height: Length | undefined;
  minHeight: Length | undefined;
  maxHeight: Length | undefined;
  float: 'none' | 'left' | 'right';
  clear: 'none' | 'left' | 'right' | 'both';
  position: 'static' | 'relative' | 'absolute' | 'fixed';
  /** The name under which the element runs in the margins of pages. Its `position` is `absolute`, so that it leaves the flow. */
  running: string | undefined;
  /** Of a positioned element or of an item of a container; undefined where it is `auto`. */
  zIndex: number | undefined;
  /** `top`, `right`, `bottom` and `left`. */
  inset: Edges<Length | undefined>;
  /** Whether floats of its content stay within it: `overflow` is not `visible`. */
  contains: boolean;
  container: ContainerStyle;
  columns: ColumnStyle;
  transform: TransformStyle;
  /** How the content is turned, where its lines stand otherwise than those around the element. */
  rotation: Rotation | undefined;
  spansColumns: boolean;
  item: ItemStyle;
  /** `aspect-ratio`: the width of a box for its height. */
  ratio: number | undefined;
  borderBox: boolean;
  appearance: 'auto' | 'none';
  fixedTable: boolean;
  breakBefore: boolean;
  breakAfter: boolean;
  keepTogether: boolean;
  keepWithNext: boolean;
  keepWithPrevious: boolean;
}

const edges = <Value>(make: () => Value): Edges<Value> => ({
  top: make(),
  right: make(),
  bottom: make(),
  left: make(),
});
export const sides = ['top', 'right', 'bottom', 'left'] as const;

const black: Colour = { hex: '#000000', opacity: 1 };

/** The initial values of the properties that are not inherited. */
export const notInherited = () =>
  ({
    firstLine: undefined,
    freeBefore: 0,
    display: 'inline',
    ...initialLines,
    around: undefined,
    verticalAlign: 'baseline',
    margin: edges<Length | 'auto'>(() => 0),
    quirkyTop: false,
    quirkyBottom: false,
    standsInLine: false,
    dropsQuirky: false,
    padding: edges<Length>(() => 0),
    border: edges<Border>(() => ({ width: 0, style: 'none', colour: undefined })),
    background: undefined,
    images: initialImages,
    ...initialLook,
    ratio: undefined,
    width: undefined,
    fits: undefined,
    minWidth: undefined,
    maxWidth: undefined,
    height: undefined,
    minHeight: undefined,
    maxHeight: undefined,
    float: 'none',
    clear: 'none',
    position: 'static',
    running: undefined,
    zIndex: undefined,
    inset: edges<Length | undefined>(() => undefined),
    contains: false,
    container: initialContainer,
    columns: initialColumns,
    transform: initialTransform,
    rotation: undefined,
    spansColumns: false,
    item: initialItem,
    borderBox: false,
    appearance: 'auto',
    fixedTable: false,
    breakBefore: false,
    breakAfter: false,
    keepTogether: false,
    keepWithNext: false,
    keepWithPrevious: false,
  }) as const;

export const initialStyle: Style = {
  family: 'sans',
  fonts: noFonts,
  families: [],
  pictures: new Map(),
  size: 12,
  isSizeAbsolute: false,
  isMonospace: false,
  weight: 400,
  italic: false,
  variants: plainVariants,
  colour: black,
  lineHeight: 'normal',
  letterSpacing: 0,
  wordSpacing: 0,
  indent: 0,
  units: defaultUnits,
  custom: undefined,
  hidden: false,
  opacity: 1,
  align: 'left',
  isAligned: false,
  alignsTables: false,
  whiteSpace: 'normal',
  wordBreak: 'normal',
  overflowWrap: 'normal',
  textTransform: 'none',
  ...inheritedLines,
  ...initialTextLook,
  listType: 'disc',
  listInside: false,
  rightToLeft: false,
  writingMode: 'horizontal-tb',
  frame: 'horizontal-tb',
  captionSide: 'top',
  emptyCells: 'show',
  collapse: false,
  spacing: 0,
  rowSpacing: 0,
  orphans: 2,
  widows: 2,
  page: '',
  underlineOffset: undefined,
  decorations: [],
  ...notInherited(),
};

export const isPositioned = ({ position }: Style): boolean => position === 'absolute' || position === 'fixed';

/** Whether a box is painted below the content of the box that it is positioned in. */
export const isBehind = ({ zIndex = 0 }: Style): boolean => zIndex < 0;

export const isOutOfFlow = (style: Style): boolean => style.float !== 'none' || isPositioned(style);

/** Whether the margins and floats of an element's content stay within it (a block formatting context). */
export const isOwnContext = (style: Style): boolean =>
  style.contains ||
  isOutOfFlow(style) ||
  style.rotation !== undefined ||
  style.display === 'flow-root' ||
  style.display === 'inline-block' ||
  style.display === 'table' ||
  style.display === 'table-cell' ||
  style.display === 'table-caption' ||
  hasColumns(style) ||
  isContainer(style) ||
  style.container.query?.isQueried === true;

/** Whether the children of an element are the items of a flex or grid container. */
export const isContainer = ({ display }: Pick<Style, 'display'>): boolean =>
  display === 'flex' || display === 'grid' || display === 'inline-flex' || display === 'inline-grid';

/** Returns the style of a box that no element stands for. */
export function anonymous(parent: Style, display: string): Style {
  const ellipsis = parent.ellipsis && display === 'block' && !isContainer(parent);
  return { ...parent, ...notInherited(), freeBefore: parent.rightToLeft ? 1 : 0, display, ellipsis };
}

/** Whether an image or a gradient is behind an element. */
export const hasImages = ({ images }: Pick<Style, 'images'>): boolean =>
  images.layers.some((layer) => layer !== undefined);

/** Whether a box is seen around an element in a line. */
export const isDecorated = (style: Style): boolean =>
  hasBackground(style) || hasLook(style) || sides.some((side) => style.border[side].width > 0);

export const hasBackground = (style: Pick<Style, 'background' | 'images'>): boolean =>
  style.background !== undefined || hasImages(style);
