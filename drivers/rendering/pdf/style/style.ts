import type { Family } from '../fonts/fonts.ts';
import type { Colour, Length } from './values.ts';

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
export interface Style {
  // Inherited.
  family: Family;
  size: number;
  bold: boolean;
  italic: boolean;
  colour: Colour | undefined;
  /** A multiple of the font size, or a length in pt. */
  lineHeight: { readonly factor: number } | number;
  align: 'left' | 'right' | 'center' | 'justify';
  /** Whether `align` comes from an `align` attribute: that aligns tables too, but not their content. */
  alignsTables: boolean;
  whiteSpace: 'normal' | 'nowrap' | 'pre' | 'pre-wrap' | 'pre-line';
  transform: 'none' | 'uppercase' | 'lowercase' | 'capitalize';
  listType: string;
  rightToLeft: boolean;
  collapse: boolean;
  spacing: number;
  // Inherited here, because an element between cannot undo them.
  underline: boolean;
  strike: boolean;
  // Not inherited.
  display: string;
  shift: 'baseline' | 'sub' | 'super';
  verticalAlign: 'top' | 'middle' | 'bottom';
  margin: Edges<Length | 'auto'>;
  padding: Edges<Length>;
  border: Edges<Border>;
  background: Colour | undefined;
  radius: number;
  width: Length | undefined;
  minWidth: Length | undefined;
  maxWidth: Length | undefined;
  height: Length | undefined;
  minHeight: Length | undefined;
  borderBox: boolean;
  fixedTable: boolean;
  breakBefore: boolean;
  breakAfter: boolean;
  keepTogether: boolean;
  keepWithNext: boolean;
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
    display: 'inline',
    shift: 'baseline',
    verticalAlign: 'top',
    margin: edges<Length | 'auto'>(() => 0),
    padding: edges<Length>(() => 0),
    border: edges<Border>(() => ({ width: 0, style: 'none', colour: undefined })),
    background: undefined,
    radius: 0,
    width: undefined,
    minWidth: undefined,
    maxWidth: undefined,
    height: undefined,
    minHeight: undefined,
    borderBox: false,
    fixedTable: false,
    breakBefore: false,
    breakAfter: false,
    keepTogether: false,
    keepWithNext: false,
  }) as const;

export const initialStyle: Style = {
  family: 'sans',
  size: 12,
  bold: false,
  italic: false,
  colour: black,
  lineHeight: { factor: 1.35 },
  align: 'left',
  alignsTables: false,
  whiteSpace: 'normal',
  transform: 'none',
  listType: 'disc',
  rightToLeft: false,
  collapse: false,
  spacing: 1.5,
  underline: false,
  strike: false,
  ...notInherited(),
};

/** Returns the style of a box that no element stands for. */
export function anonymous(parent: Style, display: string): Style {
  return { ...parent, ...notInherited(), display };
}
