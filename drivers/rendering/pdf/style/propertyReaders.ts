import { chooseFamilies, standardNames } from '../fonts/families.ts';
import { backgroundReaders } from './backgroundReaders.ts';
import { columnReaders } from './columnReaders.ts';
import { containerReaders } from './containerReaders.ts';
import { alignments } from './lines/lift.ts';
import { lineReaders } from './lines/lineReaders.ts';
import { type Style, sides } from './style.ts';
import { transformReaders } from './transformReaders.ts';
import { type Colour, readColourOf } from './values/colours.ts';
import { cornerNames, withCorner } from './values/corners.ts';
import { featureProperties, withVariant } from './values/fontVariants.ts';
import { inWholePixels, PIXEL } from './values/layoutUnits.ts';
import { readLength } from './values/lengths.ts';
import { lookReaders } from './values/lookReaders.ts';
import { parts } from './values/valueWords.ts';
import { writingModes } from './writingMode.ts';

const transparent: Colour = { hex: '#ffffff', opacity: 0 };

/** More lines than a page has. */
const MAX_LINES = 10_000;

type PropertyReader = (style: Style, value: string, parent: Style) => void;

const oneOf =
  <Key extends keyof Style>(key: Key, allowed: readonly Style[Key][]): PropertyReader =>
  (style, value) => {
    const found = allowed.find((one) => one === value);
    if (found !== undefined) style[key] = found;
  };

const length =
  (key: 'width' | 'minWidth' | 'maxWidth' | 'height' | 'minHeight' | 'maxHeight'): PropertyReader =>
  (style, value) => {
    if (/^-[\d.]/.test(value)) return;
    const read = readLength(value, style.size, style.units);
    style[key] = read === undefined ? undefined : typeof read === 'number' ? Math.max(0, read) : read;
  };

/** Returns the side of the box around on which its lines start or end. */
function sideOf(value: 'inline-start' | 'inline-end', style: Style): 'left' | 'right';
function sideOf(value: string, style: Style): string;
function sideOf(value: string, { rightToLeft }: Style): string {
  if (value !== 'inline-start' && value !== 'inline-end') return value;
  return (value === 'inline-start') === rightToLeft ? 'right' : 'left';
}

const breaks =
  (key: 'breakBefore' | 'breakAfter'): PropertyReader =>
  (style, value) => {
    style[key] = /^(always|page|left|right|recto|verso)$/.test(value);
    style.columns = { ...style.columns, [key === 'breakBefore' ? 'begins' : 'ends']: value === 'column' };
    style[key === 'breakBefore' ? 'keepWithPrevious' : 'keepWithNext'] = value.startsWith('avoid');
  };

const lineCount =
  (key: 'orphans' | 'widows'): PropertyReader =>
  (style, value) => {
    if (/^\+?\d+$/.test(value) && Number(value) > 0) style[key] = Math.min(MAX_LINES, Number(value));
  };

/** Lengths beside the letters of a text. */
const spacing =
  (key: 'letterSpacing' | 'wordSpacing'): PropertyReader =>
  (style, value) => {
    const read = value === 'normal' ? 0 : readLength(value, style.size, style.units);
    if (typeof read === 'number') style[key] = Math.max(-100, Math.min(500, read));
  };

