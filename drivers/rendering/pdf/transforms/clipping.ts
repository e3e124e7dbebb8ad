import type { BlockBox } from '../boxes/boxes.ts';
import { spacedLetters } from '../fonts/spacedGlyphs.ts';
import { withBaselines } from '../layout/alignment/ownBaselines.ts';
import { paddingBox } from '../layout/boxGeometry.ts';
import { type Area, type Canvas, type CanvasPosition, EPSILON, WIDTH_EPSILON } from '../layout/canvas.ts';
import { fittingLetters } from '../layout/ellipsis.ts';
import type { Clip, Mark, RectMark, TextMark } from '../layout/mark.ts';
import { isContainer, type Style } from '../style/style.ts';
import { type Curves, curvesOf, curvesWithin } from '../style/values/corners.ts';
import { resolved } from '../style/values/lengths.ts';
import { boundsOf, overlap } from './matrix.ts';

/** What a box shows of its content: its padding box. */
interface Opening extends Area {
  readonly curves: Curves | undefined;
  /** Whether nothing reaches beyond its right side. */
  readonly fitsAcross: boolean;
}

/** The first of the texts that a box hides, below its end and beside it. */
interface HiddenTexts {
  low?: string;
  aside?: string;
}

/**
 * Hides what leaves a box whose `overflow` is not `visible`, of what was added between two positions: what is wholly outside
 * is left out, what crosses an edge is drawn in part.
 */
export function clipContent(
  canvas: Canvas,
  style: Pick<Style, 'border' | 'indent' | 'corners'>,
  area: Area,
  from: CanvasPosition,
  to?: CanvasPosition,
): void {
  const { marks } = canvas;
  const opening = openingOf(style, area, to ? Number.POSITIVE_INFINITY : canvas.right);
  const [[first, keeps, heads, , , feet], [end, lastKeep]] = [from, to ?? canvas.position()];
  // What is hidden needs no space on the page.
  for (const keep of canvas.keeps.slice(keeps, lastKeep)) keep.to = Math.min(keep.to, opening.y + opening.height);
  const hidden: HiddenTexts = {};
  let count = 0;
  for (let at = first; at < end; at++) {
    const mark = marks[at];
    if (!mark) continue;
    const shown = shownOf(mark, opening, hidden);
    if (!shown) count++;
    if (shown !== mark) marks[at] = shown ?? nothing(opening);
  }
  // The heads and feet of tables, and what a transform maps, are found by their positions in the list.
  const isFixed =
    canvas.heads.length > heads || canvas.feet.length > feet || end < marks.length || hasTransformed(marks, first);
  if (count > 0 && !isFixed) for (const mark of marks.splice(first)) if (!isNothing(mark)) marks.push(mark);
  if (area.height < MIN_SIDE || area.width < MIN_SIDE) return;
  if (hidden.low !== undefined) report(canvas, area, hidden.low, 'and what follows is hidden', 'low');
  // Text that begins beyond its box is hidden on purpose.
  if (hidden.aside !== undefined && resolved(style.indent, area.width) < area.width - 1)
    report(canvas, area, hidden.aside, 'is cut off at the side', 'narrow');
}

/** Draws the content of a block that hides what is beyond it. As in browsers, nothing stands on its last line, but for a field. */
export function hideContent<Drawn>(
  canvas: Canvas,
  { style, isFieldLine }: Pick<BlockBox, 'style' | 'isFieldLine'>,
  top: number,
  draw: () => Drawn,
): Drawn {
  if (isFieldLine || isContainer(style)) return canvas.hiding(draw);
  return canvas.hiding(() => withBaselines(canvas, top, draw, () => ({ first: 'lines', last: 'none' })));
}

/** `reach`: the right side of the widest box. */
function openingOf({ border, corners }: Pick<Style, 'border' | 'corners'>, area: Area, reach: number): Opening {
  const { top, right, bottom, left } = border;
  const widths = { top: top.width, right: right.width, bottom: bottom.width, left: left.width };
  return {
    ...paddingBox({ border }, area),
    curves: curvesWithin(curvesOf(corners, area), widths),
    fitsAcross: reach <= area.x + area.width - right.width + LEANING,
  };
}

