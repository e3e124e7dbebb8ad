import Yoga, {
  Align,
  Direction,
  Edge,
  FlexDirection,
  Gutter,
  Justify,
  type MeasureFunction,
  MeasureMode,
  type Node,
  Wrap,
} from 'yoga-layout';
import type { BlockBox, Box } from '../boxes/boxes.ts';
import { insetsOf } from '../layout/borders.ts';
import { declaredHeight, marginOf, sideMargins } from '../layout/boxGeometry.ts';
import type { Layout } from '../layout/layout.ts';
import type { Measures } from '../layout/lines.ts';
import type { Alignment } from '../style/containerStyle.ts';
import { type Style, sides } from '../style/style.ts';
import { resolved } from '../style/values/lengths.ts';
import { baselineSpaces } from './baselines.ts';
import { baselineItem } from './brokenRows.ts';
import type { ContainerArea } from './containerArea.ts';
import { gapIn } from './containerItems.ts';
import { drawItems, heightAt, isRow, placedItem, stretchedImage } from './flexItems.ts';
import {
  declaredWidth,
  type FlexibleItem,
  flexedSizes,
  maxContent,
  minContent,
  shrinkLimit,
  wideOf,
} from './flexLengths.ts';

const config = Yoga.Config.create();
config.setUseWebDefaults(true);
// Positions are not rounded.
config.setPointScaleFactor(0);

const directions = {
  row: FlexDirection.Row,
  'row-reverse': FlexDirection.RowReverse,
  column: FlexDirection.Column,
  'column-reverse': FlexDirection.ColumnReverse,
};
const wraps = { nowrap: Wrap.NoWrap, wrap: Wrap.Wrap, 'wrap-reverse': Wrap.WrapReverse };
const aligns: Record<Alignment, Align> = {
  auto: Align.Auto,
  start: Align.FlexStart,
  end: Align.FlexEnd,
  center: Align.Center,
  stretch: Align.Stretch,
  // Moved by the space that their baselines need.
  baseline: Align.FlexStart,
  'last baseline': Align.FlexEnd,
  'space-between': Align.SpaceBetween,
  'space-around': Align.SpaceAround,
  'space-evenly': Align.SpaceEvenly,
};
const justifies: Partial<Record<Alignment, Justify>> = {
  end: Justify.FlexEnd,
  center: Justify.Center,
  'space-between': Justify.SpaceBetween,
  'space-around': Justify.SpaceAround,
  'space-evenly': Justify.SpaceEvenly,
};
const edges = { top: Edge.Top, right: Edge.Right, bottom: Edge.Bottom, left: Edge.Left };

/** Draws the items of a flex container, whose places Yoga computes, and returns where they end. */
export function layFlex(layout: Layout, box: BlockBox, items: readonly Box[], area: ContainerArea): number {
  if (items.length === 0) return area.y + Math.max(area.minHeight, area.height ?? 0);
  const root = rootOf(box.style, area);
  try {
    const fault: Fault = {};
    const widths = isRow(box.style) ? flexedWidths(layout, box.style, items, area) : undefined;
    const nodes = items.map((item, at) => {
      const node = nodeOf(layout, box.style, item, area, widths?.[at]);
      node.setMeasureFunc(measureOf(layout, item, area, fault));
      root.insertChild(node, at);
      return node;
    });
    const direction = box.style.rightToLeft ? Direction.RTL : Direction.LTR;
    root.calculateLayout(area.width, undefined, direction);
    if (fault.error) throw fault.error;
    const spaces = spacesOf(layout, box.style, items, nodes, area);
    if (spaces.some((space) => space > 0)) root.calculateLayout(area.width, undefined, direction);
    const heights = lineHeights(layout, box.style, items, nodes, area);
    const isReversed = box.style.container.direction.endsWith('reverse');
    const first = isReversed ? items.length - 1 : baselineItem(alignmentsOf(box.style, items, nodes));
    const placed = items.map((item, at) => {
      const source = { node: nodes[at], area, lineHeight: heights?.[at], space: spaces[at] ?? 0 };
      return { ...placedItem(layout, box.style, item, source), setsBaseline: at === first };
    });
    const grown = drawItems(layout, box.style, placed, { area, height: root.getComputedHeight() });
    return area.y + root.getComputedHeight() + grown;
  } finally {
    root.freeRecursive();
  }
}

