import { initialStyle, type Style, sides } from './style.ts';
import { type Colour, parts, readColourOf, readLength, resolved } from './values.ts';

const transparent: Colour = { hex: '#ffffff', opacity: 0 };

type PropertyReader = (style: Style, value: string, parent: Style) => void;

const oneOf =
  <Key extends keyof Style>(key: Key, allowed: readonly Style[Key][]): PropertyReader =>
  (style, value) => {
    const found = allowed.find((one) => one === value);
    if (found !== undefined) style[key] = found;
  };

const length =
  (key: 'width' | 'minWidth' | 'maxWidth' | 'height' | 'minHeight'): PropertyReader =>
  (style, value) => {
    const read = readLength(value, style.size);
    style[key] = read === undefined ? undefined : typeof read === 'number' ? Math.max(0, read) : read;
  };

const breaks =
  (key: 'breakBefore' | 'breakAfter'): PropertyReader =>
  (style, value) => {
    style[key] = /^(always|page|left|right|recto|verso)$/.test(value);
    if (key === 'breakAfter' && value === 'avoid') style.keepWithNext = true;
  };

/** Each reads the value of one longhand property into a style. A value that it does not know changes nothing. */
export const propertyReaders: Record<string, PropertyReader> = {
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
    if (value === 'bold' || value === 'bolder' || number >= 600) style.bold = true;
    else if (value === 'normal' || value === 'lighter' || number < 600) style.bold = false;
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
  'text-align': (style, declared) => {
    const value = declared.replace(/^-webkit-/, '');
    style.alignsTables = value !== declared;
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
  propertyReaders[`margin-${side}`] = (style, value) => {
    const read = value === 'auto' ? 'auto' : readLength(value, style.size);
    if (read !== undefined) style.margin[side] = read;
  };
  propertyReaders[`padding-${side}`] = (style, value) => {
    const read = readLength(value, style.size);
    if (read !== undefined) style.padding[side] = typeof read === 'number' ? Math.max(0, read) : read;
  };
  propertyReaders[`border-${side}-style`] = (style, value) => {
    style.border[side].style = value;
  };
  propertyReaders[`border-${side}-width`] = (style, value) => {
    const named = { thin: 0.75, medium: 2.25, thick: 3.75 }[value];
    const read = named ?? readLength(value, style.size);
    if (typeof read === 'number') style.border[side].width = Math.max(0, Math.min(500, read));
  };
  propertyReaders[`border-${side}-color`] = (style, value) => {
    const read = value === 'currentcolor' ? style.colour : readColourOf(value);
    if (read !== null) style.border[side].colour = read ?? transparent;
  };
}