const hasTransformed = (marks: readonly Mark[], from: number): boolean =>
  marks.slice(from).some(({ kind }) => kind === 'transformed');

/** Stands in the list for a mark that is hidden. */
const nothing = ({ y }: Opening): Mark => ({ kind: 'unseen', y, height: 0 });
const isNothing = (mark: Mark): boolean => mark.kind === 'unseen' && mark.height === 0 && !mark.isSpace;

function report({ marks }: Canvas, { y }: Area, hidden: string, fate: string, size: string): void {
  const text = hidden.slice(0, MAX_EXCERPT);
  const problem = `${JSON.stringify(text.toWellFormed().replaceAll(';', ','))} ${fate} by the overflow of a box that is too ${size} for it`;
  marks.push({ kind: 'problem', y, problem, text });
}

const isWritten = (mark: Mark): mark is TextMark => mark.kind === 'text' && /[\p{L}\p{N}]/u.test(mark.text);

/** Returns the width of a text, or of a part of one. */
export const widthOfText = ({ face, size, letterSpacing = 0 }: TextMark, text: string): number =>
  face.width(text) * size + letterSpacing * spacedLetters(text);

/** A smaller box hides its content on purpose, for programs that read a page aloud or for mail programs; pt. */
const MIN_SIDE = 3;
/** Maximum length of a hidden text in a warning. */
const MAX_EXCERPT = 40;
/** What crosses an edge by less is drawn whole; pt. */
const NEAR = 0.4;
/** The same of text at the sides, where letters may lean. */
const LEANING = 1;

/** Returns where a mark is drawn; undefined for one that is not drawn. A line has no thickness. */
export function boundsOfMark(mark: Mark): Area | undefined {
  if (!('x' in mark) || mark.kind === 'float') return undefined;
  if (mark.kind === 'text') return { ...mark, width: widthOfText(mark, mark.text.trimEnd()) };
  if (mark.kind === 'rect') return reachOf(mark);
  if (mark.kind !== 'group') return mark;
  const bounds = boundsOf(mark.matrix, reachOfGroup(mark));
  return { ...bounds, x: bounds.x + mark.x, y: bounds.y + mark.y };
}

