import { type Atrule, type CssNode, generate, parse, type Rule } from 'css-tree';
import { compileSelector, type ElementView, matchesSelector, type Selector } from './selectors.ts';
import { expand } from './shorthands.ts';

type Declaration = readonly [property: string, value: string, important: boolean];

/** Longhand properties with their values as text. */
export type Declarations = readonly Declaration[];

/** Who wrote a sheet: every rule of an author outranks every built-in one. */
type Origin = 'builtIn' | 'author';

export interface StyleRule {
  /** Unique among all rules of this process. */
  readonly id: number;
  readonly selector: Selector;
  readonly declarations: Declarations;
  /** By origin, then by specificity. Among equal ranks the later rule wins. */
  readonly rank: number;
  /** Position within its sheet. */
  readonly order: number;
}

export interface Stylesheet {
  readonly byKey: ReadonlyMap<string, readonly StyleRule[]>;
  /** Declarations of `@page`. */
  readonly page: Declarations;
}

/** The lowest rank of a rule of an author. */
export const AUTHOR_RANK = 1e15;

const MAX_CACHED_SHEETS = 100;
const MAX_CACHED_INLINE = 1000;
const sheets = new Map<string, Stylesheet>();
let lastId = 0;

/** Parses a stylesheet. The result is cached by its text. */
export function parseStylesheet(text: string, origin: Origin): Stylesheet {
  const key = `${origin} ${text}`;
  let sheet = sheets.get(key);
  if (!sheet) {
    if (sheets.size >= MAX_CACHED_SHEETS) sheets.clear();
    sheet = compile(text, origin);
    sheets.set(key, sheet);
  }
  return sheet;
}

function compile(text: string, origin: Origin): Stylesheet {
  const compiler = new SheetCompiler(origin);
  const tree = parse(text, { parseValue: false, parseCustomProperty: false, onParseError: () => undefined });
  if (tree.type === 'StyleSheet') compiler.addAll(tree.children);
  return compiler;
}

class SheetCompiler implements Stylesheet {
  readonly byKey = new Map<string, StyleRule[]>();
  readonly page: Declaration[] = [];
  readonly #origin: Origin;
  #order = 0;

  constructor(origin: Origin) {
    this.#origin = origin;
  }

  addAll(nodes: Iterable<CssNode>): void {
    for (const node of nodes) {
      if (node.type === 'Rule') this.#addRule(node);
      else if (node.type === 'Atrule') this.#addAtRule(node);
    }
  }

  #addAtRule({ name, prelude, block }: Atrule): void {
    if (!block) return;
    if (name.toLowerCase() === 'page' && !prelude) this.page.push(...declarationsOf(block));
    else if (name.toLowerCase() === 'media' && isForPrint(prelude ? generate(prelude) : 'all'))
      this.addAll(block.children);
  }

  /** Adds one rule for each selector that this layout knows. */
  #addRule({ prelude, block }: Rule): void {
    if (prelude.type !== 'SelectorList') return;
    const declarations = declarationsOf(block);
    for (const node of prelude.children) {
      const selector = node.type === 'Selector' ? compileSelector(node) : undefined;
      if (!selector) continue;
      const rank = (this.#origin === 'author' ? AUTHOR_RANK : 0) + Math.min(selector.specificity, 9e9) * 1e5;
      const rule = { id: ++lastId, selector, declarations, rank, order: this.#order++ };
      const rules = this.byKey.get(selector.key);
      if (rules) rules.push(rule);
      else this.byKey.set(selector.key, [rule]);
    }
  }
}

/** Whether media queries cover paper. */
export function isForPrint(queries: string): boolean {
  return /\b(print|all)\b/i.test(queries);
}

function declarationsOf(block: { children: Iterable<CssNode> }): Declarations {
  const all: Declaration[] = [];
  for (const node of block.children) {
    if (node.type !== 'Declaration') continue;
    const value = node.value.type === 'Raw' ? node.value.value : generate(node.value);
    for (const [property, part] of expand(node.property.toLowerCase(), value.trim())) {
      all.push([property, part, Boolean(node.important)]);
    }
  }
  return all;
}

const inlineCache = new Map<string, Declarations>();

/** Parses a `style` attribute. The result is cached by its text. */
export function parseInline(text: string): Declarations {
  let known = inlineCache.get(text);
  if (!known) {
    const tree = parse(text, { context: 'declarationList', parseValue: false, onParseError: () => undefined });
    known = tree.type === 'DeclarationList' ? declarationsOf(tree) : [];
    if (inlineCache.size >= MAX_CACHED_INLINE) inlineCache.clear();
    inlineCache.set(text, known);
  }
  return known;
}

/** Returns the rules that match an element, from the weakest to the strongest. */
export function matching(sheets: readonly Stylesheet[], element: ElementView): StyleRule[] {
  const all: StyleRule[] = [];
  for (const { byKey } of sheets) {
    const found: StyleRule[] = [];
    addMatching(found, byKey.get('*'), element);
    addMatching(found, byKey.get(element.tag), element);
    for (const name of element.classes) addMatching(found, byKey.get(`.${name}`), element);
    if (element.id !== undefined) addMatching(found, byKey.get(`#${element.id}`), element);
    if (found.length > 1) found.sort((one, other) => one.order - other.order);
    all.push(...found);
  }
  // The sort is stable: among equal ranks, rules of later sheets stay behind.
  return all.length > 1 ? all.sort((one, other) => one.rank - other.rank) : all;
}

function addMatching(found: StyleRule[], rules: readonly StyleRule[] | undefined, element: ElementView): void {
  if (rules) for (const rule of rules) if (matchesSelector(rule.selector, element)) found.push(rule);
}
