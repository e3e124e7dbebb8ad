import { type Atrule, type Block, type CssNode, generate, parse, type Rule } from 'css-tree';
import { type CounterStyleRule, readCounterStyle } from '../../../../domain/documents/css/counterStyleRule.ts';
import { withSpacedColours } from '../../../../domain/documents/css/cssPatterns.ts';
import { isForPrint } from '../../../../domain/documents/css/mediaQueries.ts';
import { withNestingSelectors } from '../../../../domain/documents/css/nestedRules.ts';
import { lacksUnit } from '../../../../domain/documents/warnings/cssSupport.ts';
import { isInvalid } from '../../../../domain/documents/warnings/invalidDeclarations.ts';
import { isSupported } from '../../../../domain/documents/warnings/supportsQueries.ts';
import { excessOf } from './counters/counterStyles.ts';
import { type ContainerQuery, readContainerQuery } from './queries/containerQuery.ts';
import type { QueryContainer } from './queries/queryContainer.ts';
import { compileSelector, matchesSelector, type PseudoElement } from './selectors.ts';
import type { Declaration, Declarations } from './sheets/declarations.ts';
import type { ElementView } from './sheets/elementView.ts';
import { sortByStrength } from './sheets/layers.ts';
import { type PageRule, pageRules } from './sheets/pageRules.ts';
import { foldNames, namesIn, nestedPrelude, withinRule } from './sheets/sheetNodes.ts';
import type { StyleRule } from './sheets/styleRule.ts';
import { expand } from './shorthands.ts';
import { type RegisteredProperty, registeredProperty } from './values/registered.ts';

export type { Declarations };

/** Who wrote a sheet: every rule of an author outranks every built-in one. */
type Origin = 'builtIn' | 'author';

export interface Stylesheet {
  readonly byKey: ReadonlyMap<string, readonly StyleRule[]>;
  /** The rules of pseudo-elements, by the key of their elements. */
  readonly pseudo: ReadonlyMap<string, readonly StyleRule[]>;
  /** Which pseudo-elements it has rules of. */
  readonly pseudoElements: ReadonlySet<PseudoElement>;
  readonly pages: readonly PageRule[];
  /** The custom properties that `@property` rules register. */
  readonly registered: ReadonlyMap<string, RegisteredProperty>;
  readonly counterStyles: ReadonlyMap<string, CounterStyleRule>;
  /** The cascade layers in the order in which they appear. */
  readonly layers: ReadonlySet<string>;
  /** Whether a rule changes counters. */
  readonly counts: boolean;
  /** Why rules are ignored, with what is to be found in the template of each. */
  readonly problems: ReadonlyMap<string, string>;
}

/** The lowest rank of a rule of an author. */
export const AUTHOR_RANK = 1e15;

/** Maximum number of layers of a sheet. */
const MAX_LAYERS = 1_000;
/** Maximum number of names, and of characters, in the path of a layer. */
const MAX_LAYER_PARTS = 32;
const MAX_LAYER_PATH = 2_000;
/** Maximum number of `@container` rules within one another: each rule within them has the conditions of all. */
const MAX_QUERIES = 32;
/** Maximum number of custom properties, and of counter styles, that a sheet registers. */
const MAX_REGISTERED = 1_000;
const MAX_CACHED_SHEETS = 100;
const MAX_CACHED_INLINE = 1000;
const sheets = new Map<string, Stylesheet>();
let lastId = 0;

/** Parses a stylesheet. The result is cached by its text. `needsUnits`: see `Units.needed`. */
export function parseStylesheet(text: string, origin: Origin, needsUnits = false): Stylesheet {
  const key = `${origin} ${needsUnits} ${text}`;
  let sheet = sheets.get(key);
  if (!sheet) {
    if (sheets.size >= MAX_CACHED_SHEETS) sheets.clear();
    sheet = compile(text, origin, needsUnits);
    sheets.set(key, sheet);
  }
  return sheet;
}

function compile(text: string, origin: Origin, needsUnits: boolean): Stylesheet {
  const compiler = new SheetCompiler(origin, origin === 'author' ? needsUnits : undefined);
  const tree = parse(withNestingSelectors(text), {
    parseValue: false,
    parseCustomProperty: false,
    onParseError: () => undefined,
  });
  if (origin === 'author' && !needsUnits) foldNames(tree);
  if (tree.type === 'StyleSheet') compiler.addAll(tree.children);
  return compiler;
}

