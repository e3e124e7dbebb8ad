import { builtIn } from './builtIn.css.ts';
import { computeStyle } from './computeStyle.ts';
import { CounterStyles } from './counters/counterStyles.ts';
import { presentational } from './presentational.ts';
import type { PseudoElement } from './selectors.ts';
import type { ElementView } from './sheets/elementView.ts';
import { expandAll, isKeyword } from './sheets/keywords.ts';
import { byImportance } from './sheets/layers.ts';
import type { StyleRule } from './sheets/styleRule.ts';
import { isOutOfFlow, type Style } from './style.ts';
import { AUTHOR_RANK, type Declarations, matching, parseInline, type Stylesheet } from './stylesheet.ts';
import type { Units } from './values/lengths.ts';
import { RegisteredProperties } from './values/registered.ts';
import { withoutVariables } from './values/variables.ts';
import { type Rotation, rotationOf, turnedProperty } from './writingMode.ts';

/** Elements whose margins above and below count for nothing in some places of documents without a DOCTYPE, as in browsers. */
const quirkyAbove = /^(?:p|h[1-6]|ul|ol|menu|dl|blockquote|pre)$/;
const quirkyBelow = /^(?:p|pre)$/;

/** Elements whose content is in the lines of the block around them, and blocks whose first line is also that of it. */
const inFlow = /^(?:inline|block|list-item)$/;
/** Elements that `::first-line` applies to. */
const holdsLines = /^(?:block|list-item|flow-root|inline-block|table-cell|table-caption)$/;

const ofText =
  /^(?:--.*|color|font-(?:family|size|style|variant.*|weight)|line-height|letter-spacing|word-spacing|text-(?:transform|decoration-.*|underline-offset)|vertical-align|background-(?!clip).*)$/;
const ofLetters = /^(?:float|(?:margin|padding|border)-.*)$/;
const ofMarkers =
  /^(?:--.*|color|content|font-(?:family|size|style|variant.*|weight)|direction|white-space|text-transform)$/;

/** The properties that apply to a pseudo-element, by CSS Pseudo-Elements and as browsers do. */
const permitted = {
  'first-line': (property: string): boolean => ofText.test(property),
  'first-letter': (property: string): boolean => ofText.test(property) || ofLetters.test(property),
  marker: (property: string): boolean => ofMarkers.test(property),
  placeholder: (property: string): boolean => ofText.test(property) || property === 'opacity',
} as const;

/** The style of a pseudo-element. */
export interface GeneratedStyle {
  readonly style: Style;
  /** As `content` declares it. */
  readonly content: string;
  readonly declarations: ReadonlyMap<string, string>;
}

/** A declaration or a rule that is ignored. */
interface StyleProblem {
  readonly problem: string;
  /** Its value, or its start, to be found in the template. */
  readonly text: string;
  /** The whole of it, or its start. */
  readonly css: string;
}

/** Maximum number of declarations that are reported. */
const MAX_PROBLEMS = 20;

/** Computes the styles of a document's elements. Elements with the same rules below the same parent style share one. */
export class StyleResolver {
  readonly #sheets: readonly Stylesheet[];
  readonly #styles = new WeakMap<Style, Map<string, Style>>();
  readonly #units: Units;
  readonly #hasCounters: boolean;
  readonly #pseudoElements: ReadonlySet<PseudoElement>;
  readonly #registered: RegisteredProperties;
  readonly counterStyles: CounterStyles;
  readonly #problems = new Map<string, StyleProblem>();
  /** Whether `overflow` of the body counts for its own box. */
  #isRootContained = false;

  constructor(sheets: readonly Stylesheet[], units: Units) {
    this.#sheets = sheets;
    this.#units = units;
    this.#hasCounters = sheets.some(({ counts }) => counts);
    const own = sheets.filter((sheet) => sheet !== builtIn);
    this.#registered = new RegisteredProperties(own);
    this.counterStyles = new CounterStyles(own);
    this.#pseudoElements = new Set(own.flatMap((sheet) => [...sheet.pseudoElements]));
  }

