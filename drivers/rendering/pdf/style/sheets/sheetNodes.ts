import { type Block, type CssNode, generate, List, parse, walk } from 'css-tree';
import { layersOf } from '../../../../../domain/documents/css/cssPatterns.ts';
import { withoutMarks } from '../../../../../domain/documents/css/nestedRules.ts';

/** The names of an `@layer`. */
export const namesIn = (prelude: CssNode | null): string[] =>
  layersOf(prelude ? generate(prelude) : '').filter((name) => name !== '');

/** The declarations of an at-rule within a rule are those of the rule. */
export function withinRule(selector: string, block: Block): Block {
  const prelude = parse(selector, { context: 'selectorList', onParseError: () => undefined });
  if (prelude.type !== 'SelectorList') return block;
  return { ...block, children: new List<CssNode>().fromArray([{ type: 'Rule', prelude, block }]) };
}

/** In quirks mode, the names of classes and ids have no case. */
export function foldNames(tree: CssNode): void {
  walk(tree, (node) => {
    if (node.type === 'ClassSelector' || node.type === 'IdSelector') node.name = node.name.toLowerCase();
  });
}

/** Maximum length of a selector that nested rules are put together to. */
const MAX_SELECTOR = 2_000;

/** Returns the selectors of a nested rule, which continue those around it. */
export function nestedPrelude(around: string, nested: CssNode): CssNode {
  const own = withoutMarks(generate(nested));
  const all = around.length + own.length > MAX_SELECTOR ? [] : layersOf(own);
  const text = all.map((one) => (one.includes('&') ? one.replaceAll('&', `:is(${around})`) : `:is(${around}) ${one}`));
  return parse(text.join(','), { context: 'selectorList', onParseError: () => undefined });
}
