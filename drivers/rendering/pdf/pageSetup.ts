import type { Template } from '../../../domain/ports/rendering.ts';
import { computeStyle } from './style/computeStyle.ts';
import { readLength, resolved, type Units } from './style/lengths.ts';
import { initialStyle, type Style } from './style/style.ts';
import { cascade } from './style/styleResolver.ts';
import type { Declarations, PageRule, Stylesheet } from './style/stylesheet.ts';
import { parts } from './style/values.ts';

/** Maximum height of a page that PDF readers accept; pt. */
const MAX_PAGE_HEIGHT = 14_400;
const MIN_PAGE = 36;

const mm = 72 / 25.4;
const STANDARD_MARGIN = 18 * mm;

type Size = readonly [width: number, height: number];

const sizes: Record<Template['documentSize'], Size> = {
  A4: [595.28, 841.89],
  PORTRAIT: [595.28, 841.89],
  LANDSCAPE: [841.89, 595.28],
  B5: [498.9, 708.66],
  LETTER: [612, 792],
  AUTO: [595.28, MAX_PAGE_HEIGHT],
};

/** The sizes that `@page` names. */
const named: Readonly<Record<string, Size>> = {
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

/** What `@page` declares. */
export interface PageSetup {
  readonly width: number;
  readonly height: number;
  readonly margins: Margins;
  /** Of a page, counted from 1. */
  readonly boxesOf: (page: number) => readonly MarginBox[];
}

/**
 * Reads the rules of pages. A size that they declare takes precedence over that of the template, except over `AUTO`.
 *
 * @param initial what the pages inherit
 */
export function pageSetup(
  sheets: readonly Stylesheet[],
  size: Template['documentSize'],
  initial: Style = initialStyle,
): PageSetup {
  const rules = sheets.flatMap(({ pages }) => pages);
  const general = cascade(rules.filter(({ selector }) => selector === '').map(({ declarations }) => declarations));
  const [width, height] = (size === 'AUTO' ? undefined : sizeOf(general.get('size'), sizes[size])) ?? sizes[size];
  const margins = marginsOf(general, width);
  const around = computeStyle(initial, general);
  const known = new Map<string, readonly MarginBox[]>();
  const boxesOf = (page: number): readonly MarginBox[] => {
    const selectors = ['', page % 2 === 1 ? 'right' : 'left', ...(page === 1 ? ['first'] : [])];
    const key = selectors.join();
    const boxes = known.get(key) ?? marginBoxes(rules, selectors, around);
    known.set(key, boxes);
    return boxes;
  };
  return { width, height, margins, boxesOf };
}

export function unitsOf({ width, height, margins }: PageSetup): Units {
  return { rem: 12, width: width - margins.left - margins.right, height: height - margins.top - margins.bottom };
}

function sizeOf(value: string | undefined, standard: Size): Size | undefined {
  if (value === undefined) return undefined;
  const words = parts(value.toLowerCase());
  const lengths = words.map((word) => readLength(word, 12)).filter((length) => typeof length === 'number');
  const [width, height = width] = lengths;
  const name = words.find((word) => named[word]);
  const found: Size | undefined =
    width !== undefined && height !== undefined ? [width, height] : name === undefined ? undefined : named[name];
  const [one, other] = found ?? standard;
  if (one < MIN_PAGE || other < MIN_PAGE || one > MAX_PAGE_HEIGHT || other > MAX_PAGE_HEIGHT) return undefined;
  if (words.includes('landscape')) return [Math.max(one, other), Math.min(one, other)];
  return words.includes('portrait') ? [Math.min(one, other), Math.max(one, other)] : found;
}

function marginsOf(page: ReadonlyMap<string, string>, width: number): Margins {
  const side = (name: keyof Margins): number => {
    const declared = page.get(`margin-${name}`);
    const length = declared === undefined ? undefined : readLength(declared, 12);
    return length === undefined ? STANDARD_MARGIN : Math.max(0, Math.min(resolved(length, width), width / 3));
  };
  return { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') };
}

function marginBoxes(rules: readonly PageRule[], selectors: readonly string[], around: Style): MarginBox[] {
  const byName = new Map<string, Declarations[]>();
  for (const selector of selectors) {
    for (const rule of rules) {
      if (rule.selector !== selector) continue;
      for (const [name, declarations] of rule.marginBoxes)
        byName.set(name, [...(byName.get(name) ?? []), declarations]);
    }
  }
  return [...byName].map(([name, lists]) => {
    const declarations = cascade(lists);
    const style = computeStyle({ ...around, align: alignmentOf(name) }, declarations);
    return { name, style, content: declarations.get('content') ?? 'none' };
  });
}

function alignmentOf(name: string): Style['align'] {
  if (/^(?:top|bottom)-left$/.test(name)) return 'left';
  return /^(?:top|bottom)-right$/.test(name) ? 'right' : 'center';
}
