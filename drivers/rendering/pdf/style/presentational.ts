import { ownValue } from '../../../../domain/documents/css/ownValue.ts';
import type { ElementView } from './sheets/elementView.ts';
import type { Declarations } from './stylesheet.ts';
import { legacyColour } from './values/legacyColour.ts';

type Declaration = Declarations[number];
type Attributes = ElementView['attributes'];

const sized = new Set(['table', 'td', 'th', 'col', 'colgroup', 'img', 'hr']);
const rowParts = new Set(['tr', 'thead', 'tbody', 'tfoot']);
/** Elements whose `align` also places the boxes in them. */
const placing = new Set(['td', 'th', 'tr', 'p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'tbody', 'thead', 'tfoot']);
/** Elements whose `align` does not align the text in them. */
const otherwiseAligned = new Set(['table', 'caption', 'img', 'hr', 'iframe', 'embed', 'object', 'svg']);
const backgrounds = new Set(['body', 'table', 'tbody', 'thead', 'tfoot', 'tr', 'td', 'th']);
/** Where `<img align>` places a picture in its line. */
const imageAligns: Record<string, string> = {
  top: 'top',
  texttop: 'text-top',
  middle: '-webkit-baseline-middle',
  center: '-webkit-baseline-middle',
  absmiddle: 'middle',
  absbottom: 'bottom',
};
const lists = new Set(['ol', 'ul', 'li']);
const listTypes: Record<string, string> = {
  a: 'lower-alpha',
  A: 'upper-alpha',
  i: 'lower-roman',
  I: 'upper-roman',
  '1': 'decimal',
};
/** Of `<font size>`. */
const fontSizes: Record<string, string> = {
  '1': 'x-small',
  '2': 'small',
  '3': 'medium',
  '4': 'large',
  '5': 'x-large',
  '6': 'xx-large',
  '7': '36pt',
};
const edges = ['top', 'right', 'bottom', 'left'] as const;
type Edge = (typeof edges)[number];
/** Where `<table rules>` draws lines at its cells. */
const ruled: Record<string, readonly Edge[]> = {
  all: edges,
  rows: ['top', 'bottom'],
  cols: ['left', 'right'],
  groups: [],
  none: [],
};
/** Where `<table frame>` draws lines. */
const frames: Record<string, readonly Edge[]> = {
  void: [],
  above: ['top'],
  below: ['bottom'],
  hsides: ['top', 'bottom'],
  lhs: ['left'],
  rhs: ['right'],
  vsides: ['left', 'right'],
  box: edges,
  border: edges,
};
const sections = new Set(['thead', 'tbody', 'tfoot']);
const tableParts = [...sections, 'tr', 'td', 'th', 'col', 'colgroup'];
/** Elements with the attribute `valign`. */
const aligned = new Set([...tableParts, 'img']);
/** Elements with the attribute `bgcolor`. */
const coloured = new Set([...tableParts, 'table', 'body', 'marquee']);
/** Elements of drawings that HTML in `<foreignObject>` inherits from, and the attributes that it inherits. */
const drawn = new Set(['svg', 'g', 'switch', 'foreignObject']);
const drawnFonts = [
  'color',
  'direction',
  'font-family',
  'font-size',
  'font-style',
  'font-variant',
  'font-weight',
  'letter-spacing',
  'visibility',
  'white-space',
  'word-spacing',
];

/** Returns the declarations that presentational attributes stand for; undefined for the many elements without any. */
export function presentational({ tag, attributes, parent }: ElementView): Declaration[] | undefined {
  const found: Declaration[] = [];
  const { valign, bgcolor, background, dir, lang } = attributes;
  if (dir === 'rtl' || dir === 'ltr') add(found, 'direction', dir);
  add(found, '-webkit-locale', lang?.trim());
  addSizes(found, tag, attributes);
  if (drawn.has(tag) || isDrawnLink(tag, parent)) addDrawn(found, attributes);
  if (tag === 'hr') addRule(found, attributes);
  if (tag === 'br') add(found, 'clear', attributes['clear']?.toLowerCase().replace('all', 'both'));
  if (tag === 'img') addAround(found, attributes);
  addAlignment(found, tag, attributes['align']?.toLowerCase());
  if (aligned.has(tag)) add(found, 'vertical-align', valign?.toLowerCase());
  if (coloured.has(tag)) add(found, 'background-color', legacyColour(bgcolor));
  if (backgrounds.has(tag)) add(found, 'background-image', background);
  if (tag === 'table') addTable(found, attributes);
  else if (tag === 'body') add(found, 'color', legacyColour(attributes['text']));
  else if (tag === 'a' && attributes['href'] !== undefined) add(found, 'color', linkColour(parent));
  else if (tag === 'td' || tag === 'th') addCell(found, attributes, parent?.parent?.parent);
  else if (sections.has(tag) && parent?.attributes['rules']?.toLowerCase() === 'groups')
    addLines(found, '1', ['top', 'bottom']);
  else if (tag === 'font') {
    add(found, 'color', legacyColour(attributes['color']));
    add(found, 'font-size', fontSize(attributes['size']?.trim() ?? ''));
    add(found, 'font-family', attributes['face']);
  } else if (lists.has(tag) && attributes['type'] !== undefined)
    add(found, 'list-style-type', ownValue(listTypes, attributes['type']) ?? attributes['type'].toLowerCase());
  return found.length > 0 ? found : undefined;
}

/** Whether an element is a link of a drawing: no link of HTML is a child of `<svg>`, `<g>` or `<switch>`. */
const isDrawnLink = (tag: string, parent: ElementView | undefined): boolean =>
  tag === 'a' && parent !== undefined && parent.tag !== 'foreignObject' && drawn.has(parent.tag);

/** Returns what `<body link>` declares. */
function linkColour(around: ElementView | undefined): string | undefined {
  let body = around;
  while (body && body.tag !== 'body') body = body.parent;
  return legacyColour(body?.attributes['link']);
}

/** With a sign, a size is relative to the third. */
function fontSize(size: string): string | undefined {
  const [, sign, digits] = /^([+-]?)(\d+)/.exec(size) ?? [];
  if (digits === undefined) return undefined;
  const number = sign === '' ? Number(digits) : 3 + Number(`${sign}${digits}`);
  return fontSizes[Math.max(1, Math.min(7, number))];
}

function add(found: Declaration[], property: string, value: string | undefined): void {
  if (value !== undefined) found.push([property, value, false]);
}

/** Adds the width and the height that attributes declare. */
function addSizes(found: Declaration[], tag: string, attributes: Attributes): void {
  const isTable = tag === 'table' || tag === 'td' || tag === 'th';
  for (const side of ['width', 'height'] as const) {
    const value = attributes[side];
    if (tag === 'svg') addSvgLength(found, side, value);
    else if ((sized.has(tag) || (side === 'height' && rowParts.has(tag))) && !(isTable && isZero(value)))
      addLength(found, side, value);
  }
}

/** As HTML reads sizes: the number at the start counts, in pixels whatever follows it, or in percent. */
function addLength(found: Declaration[], property: string, value: string | undefined): void {
  const [, size, unit] = /^\s*(\d+(?:\.\d*)?|\.\d+)([%*]?)/.exec(value ?? '') ?? [];
  if (size !== undefined && unit !== '*') add(found, property, `${Number(size)}${unit === '%' ? '%' : 'px'}`);
}

/** Adds what HTML in a drawing inherits. */
function addDrawn(found: Declaration[], attributes: Attributes): void {
  for (const name of drawnFonts)
    if (name === 'font-weight') add(found, name, attributes[name]);
    else addSvgLength(found, name, attributes[name]);
}

/** As SVG reads sizes: a length of CSS, or a number of pixels. */
function addSvgLength(found: Declaration[], property: string, value: string | undefined): void {
  add(found, property, value !== undefined && /^\s*[\d.]+\s*$/.test(value) ? `${value.trim()}px` : value);
}

/** Tables and cells with a size of zero are as large as their content. */
const isZero = (value: string | undefined): boolean => Number.parseFloat(value ?? '') === 0;

/** Adds the border of an image and the space around it. */
function addAround(found: Declaration[], { border, hspace, vspace }: Attributes): void {
  addLines(found, border, edges);
  for (const edge of edges) addLength(found, `margin-${edge}`, edge === 'left' || edge === 'right' ? hspace : vspace);
}

function addRule(found: Declaration[], { size, color, noshade, align }: Attributes): void {
  if (align === 'left' || align === 'right' || align === 'center') {
    for (const edge of ['left', 'right'] as const) add(found, `margin-${edge}`, edge === align ? '0' : 'auto');
  }
  const colour = legacyColour(color) ?? (noshade === undefined ? undefined : 'gray');
  if (colour !== undefined)
    for (const edge of edges) {
      add(found, `border-${edge}-style`, 'solid');
      add(found, `border-${edge}-color`, colour);
    }
  add(found, 'background-color', colour);
  if (size === '1') add(found, 'border-bottom-width', '0');
  else if (size !== undefined) addLength(found, 'height', `${Math.max(0, Number.parseInt(size, 10) - 2) || 0}`);
}

function addAlignment(found: Declaration[], tag: string, align: string | undefined): void {
  if (align === undefined) return;
  if ((tag === 'table' || tag === 'img') && (align === 'left' || align === 'right')) add(found, 'float', align);
  else if (tag === 'img') add(found, 'vertical-align', ownValue(imageAligns, align));
  else if (tag === 'caption' && (align === 'top' || align === 'bottom')) add(found, 'caption-side', align);
  else if (placing.has(tag)) add(found, 'text-align', `-webkit-${align === 'middle' ? 'center' : align}`);
  else if (tag === 'legend' || (tag === 'table' && align === 'center')) {
    if (align === 'center' || align === 'right') add(found, 'margin-left', 'auto');
    if (align === 'center') add(found, 'margin-right', 'auto');
  } else if (!otherwiseAligned.has(tag)) add(found, 'text-align', align === 'middle' ? 'center' : align);
}

function addTable(found: Declaration[], attributes: Attributes): void {
  const { border, bordercolor, cellspacing } = attributes;
  const sides = ownValue(frames, attributes['frame']?.toLowerCase() ?? '');
  if (sides !== undefined) addLines(found, '1', sides);
  else if (border !== undefined && border !== '0')
    addLines(found, border === '' ? '1' : border, edges, bordercolor === undefined ? 'outset' : 'solid');
  // As in browsers, a style that the CSS declares makes no lines then.
  else if (border !== undefined) for (const edge of edges) addLength(found, `border-${edge}-width`, border);
  for (const edge of edges) add(found, `border-${edge}-color`, legacyColour(bordercolor));
  if (ruledSides(attributes)) add(found, 'border-collapse', 'collapse');
  addLength(found, 'border-spacing', cellspacing);
}

/** Returns the sides of each cell that the attribute `rules` of a table draws lines at; undefined where it says nothing. */
const ruledSides = ({ rules }: Attributes): readonly Edge[] | undefined => ownValue(ruled, rules?.toLowerCase() ?? '');

function addLines(found: Declaration[], width: string | undefined, sides: readonly Edge[], style = 'solid'): void {
  if (width === undefined) return;
  for (const edge of sides) {
    add(found, `border-${edge}-style`, style);
    addLength(found, `border-${edge}-width`, width);
  }
}

function addCell(found: Declaration[], attributes: Attributes, table: ElementView | undefined): void {
  if (table?.tag === 'table') {
    const { border, bordercolor, cellpadding } = table.attributes;
    const sides = ruledSides(table.attributes);
    const isBordered = border !== undefined && border !== '0';
    if (sides) addLines(found, '1', sides);
    else if (isBordered) addLines(found, '1', edges, bordercolor === undefined ? 'inset' : 'solid');
    if (sides || isBordered) for (const edge of edges) add(found, `border-${edge}-color`, 'inherit');
    // Padding is in pixels, also with a percent sign.
    for (const edge of edges) addLength(found, `padding-${edge}`, cellpadding?.replace('%', ''));
  }
  if (attributes['nowrap'] !== undefined) add(found, 'white-space', 'nowrap');
}