function rootOf(style: Style, area: ContainerArea): Node {
  const { container } = style;
  const root = Yoga.Node.create(config);
  root.setFlexDirection(directions[container.direction]);
  root.setFlexWrap(wraps[container.wrap]);
  root.setJustifyContent(justifies[container.justifyContent] ?? Justify.FlexStart);
  root.setAlignItems(aligns[container.alignItems]);
  root.setAlignContent(aligns[container.alignContent]);
  root.setGap(Gutter.Row, gapIn(container.rowGap, area.height ?? 0));
  root.setGap(Gutter.Column, gapIn(container.columnGap, area.width));
  root.setWidth(area.width);
  if (area.height !== undefined) root.setHeight(area.height);
  else {
    if (area.minHeight > 0) root.setMinHeight(area.minHeight);
    if (Number.isFinite(area.maxHeight)) root.setMaxHeight(area.maxHeight);
  }
  return root;
}

/** `flexed`: the width of an item of a row. */
function nodeOf(layout: Layout, container: Style, item: Box, area: ContainerArea, flexed?: number): Node {
  const { style } = item;
  const { grow, shrink, alignSelf } = style.item;
  const node = Yoga.Node.create(config);
  for (const side of sides) {
    const margin = style.margin[side];
    if (margin === 'auto') node.setMarginAuto(edges[side]);
    else node.setMargin(edges[side], resolved(margin, area.width));
  }
  const height = declaredHeight(style, verticalInsets(style, area), area.height);
  let least = height.min;
  node.setAlignSelf(aligns[alignSelf]);
  if (flexed === undefined) {
    const wide = stretchedImage(container, item, area) ? undefined : wideOf(layout, item, area);
    const basis = basisOf(style, false, area);
    const limit = shrinkLimit(layout, item, area, { basis, height: height.fixed, wide });
    node.setFlexGrow(grow);
    node.setFlexShrink(limit === undefined ? 0 : shrink);
    least = Math.max(least, Math.min(height.max, limit ?? 0));
    if (wide !== undefined) node.setWidth(wide);
    if (basis !== undefined) node.setFlexBasis(basis);
    const [min, max] = [declaredWidth(style.minWidth, style, area), declaredWidth(style.maxWidth, style, area)];
    if (min !== undefined) node.setMinWidth(min);
    if (max !== undefined) node.setMaxWidth(max);
  } else {
    node.setFlexBasis(flexed);
    node.setFlexShrink(0);
  }
  if (height.fixed !== undefined && item.kind !== 'image') node.setHeight(height.fixed);
  if (least > 0) node.setMinHeight(least);
  if (Number.isFinite(height.max)) node.setMaxHeight(height.max);
  return node;
}

/** Returns the widths of the items of a row. */
function flexedWidths(layout: Layout, container: Style, items: readonly Box[], area: ContainerArea): number[] {
  const { wrap, columnGap } = container.container;
  const gap = gapIn(columnGap, area.width);
  return flexedSizes(
    items.map((item) => flexibleItem(layout, stretchedImage(container, item, area) ?? item, area)),
    { width: area.width, gap, wraps: wrap !== 'nowrap' },
  );
}

function flexibleItem(layout: Layout, item: Box, area: ContainerArea): FlexibleItem {
  const { style } = item;
  const { grow, shrink } = style.item;
  const wide = wideOf(layout, item, area);
  const { left, right } = insetsOf(style, area.width);
  const base = basisOf(style, true, area) ?? wide ?? maxContent(layout, item, area);
  const content = style.contains ? 0 : Math.min(wide ?? Number.POSITIVE_INFINITY, minContent(layout, item, area));
  const max = declaredWidth(style.maxWidth, style, area) ?? Number.POSITIVE_INFINITY;
  const min = declaredWidth(style.minWidth, style, area) ?? Math.min(content, max);
  const insets = left + right;
  return { base, min: Math.max(insets, min), max, grow, shrink, insets, margins: sideMargins(style, area.width) };
}

/** What measuring an item threw: an error must not pass through the frames of Yoga, whose stack would not shrink. */
interface Fault {
  error?: unknown;
}

function measureOf(layout: Layout, item: Box, area: ContainerArea, fault: Fault): MeasureFunction {
  const upper = Math.max(0, layout.measure(item).max - sideMargins(item.style, 0));
  return (available, mode) => {
    const width =
      mode === MeasureMode.Exactly ? available : mode === MeasureMode.AtMost ? Math.min(upper, available) : upper;
    try {
      return { width, height: fault.error ? 0 : heightAt(layout, item, area, width) };
    } catch (error) {
      fault.error = error;
      return { width, height: 0 };
    }
  };
}

