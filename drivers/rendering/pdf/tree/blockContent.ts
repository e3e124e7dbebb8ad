import type { BlockBox, Box, Inline } from '../boxes/boxes.ts';
import { anonymous, type Style } from '../style/style.ts';

/** Builds a block of its content. Where lines stand among blocks, each run of lines becomes an anonymous block. */
export function blockOf(content: readonly (Box | Inline)[], style: Style): BlockBox {
  if (content.every(isInline)) {
    return { kind: 'block', style, children: [], ...(content.length > 0 && { inline: content }) };
  }
  const children: Box[] = [];
  let lines: Inline[] = [];
  const endLines = (): void => {
    if (lines.some(isVisible))
      children.push({ kind: 'block', style: anonymous(style, 'block'), children: [], inline: lines });
    lines = [];
  };
  for (const item of content) {
    if (isInline(item)) lines.push(item);
    else {
      endLines();
      children.push(item);
    }
  }
  endLines();
  return { kind: 'block', style, children };
}

function isInline(item: Box | Inline): item is Inline {
  return item.kind === 'text' || item.kind === 'break' || item.kind === 'space' || item.kind === 'box';
}

function isVisible(item: Inline): boolean {
  return item.kind !== 'text' || item.field !== undefined || /\S/.test(item.text);
}