class SheetCompiler implements Stylesheet {
  readonly byKey = new Map<string, StyleRule[]>();
  readonly pseudo = new Map<string, StyleRule[]>();
  readonly pseudoElements = new Set<PseudoElement>();
  readonly pages: PageRule[] = [];
  readonly registered = new Map<string, RegisteredProperty>();
  readonly counterStyles = new Map<string, CounterStyleRule>();
  readonly layers = new Set<string>();
  counts = false;
  readonly problems = new Map<string, string>();
  #queries: readonly ContainerQuery[] = [];
  readonly #origin: Origin;
  readonly #needsUnits: boolean | undefined;
  #order = 0;
  #layer: string | undefined;

  constructor(origin: Origin, needsUnits: boolean | undefined) {
    this.#origin = origin;
    this.#needsUnits = needsUnits;
    this.#layer = origin === 'author' ? '' : undefined;
  }

  addAll(nodes: Iterable<CssNode>): void {
    for (const node of nodes) {
      if (node.type === 'Rule') this.#addRule(node);
      else if (node.type === 'Atrule') this.#addAtRule(node);
    }
  }

  #addAtRule({ name, prelude, block }: Atrule): void {
    if (!block) {
      if (name.toLowerCase() === 'layer') for (const one of namesIn(prelude)) this.#addLayer(one);
      return;
    }
    const text = prelude ? generate(prelude) : '';
    switch (name.toLowerCase()) {
      case 'page':
        for (const rule of pageRules(prelude, block, (one) => declarationsOf(one, this.#needsUnits)))
          this.pages.push(rule);
        break;
      case 'property':
        this.#register(text, block);
        break;
      case 'counter-style':
        this.#nameCounters(text, block);
        break;
      case 'media':
        if (isForPrint(text || 'all')) this.addAll(block.children);
        break;
      case 'supports':
        if (isSupported(text)) this.addAll(block.children);
        break;
      case 'container':
        this.#addQueried(text, block);
        break;
      case 'layer': {
        const around = this.#layer;
        // Each layer without a name is one of its own.
        this.#layer = this.#addLayer(namesIn(prelude)[0] ?? `(${++lastId})`);
        this.addAll(block.children);
        this.#layer = around;
      }
    }
  }

  /** Adds the rules of an `@container`, which apply where its condition holds. */
  #addQueried(condition: string, block: Block): void {
    const around = this.#queries;
    if (around.length >= MAX_QUERIES) {
      this.problems.set(
        `@container is nested more than ${MAX_QUERIES} deep, so the rules within are ignored`,
        '@container',
      );
      return;
    }
    this.#queries = [...around, readContainerQuery(condition)];
    this.addAll(block.children);
    this.#queries = around;
  }

  #register(name: string, block: Block): void {
    const property = registeredProperty(name, declarationsOf(block, undefined));
    if (property && (this.registered.size < MAX_REGISTERED || this.registered.has(name)))
      this.registered.set(name, property);
  }

  #nameCounters(name: string, block: Block): void {
    const style = readCounterStyle(name, declarationsOf(block, undefined));
    const problem = style && excessOf(name, style);
    if (problem !== undefined) this.problems.set(problem, `@counter-style ${name}`);
    else if (style && (this.counterStyles.size < MAX_REGISTERED || this.counterStyles.has(name)))
      this.counterStyles.set(name, style);
  }

  /** Returns the path of a layer; that of the layer around it if it is beyond a limit. */
  #addLayer(name: string): string | undefined {
    const path = this.#layer ? `${this.#layer}.${name}` : name;
    if (path.length > MAX_LAYER_PATH || path.split('.').length > MAX_LAYER_PARTS) return this.#layer;
    if (this.layers.size >= MAX_LAYERS && !this.layers.has(path)) return this.#layer;
    this.layers.add(path);
    return path;
  }

  /** Adds one rule for each selector that this layout knows. */
  #addRule({ prelude, block }: Rule): void {
    if (prelude.type !== 'SelectorList') return;
    const declarations = declarationsOf(block, this.#needsUnits);
    const counts = declarations.some(([property]) => property.startsWith('counter-'));
    this.counts ||= counts;
    for (const node of prelude.children) {
      const selector = node.type === 'Selector' ? compileSelector(node) : undefined;
      if (!selector) continue;
      if (selector.pseudo) this.pseudoElements.add(selector.pseudo);
      const rules = selector.pseudo ? this.pseudo : this.byKey;
      const rank = (this.#origin === 'author' ? AUTHOR_RANK : 0) + Math.min(selector.specificity, 9e9) * 1e5;
      const place = { order: this.#order++, layer: this.#layer, queries: this.#queries };
      const rule = { id: ++lastId, selector, declarations, counts, rank, ...place };
      const same = rules.get(selector.key);
      if (same) same.push(rule);
      else rules.set(selector.key, [rule]);
    }
    this.#addNested(generate(prelude), block.children);
  }

  /** Adds rules within a rule, whose selectors continue those around them. */
  #addNested(around: string, children: Iterable<CssNode>): void {
    for (const node of children) {
      if (node.type === 'Atrule') this.#addAtRule({ ...node, block: node.block && withinRule(around, node.block) });
      if (node.type !== 'Rule') continue;
      const prelude = nestedPrelude(around, node.prelude);
      if (prelude.type === 'SelectorList') this.#addRule({ ...node, prelude });
    }
  }
}