function basisOf({ item, borderBox, ...style }: Style, row: boolean, area: ContainerArea): number | undefined {
  if (item.basis === 'auto' || item.basis === 'content') return undefined;
  const whole = row ? area.width : area.height;
  if (whole === undefined && typeof item.basis === 'object') return undefined;
  const insets = insetsOf({ item, borderBox, ...style }, area.width);
  const around = row ? insets.left + insets.right : insets.top + insets.bottom;
  return Math.max(around, resolved(item.basis, whole ?? 0) + (borderBox ? 0 : around));
}

function verticalInsets(style: Style, area: ContainerArea): number {
  const { top, bottom } = insetsOf(style, area.width);
  return top + bottom;
}

/**
 * Returns the heights of the margin boxes of items that are as high as their lines, where a container of a given height
 * has space between its lines: Yoga stretches the items over it.
 */
function lineHeights(
  layout: Layout,
  { container, rightToLeft }: Style,
  items: readonly Box[],
  nodes: readonly Node[],
  area: ContainerArea,
): (number | undefined)[] | undefined {
  const { wrap, direction, alignContent, alignItems } = container;
  if (!direction.startsWith('row') || wrap === 'nowrap' || alignContent === 'stretch') return undefined;
  if (area.height === undefined && area.minHeight === 0) return undefined;
  const heights: number[] = [];
  const lines = linesOf(nodes, rightToLeft !== (direction === 'row-reverse'));
  for (const [at, line] of lines.entries()) {
    const item = items[at];
    const height = item ? layout.heightOf(item, area.width, { width: nodes[at]?.getComputedWidth() ?? 0 }) : 0;
    heights[line] = Math.max(heights[line] ?? 0, height);
  }
  return items.map(({ style }, at) => {
    const align = style.item.alignSelf === 'auto' ? alignItems : style.item.alignSelf;
    return align === 'stretch' && style.height === undefined ? heights[lines[at] ?? 0] : undefined;
  });
}

/** Returns the number of the line that each item is in. */
function linesOf(nodes: readonly Node[], isReversed: boolean): number[] {
  let line = -1;
  let previous: number | undefined;
  return nodes.map((node) => {
    const left = node.getComputedLeft();
    if (previous === undefined || (isReversed ? left >= previous : left <= previous)) line++;
    previous = left;
    return line;
  });
}

/** Returns how the items in the first line of a row are aligned; of a column, the items are on no common baseline. */
function alignmentsOf(container: Style, items: readonly Box[], nodes: readonly Node[]): Alignment[] {
  const { direction, alignItems, wrap } = container.container;
  if (!isRow(container)) return [];
  const lines = wrap === 'nowrap' ? [] : linesOf(nodes, container.rightToLeft !== (direction === 'row-reverse'));
  return items
    .filter((_, at) => (lines[at] ?? 0) === 0)
    .map(({ style: { item } }) => (item.alignSelf === 'auto' ? alignItems : item.alignSelf));
}

/** Adds the space that items need to stand on the baselines of their lines, and returns it. */
function spacesOf(
  layout: Layout,
  container: Style,
  items: readonly Box[],
  nodes: readonly Node[],
  area: ContainerArea,
): number[] {
  if (!isRow(container) || items.length < 2) return [];
  const { direction, alignItems, wrap } = container.container;
  const lines = linesOf(nodes, container.rightToLeft !== (direction === 'row-reverse'));
  const aligned = items.map((box, at) => {
    const { alignSelf } = box.style.item;
    const align = alignSelf === 'auto' ? alignItems : alignSelf;
    const width = nodes[at]?.getComputedWidth() ?? 0;
    return { box, width, whole: area.width, align, line: wrap === 'nowrap' ? 0 : (lines[at] ?? 0) };
  });
  const spaces = baselineSpaces(layout, aligned);
  for (const [at, space] of spaces.entries()) {
    const { box, align } = aligned[at] ?? {};
    const edge = align === 'baseline' ? 'top' : 'bottom';
    if (box && space > 0) nodes[at]?.setMargin(edges[edge], marginOf(box.style.margin[edge], area.width) + space);
  }
  return spaces;
}

export function measureFlex(layout: Layout, { style }: BlockBox, items: readonly Box[]): Measures {
  const { wrap, columnGap } = style.container;
  const sizes = items.map((item) => layout.measure(item));
  const largest = (key: keyof Measures): number => sizes.reduce((upper, one) => Math.max(upper, one[key]), 0);
  if (!isRow(style)) return { min: largest('min'), max: largest('max') };
  const gaps = Math.max(0, items.length - 1) * gapIn(columnGap, 0);
  const sum = (key: keyof Measures): number => sizes.reduce((total, one) => total + one[key], gaps);
  return { min: wrap === 'nowrap' ? sum('min') : largest('min'), max: sum('max') };
}