/** Each reads the value of one longhand property into a style. A value that it does not know changes nothing. */
export const propertyReaders: Record<string, PropertyReader> = {
  ...backgroundReaders,
  ...containerReaders,
  ...columnReaders,
  ...lineReaders,
  ...lookReaders,
  ...transformReaders,
  display: (style, value) => {
    style.display = value;
  },
  float: (style, value, parent) => oneOf('float', ['none', 'left', 'right'])(style, sideOf(value, parent), parent),
  clear: (style, value, parent) =>
    oneOf('clear', ['none', 'left', 'right', 'both'])(style, sideOf(value, parent), parent),
  position: (style, value) => {
    const running = /^running\(\s*([\w-]+)\s*\)$/.exec(value)?.[1];
    if (running !== undefined) [style.running, style.position] = [running, 'absolute'];
    else if (value === 'sticky') style.position = 'relative';
    else oneOf('position', ['static', 'relative', 'absolute', 'fixed'])(style, value, style);
  },
  'z-index': (style, value) => {
    style.zIndex = /^[+-]?\d+$/.test(value) ? Number(value) : undefined;
  },
  'text-overflow': (style, value) => {
    style.ellipsis = value === 'ellipsis';
  },
  page: (style, value) => {
    if (value !== 'auto') style.page = value;
  },
  appearance: oneOf('appearance', ['auto', 'none']),
  visibility: (style, value) => {
    style.hidden = value === 'hidden' || value === 'collapse';
  },
  opacity: (style, value, parent) => {
    const number = value.endsWith('%') ? Number(value.slice(0, -1)) / 100 : Number(value);
    if (Number.isFinite(number)) style.opacity = parent.opacity * Math.max(0, Math.min(1, number));
  },
  'letter-spacing': spacing('letterSpacing'),
  'word-spacing': spacing('wordSpacing'),
  'text-indent': (style, value) => {
    const read = readLength(value, style.size, style.units);
    if (read !== undefined) style.indent = read;
  },
  'font-family': (style, value) => {
    const { own, firstOwn, family, missing, replaced } = chooseFamilies(value, (name) => style.fonts.has(name));
    style.families = own;
    style.family = family ?? style.family;
    // Text of this size, as in `font: 0/0 a`, is not there to be read.
    if (missing.length === 0 || style.size === 0) return;
    style.fonts.miss(missing, firstOwn ?? standardNames[style.family], { list: value, replaced });
  },
  'font-weight': (style, value, parent) => {
    const number = Number(value);
    if (value === 'bold') style.weight = 700;
    else if (value === 'normal') style.weight = 400;
    else if (value === 'bolder') style.weight = parent.weight < 350 ? 400 : parent.weight < 550 ? 700 : 900;
    else if (value === 'lighter') style.weight = parent.weight < 550 ? 100 : parent.weight < 750 ? 400 : 700;
    else style.weight = number >= 1 && number <= 1000 ? number : parent.weight;
  },
  'font-style': (style, value) => {
    style.italic = value.startsWith('italic') || value.startsWith('oblique');
  },
  'text-align': (style, declared) => {
    const value = declared.replace(/^-webkit-/, '');
    if (value === '-waybill-center') {
      if (!style.isAligned) style.align = 'center';
      return;
    }
    style.isAligned = value === 'end' ? value : value !== 'start';
    style.alignsTables = value !== declared;
    if (value === 'start' || value === 'end') style.align = sideOf(`inline-${value}`, style);
    else oneOf('align', ['left', 'right', 'center', 'justify'])(style, value, style);
  },
  'white-space': (style, value) =>
    oneOf('whiteSpace', ['normal', 'nowrap', 'pre', 'pre-wrap', 'pre-line'])(
      style,
      value === 'break-spaces' ? 'pre-wrap' : value,
      style,
    ),
  'word-break': (style, value) => {
    style.keepsWords = value === 'keep-all';
    oneOf('wordBreak', ['normal', 'break-word', 'break-all'])(style, style.keepsWords ? 'normal' : value, style);
  },
  'line-break': (style, value) => {
    if (value === 'anywhere') style.wordBreak = 'break-all';
  },
  'overflow-wrap': oneOf('overflowWrap', ['normal', 'break-word', 'anywhere']),
  'text-transform': oneOf('textTransform', ['none', 'uppercase', 'lowercase', 'capitalize']),
  'list-style-type': (style, value) => {
    style.listType = /^none$/i.test(value) ? 'none' : value;
  },
  'list-style-position': (style, value) => {
    style.listInside = value === 'inside';
  },
  'writing-mode': (style, value) => {
    style.writingMode = writingModes.get(value) ?? style.writingMode;
  },
  direction: (style, value) => {
    if (value !== 'rtl' && value !== 'ltr') return;
    style.rightToLeft = value === 'rtl';
    if (style.isAligned === true || (style.align !== 'left' && style.align !== 'right')) return;
    style.align = sideOf(`inline-${style.isAligned || 'start'}`, style);
  },
  'caption-side': oneOf('captionSide', ['top', 'bottom']),
  'empty-cells': oneOf('emptyCells', ['show', 'hide']),
  'border-collapse': (style, value) => {
    style.collapse = value === 'collapse';
  },
  'border-spacing': (style, value) => {
    const [across = '', down = across] = parts(value);
    const [columns, rows] = [across, down].map((one) => readLength(one, style.size, style.units));
    if (typeof columns === 'number') style.spacing = Math.max(0, Math.min(200, inWholePixels(columns)));
    if (typeof rows === 'number') style.rowSpacing = Math.max(0, Math.min(200, inWholePixels(rows)));
  },
  'text-underline-offset': (style, value) => {
    style.underlineOffset = readLength(value, style.size, style.units);
  },
  'vertical-align': oneOf('verticalAlign', alignments),
  'background-color': (style, value) => {
    const read = value === 'currentcolor' ? style.colour : readColourOf(value);
    if (read !== null) style.background = read;
  },
  'aspect-ratio': (style, value) => {
    const [, across, along = '1'] = /^(?:auto\s+)?([\d.]+)(?:\s*\/\s*([\d.]+))?(?:\s+auto)?$/.exec(value) ?? [];
    const ratio = Number(across) / Number(along);
    style.ratio = ratio > 0 && Number.isFinite(ratio) ? ratio : undefined;
  },
  width: (style, value, parent) => {
    length('width')(style, value, parent);
    const kind = /^(fit|max|min)-content$/.exec(value)?.[1];
    style.fits = (['fit', 'max', 'min'] as const).find((one) => one === kind);
  },
  'min-width': length('minWidth'),
  'max-width': length('maxWidth'),
  height: length('height'),
  'min-height': length('minHeight'),
  'max-height': length('maxHeight'),
  'box-sizing': (style, value) => {
    style.borderBox = value === 'border-box';
  },
  'table-layout': (style, value) => {
    style.fixedTable = value === 'fixed';
  },
  'page-break-before': breaks('breakBefore'),
  'page-break-after': breaks('breakAfter'),
  'page-break-inside': (style, value) => {
    style.keepTogether = /^avoid(?!-region)/.test(value);
  },
  orphans: lineCount('orphans'),
  widows: lineCount('widows'),
};

