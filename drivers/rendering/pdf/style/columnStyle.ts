import type { Colour } from './values/colours.ts';
import type { Length } from './values/lengths.ts';

/** Columns of text. */
export interface ColumnStyle {
  /** Undefined where the width alone decides. */
  readonly count: number | undefined;
  /** The least width of a column; pt. */
  readonly width: number | undefined;
  /** One em where nothing is declared. */
  readonly gap: Length | undefined;
  /** The line between columns. */
  readonly rule: { readonly width: number; readonly style: string; readonly colour: Colour | undefined };
  /** Whether columns are filled one after another, in place of being of one height. */
  readonly fills: boolean;
  /** Whether the element begins or ends one, where it is in columns itself. */
  readonly begins: boolean;
  readonly ends: boolean;
}

export const initialColumns: ColumnStyle = {
  count: undefined,
  width: undefined,
  gap: undefined,
  rule: { width: 0, style: 'none', colour: undefined },
  fills: false,
  begins: false,
  ends: false,
};

/** Whether the content of an element is laid out in columns. */
export const hasColumns = ({ columns }: { readonly columns: ColumnStyle }): boolean =>
  columns.count !== undefined || columns.width !== undefined;