  get problems(): readonly StyleProblem[] {
    const ofSheets = this.#sheets.flatMap(({ problems }) => [...problems]).slice(0, MAX_PROBLEMS);
    return [...this.#problems.values(), ...ofSheets.map(([problem, css]) => ({ problem, css, text: css }))];
  }

  readonly #report = (problem: string, property: string, value: string): void => {
    if (this.#problems.size < MAX_PROBLEMS)
      this.#problems.set(`${problem} ${value}`, { problem, text: value, css: `${property}: ${value}` });
  };

  /** Whether an element may have content that rules generate. The built-in rules are those of quotations alone. */
  canGenerate({ tag }: ElementView): boolean {
    return this.#pseudoElements.has('before') || this.#pseudoElements.has('after') || tag === 'q';
  }

  /** Returns the style of a `::before` or an `::after` with its content; undefined if the element has none. */
  pseudoOf(element: ElementView, parent: Style, pseudo: 'before' | 'after'): GeneratedStyle | undefined {
    const rules = this.#matching(element, parent, pseudo);
    return rules.length === 0 ? undefined : this.#generated(rules, parent, 'none');
  }

  /** Returns the style of the marker of a list item; its content is `normal` where no rule declares one. */
  markerOf(element: ElementView, parent: Style): GeneratedStyle | undefined {
    const rules = this.#rulesOf(element, 'marker', parent);
    return rules.length === 0 ? undefined : this.#generated(rules, parent, 'normal', 'marker');
  }

  /** Returns the style of the placeholder of a field: grey, where no rule declares another colour. */
  readonly placeholderOf = (element: ElementView, style: Style): Style => {
    const around: Style = { ...style, colour: { hex: '#757575', opacity: 1 } };
    const rules = this.#rulesOf(element, 'placeholder', style);
    return rules.length === 0 ? around : this.#generated(rules, around, 'none', 'placeholder').style;
  };

  /** Returns what makes the style of a block's first letter of that of the text around it; undefined if no rule does. */
  firstLetterOf(element: ElementView, own: Style): ((around: Style) => Style) | undefined {
    const rules = this.#rulesOf(element, 'first-letter', own);
    if (rules.length === 0) return undefined;
    return (around) => this.#generated(rules, around.firstLine ?? around, 'none', 'first-letter').style;
  }

  #rulesOf(element: ElementView, pseudo: PseudoElement, around: Style): readonly StyleRule[] {
    return this.#pseudoElements.has(pseudo) ? this.#matching(element, around, pseudo) : [];
  }

  /** `around`: the style around the element. */
  #matching(element: ElementView, around?: Style, pseudo?: PseudoElement): readonly StyleRule[] {
    return matching(this.#sheets, element, around?.units.containers ?? [], pseudo);
  }

