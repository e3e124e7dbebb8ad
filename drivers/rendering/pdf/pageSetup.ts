import { MAX_PAGE, MIN_PAGE, pageSizeNames } from '../../../domain/documents/warnings/pageSupport.ts';
import type { Template } from '../../../domain/ports/rendering.ts';
import { insetsOf } from './layout/borders.ts';
import { computeStyle, withValues } from './style/computeStyle.ts';
import { CounterStyles } from './style/counters/counterStyles.ts';
import type { PageRule } from './style/sheets/pageRules.ts';
import type { Style } from './style/style.ts';
import { cascade } from './style/styleResolver.ts';
import type { Declarations, Stylesheet } from './style/stylesheet.ts';
import { readLength, resolved, type Units } from './style/values/lengths.ts';
import { parts } from './style/values/valueWords.ts';
import { customOf, withoutVariables } from './style/values/variables.ts';

const mm = 72 / 25.4;
const STANDARD_MARGIN = 18 * mm;

type Size = readonly [width: number, height: number];

const sizes: Record<Template['documentSize'], Size> = {
  A4: [595.28, 841.89],
  PORTRAIT: [595.28, 841.89],
  LANDSCAPE: [841.89, 595.28],
  B5: [498.9, 708.66],
  LETTER: [612, 792],
  AUTO: [595.28, MAX_PAGE],
};

/** The sizes that `@page` names. */
const named: Readonly<Record<(typeof pageSizeNames)[number], Size>> = {
  a3: [841.89, 1190.55],
  a4: [595.28, 841.89],
  a5: [419.53, 595.28],
  a6: [297.64, 419.53],
  b4: [708.66, 1000.63],
  b5: [498.9, 708.66],
  letter: [612, 792],
  legal: [612, 1008],
  ledger: [792, 1224],
};

interface Margins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** A box in the margin of a page. */
export interface MarginBox {
  /** `bottom-center`. */
  readonly name: string;
  readonly style: Style;
  /** As `content` declares it. */
  readonly content: string;
}

/** The size of a page with its margins. */
export interface PageGeometry {
  readonly width: number;
  readonly height: number;
  readonly margins: Margins;
  /** Between the edges of the page and its content: margins, borders and padding. */
  readonly around: Margins;
}

/** What `@page` declares. The geometry is that of pages that no selector chooses. */
export interface PageSetup extends PageGeometry {
  /** Whether pages differ in size or margins, or have names. */
  readonly varies: boolean;
  /** Of a page, counted from 1, with its name. */
  readonly geometryOf: (page: number, name: string) => PageGeometry;
  readonly boxesOf: (page: number, name: string) => readonly MarginBox[];
  /** With the background of the page, which its margin boxes do not inherit. */
  readonly styleOf: (page: number, name: string) => Style;
  /** By how much the laid out page is turned clockwise; degrees. */
  readonly rotationOf: (page: number, name: string) => Rotation;
  readonly counterStyles: CounterStyles;
}

type Rotation = 0 | 90 | 270;

interface PageKind {
  readonly geometry: PageGeometry;
  readonly style: Style;
  readonly boxes: readonly MarginBox[];
  readonly rotation: Rotation;
}

/**
 * Reads the rules of pages. A size that they declare takes precedence over that of the template, except over `AUTO`, all of
 * whose pages are alike.
 *
 * @param initial what the pages inherit, with the variables of the root element
 */
export function pageSetup(sheets: readonly Stylesheet[], size: Template['documentSize'], initial: Style): PageSetup {
  const rules = sheets.flatMap(({ pages }) => pages).sort((one, other) => rankOf(one) - rankOf(other));
  const geometryFor = (declared: ReadonlyMap<string, string>): PageGeometry => {
    const [width, height] = (size === 'AUTO' ? undefined : sizeOf(declared.get('size'), sizes[size])) ?? sizes[size];
    const margins = marginsOf(declared, { width, height }, initial.units);
    return { width, height, margins, around: aroundContent(computeStyle(initial, declared), margins, [width, height]) };
  };
  const plain = rules.filter((rule) => rankOf(rule) === 0);
  const general = geometryFor(declaredBy(plain, initial));
  const differs = (rule: PageRule): boolean =>
    rule.name !== '' || (rule.pseudos.length > 0 && rule.declarations.some(([one]) => geometric.test(one)));
  const varies = size !== 'AUTO' && rules.some(differs);
  const known = new Map<string, PageKind>();
  const pageOf = (page: number, name: string) => {
    const key = `${page === 1} ${page % 2} ${name}`;
    let found = known.get(key);
    if (!found) {
      const chosen = rules.filter((rule) => chooses(rule, page, name));
      const declared = declaredBy(chosen, initial);
      const style = computeStyle(initial, cascade(chosen.map(({ declarations }) => declarations)));
      const geometry = varies ? geometryFor(declared) : general;
      found = {
        geometry,
        style,
        boxes: marginBoxes(chosen, style),
        rotation: rotationOf(declared.get('page-orientation')),
      };
      known.set(key, found);
    }
    return found;
  };
  return {
    ...general,
    varies,
    geometryOf: (page, name) => pageOf(page, name).geometry,
    boxesOf: (page, name) => pageOf(page, name).boxes,
    styleOf: (page, name) => pageOf(page, name).style,
    rotationOf: (page, name) => pageOf(page, name).rotation,
    counterStyles: new CounterStyles(sheets),
  };
}

