import type { Inline } from '../boxes/boxes.ts';
import { isContainer, isDecorated, isOutOfFlow, type Style } from '../style/style.ts';
import { blockOf, hasText } from './blockContent.ts';
import { addEdge, type Content } from './lineItems.ts';

type TextItem = Extract<Inline, { kind: 'text' }>;

/** The signs before a letter, the letter with its marks, and the signs behind it. */
const letter =
  /^[ \t\n\r\f]*(?<first>[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}]*[^\s\p{M}]\p{M}*[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}]*)(?<rest>[\s\S]*)$/u;

/**
 * Gives the first letter of a block an item of its own, as `::first-letter` has it. `styleIn` returns its style from that of the text
 * around it. Returns whether the block has a line.
 */
export function splitFirstLetter(content: Content, styleIn: (around: Style) => Style): boolean {
  for (const [at, item] of content.entries()) {
    if (item.kind === 'text' && !item.field) {
      if (!hasText(item.text)) continue;
      content.splice(at, 1, ...withLetter(item, styleIn));
      return true;
    }
    if (item.kind === 'out' || item.kind === 'space' || (item.kind === 'block' && isOutOfFlow(item.style))) continue;
    if (item.kind !== 'block' || isContainer(item.style) || item.style.rotation) return true;
    const inner: Content = [...(item.inline ?? item.children)];
    const hasLine = splitFirstLetter(inner, styleIn);
    content[at] = { ...item, ...blockOf(inner, item.style) };
    if (hasLine) return true;
  }
  return false;
}

/** Returns the items of a text whose first letter has a style of its own. */
function withLetter(item: TextItem, styleIn: (around: Style) => Style): Content {
  const { first, rest = '' } = letter.exec(item.text)?.groups ?? {};
  if (first === undefined) return [item];
  const style = styleIn(item.style);
  const background = isDecorated(style) ? style : item.background;
  const own: TextItem = { ...item, text: first, style, ...(background && { background }) };
  const others: Content = rest === '' ? [] : [{ ...item, text: rest }];
  if (isOutOfFlow(style)) {
    // The box of a float has the background.
    const { background: _, ...plain } = own;
    return [{ kind: 'out', box: blockOf([plain], style) }, ...others];
  }
  const items: Content = [];
  addEdge(items, 'left', style, background);
  items.push(own);
  addEdge(items, 'right', style, background);
  return [...items, ...others];
}
