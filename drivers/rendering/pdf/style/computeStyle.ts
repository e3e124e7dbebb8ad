import { hasOpenColour, withCurrentColour, withPlainColours } from '../../../../domain/documents/css/colourValues.ts';
import { ownValue } from '../../../../domain/documents/css/ownValue.ts';
import { withPlainCalculations } from '../../../../domain/documents/css/plainCalculations.ts';
import { calculationLimits, withoutCalculations } from '../../../../domain/documents/warnings/calculationSupport.ts';
import { readLegacyBox, readLegacyItem } from './lines/legacyFlexbox.ts';
import { readAlignment } from './lines/lift.ts';
import { hasLineHeight, inLinesOf, lineHeightOf } from './lines/lineHeight.ts';
import { propertyReaders } from './propertyReaders.ts';
import { inheritValue } from './sheets/inheritValue.ts';
import { withoutKeywords } from './sheets/keywords.ts';
import { expand } from './shorthands.ts';
import { type Border, isContainer, isOutOfFlow, isPositioned, notInherited, type Style, sides } from './style.ts';
import { readTextClip } from './textClip.ts';
import { isToned } from './values/borderTones.ts';
import { readFade } from './values/boxLook.ts';
import { readClip } from './values/clip.ts';
import { type Colour, hexWithOpacity, readColourOf } from './values/colours.ts';
import { readDecorations } from './values/decorations.ts';
import { PIXEL } from './values/layoutUnits.ts';
import { readLength, resolved, type Units } from './values/lengths.ts';
import type { RegisteredProperties } from './values/registered.ts';
import {
  customOf,
  isOpen,
  type ReportIgnored,
  readPending,
  reportedWithout,
  tooLargeProblem,
} from './values/variables.ts';
import { rotationOf } from './writingMode.ts';

/** The width of a border whose style is set without a width; pt. */
const MEDIUM_BORDER = 2.25;
const MAX_ZOOM = 10;
/** The size of text in `monospace`, as a part of that of other text. */
const MONOSPACE = 13 / 16;

/** The colour in which browsers draw raised and sunken borders without one, except of tables and their cells. */
const relief = { hex: '#eeeeee', opacity: 1 };

/** Computes a style from the declaration that applies to each longhand property. */
export function computeStyle(
  parent: Style,
  declared: ReadonlyMap<string, string>,
  options: ComputeOptions = {},
): Style {
  const style: Style = { ...parent, ...notInherited(), freeBefore: parent.rightToLeft ? 1 : 0 };
  style.custom = customOf(parent.custom, declared, options);
  const current = (property: string): Colour | undefined =>
    property === 'color' ? parent.colour : colourOf(parent, declared, style.custom);
  const values = withValues(declared, style.custom, { report: options.report, current });
  const declarations = withoutKeywords(values, options.builtIn);
  if (options.units) style.units = options.units;
  readFirst(style, parent, declarations);
  if (options.isRoot) style.units = { ...style.units, rem: style.size };
  readZoom(style, declarations.get('zoom'));
  readLineHeight(style, parent, declarations, options.isRoot);
  for (const side of sides) style.border[side].width = MEDIUM_BORDER * (style.units.zoom ?? 1);
  for (const [property, value] of declarations) {
    if (value !== 'inherit')
      ownValue(propertyReaders, property)?.(style, caseFree.has(property) ? value : value.toLowerCase(), parent);
    else inheritValue(style, parent, property);
  }
  readTextClip(style, declarations);
  readClip(style, declarations);
  style.ellipsis &&= style.contains;
  readLegacyBox(style, declarations);
  readLegacyItem(style, parent, declarations);
  for (const side of sides) completeBorder(style, style.border[side]);
  readPosition(style, parent, declarations.get('position')?.toLowerCase());
  readTurn(style);
  if (style.float !== 'none' || style.position === 'absolute' || style.position === 'fixed')
    style.display = blockDisplay(style.display);
  // An item is a block before parts of tables are put into anonymous ones.
  else if (isContainer(parent) && style.display.startsWith('table-')) style.display = 'block';
  else if (parent.alignsTables && blocks.test(style.display)) alignBlock(style, parent);
  readFade(style, parent.opacity);
  readAlignment(style, isContainer(parent) ? undefined : parent, declarations.get('vertical-align')?.toLowerCase());
  const around = isOutOfFlow(style) || undecorated.test(style.display) ? [] : parent.decorations;
  const own = readDecorations(style, declarations);
  style.decorations = own.length > 0 ? [...around, ...own] : around;
  return style;
}

