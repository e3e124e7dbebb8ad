import type { LayoutProblem } from '../layoutProblems.ts';
import { isContainer, isDecorated, isOutOfFlow } from '../style/style.ts';
import type { GeneratedStyle } from '../style/styleResolver.ts';
import { blockOf, isVisible } from './blockContent.ts';
import type { Generated } from './generated/generatedContent.ts';
import { addEdge, type Content, generatedItem, type LineContext, movedBy } from './lineItems.ts';

/** Adds a `::before` or an `::after` to the content of its element. `parts`: what it consists of; undefined for nothing. */
export function addGenerated(
  content: Content,
  { style }: GeneratedStyle,
  { style: { display }, link, run, background: around }: LineContext,
  parts: readonly Generated[] | undefined,
  problems: LayoutProblem[],
): void {
  const background = style.display === 'inline' && isDecorated(style) ? style : undefined;
  const items = parts?.map((part) => generatedItem(part, { style, link, background, run }));
  if (!items) return;
  const hasLines = style.whiteSpace.startsWith('pre') || items.some(isVisible);
  const box = blockOf(hasLines ? items : [], style);
  if (isOutOfFlow(style)) content.push({ kind: 'out', box });
  else if (style.display.startsWith('inline-')) content.push({ kind: 'box', box });
  else if (style.display !== 'inline' || isContainer({ display })) content.push(box);
  else {
    const own: Content = [];
    addEdge(own, 'left', style, around);
    own.push(...items);
    addEdge(own, 'right', style, around);
    content.push(...movedBy(style, own, around, problems));
  }
}
