import { type CssNode, generate, parse, type Rule } from 'css-tree';
import { compileSelector, matchesSelector, type Placed, type Selector } from './selectors.ts';
import { expand } from './shorthands.ts';

/** Longhands with their values as text. */
export type Declarations = readonly (readonly [property: string, value: string, important: boolean])[];

export interface StyleRule {
  /** Of all that were ever parsed. */
  readonly id: number;
  readonly selector: Selector;
  readonly declarations: Declarations;
  /** Author's over the built-in, then by specificity; of equals the later one wins. */
  readonly rank: number;
  /** Within its sheet. */
  readonly order: number;
}

export interface Stylesheet {
  readonly byKey: ReadonlyMap<string, readonly StyleRule[]>;
  /** Of `@page`. */
  readonly page: Declarations;
}

const KEPT = 100;
const sheets = new Map<string, Stylesheet>();
let lastId = 0;

/** The same text is parsed once, for as long as it is among the last hundred. */
export function parseStylesheet(text: string, author: boolean): Stylesheet {
  const key = `${author ? 1 : 0}${text}`;
  let sheet = sheets.get(key);
  if (!sheet) {
    if (sheets.size >= KEPT) sheets.clear();
    sheet = compile(text, author);
    sheets.set(key, sheet);
  }
  return sheet;
}

function compile(text: string, author: boolean): Stylesheet {
  const byKey = new Map<string, StyleRule[]>();
  const page: (readonly [string, string, boolean])[] = [];
  let order = 0;
  const addRule = (rule: Rule): void => {
    if (rule.prelude.type !== 'SelectorList') return;
    const declarations = declarationsOf(rule.block);
    for (const one of rule.prelude.children) {
      const selector = one.type === 'Selector' ? compileSelector(one) : undefined;
      if (!selector) continue;
      const rank = (author ? 1e15 : 0) + Math.min(selector.specificity, 9e9) * 1e5;
      const made = { id: ++lastId, selector, declarations, rank, order: order++ };
      const same = byKey.get(selector.key);
      if (same) same.push(made);
      else byKey.set(selector.key, [made]);
    }
  };
  const read = (nodes: Iterable<CssNode>): void => {
    for (const node of nodes) {
      if (node.type === 'Rule') addRule(node);
      else if (node.type === 'Atrule' && node.block) {
        const name = node.name.toLowerCase();
        if (name === 'media' && /\b(print|all)\b/.test(node.prelude ? generate(node.prelude) : 'all')) {
          read(node.block.children);
        } else if (name === 'page' && !node.prelude) page.push(...declarationsOf(node.block));
      }
    }
  };
  const tree = parse(text, { parseValue: false, parseCustomProperty: false, onParseError: () => undefined });
  if (tree.type === 'StyleSheet') read(tree.children);
  return { byKey, page };
}

function declarationsOf(block: { children: Iterable<CssNode> }): Declarations {
  const all: (readonly [string, string, boolean])[] = [];
  for (const node of block.children) {
    if (node.type !== 'Declaration') continue;
    const value = node.value.type === 'Raw' ? node.value.value : generate(node.value);
    for (const [property, part] of expand(node.property.toLowerCase(), value.trim())) {
      all.push([property, part, Boolean(node.important)]);
    }
  }
  return all;
}

const inlines = new Map<string, Declarations>();

/** Of a `style` attribute. */
export function parseInline(text: string): Declarations {
  let known = inlines.get(text);
  if (!known) {
    const tree = parse(text, { context: 'declarationList', parseValue: false, onParseError: () => undefined });
    known = tree.type === 'DeclarationList' ? declarationsOf(tree) : [];
    if (inlines.size >= 1000) inlines.clear();
    inlines.set(text, known);
  }
  return known;
}

/** The rules that match, from the weakest to the strongest. */
export function matching(sheets: readonly Stylesheet[], element: Placed): StyleRule[] {
  const all: StyleRule[] = [];
  for (const { byKey } of sheets) {
    const found: StyleRule[] = [];
    const tryAll = (rules: readonly StyleRule[] | undefined): void => {
      if (rules) for (const rule of rules) if (matchesSelector(rule.selector, element)) found.push(rule);
    };
    tryAll(byKey.get('*'));
    tryAll(byKey.get(element.tag));
    for (const name of element.classes) tryAll(byKey.get(`.${name}`));
    if (element.id !== undefined) tryAll(byKey.get(`#${element.id}`));
    if (found.length > 1) found.sort((one, other) => one.order - other.order);
    all.push(...found);
  }
  // Stable: of equals those of later sheets stay behind.
  return all.length > 1 ? all.sort((one, other) => one.rank - other.rank) : all;
}
