import { faceOf } from '../fonts/fonts.ts';
import { isSymbol } from '../layout/listMarker.ts';
import type { Style } from '../style/style.ts';
import type { Tag } from '../tags/tag.ts';
import { hasText } from './blockContent.ts';
import type { Content } from './lineItems.ts';

/** pt. */
const PIXEL = 0.75;

/** Adds the marker of a list item with `list-style-position: inside` to its content, which it begins. */
export function addInsideMarker(content: Content, marker: string, style: Style, tag: Tag | undefined): void {
  trimStart(content);
  const text = isSymbol(marker) ? marker : `${marker} `;
  content.unshift({ kind: 'text', text, style, ...(tag && { tag }) });
  if (isSymbol(marker)) content.splice(1, 0, { kind: 'space', width: widthOf(marker, style), style });
}

/** Removes the white space that content begins with, and that collapses behind the marker. */
function trimStart(content: Content): void {
  for (let first = content[0]; first?.kind === 'text' && !first.field; first = content[0]) {
    if (first.style.whiteSpace.startsWith('pre')) return;
    if (hasText(first.text)) {
      content[0] = { ...first, text: first.text.replace(/^[ \t\n\r\f]+/, '') };
      return;
    }
    content.shift();
  }
}

/** Returns the space behind a symbol, with which browsers make it as wide as its font is high, and one em more. */
function widthOf(symbol: string, style: Style): number {
  const { size } = style;
  const face = faceOf(style);
  const ascent = Math.round((face.ascent * size) / PIXEL);
  const whole = Math.floor((Math.floor((ascent * 2) / 3) + 1) / 2) + 1;
  return whole * PIXEL + size - face.width(symbol) * size;
}
