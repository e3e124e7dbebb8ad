import type { Style } from '../style/style.ts';
import { type Area, type Canvas, type CanvasPosition, EPSILON } from './canvas.ts';
import type { Mark } from './mark.ts';

/**
 * Hides what was added since a position and leaves a box whose `overflow` is not `visible`: what begins below its end, and what
 * is beyond its right side. Text and images that cross an edge are drawn in part. `natural`: where the content ends.
 */
export function clipContent(
  canvas: Canvas,
  { border }: Pick<Style, 'border'>,
  area: Area,
  { from, natural }: { readonly from: CanvasPosition; readonly natural: number },
): void {
  const bottom = area.y + area.height;
  const right = area.x + area.width - border.right.width;
  const isHigh = natural > bottom + 1;
  const isWide = canvas.right > right + 1;
  if (!isHigh && !isWide) return;
  const [first, , heads, , , feet] = from;
  // The heads and feet of tables are found by their positions in the list.
  if (canvas.heads.length > heads || canvas.feet.length > feet) return;
  let hidden: string | undefined;
  for (const mark of canvas.marks.splice(first)) {
    if (isHigh && 'height' in mark && mark.y >= bottom - EPSILON) {
      if (mark.kind === 'text' && /[\p{L}\p{N}]/u.test(mark.text)) hidden ??= mark.text.trim();
      continue;
    }
    const shown = isWide ? upTo(mark, right) : mark;
    if (shown) canvas.marks.push(isHigh && shown.kind === 'image' ? above(shown, bottom) : shown);
  }
  if (hidden === undefined || area.height < MIN_HEIGHT) return;
  const text = hidden.slice(0, MAX_EXCERPT);
  const problem = `${JSON.stringify(text.toWellFormed().replaceAll(';', ','))} and what follows is hidden by overflow: hidden of a box that is too low for it`;
  canvas.marks.push({ kind: 'problem', y: area.y, problem, text });
}

/** A lower box hides its content on purpose, for programs that read a page aloud or for mail programs; pt. */
const MIN_HEIGHT = 3;
/** Maximum length of a hidden text in a warning. */
const MAX_EXCERPT = 40;

/** Returns what is left of a mark at the left of `right`; undefined if nothing is. */
function upTo(mark: Mark, right: number): Mark | undefined {
  if (!('x' in mark) || mark.kind === 'group' || mark.kind === 'float') return mark;
  const width = right - mark.x;
  if (mark.kind === 'text') return width > 0 ? textWithin(mark, width) : undefined;
  if (mark.width <= width + EPSILON) return mark;
  if (width <= 0) return undefined;
  if (mark.kind === 'image') return { ...mark, shown: { height: mark.height, ...mark.shown, width } };
  if (mark.kind === 'rect' && mark.style) return mark;
  return { ...mark, width };
}

function above(mark: Extract<Mark, { kind: 'image' }>, bottom: number): Mark {
  const height = bottom - mark.y;
  return mark.height <= height + EPSILON ? mark : { ...mark, shown: { width: mark.width, ...mark.shown, height } };
}

/** Returns a text without the letters that are wholly beyond a width. */
function textWithin(mark: Extract<Mark, { kind: 'text' }>, width: number): Mark {
  const { face, size, letterSpacing = 0, text, height } = mark;
  const widthOf = (part: string): number => face.width(part) * size + letterSpacing * part.length;
  if (widthOf(text.trimEnd()) <= width + EPSILON) return mark;
  const shown = { width, height };
  // The letters of other scripts may be drawn in another order.
  if (
    mark.spoken !== undefined ||
    !/^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]*$/u.test(text)
  )
    return { ...mark, shown };
  const letters = [...text];
  let [low, high] = [1, letters.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (widthOf(letters.slice(0, middle).join('')) >= width) high = middle;
    else low = middle + 1;
  }
  return { ...mark, text: letters.slice(0, low).join(''), shown };
}