/** As in browsers, borders are as wide as whole pixels; none is less than one. */
const borderWidth = (width: number): number => (width > 0 ? Math.max(PIXEL, inWholePixels(width)) : 0);

for (const property of featureProperties)
  propertyReaders[property] = (style, value) => {
    style.variants = withVariant(style.variants, property, value);
  };

for (const side of sides) {
  propertyReaders[side] = (style, value) => {
    style.inset[side] = readLength(value, style.size, style.units);
  };
  propertyReaders[`margin-${side}`] = (style, value) => {
    const read = value === 'auto' ? 'auto' : readLength(value, style.size, style.units);
    if (read !== undefined) style.margin[side] = read;
  };
  propertyReaders[`padding-${side}`] = (style, value) => {
    const read = readLength(value, style.size, style.units);
    if (read !== undefined && !/^-[\d.]/.test(value))
      style.padding[side] = typeof read === 'number' ? Math.max(0, read) : read;
  };
  propertyReaders[`border-${side}-style`] = (style, value) => {
    style.border[side].style = value;
  };
  propertyReaders[`border-${side}-width`] = (style, value) => {
    const named = { thin: 0.75, medium: 2.25, thick: 3.75 }[value];
    const read = named === undefined ? readLength(value, style.size, style.units) : named * (style.units.zoom ?? 1);
    if (typeof read === 'number') style.border[side].width = borderWidth(Math.min(5000, read));
  };
  propertyReaders[`border-${side}-color`] = (style, value) => {
    const read = readColourOf(value);
    if (value === 'currentcolor') style.border[side].colour = undefined;
    else if (read !== null) style.border[side].colour = read ?? transparent;
  };
}

cornerNames.forEach((name, at) => {
  propertyReaders[`border-${name}-radius`] = (style, value) => {
    style.corners = withCorner(style.corners, at, value, style);
  };
});
for (const [block, vertical] of [
  ['start', 'top'],
  ['end', 'bottom'],
]) {
  for (const inline of ['start', 'end'])
    propertyReaders[`border-${block}-${inline}-radius`] = (style, value, parent) =>
      propertyReaders[`border-${vertical}-${sideOf(`inline-${inline}`, style)}-radius`]?.(style, value, parent);
}

/** Sides as text runs: from left to right unless `direction` says otherwise, and from top to bottom. */
const running = (start: string, end = ''): void => {
  for (const edge of ['start', 'end'] as const) {
    const sideNamed = (side: string): string => `${start}${side}${end}`;
    propertyReaders[`${start || 'inset-'}block-${edge}${end}`] = (style, value, parent) =>
      propertyReaders[sideNamed(edge === 'start' ? 'top' : 'bottom')]?.(style, value, parent);
    propertyReaders[`${start || 'inset-'}inline-${edge}${end}`] = (style, value, parent) =>
      propertyReaders[sideNamed(sideOf(`inline-${edge}`, style))]?.(style, value, parent);
  }
};
for (const box of ['', 'margin-', 'padding-']) running(box);
for (const part of ['style', 'width', 'color']) running('border-', `-${part}`);
for (const bound of ['', 'min-', 'max-']) {
  propertyReaders[`${bound}inline-size`] = propertyReaders[`${bound}width`] ?? (() => undefined);
  propertyReaders[`${bound}block-size`] = propertyReaders[`${bound}height`] ?? (() => undefined);
}
