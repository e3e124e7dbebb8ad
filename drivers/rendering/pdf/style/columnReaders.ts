import type { ColumnStyle } from './columnStyle.ts';
import { containerReaders } from './containerReaders.ts';
import type { Style } from './style.ts';
import { readColourOf } from './values/colours.ts';
import { type Length, readLength } from './values/lengths.ts';

const MAX_COLUMNS = 100;

type Reader = (style: Style, value: string) => void;

const column =
  <Key extends keyof ColumnStyle>(key: Key, read: (value: string, style: Style) => ColumnStyle[Key]): Reader =>
  (style, value) => {
    style.columns = { ...style.columns, [key]: read(value, style) };
  };

const lengthOf = (value: string, { size, units }: Style): Length | undefined => readLength(value, size, units);
const widths: Readonly<Record<string, number>> = { thin: 0.75, medium: 2.25, thick: 3.75 };

/** Readers of the properties of columns of text. */
export const columnReaders: Record<string, Reader> = {
  'column-count': column('count', (value) => {
    const count = Number.parseInt(value, 10);
    return count > 0 ? Math.min(count, MAX_COLUMNS) : undefined;
  }),
  'column-width': column('width', (value, style) => {
    const width = lengthOf(value, style);
    return typeof width === 'number' && width > 0 ? width : undefined;
  }),
  'column-gap': (style, value) => {
    containerReaders['column-gap']?.(style, value);
    style.columns = { ...style.columns, gap: lengthOf(value, style) };
  },
  'column-fill': column('fills', (value) => value === 'auto'),
  'column-span': (style, value) => {
    style.spansColumns = value === 'all';
  },
  'column-rule-width': column('rule', (value, style) => {
    const width = widths[value] ?? lengthOf(value, style);
    return { ...style.columns.rule, width: typeof width === 'number' ? Math.max(0, Math.min(width, 100)) : 0 };
  }),
  'column-rule-style': column('rule', (value, { columns }) => ({ ...columns.rule, style: value })),
  'column-rule-color': column('rule', (value, { columns, colour }) => ({
    ...columns.rule,
    colour: value === 'currentcolor' ? colour : (readColourOf(value) ?? undefined),
  })),
};
