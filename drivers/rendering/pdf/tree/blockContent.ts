import { type Element, isTag } from 'domhandler';
import type { BlockBox, Box, Inline } from '../boxes/boxes.ts';
import { isCollapsedThrough } from '../flow/margins.ts';
import type { LayoutProblem } from '../layoutProblems.ts';
import type { TreeElement } from '../style/sheets/siblingViews.ts';
import { anonymous, isContainer, isOutOfFlow, type Style } from '../style/style.ts';
import { addedLength, type Length, scaledLength } from '../style/values/lengths.ts';

/** Whether a text is more than white space that collapses, which a no-break space does not. */
export const hasText = (text: string): boolean => /[^ \t\n\r\f]/.test(text);

/** Builds a block of its content. Where lines stand among blocks, each run of lines becomes an anonymous block. */
export function blockOf(content: readonly (Box | Inline)[], style: Style, problems: LayoutProblem[] = []): BlockBox {
  if (content.every(isInline) && content.some(isInLine)) return { kind: 'block', style, children: [], inline: content };
  const children: Box[] = [];
  let lines: Inline[] = [];
  // White space makes no item of a container.
  const makesBlock = isContainer(style) ? isVisible : isInLine;
  const endLines = (next?: Box): void => {
    if (lines.some(makesBlock)) {
      const firstLine = children.length === 0 ? style.firstLine : undefined;
      const { bidi } = style;
      const own = { ...anonymous(style, 'block'), bidi, firstLine, ...linesAround(style, children.at(-1), next) };
      children.push({ kind: 'block', style: own, children: [], inline: lines, inlineParent: 'lines' });
    } else for (const line of lines) if (line.kind === 'out') children.push(outOfLines(line, style));
    lines = [];
  };
  for (const item of content) {
    if (isInline(item)) lines.push(item);
    else {
      endLines(item);
      children.push(item);
    }
  }
  endLines();
  if (style.lineLimit !== undefined && children.length > 0) {
    const css = `-webkit-line-clamp: ${style.lineLimit}`;
    const fate = 'is not supported, so all its lines are shown: write the text in the element itself';
    addProblem(problems, { problem: `${css} of an element with blocks in it ${fate}`, text: '', css });
  }
  return { kind: 'block', style, children };
}

/**
 * Returns a box that is out of the flow and has no line beside it: if an element in the line places it, in a block without a size
 * that is moved as the elements around the box are.
 */
function outOfLines({ box, placers, moved }: Extract<Inline, { kind: 'out' }>, around: Style): Box {
  if (!placers) return box;
  let top: Length = 0;
  let left: Length = 0;
  for (const { inset } of moved?.by ?? []) {
    top = addedLength(top, inset.top ?? scaledLength(inset.bottom ?? 0, -1));
    left = addedLength(left, inset.left ?? scaledLength(inset.right ?? 0, -1));
  }
  const inset = { top, left, right: undefined, bottom: undefined };
  const style: Style = { ...anonymous(around, 'block'), position: 'relative', inset, width: 0 };
  return { kind: 'block', style, children: [box] };
}

/** Adds a problem, unless it is there already. */
export function addProblem(problems: LayoutProblem[], problem: LayoutProblem): void {
  if (!problems.some((known) => known.problem === problem.problem)) problems.push(problem);
}

/** Gives a list item without content the line that its marker stands in. As in browsers, it is in the first block that is in the flow. */
export function withLine(box: BlockBox): BlockBox {
  const { style, children, inline = [] } = box;
  if (isContainer(style) || inline.some(isVisible)) return box;
  const line: Inline = { kind: 'text', text: '\u200b', style };
  if (children.length === 0) return { ...box, inline: [...inline, line] };
  if (!children.every((child) => isOutOfFlow(child.style) || isCollapsedThrough(child, 0))) return box;
  const first = children.find((child) => !isOutOfFlow(child.style));
  if (first?.kind === 'block')
    return { ...box, children: children.map((child) => (child === first ? withLine(first) : child)) };
  const below: BlockBox = { kind: 'block', style: anonymous(style, 'block'), children: [], inline: [line] };
  return { ...box, children: [...children, below] };
}

/** Returns the content of a block. One that can be edited has a line where it ends without one, as in browsers. */
export function withEditableLine(
  { element }: Pick<TreeElement, 'element'>,
  content: (Box | Inline)[],
  style: Style,
): (Box | Inline)[] {
  if (!isEditable(element) || isWithinEditable(element)) return content;
  const isInLines = content.every((item) => isInline(item) || item.inlineParent !== undefined);
  const last = content.findLast((item) => !isInline(item) || isVisible(item));
  return isInLines && !(last && isInline(last)) ? [...content, { kind: 'text', text: '\u200b', style }] : content;
}

const isEditable = ({ attribs }: Element): boolean =>
  /^(?:|true|plaintext-only)$/i.test(attribs['contenteditable'] ?? 'no');

function isWithinEditable({ parent }: Element): boolean {
  for (let one = parent; one && isTag(one); one = one.parent)
    if ('contenteditable' in one.attribs) return isEditable(one);
  return false;
}

/** Whether an item makes a line, as preserved white space does, too. */
const isInLine = (item: Inline): boolean =>
  isVisible(item) || (item.kind === 'text' && item.text !== '' && item.style.whiteSpace.startsWith('pre'));

export function isInline(item: Box | Inline): item is Inline {
  return item.kind !== 'block' && item.kind !== 'table' && item.kind !== 'image';
}

export function isVisible(item: Inline): boolean {
  if (item.kind === 'out' || (item.kind === 'space' && item.width === 0)) return false;
  return item.kind !== 'text' || item.field !== undefined || hasText(item.text);
}

/** Returns the orphans and widows of a run of lines beside blocks in inline elements: each such block counts as one of the lines. */
function linesAround({ orphans, widows }: Style, before: Box | undefined, next: Box | undefined): Partial<Style> {
  return {
    orphans: before?.inlineParent ? Math.max(1, orphans - 1) : orphans,
    widows: next?.inlineParent ? 1 : widows,
  };
}

/** Returns content whose blocks name the inline element that they are in. */
export function withInlineParent(content: readonly (Box | Inline)[], element: object): (Box | Inline)[] {
  return content.map((item) => (isInline(item) || item.inlineParent ? item : { ...item, inlineParent: element }));
}
