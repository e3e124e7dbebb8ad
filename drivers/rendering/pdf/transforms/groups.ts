import { type Area, type Canvas, type CanvasPosition, EPSILON } from '../layout/canvas.ts';
import type { Mark } from '../layout/mark.ts';
import type { Style } from '../style/style.ts';
import { isTransformed } from '../style/transformStyle.ts';
import { boundsOf, determinant, type Matrix } from './matrix.ts';
import { painted } from './paintOrder.ts';
import { matrixOf } from './transformMatrix.ts';

type GroupMark = Extract<Mark, { kind: 'group' }>;

/** A map that is flatter than this shows nothing. */
const FLAT = 1e-9;

/**
 * Makes what was added since a position one group, which its box's transform maps. `area`: the border box. `inFlow`: the
 * right side of what is in it, without positioned boxes. `isOnPages`: whether pages end in what is drawn.
 */
export function transformSince(
  canvas: Canvas,
  style: Style,
  area: Area,
  {
    before,
    inFlow,
    isOnPages,
  }: { readonly before: CanvasPosition; readonly inFlow: number; readonly isOnPages: boolean },
): void {
  if (!isTransformed(style.transform)) return;
  const matrix = matrixOf(style.transform, area);
  const [a, b, c, d, e, f] = matrix;
  const [, , , breaks] = before;
  const isMove = a === 1 && b === 0 && c === 0 && d === 1;
  if (isMove && e === 0 && f === 0) return;
  const isLong = isOnPages && (area.height > canvas.pageHeight + EPSILON || canvas.breaks.length > breaks);
  // As a group at the top of a page, a box that is moved up would leave the page.
  if (isLong && !isMove) {
    if (canvas.marks.slice(before[0]).some(({ kind }) => kind === 'transformed')) {
      const problem =
        'the transform of a box longer than a page is ignored, because the box is in another such box: declare both on one element';
      canvas.marks.push({ kind: 'problem', y: area.y, problem, text: 'transform' });
    }
    const count = canvas.marks.length - before[0];
    canvas.marks.push({ kind: 'transformed', ...area, count, transform: style.transform });
  } else if (isMove && (isLong || f < 0)) canvas.move(before, canvas.position(), f, e);
  else groupSince(canvas, area, matrix, before);
  const reach = Math.max(area.width, inFlow - area.x);
  const bounds = boundsOf(matrix, { x: 0, y: 0, width: reach, height: area.height });
  // As browsers print, positioned boxes count where they would be without the transform of the box that they are in.
  const positioned = canvas.right > inFlow ? canvas.right : 0;
  canvas.right = Math.max(area.x + bounds.x + bounds.width, positioned);
}

/** Makes what was added since a position one group. `matrix`: positioned from the top left of `area`. */
export function groupSince(canvas: Canvas, area: Area, matrix: Matrix, before: CanvasPosition): void {
  const [first, keeps, heads, breaks, gaps, feet] = before;
  const added = canvas.marks.splice(first);
  // No page ends within a group.
  canvas.keeps.length = keeps;
  canvas.heads.length = heads;
  canvas.breaks.length = breaks;
  canvas.gaps.length = gaps;
  canvas.feet.length = feet;
  for (const mark of asOneGroup(added, area, matrix)) canvas.marks.push(mark);
}

/** Returns marks as one group and what stands for places on the page. `matrix`: positioned from the top left of `area`. */
export function asOneGroup(added: readonly Mark[], area: Area, matrix: Matrix): Mark[] {
  if (Math.abs(determinant(matrix)) < FLAT) return [];
  const { marks, places } = separated(added, area, matrix);
  return [{ kind: 'group', ...area, marks: painted(marks), matrix }, ...places];
}

/** Separates what is drawn from what stands for a place on the page, such as a link. */
function separated(added: readonly Mark[], area: Area, matrix: Matrix): { marks: Mark[]; places: Mark[] } {
  const marks: Mark[] = [];
  const places: Mark[] = [];
  for (const mark of added) {
    const [x, y] = ['x' in mark ? mark.x - area.x : 0, mark.y - area.y];
    if (mark.kind === 'link') {
      const bounds = boundsOf(matrix, { x, y, width: mark.width, height: mark.height });
      places.push({ ...mark, ...bounds, x: bounds.x + area.x, y: bounds.y + area.y });
    } else if (mark.kind === 'unseen' && mark.letters) marks.push({ ...mark, y, letters: { ...mark.letters, x } });
    else if (mark.kind === 'unseen' || mark.kind === 'baseline' || mark.kind === 'transformed') continue;
    else if (mark.kind === 'bookmark' || mark.kind === 'anchor' || mark.kind === 'running' || mark.kind === 'problem')
      places.push({ ...mark, y: area.y + Math.max(0, Math.min(area.height, y)) });
    else {
      mark.x = x;
      mark.y = y;
      marks.push(mark);
    }
  }
  return { marks, places };
}

/** Returns a list of marks with those of groups in place of the groups. Their positions are those of their groups. */
export function ungrouped(marks: readonly Mark[]): Mark[] {
  if (!marks.some((mark) => mark.kind === 'group')) return [...marks];
  return marks.flatMap((mark) => (mark.kind === 'group' ? ungrouped(mark.marks) : [mark]));
}

/** Returns a mark whose tags are replaced. */
export function retagged(mark: GroupMark, tag: NonNullable<Extract<Mark, { kind: 'text' }>['tag']>): GroupMark {
  const marks = mark.marks.map((one) => {
    if (one.kind === 'group') return retagged(one, tag);
    return 'tag' in one ? { ...one, tag: one.tag && tag } : one;
  });
  return { ...mark, marks };
}
