import type { Box, TableBox } from '../boxes/boxes.ts';
import type { Reach } from '../layout/alignment/lineMetrics.ts';
import type { Measures } from '../layout/lines.ts';
import { SpanParts } from '../pages/spanParts.ts';

/** Sizes of boxes, shared by all flows of a document: containers measure their items in flows of their own. */
export interface KnownSizes {
  readonly measures: Map<Box, Measures>;
  /** The extents of boxes in lines. */
  readonly reaches: Map<Box, { readonly width: number; readonly reach: Reach }>;
  /** By the given size and the containing block. */
  readonly heights: Map<Box, Map<string, number>>;
  /** The heights that the rows of a table need, by its width. */
  readonly rows: Map<TableBox, { readonly width: number; readonly heights: readonly number[] }>;
  readonly spanParts: SpanParts;
}

export const newKnownSizes = (): KnownSizes => ({
  measures: new Map(),
  reaches: new Map(),
  heights: new Map(),
  rows: new Map(),
  spanParts: new SpanParts(),
});
