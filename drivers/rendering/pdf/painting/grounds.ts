import type { Canvas } from '../layout/canvas.ts';
import type { Layer, Mark } from '../layout/mark.ts';

/** Makes a mark a ground: it is painted below all text and all floats around it. Returns it. */
export function groundOf<Ground extends Mark>(mark: Ground): Ground {
  mark.isGround = true;
  return mark;
}

/** Whether a mark of a layer, from an index on, belongs below others that precede it. `layer`: undefined for those in none. */
export function hasCoveringGround(marks: readonly Mark[], layer?: Layer, first = 0): boolean {
  let hasContent = false;
  for (let at = first; at < marks.length; at++) {
    const mark = marks[at];
    if (!mark || mark.layer !== layer) continue;
    if (mark.isGround && hasContent) return true;
    hasContent ||= !mark.isGround && 'x' in mark;
  }
  return false;
}

/**
 * Paints what was added since an index as one, with the text around it: a float, a box in a line, or an item of a container. Its
 * own grounds are below its content.
 */
export function paintAsOne(canvas: Canvas, first: number): void {
  const { marks } = canvas;
  const covers = hasCoveringGround(marks, undefined, first);
  const repeated = covers ? repeatedMarks(canvas, first) : undefined;
  const grounds = new Set<Mark>();
  for (let at = first; at < marks.length; at++) {
    const mark = marks[at];
    if (!mark?.isGround || mark.layer) continue;
    delete mark.isGround;
    if (repeated && !repeated.has(mark)) grounds.add(mark);
  }
  paintBelow(canvas, first, grounds, []);
}

/** Returns what was added since an index in heads and feet of tables that pages repeat: these are found by their positions in the list. */
function repeatedMarks({ marks, heads, feet }: Canvas, from: number): ReadonlySet<Mark> {
  const rows = [...heads, ...feet].filter(({ end }) => end > from);
  return new Set(rows.flatMap(({ first, end }) => marks.slice(Math.max(first, from), end)));
}

/** Paints some of the marks from an index on below the others, with lines between both. */
export function paintBelow(
  { marks, heads, feet }: Canvas,
  first: number,
  below: ReadonlySet<Mark>,
  lines: readonly Mark[],
): void {
  if (below.size + lines.length === 0) return;
  const added = marks.splice(first);
  // How many of those below come before each mark.
  const counts = [0];
  for (const mark of added) counts.push((counts.at(-1) ?? 0) + Number(below.has(mark)));
  for (const mark of added) if (below.has(mark)) marks.push(mark);
  for (const line of lines) marks.push(line);
  for (const mark of added) if (!below.has(mark)) marks.push(mark);
  // The heads and feet of tables in cells are found by their positions in the list.
  for (const rows of [heads, feet]) {
    rows.forEach((one, at) => {
      if (one.first < first || one.end <= first) return;
      const by = below.size + lines.length - (counts[one.first - first] ?? 0);
      rows[at] = { ...one, first: one.first + by, end: one.end + by };
    });
  }
}