/** Decides what a side of a border does not declare. */
function completeBorder({ display, colour }: Style, border: Border): void {
  const { style } = border;
  if (style === 'none' || style === 'hidden') border.width = 0;
  border.colour ??= isToned(style) && !/^table/.test(display) ? relief : colour;
  if ((style === 'groove' || style === 'ridge') && border.width < 2 * PIXEL - 0.01) border.style = 'solid';
}

interface ComputeOptions {
  /** Of the root element, which defines them for the document. */
  readonly units?: Units;
  readonly isRoot?: boolean;
  readonly report?: ReportIgnored;
  readonly registered?: RegisteredProperties;
  /** Returns the declarations of the built-in sheet, to which `revert` returns. */
  readonly builtIn?: () => ReadonlyMap<string, string>;
}

/** Boxes in a line, which have no part of the lines that the text around them has. */
const undecorated = /^inline-/;

/** Decides where an element stands, whether it leaves the flow, and whether its `z-index` counts. */
function readPosition(style: Style, parent: Style, position: string | undefined): void {
  // On paper, nothing is scrolled.
  if (position === 'sticky') style.inset = notInherited().inset;
  if (style.position === 'static' && !isContainer(parent)) style.zIndex = undefined;
  if (!isPositioned(style)) return;
  style.float = 'none';
  style.standsInLine = style.display.startsWith('inline');
}

/** Decides whether an element turns its content. Cells do so in place of their rows and tables. */
function readTurn(style: Style): void {
  const { writingMode, frame, display } = style;
  const isVertical = rotationOf(writingMode) !== undefined;
  if (isVertical === (rotationOf(frame) !== undefined) || (/table/.test(display) && display !== 'table-cell')) return;
  style.rotation = rotationOf(writingMode) ?? (rotationOf(frame) === 'left' ? 'right' : 'left');
  style.frame = writingMode;
  if (display === 'inline') style.display = 'inline-block';
}

/** Properties whose values name something of the document, or fonts. */
const caseFree = new Set([
  'font-family',
  'font-feature-settings',
  'quotes',
  'grid-template-areas',
  'grid-row-start',
  'grid-row-end',
  'grid-column-start',
  'grid-column-end',
  'page',
  'container-name',
  'list-style-type',
  'list-style-image',
]);

/** The display of an element that leaves the flow. */
function blockDisplay(display: string): string {
  if (display === 'none' || /^(block|flow-root|list-item|table|flex|grid)$/.test(display)) return display;
  if (display.startsWith('inline-')) return display === 'inline-block' ? 'block' : display.slice('inline-'.length);
  return 'block';
}

/** Returns the colour of an element, as others are made of it. */
function colourOf(
  { colour }: Style,
  declared: ReadonlyMap<string, string>,
  custom: ReadonlyMap<string, string> | undefined,
): Colour | undefined {
  const value = withValues(new Map([['color', declared.get('color') ?? 'inherit']]), custom, { current: () => colour });
  const own = readColourOf(value.get('color') ?? 'inherit');
  return own === null ? colour : own;
}

interface ValueOptions {
  readonly report?: ReportIgnored | undefined;
  /** Returns what `currentcolor` is in a property. */
  readonly current?: (property: string) => Colour | undefined;
}

/** Replaces variables and colours that are made of the colour of the element, and expands the shorthands that have some. */
export function withValues(
  declared: ReadonlyMap<string, string>,
  custom: ReadonlyMap<string, string> | undefined,
  { report, current }: ValueOptions = {},
): ReadonlyMap<string, string> {
  let replaced: Map<string, string> | undefined;
  for (const [property, value] of declared) {
    const isCustom = property.startsWith('--');
    const pending = readPending(value);
    if (!isCustom && !pending && !isOpen(value)) continue;
    replaced ??= new Map(declared);
    if (isCustom) {
      replaced.delete(property);
      continue;
    }
    const [name, text] = pending ? [pending.shorthand, pending.value] : [property, value];
    const plain = reportedWithout(name, text, custom, report);
    const found = plain && hasOpenColour(plain) ? withCurrentColour(plain, hexWithOpacity(current?.(name))) : plain;
    if (report && found !== undefined && withoutCalculations(found).isTooLarge)
      report(tooLargeProblem(name, calculationLimits), name, text);
    const own =
      pending && found !== undefined
        ? expand(pending.shorthand, found).find(([longhand]) => longhand === pending.longhand)?.[1]
        : found && withPlainCalculations(property, withPlainColours(found));
    if (own === undefined) replaced.delete(property);
    else replaced.set(property, own);
  }
  return replaced ?? declared;
}