/** `needsUnits`: whether lengths without one are ignored; undefined of the built-in sheets, whose values are all known. */
function declarationsOf(block: { children: Iterable<CssNode> }, needsUnits: boolean | undefined): Declarations {
  const all: Declaration[] = [];
  for (const node of block.children) {
    if (node.type !== 'Declaration') continue;
    // The parser knows `important` in small letters alone. Another word, such as that of `!ie`, makes it no declaration.
    const word = typeof node.important === 'string' ? node.important.toLowerCase() : undefined;
    if (word !== undefined && word !== 'important') continue;
    const value = withSpacedColours(node.value.type === 'Raw' ? node.value.value : generate(node.value));
    const name = node.property.startsWith('--') ? node.property : node.property.toLowerCase();
    if ((needsUnits && lacksUnit(name, value)) || (needsUnits !== undefined && isInvalid(name, value))) continue;
    for (const [property, part] of expand(name, value.trim())) {
      all.push([property, part, node.important !== false]);
    }
  }
  return all;
}

const inlineCache = new Map<string, Declarations>();

/** Parses a `style` attribute. The result is cached by its text. `needsUnits`: see `Units.needed`. */
export function parseInline(text: string, needsUnits = false): Declarations {
  const key = `${needsUnits} ${text}`;
  let known = inlineCache.get(key);
  if (!known) {
    const tree = parse(text, { context: 'declarationList', parseValue: false, onParseError: () => undefined });
    known = tree.type === 'DeclarationList' ? declarationsOf(tree, needsUnits) : [];
    if (inlineCache.size >= MAX_CACHED_INLINE) inlineCache.clear();
    inlineCache.set(key, known);
  }
  return known;
}

/**
 * Returns the rules that match an element, from the weakest to the strongest; or those of one of its pseudo-elements.
 *
 * @param containers around the element, from the innermost, which the conditions of `@container` are about
 */
export function matching(
  sheets: readonly Stylesheet[],
  element: ElementView,
  containers: readonly QueryContainer[],
  pseudo?: PseudoElement,
): StyleRule[] {
  const all: StyleRule[] = [];
  for (const sheet of sheets) {
    const byKey = pseudo ? sheet.pseudo : sheet.byKey;
    if (byKey.size === 0) continue;
    const found: StyleRule[] = [];
    addMatching(found, byKey.get('*'), element);
    addMatching(found, byKey.get(element.tag.toLowerCase()), element);
    for (const name of element.classes) addMatching(found, byKey.get(`.${name}`), element);
    if (element.id !== undefined) addMatching(found, byKey.get(`#${element.id}`), element);
    if (found.length > 1) found.sort((one, other) => one.order - other.order);
    for (const rule of found) if (rule.queries.every(({ holds }) => holds(containers))) all.push(rule);
  }
  if (pseudo)
    return sortByStrength(
      sheets,
      all.filter(({ selector }) => selector.pseudo === pseudo),
    );
  // The sort is stable: among equal ranks, rules of later sheets stay behind.
  return all.length > 1 ? sortByStrength(sheets, all) : all;
}

function addMatching(found: StyleRule[], rules: readonly StyleRule[] | undefined, element: ElementView): void {
  if (rules) for (const rule of rules) if (matchesSelector(rule.selector, element)) found.push(rule);
}