/** Returns the area of a group and of what leaves its box, before its map. */
function reachOfGroup({ width, height, marks }: Extract<Mark, { kind: 'group' }>): Area {
  let [left, top, right, bottom] = [0, 0, width, height];
  for (const mark of marks) {
    const bounds = boundsOfMark(mark);
    if (!bounds) continue;
    [left, top] = [Math.min(left, bounds.x), Math.min(top, bounds.y)];
    [right, bottom] = [Math.max(right, bounds.x + bounds.width), Math.max(bottom, bounds.y + bounds.height)];
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Returns the area of a rectangle and of its shadows. */
function reachOf(mark: RectMark): Area {
  const reaches = (mark.shadows ?? []).map(({ offsetX, offsetY, blur, spread, isInset }) =>
    isInset ? 0 : Math.max(Math.abs(offsetX), Math.abs(offsetY)) + blur + spread,
  );
  const by = Math.max(0, ...reaches);
  return { x: mark.x - by, y: mark.y - by, width: mark.width + 2 * by, height: mark.height + 2 * by };
}

/** Returns what an opening shows of a float, or of a positioned box, that pages cut by itself. */
function shownOfFloat(mark: Extract<Mark, { kind: 'float' }>, opening: Opening, hidden: HiddenTexts): Mark {
  const within = { ...opening, x: opening.x - mark.x, y: opening.y - mark.y };
  const marks = mark.marks.map((one) => shownOf(one, within, hidden) ?? nothing(within));
  return marks.every((one, at) => one === mark.marks[at]) ? mark : { ...mark, marks };
}

/** Returns what an opening shows of a mark; undefined for nothing. */
function shownOf(mark: Mark, opening: Opening, hidden: HiddenTexts): Mark | undefined {
  if (mark.kind === 'transformed') return mark;
  if (mark.kind === 'float') return shownOfFloat(mark, opening, hidden);
  const [right, bottom] = [opening.x + opening.width, opening.y + opening.height];
  // A group may be moved up by its map.
  const isGroup = mark.kind === 'group';
  if (!isGroup && 'height' in mark && mark.y >= bottom - EPSILON && isBelow(mark, opening)) {
    if (isWritten(mark)) hidden.low ??= mark.text.trim();
    return undefined;
  }
  const isText = mark.kind === 'text';
  // Widths of texts are measured only where they count.
  const fitsDown = isText && mark.y + mark.height <= bottom + NEAR && mark.y >= opening.y - NEAR;
  if (fitsDown && opening.fitsAcross && !opening.curves && mark.x >= opening.x - LEANING) return mark;
  const bounds = boundsOfMark(mark);
  if (!bounds) return mark;
  const [ends, near] = [bounds.x + bounds.width, isText ? LEANING : NEAR];
  const isAside = ends > right + near || bounds.x < opening.x - near;
  const isOver = bounds.y + bounds.height > bottom + NEAR || bounds.y < opening.y - NEAR;
  if (!isAside && !isOver && !isInCorner(bounds, opening)) return mark;
  if (isAside && isWritten(mark) && ends > opening.x && !isOver) hidden.aside ??= mark.text.trim();
  if (bounds.x >= right - WIDTH_EPSILON || ends <= opening.x + WIDTH_EPSILON) return undefined;
  if (isGroup && bounds.y >= bottom - EPSILON) return undefined;
  if (bounds.y + bounds.height <= opening.y + EPSILON && bounds.height > 0) return undefined;
  return clipped(isText ? textWithin(mark, right - mark.x) : mark, opening);
}

/** Whether a mark that begins below an opening is hidden: a line at its end is not. */
const isBelow = (mark: Mark, { y, height }: Opening): boolean =>
  mark.kind !== 'line' || mark.height > 0 || mark.y > y + height + NEAR;

/** Whether a round corner of an opening hides a corner of an area. */
function isInCorner(bounds: Area | undefined, { curves, ...opening }: Opening): boolean {
  if (!curves || !bounds) return false;
  const { left, top, right, bottom } = {
    left: bounds.x - opening.x,
    top: bounds.y - opening.y,
    right: opening.x + opening.width - bounds.x - bounds.width,
    bottom: opening.y + opening.height - bounds.y - bounds.height,
  };
  const distances = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ] as const;
  return curves.some(({ across, down }, at) => {
    const [aside, above] = distances[at] ?? [across, down];
    if (aside >= across || above >= down) return false;
    return Math.hypot((across - aside) / across, (down - above) / down) > 1;
  });
}

/** Returns a mark without what is outside of an opening: a smaller one, or one that is drawn in part. */
function clipped(mark: Mark, opening: Opening): Mark {
  if (!('x' in mark) || mark.kind === 'float' || mark.kind === 'transformed') return mark;
  const isPlain = mark.kind === 'line' || (mark.kind === 'rect' && !mark.style && !mark.corners && !mark.shadows);
  if (mark.kind === 'link' || (isPlain && !isInCorner(mark, opening))) return { ...mark, ...overlap(mark, opening) };
  const { x, y, width, height, curves } = opening;
  const clip: Clip = { left: x - mark.x, top: y - mark.y, width, height, curves };
  return { ...mark, clips: [...(mark.clips ?? []), clip] };
}

/** Returns a text without the letters that are wholly beyond a width. */
function textWithin(mark: TextMark, width: number): TextMark {
  const { text } = mark;
  if (widthOfText(mark, text.trimEnd()) <= width + WIDTH_EPSILON) return mark;
  // The letters of other scripts may be drawn in another order.
  if (
    mark.spoken !== undefined ||
    !/^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]*$/u.test(text)
  )
    return mark;
  const letters = [...text];
  // The letter that crosses the edge is drawn in part.
  const count = fittingLetters(letters, (start) => widthOfText(mark, start) < width) + 1;
  return { ...mark, text: letters.slice(0, count).join('') };
}