/** Returns what rules declare of a page, with its own variables and those of the root element; one without a value makes a margin zero. */
function declaredBy(rules: readonly PageRule[], { custom }: Style): ReadonlyMap<string, string> {
  const declared = cascade(rules.map(({ declarations }) => declarations));
  const found = new Map(withValues(declared, customOf(custom, declared)));
  for (const name of declared.keys()) if (name.startsWith('margin-') && !found.has(name)) found.set(name, '0');
  return found;
}

function rotationOf(orientation = 'upright'): Rotation {
  if (/^rotate-left$/i.test(orientation)) return 270;
  return /^rotate-right$/i.test(orientation) ? 90 : 0;
}

const geometric = /^(?:size|(?:margin|padding)-(?:top|right|bottom|left)|border-.*)$/;

/** The specificity of a rule of pages. */
function rankOf({ name, pseudos }: PageRule): number {
  const firsts = pseudos.filter((one) => one === 'first').length;
  return (name === '' ? 0 : 10_000) + firsts * 100 + (pseudos.length - firsts);
}

function chooses({ name, pseudos }: PageRule, page: number, own: string): boolean {
  const is: Readonly<Record<string, boolean>> = { first: page === 1, right: page % 2 === 1, left: page % 2 === 0 };
  return (name === '' || name === own) && pseudos.every((pseudo) => is[pseudo] === true);
}

/** Adds the borders and the padding of a page to its margins, where they leave space for its content. */
function aroundContent(style: Style, margins: Margins, [width, height]: Size): Margins {
  const insets = insetsOf(style, width);
  const top = margins.top + insets.top;
  const right = margins.right + insets.right;
  const bottom = margins.bottom + insets.bottom;
  const left = margins.left + insets.left;
  const isTooLarge = left + right > width * (1 - MIN_CONTENT) || top + bottom > height * (1 - MIN_CONTENT);
  return isTooLarge ? margins : { top, right, bottom, left };
}

export function unitsOf({ width, height, margins }: Omit<PageGeometry, 'around'>, scale = 1): Units {
  const [across, down] = [width - margins.left - margins.right, height - margins.top - margins.bottom];
  return { rem: 12, width: across / scale, height: down / scale };
}

function sizeOf(value: string | undefined, standard: Size): Size | undefined {
  if (value === undefined) return undefined;
  const words = parts(value.toLowerCase());
  const lengths = words.map((word) => readLength(word, 12)).filter((length) => typeof length === 'number');
  const [width, height = width] = lengths;
  const name = pageSizeNames.find((one) => words.includes(one));
  const found: Size | undefined =
    width !== undefined && height !== undefined ? [width, height] : name === undefined ? undefined : named[name];
  const [one, other] = found ?? standard;
  if (one < MIN_PAGE || other < MIN_PAGE || one > MAX_PAGE || other > MAX_PAGE) return undefined;
  if (words.includes('landscape')) return [Math.max(one, other), Math.min(one, other)];
  return words.includes('portrait') ? [Math.min(one, other), Math.max(one, other)] : found;
}

/** Minimum share of a page that its content has between two margins, which are a third of the page each otherwise. */
const MIN_CONTENT = 0.1;

function marginsOf(
  page: ReadonlyMap<string, string>,
  { width, height }: { readonly width: number; readonly height: number },
  units: Units,
): Margins {
  const side = (name: keyof Margins): number => {
    const declared = page.get(`margin-${name}`);
    const length = declared === undefined ? undefined : readLength(declared, 12, units);
    // Percentages of the top and bottom margins of a page refer to its height, unlike those of boxes.
    const whole = name === 'top' || name === 'bottom' ? height : width;
    return length === undefined ? STANDARD_MARGIN * (units.zoom ?? 1) : resolved(length, whole);
  };
  const fitted = (one: number, other: number, whole: number): [number, number] =>
    one + other <= whole * (1 - MIN_CONTENT) ? [one, other] : [Math.min(one, whole / 3), Math.min(other, whole / 3)];
  const [top, bottom] = fitted(side('top'), side('bottom'), height);
  const [left, right] = fitted(side('left'), side('right'), width);
  return { top, right, bottom, left };
}

function marginBoxes(rules: readonly PageRule[], around: Style): MarginBox[] {
  const byName = new Map<string, Declarations[]>();
  for (const rule of rules) {
    for (const [name, declarations] of rule.marginBoxes) byName.set(name, [...(byName.get(name) ?? []), declarations]);
  }
  return [...byName].map(([name, lists]) => {
    // As the lines of a block, those of the box are as high as its own font, whatever the font of the page.
    const declarations = new Map([['display', 'block'], ...cascade(lists)]);
    const style = computeStyle({ ...around, align: alignmentOf(name) }, declarations);
    if (!declarations.has('vertical-align')) style.verticalAlign = verticalAlignmentOf(name, style.verticalAlign);
    return { name, style, content: withoutVariables(declarations.get('content') ?? 'none', style.custom) ?? 'none' };
  });
}

/** Text in a corner is at the edge of the content. */
function alignmentOf(name: string): Style['align'] {
  if (/^(?:top|bottom)-(?:left|right-corner)$/.test(name)) return 'left';
  return /^(?:top|bottom)-(?:right|left-corner)$/.test(name) ? 'right' : 'center';
}

/** The box at an end of a side has its text there. */
function verticalAlignmentOf(name: string, own: Style['verticalAlign']): Style['verticalAlign'] {
  if (/^(?:left|right)-top$/.test(name)) return 'top';
  return /^(?:left|right)-bottom$/.test(name) ? 'bottom' : own;
}