  /** `pseudo`: one that not all properties apply to. */
  #generated(
    rules: readonly StyleRule[],
    parent: Style,
    initial: string,
    pseudo?: keyof typeof permitted,
  ): GeneratedStyle {
    const listed = (all: readonly StyleRule[]): Declarations[] =>
      inOrder(all, undefined, undefined, rotationOf(parent.frame));
    const strong = byImportance(this.#sheets, rules);
    const lists = listed(rules);
    const all = cascade(lists, strong === rules ? lists : listed(strong));
    const declarations = pseudo ? permittedIn(pseudo, all) : all;
    const style = computeStyle(parent, declarations, {
      report: this.#report,
      registered: this.#registered,
      builtIn: () => builtInOf(rules),
    });
    if (parent.firstLine && style.display === 'inline' && !isOutOfFlow(style))
      style.firstLine = computeStyle(parent.firstLine, declarations, { registered: this.#registered });
    const content = withoutVariables(declarations.get('content') ?? initial, style.custom) ?? initial;
    return { style, content: isKeyword(content) ? initial : content, declarations };
  }

  /** Returns what a style is in the first line of a block: below that of the line around it, and by the element's own rules. */
  #firstLineOf(
    element: ElementView,
    style: Style,
    { firstLine }: Style,
    rules: readonly StyleRule[],
  ): Style | undefined {
    const isWithin = firstLine && inFlow.test(style.display) && !isOutOfFlow(style);
    // The rules of the element have been applied to it.
    const around = isWithin ? this.styleOf(element, firstLine) : undefined;
    if (around || rules.length === 0 || !holdsLines.test(style.display)) return around?.firstLine ?? around;
    return this.#generated(rules, style, 'none', 'first-line').style;
  }

  /** Returns the declarations that change counters at an element. `around`: the style around it, where containers have a size. */
  countersOf(element: ElementView, around?: Style): ReadonlyMap<string, string> | undefined {
    const inline = element.attributes['style'];
    const own = inline !== undefined && /counter-/i.test(inline) ? [parseInline(inline)] : [];
    if (!this.#hasCounters && own.length === 0) return undefined;
    const rules = this.#matching(element, around).filter((rule) => rule.counts);
    const declared = [...rules.map((rule) => rule.declarations), ...own];
    return declared.length === 0 ? undefined : cascade(declared);
  }

  styleOf(element: ElementView, parent: Style): Style {
    const rules = this.#matching(element, parent);
    const inline = element.attributes['style'];
    const hints = presentational(element);
    let key = hints ? hints.map((pair) => pair.join(':')).join(';') : '';
    const ofFirstLine = this.#rulesOf(element, 'first-line', parent);
    for (const rule of rules) key += `,${rule.id}`;
    for (const rule of ofFirstLine) key += `,${rule.id}`;
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
      const listed = (all: readonly StyleRule[]): Declarations[] =>
        inOrder(all, hints, declared, rotationOf(parent.frame));
      const lists = listed(rules);
      const strong = byImportance(this.#sheets, rules);
      const declarations = cascade(lists, strong === rules ? lists : listed(strong));
      style = computeStyle(parent, declarations, {
        report,
        registered: this.#registered,
        builtIn: () => builtInOf(rules),
        ...(isRoot && { isRoot, units: this.#units }),
      });
      // The overflow of the root is that of the pages. Without one, that of the body is, too.
      const isOfPages = isRoot || (element.tag === 'body' && !this.#isRootContained);
      if (isRoot) this.#isRootContained = style.contains;
      if (isOfPages) style.contains = false;
      // The margin of the root is no part of those in it. Without one, it makes no difference.
      if (isRoot && style.display === 'block' && style.margin.top !== 0) style.display = 'flow-root';
      if (!style.units.needed) {
        const own = lists.slice(rules.filter(({ rank }) => rank < AUTHOR_RANK).length);
        const declares = (name: string): boolean => own.some((list) => list.some(([property]) => property === name));
        style.quirkyTop = quirkyAbove.test(element.tag) && !declares('margin-top');
        style.dropsQuirky = element.tag === 'body';
        style.quirkyBottom = quirkyBelow.test(element.tag) && !declares('margin-bottom');
      }
      style.firstLine = this.#firstLineOf(element, style, parent, ofFirstLine);
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

/** Returns the declarations of the built-in rules among those of an element. */
const builtInOf = (rules: readonly StyleRule[]): ReadonlyMap<string, string> =>
  cascade(rules.filter(({ rank }) => rank < AUTHOR_RANK).map(({ declarations }) => declarations));

/**
 * Returns the declaration that applies to each property: important ones win, then later ones.
 *
 * @param byImportance the lists in the order of their important declarations, where that is another one
 */
export function cascade(lists: readonly Declarations[], byImportance = lists): Map<string, string> {
  const winners = new Map<string, string>();
  for (const importance of [false, true]) {
    for (const list of importance ? byImportance : lists) {
      for (const [property, value, important] of list) {
        if (important !== importance) continue;
        if (property === 'all' && isKeyword(value))
          for (const [name, word] of expandAll(value, winners)) winners.set(name, word);
        // Deleted first, so that the map lists the property at its last declaration: `border-top` after `border-top-color`.
        winners.delete(property);
        winners.set(property, value);
      }
    }
  }
  return winners;
}

/** Returns the declarations that apply to a pseudo-element. */
function permittedIn(
  pseudo: keyof typeof permitted,
  declarations: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  return new Map([...declarations].filter(([property]) => permitted[pseudo](property)));
}