/** Reads the properties that others depend on: lengths in `em` on the size, borders on the colour. */
function readFirst(style: Style, parent: Style, declarations: ReadonlyMap<string, string>): void {
  const family = declarations.get('font-family')?.trim().toLowerCase() ?? 'inherit';
  if (family !== 'inherit') style.isMonospace = family === 'monospace';
  const size = declarations.get('font-size')?.toLowerCase();
  const isNamed = size !== undefined && Object.hasOwn(sizes, size);
  if (size !== undefined) {
    style.size = readSize(
      size,
      hasLineHeight.test(size) ? { ...parent, units: inLinesOf(style.units, parent) } : parent,
    );
    if (/\d(?:px|pt|pc|q|mm|cm|in|rem|[sld]?v(?:[whi]|min|max))\s*$/.test(size)) style.isSizeAbsolute = true;
    else if (isNamed) style.isSizeAbsolute = false;
  }
  if (!style.isSizeAbsolute && style.isMonospace !== (!isNamed && parent.isMonospace))
    style.size *= style.isMonospace ? MONOSPACE : 1 / MONOSPACE;
  const direction = declarations.get('direction');
  if (direction !== undefined) propertyReaders['direction']?.(style, direction, parent);
  const declared = declarations.get('color');
  const colour = declared === undefined ? null : readColourOf(declared);
  if (colour !== null) style.colour = colour;
  const display = declarations.get('display');
  if (style.alignsTables && (display === 'table' || display === 'inline-table')) alignWithin(style);
}

/** Reads what the units `lh` and `rlh` are, where lengths have one. That of the root element is needed for all. */
function readLineHeight(style: Style, parent: Style, declarations: ReadonlyMap<string, string>, isRoot = false): void {
  if (!isRoot && ![...declarations.values()].some((value) => hasLineHeight.test(value))) return;
  const own: Style = { ...style };
  for (const [property, value] of declarations)
    if (/^(?:font|line)-/.test(property)) ownValue(propertyReaders, property)?.(own, value, parent);
  const lineHeight = lineHeightOf(own);
  style.units = { ...style.units, lineHeight, ...(isRoot && { rootLineHeight: lineHeight }) };
}

/** Enlarges what the element has of its own and what it inherits. */
function readZoom(style: Style, value: string | undefined): void {
  const number = value?.endsWith('%') ? Number(value.slice(0, -1)) / 100 : Number(value);
  if (!(number > 0) || number === 1) return;
  const { zoom = 1 } = style.units;
  const by = Math.min(MAX_ZOOM, Math.max(1 / MAX_ZOOM, zoom * number)) / zoom;
  style.units = { ...style.units, zoom: zoom * by };
  style.size = Math.min(2000, style.size * by);
  style.letterSpacing *= by;
  style.wordSpacing *= by;
  style.spacing *= by;
  style.rowSpacing *= by;
  if (typeof style.lineHeight === 'number') style.lineHeight *= by;
  if (typeof style.indent === 'number') style.indent *= by;
}

/** Text in a table of an aligned cell is not aligned, as in browsers (`<td align="center"><table>`): e-mails are laid out this way. */
function alignWithin(style: Style): void {
  style.align = style.rightToLeft ? 'right' : 'left';
  style.alignsTables = false;
  style.isAligned = false;
}

const blocks = /^(?:block|list-item|flow-root|flex|grid|table)$/;

/** Aligns a block, a table or an image that is narrower than the aligned cell around it. */
function alignBlock(style: Style, { align, display }: Style): void {
  if (isContainer({ display })) return;
  if (align === 'center') style.freeBefore = 0.5;
  else style.freeBefore = align === 'right' ? 1 : 0;
}

const sizes: Record<string, number> = {
  'xx-small': 6.75,
  'x-small': 7.5,
  small: 9.75,
  medium: 12,
  large: 13.5,
  'x-large': 18,
  'xx-large': 24,
};

function readSize(value: string, { size, units }: Style): number {
  if (value === 'smaller') return size / 1.2;
  if (value === 'larger') return size * 1.2;
  const named = ownValue(sizes, value);
  const length = named === undefined ? readLength(value, size, units) : named * (units.zoom ?? 1);
  return length === undefined ? size : Math.max(0, Math.min(2000, resolved(length, size)));
}
