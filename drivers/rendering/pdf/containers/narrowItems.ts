import type { Node } from 'yoga-layout';
import type { Box } from '../boxes/boxes.ts';
import { sideMargins } from '../layout/boxGeometry.ts';
import type { Style } from '../style/style.ts';
import { resolved } from '../style/values/lengths.ts';
import type { ContainerArea } from './containerArea.ts';

/**
 * Gives items that do not fit even at their smallest widths these widths. Yoga would divide by the rounding error that is
 * left of the sum of their factors, and make them millions of points wide.
 */
export function fixNarrow(
  nodes: readonly Node[],
  items: readonly Box[],
  { container }: Style,
  { width }: ContainerArea,
): void {
  const widths = nodes.map((node) => {
    const { value } = node.getFlexShrink() > 0 ? node.getMinWidth() : node.getFlexBasis();
    return Number.isFinite(value) ? value : 0;
  });
  const gaps = Math.max(0, nodes.length - 1) * resolved(container.columnGap, width);
  const margins = items.reduce((sum, { style }) => sum + sideMargins(style, width), gaps);
  if (widths.reduce((sum, one) => sum + one, margins) < width - 0.01) return;
  nodes.forEach((node, at) => {
    if (node.getFlexShrink() === 0) return;
    node.setFlexBasis(widths[at] ?? 0);
    node.setFlexShrink(0);
  });
}
