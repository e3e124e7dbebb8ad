import { builtIn } from './builtIn.css.ts';
import { computeStyle } from './computeStyle.ts';
import { presentational } from './presentational.ts';
import type { ElementView } from './selectors.ts';
import type { Style } from './style.ts';
import {
  AUTHOR_RANK,
  type Declarations,
  matching,
  parseInline,
  type StyleRule,
  type Stylesheet,
} from './stylesheet.ts';
import type { Units } from './values/lengths.ts';
import { withoutVariables } from './values/variables.ts';
import { type Rotation, rotationOf, turnedProperty } from './writingMode.ts';

/** Elements whose margins above and below count for nothing in some places of documents without a DOCTYPE, as in browsers. */
const quirkyAbove = /^(?:p|h[1-6]|ul|ol|menu|dl|blockquote|pre)$/;
const quirkyBelow = /^(?:p|pre)$/;

/** The style of a `::before` or an `::after`. */
export interface GeneratedStyle {
  readonly style: Style;
  /** As `content` declares it. */
  readonly content: string;
  readonly declarations: ReadonlyMap<string, string>;
}

/** A declaration that is ignored. */
interface StyleProblem {
  readonly problem: string;
  /** A part of it, to be found in the template. */
  readonly text: string;
}

/** Maximum number of declarations that are reported. */
const MAX_PROBLEMS = 20;

/** Computes the styles of a document's elements. Elements with the same rules below the same parent style share one. */
export class StyleResolver {
  readonly #sheets: readonly Stylesheet[];
  readonly #styles = new WeakMap<Style, Map<string, Style>>();
  readonly #units: Units;
  readonly #hasCounters: boolean;
  readonly #hasPseudo: boolean;
  readonly #problems = new Map<string, StyleProblem>();
  /** Whether `overflow` of the body counts for its own box. */
  #isRootContained = false;

  constructor(sheets: readonly Stylesheet[], units: Units) {
    this.#sheets = sheets;
    this.#units = units;
    this.#hasCounters = sheets.some(({ counts }) => counts);
    this.#hasPseudo = sheets.some((sheet) => sheet !== builtIn && sheet.pseudo.size > 0);
  }

  get problems(): readonly StyleProblem[] {
    return [...this.#problems.values()];
  }

  readonly #report = (property: string, value: string, reason: string): void => {
    const problem = `${property}, whose variables are replaced, is ignored: ${reason}`;
    if (this.#problems.size < MAX_PROBLEMS) this.#problems.set(`${problem} ${value}`, { problem, text: value });
  };

  /** Whether an element may have content that rules generate. The built-in rules are those of quotations alone. */
  canGenerate({ tag }: ElementView): boolean {
    return this.#hasPseudo || tag === 'q';
  }

  /** Returns the style of a pseudo-element with its content; undefined if the element has none. */
  pseudoOf(element: ElementView, parent: Style, pseudo: 'before' | 'after'): GeneratedStyle | undefined {
    const rules = matching(this.#sheets, element, pseudo);
    if (rules.length === 0) return undefined;
    const declarations = cascade(inOrder(rules, undefined, undefined, rotationOf(parent.frame)));
    const style = computeStyle(parent, declarations, { report: this.#report });
    const content = withoutVariables(declarations.get('content') ?? 'none', style.custom) ?? 'none';
    return { style, content, declarations };
  }

  /** Returns the declarations that change counters at an element. */
  countersOf(element: ElementView): ReadonlyMap<string, string> | undefined {
    if (!this.#hasCounters) return undefined;
    const rules = matching(this.#sheets, element).filter((rule) => rule.counts);
    return rules.length === 0 ? undefined : cascade(rules.map((rule) => rule.declarations));
  }

  styleOf(element: ElementView, parent: Style): Style {
    const rules = matching(this.#sheets, element);
    const inline = element.attributes['style'];
    const hints = presentational(element);
    let key = hints ? hints.map((pair) => pair.join(':')).join(';') : '';
    for (const rule of rules) key += `,${rule.id}`;
    if (inline !== undefined) key += `|${inline}`;
    let byKey = this.#styles.get(parent);
    if (!byKey) {
      byKey = new Map();
      this.#styles.set(parent, byKey);
    }
    let style = byKey.get(key);
    if (!style) {
      const isRoot = element.parent === undefined;
      const report = this.#report;
      const declared = inline === undefined ? undefined : parseInline(inline, parent.units.needed);
      const lists = inOrder(rules, hints, declared, rotationOf(parent.frame));
      const declarations = cascade(lists);
      style = computeStyle(parent, declarations, { report, ...(isRoot && { isRoot, units: this.#units }) });
      // The overflow of the root is that of the pages. Without one, that of the body is, too.
      const isOfPages = isRoot || (element.tag === 'body' && !this.#isRootContained);
      if (isRoot) this.#isRootContained = style.contains;
      if (isOfPages) style.contains = false;
      if (!style.units.needed) {
        const own = lists.slice(rules.filter(({ rank }) => rank < AUTHOR_RANK).length);
        const declares = (name: string): boolean => own.some((list) => list.some(([property]) => property === name));
        style.quirkyTop = quirkyAbove.test(element.tag) && !declares('margin-top');
        style.quirkyBottom = quirkyBelow.test(element.tag) && !declares('margin-bottom');
      }
      byKey.set(key, style);
    }
    return style;
  }
}

/**
 * From the weakest to the strongest. Presentational attributes rank between the built-in and the author's sheets.
 *
 * @param rotation of the content that the element is in: the built-in styles count along its lines, all others as it is seen
 */
function inOrder(
  rules: readonly StyleRule[],
  hints: Declarations | undefined,
  inline: Declarations | undefined,
  rotation: Rotation | undefined,
): Declarations[] {
  const seen = (list: Declarations): Declarations =>
    rotation
      ? list.map(([property, value, important]) => [turnedProperty(property, rotation), value, important])
      : list;
  const lists = rules.map(({ declarations, rank }) => (rank >= AUTHOR_RANK ? seen(declarations) : declarations));
  // `>>> 0` turns -1, no rule of an author, into a position behind the last.
  if (hints) lists.splice(rules.findIndex(({ rank }) => rank >= AUTHOR_RANK) >>> 0, 0, seen(hints));
  if (inline !== undefined) lists.push(seen(inline));
  return lists;
}

/** Returns the declaration that applies to each property: important ones win, then later ones. */
export function cascade(lists: readonly Declarations[]): Map<string, string> {
  const winners = new Map<string, string>();
  for (const importance of [false, true]) {
    for (const list of lists) {
      for (const [property, value, important] of list) {
        if (important !== importance) continue;
        // Deleted first, so that the map lists the property at its last declaration: `border-top` after `border-top-color`.
        winners.delete(property);
        winners.set(property, value);
      }
    }
  }
  return winners;
}
