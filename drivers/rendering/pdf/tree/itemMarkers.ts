import type { ImageBox, Inline, Marker } from '../boxes/boxes.ts';
import { faceOf, split } from '../fonts/fonts.ts';
import { isSymbol, MARKER_PADDING, symbolSize } from '../layout/listMarker.ts';
import { anonymous, type Style } from '../style/style.ts';
import type { GeneratedStyle } from '../style/styleResolver.ts';
import { inLayoutUnits, PIXEL } from '../style/values/layoutUnits.ts';
import type { Tag } from '../tags/tag.ts';
import { hasText } from './blockContent.ts';
import type { Counters } from './generated/counters.ts';
import { generatedContent } from './generated/generatedContent.ts';
import type { Content } from './lineItems.ts';

/** A list item, as its marker depends on it. */
interface ListItem {
  readonly style: Style;
  readonly number: number;
  readonly counters: Counters;
  readonly attributes: Readonly<Record<string, string>>;
  readonly tag: Tag | undefined;
}

/** Returns the marker of a list item, with the style and the content that rules of `::marker` declare. */
export function itemMarker(item: ListItem, declared: GeneratedStyle | undefined): Marker | undefined {
  const style = declared?.style ?? item.style;
  const { content = 'normal' } = declared ?? {};
  if (content === 'none') return undefined;
  const type = content === 'normal' ? item.style.listType : content;
  const isDeclared = content !== 'normal' || /^["']/.test(type);
  const parts = isDeclared ? (generatedContent(type, item.counters, item.attributes) ?? []) : [];
  const image = parts.find((part) => 'image' in part)?.image ?? '';
  const picture = content === 'normal' ? item.style.listPicture : style.pictures.get(image);
  if (picture) return { text: '•', style, isDeclared: false, picture, ...(item.tag && { tag: item.tag }) };
  const { text, isWhole } = isDeclared
    ? { text: parts.map((part) => ('text' in part ? part.text : '')).join(''), isWhole: true }
    : item.counters.styles.markerOf(type, item.number);
  if (!isDeclared) item.counters.generate(text.length);
  if (text === '') return undefined;
  const triangle = isDeclared ? undefined : triangles[text];
  const drawn = triangle && { picture: triangleOf(triangle, style).picture };
  return { text, style, isDeclared: isWhole, ...drawn, ...(item.tag && { tag: item.tag }) };
}

/** Adds a marker to the content of its list item, which it begins. */
export function addInsideMarker(content: Content, { text: marker, style, isDeclared, picture, tag }: Marker): void {
  const triangle = isDeclared ? undefined : triangles[marker];
  if (triangle) {
    trimStart(content);
    content.unshift({ kind: 'box', box: triangleOf(triangle, style) });
    return;
  }
  if (picture) {
    trimStart(content);
    const own = anonymous(style, 'inline-block');
    own.margin = { ...own.margin, [style.rightToLeft ? 'left' : 'right']: MARKER_PADDING * PIXEL };
    content.unshift({ kind: 'box', box: { kind: 'image', style: own, picture, ...(tag && { tag }) } });
    return;
  }
  const isPicture = !isDeclared && isSymbol(marker);
  const text = isDeclared || isPicture ? marker : `${marker} `;
  if (/\s$/.test(text) || isPicture) trimStart(content);
  content.unshift({ kind: 'text', text, style, ...(tag && { tag }) });
  if (!isPicture) return;
  // As in browsers, the line may end behind it.
  const end: Inline = { kind: 'text', text: '\u200b', style };
  content.splice(1, 0, { kind: 'space', width: widthOf(marker, style), style }, end);
}

/** The paths of the triangles before summaries, in a square of 100 on each side. */
const triangles: Readonly<Record<string, string>> = { '▸': 'M6 0L94 50L6 100Z', '▾': 'M0 6L50 94L100 6Z' };
/** Their size and the space behind them; em. */
const TRIANGLE = { side: 0.66, gap: 0.4 };

function triangleOf(path: string, style: Style): ImageBox {
  const { hex, opacity } = style.colour ?? { hex: '#000000', opacity: 0 };
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path d="${path}" fill="${hex}" fill-opacity="${opacity}"/></svg>`;
  const side = style.size * TRIANGLE.side;
  const own = { ...anonymous(style, 'inline-block'), width: side, height: side };
  own.margin = { ...own.margin, [style.rightToLeft ? 'left' : 'right']: style.size * TRIANGLE.gap };
  return { kind: 'image', style: own, picture: { bytes: Buffer.from(svg), drawn: true, width: side, height: side } };
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
  const { side } = symbolSize(faceOf(style), size);
  const own = inLayoutUnits(size);
  return split(symbol, style, own).reduce((free, part) => free - part.face.width(part.text) * own, side + PIXEL + size);
}
