import type { BlockBox, Box, ImageBox } from '../boxes/boxes.ts';
import { measureContainer } from '../containers/containers.ts';
import { insetsOf } from '../layout/borders.ts';
import { horizontalPlace, sideMargins } from '../layout/boxGeometry.ts';
import type { GivenSize, Layout } from '../layout/layout.ts';
import { type Measures, measureWords } from '../layout/lines.ts';
import type { BlockWords } from '../layout/words.ts';
import { isContainer, isPositioned, type Style } from '../style/style.ts';
import { resolved } from '../style/values/lengths.ts';
import { measureTable, widthOfTable } from '../tables/tableMeasures.ts';
import { measureTurned } from './turnedContent.ts';

/** What measuring needs of a flow, which caches the results. */
interface Measuring extends Layout {
  wordsIn(box: BlockBox, width: number): BlockWords;
  imageSize(box: ImageBox, whole: number): { width: number; height: number };
}

/** Measures a box with its margins. */
export function measureBox(layout: Measuring, box: Box): Measures {
  const { style } = box;
  const margins = sideMargins(style, 0);
  if (box.kind === 'image') {
    const { width } = layout.imageSize(box, Number.POSITIVE_INFINITY);
    // An image that a share of its container bounds needs no space of its own but for its margins.
    const isShare = typeof style.width === 'object' || typeof style.maxWidth === 'object';
    return { min: margins + (isShare ? 0 : width), max: width + margins };
  }
  if (box.kind === 'table') {
    const { min, max } = measureTable(box, layout);
    return { min: min + margins, max: max + margins };
  }
  const insets = insetsOf(style, 0);
  const outer = margins + insets.left + insets.right;
  const added = style.borderBox ? margins : outer;
  if (typeof style.width === 'number') return { min: style.width + added, max: style.width + added };
  const inner = layout.measureInside(box);
  const least = typeof style.minWidth === 'number' ? style.minWidth + added : 0;
  const upper = typeof style.maxWidth === 'number' ? style.maxWidth + added : Number.POSITIVE_INFINITY;
  const bounded = (width: number): number => Math.max(least, Math.min(upper, width + outer));
  return { min: bounded(inner.min), max: bounded(inner.max) };
}

/** Measures the content of a box, without its padding, border and margins. */
export function measureContent(layout: Measuring, box: BlockBox): Measures {
  // As in browsers, the content of a container that is queried has no part in its width.
  if (box.style.container.query?.isQueried) return { min: 0, max: 0 };
  if (box.style.rotation) return measureTurned(layout, box);
  const { fieldWidths, ...plain } = box;
  if (fieldWidths) return { ...layout.measureInside(plain), ...fieldWidths };
  if (isContainer(box.style)) return measureContainer(layout, box);
  const { size, columns } = box.style;
  const { count = 1, width, gap = size } = columns;
  const { min, max } = measureText(layout, box);
  if (count === 1 || width !== undefined) return { min, max };
  const gaps = (count - 1) * resolved(gap, 0);
  return { min: min * count + gaps, max: max * count + gaps };
}

function measureText(layout: Measuring, box: BlockBox): Measures {
  if (box.inline) {
    const { all, first = all } = layout.wordsIn(box, Number.POSITIVE_INFINITY);
    // As in browsers, a block is as wide as if all of its lines had the style of the first.
    return measureWords(first, (boxed) => (isPositioned(boxed.style) ? { min: 0, max: 0 } : layout.measure(boxed)));
  }
  let min = 0;
  let max = 0;
  let floats = 0;
  for (const child of box.children) {
    if (isPositioned(child.style)) continue;
    const one = layout.measure(child);
    floats = child.style.float === 'none' ? 0 : floats + one.max;
    if (one.min > min) min = one.min;
    max = Math.max(max, floats, one.max);
  }
  return { min, max };
}

const noMargins = { top: 0, right: 0, bottom: 0, left: 0 };

/** Gives a block that is as wide as its content that width. */
export function fittedBlock(layout: Measuring, box: BlockBox, whole: number, { width }: GivenSize): BlockBox {
  const { style } = box;
  if (style.fits === undefined || width !== undefined) return box;
  return { ...box, style: withOuterWidth(style, fitWidthOf(layout, box, whole, whole), whole) };
}

/** Returns the width of a border box as wide as its content. `whole`: of its containing block. */
export function fitWidthOf(layout: Measuring, box: Box, whole: number, available: number): number {
  const { style } = box;
  if (box.kind === 'image') return layout.imageSize(box, whole).width;
  const margins = sideMargins(style, Number.isFinite(whole) ? whole : 0);
  const { min, max } = layout.measure(box);
  if (box.kind === 'table') {
    return Number.isFinite(available) ? widthOfTable(box, layout, Math.max(0, available - margins)) : max - margins;
  }
  if (!Number.isFinite(whole)) return max - margins;
  const natural = { min, max, fit: Math.min(Math.max(min, available), max) };
  const fit = natural[style.fits ?? 'fit'] - margins;
  const wide = style.width === undefined ? withOuterWidth(style, fit, whole) : style;
  return horizontalPlace({ ...wide, margin: noMargins }, 0, Math.max(whole, fit)).width;
}

/** Returns a style whose border box has a width, unless its bounds are narrower or wider. */
function withOuterWidth(style: Style, width: number, whole: number): Style {
  const { left, right } = insetsOf(style, whole);
  return { ...style, width: Math.max(0, style.borderBox ? width : width - left - right) };
}
