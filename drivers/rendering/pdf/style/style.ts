import type { Family } from '../fonts/fonts.ts';
import { type Colour, type Length, parts, readColourOf, readLength, resolved } from './values.ts';

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

/** What is computed of an element's declarations; lengths in pt. Shared between elements that look alike. */
export interface Style {
  // Inherited.
  family: Family;
  size: number;
  bold: boolean;
  italic: boolean;
  colour: Colour | undefined;
  /** A factor of the size, or pt. */
  lineHeight: { readonly factor: number } | number;
  align: 'left' | 'right' | 'center' | 'justify';
  /** Said by an attribute of old: tables are placed by it too, and what is in them is not. */
  alignsTables: boolean;
  whiteSpace: 'normal' | 'nowrap' | 'pre' | 'pre-wrap' | 'pre-line';
  transform: 'none' | 'uppercase' | 'lowercase' | 'capitalize';
  listType: string;
  rightToLeft: boolean;
  collapse: boolean;
  spacing: number;
  // Inherited here, for nothing between can take them back.
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
const sides = ['top', 'right', 'bottom', 'left'] as const;
export type Side = (typeof sides)[number];

const black: Colour = { hex: '#000000', opacity: 1 };
const unseen: Colour = { hex: '#ffffff', opacity: 0 };

const notInherited = () =>
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

/** The style of a box that no element stands for. */
export function anonymous(parent: Style, display: string): Style {
  return { ...parent, ...notInherited(), display };
}

/** `declarations`: by longhand, what won. */
export function computeStyle(parent: Style, declarations: ReadonlyMap<string, string>): Style {
  const style: Style = { ...parent, ...notInherited() };
  for (const side of sides) style.border[side].width = 2.25;
  const size = declarations.get('font-size');
  if (size !== undefined) style.size = readSize(size, parent.size);
  const colour = declarations.get('color');
  if (colour !== undefined && colour !== 'inherit') {
    const read = readColourOf(colour);
    if (read !== null) style.colour = read;
  }
  if (style.alignsTables && /^(inline-)?table$/.test(declarations.get('display') ?? '')) placeTable(style);
  for (const [property, value] of declarations) {
    if (value === 'inherit') {
      if (property in sameName) Object.assign(style, sameName[property]?.(parent));
      continue;
    }
    readers[property]?.(style, value.toLowerCase(), parent);
  }
  for (const side of sides) {
    const border = style.border[side];
    if (border.style === 'none' || border.style === 'hidden') border.width = 0;
    border.colour ??= style.colour;
  }
  return style;
}

/** As browsers do with `<td align="center"><table>`, which is how e-mails are laid out. */
function placeTable(style: Style): void {
  if (style.align !== 'left') style.margin.left = 'auto';
  if (style.align === 'center') style.margin.right = 'auto';
  style.align = style.rightToLeft ? 'right' : 'left';
  style.alignsTables = false;
}

/** What can be taken from the parent though it is not inherited. */
const sameName: Record<string, (parent: Style) => Partial<Style>> = {
  'background-color': ({ background }) => ({ background }),
  width: ({ width }) => ({ width }),
  height: ({ height }) => ({ height }),
};

const sizes: Record<string, number> = {
  'xx-small': 6.75,
  'x-small': 7.5,
  small: 9.75,
  medium: 12,
  large: 13.5,
  'x-large': 18,
  'xx-large': 24,
};

function readSize(value: string, parent: number): number {
  if (value === 'smaller') return parent / 1.2;
  if (value === 'larger') return parent * 1.2;
  const length = sizes[value] ?? readLength(value, parent);
  return length === undefined ? parent : Math.max(0, Math.min(2000, resolved(length, parent)));
}

type Reader = (style: Style, value: string, parent: Style) => void;

const oneOf =
  <Key extends keyof Style>(key: Key, allowed: readonly Style[Key][]): Reader =>
  (style, value) => {
    if ((allowed as readonly unknown[]).includes(value)) style[key] = value as Style[Key];
  };

const length =
  (key: 'width' | 'minWidth' | 'maxWidth' | 'height' | 'minHeight'): Reader =>
  (style, value) => {
    const read = readLength(value, style.size);
    style[key] = read === undefined ? undefined : typeof read === 'number' ? Math.max(0, read) : read;
  };

const breaks =
  (key: 'breakBefore' | 'breakAfter'): Reader =>
  (style, value) => {
    style[key] = /^(always|page|left|right|recto|verso)$/.test(value);
    if (key === 'breakAfter' && value === 'avoid') style.keepWithNext = true;
  };

const readers: Record<string, Reader> = {
  display: (style, value) => {
    style.display = value;
  },
  'font-family': (style, value) => {
    for (const name of value.split(',').map((one) => one.trim().replace(/^["']|["']$/g, ''))) {
      if (/mono|courier|consolas|menlo/.test(name)) style.family = 'mono';
      else if (/sans|arial|helvetica|verdana|tahoma|system-ui|roboto|calibri|segoe/.test(name)) style.family = 'sans';
      else if (/serif|times|georgia|garamond|cambria|palatino/.test(name)) style.family = 'serif';
      else continue;
      return;
    }
  },
  'font-weight': (style, value, parent) => {
    const number = Number(value);
    if (value === 'bold' || number >= 600) style.bold = true;
    else if (value === 'normal' || value === 'lighter' || number < 600) style.bold = false;
    else if (value === 'bolder') style.bold = true;
    else style.bold = parent.bold;
  },
  'font-style': (style, value) => {
    style.italic = value.startsWith('italic') || value.startsWith('oblique');
  },
  'line-height': (style, value) => {
    if (value === 'normal') style.lineHeight = initialStyle.lineHeight;
    else if (/^[\d.]+$/.test(value)) style.lineHeight = { factor: Math.min(100, Number(value) || 0) };
    else {
      const read = readLength(value, style.size);
      if (read !== undefined) style.lineHeight = Math.max(0, resolved(read, style.size));
    }
  },
  'text-align': (style, given) => {
    const value = given.replace(/^-webkit-/, '');
    style.alignsTables = value !== given;
    if (value === 'start') style.align = style.rightToLeft ? 'right' : 'left';
    else if (value === 'end') style.align = style.rightToLeft ? 'left' : 'right';
    else oneOf('align', ['left', 'right', 'center', 'justify'])(style, value, style);
  },
  'white-space': oneOf('whiteSpace', ['normal', 'nowrap', 'pre', 'pre-wrap', 'pre-line']),
  'text-transform': oneOf('transform', ['none', 'uppercase', 'lowercase', 'capitalize']),
  'list-style-type': (style, value) => {
    style.listType = value;
  },
  direction: (style, value) => {
    if (value !== 'rtl' && value !== 'ltr') return;
    style.rightToLeft = value === 'rtl';
    if (style.align === 'left' || style.align === 'right') style.align = style.rightToLeft ? 'right' : 'left';
  },
  'border-collapse': (style, value) => {
    style.collapse = value === 'collapse';
  },
  'border-spacing': (style, value) => {
    const read = readLength(parts(value)[0] ?? '', style.size);
    if (typeof read === 'number') style.spacing = Math.max(0, Math.min(200, read));
  },
  'text-decoration-line': (style, value) => {
    if (/\bunderline\b/.test(value)) style.underline = true;
    if (/\bline-through\b/.test(value)) style.strike = true;
    if (/\bnone\b/.test(value)) style.underline = style.strike = false;
  },
  'vertical-align': (style, value) => {
    if (value === 'sub' || value === 'super') style.shift = value;
    else oneOf('verticalAlign', ['top', 'middle', 'bottom'])(style, value, style);
  },
  'background-color': (style, value) => {
    const read = readColourOf(value);
    if (read !== null) style.background = read;
  },
  'border-radius': (style, value) => {
    const read = readLength(parts(value)[0] ?? '', style.size);
    if (typeof read === 'number') style.radius = Math.max(0, read);
  },
  width: length('width'),
  'min-width': length('minWidth'),
  'max-width': length('maxWidth'),
  height: length('height'),
  'min-height': length('minHeight'),
  'box-sizing': (style, value) => {
    style.borderBox = value === 'border-box';
  },
  'table-layout': (style, value) => {
    style.fixedTable = value === 'fixed';
  },
  'page-break-before': breaks('breakBefore'),
  'page-break-after': breaks('breakAfter'),
  'page-break-inside': (style, value) => {
    style.keepTogether = value.startsWith('avoid');
  },
};

for (const side of sides) {
  readers[`margin-${side}`] = (style, value) => {
    const read = value === 'auto' ? 'auto' : readLength(value, style.size);
    if (read !== undefined) style.margin[side] = read;
  };
  readers[`padding-${side}`] = (style, value) => {
    const read = readLength(value, style.size);
    if (read !== undefined) style.padding[side] = typeof read === 'number' ? Math.max(0, read) : read;
  };
  readers[`border-${side}-style`] = (style, value) => {
    style.border[side].style = value;
  };
  readers[`border-${side}-width`] = (style, value) => {
    const named = { thin: 0.75, medium: 2.25, thick: 3.75 }[value];
    const read = named ?? readLength(value, style.size);
    if (typeof read === 'number') style.border[side].width = Math.max(0, Math.min(500, read));
  };
  readers[`border-${side}-color`] = (style, value) => {
    const read = value === 'currentcolor' ? style.colour : readColourOf(value);
    if (read !== null) style.border[side].colour = read ?? unseen;
  };
}
