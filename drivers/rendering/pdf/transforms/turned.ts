import type { Area, Canvas } from '../layout/canvas.ts';
import type { Mark } from '../layout/mark.ts';
import type { Rotation } from '../style/writingMode.ts';
import { groupSince } from './groups.ts';
import type { Matrix } from './matrix.ts';

/** Content that was laid out in horizontal lines. */
interface LaidLines {
  readonly marks: readonly Mark[];
  /** How high it is. */
  readonly height: number;
}

/** Letters that stand upright in vertical text. */
const upright = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Draws horizontal lines as vertical ones. `area`: the content of the box; its height is the length of the lines. */
export function drawTurned(canvas: Canvas, { marks, height }: LaidLines, rotation: Rotation, area: Area): void {
  const before = canvas.position();
  const ordered = rotation === 'mirrored' ? mirrored(marks, height) : marks;
  const letters =
    rotation === 'left' ? undefined : marks.find((mark) => mark.kind === 'text' && upright.test(mark.text));
  if (letters?.kind === 'text') {
    const problem = 'East Asian letters are turned in vertical text, where browsers have them upright';
    canvas.marks.push({ kind: 'problem', y: area.y, problem, text: letters.text.trim() });
  }
  for (const mark of ordered) {
    mark.y += area.y;
    if ('x' in mark) mark.x += area.x;
    canvas.marks.push(mark);
  }
  // To the left, the first line is on the left; to the right, it is on the right, unless the lines are mirrored.
  const right = rotation === 'mirrored' ? height : area.width;
  const matrix: Matrix = rotation === 'left' ? [0, -1, 1, 0, 0, area.height] : [0, 1, -1, 0, right, 0];
  groupSince(canvas, area, matrix, before);
}

/** Returns the lines in the opposite order, each as it is. */
function mirrored(marks: readonly Mark[], height: number): Mark[] {
  const lines = marks.filter((mark) => mark.kind === 'text').toSorted((one, other) => one.y - other.y);
  const lineAt = (y: number): (typeof lines)[number] | undefined => {
    let [low, high] = [0, lines.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((lines[middle]?.y ?? 0) <= y) low = middle + 1;
      else high = middle;
    }
    const line = lines[low - 1];
    return line && y <= line.y + line.height ? line : undefined;
  };
  return marks.map((mark) => {
    const extent = 'height' in mark ? mark.height : 0;
    // What is drawn at a line, such as one below its text, moves with it.
    const line = mark.kind === 'frame' ? undefined : lineAt(mark.y + extent / 2);
    const isOfLine = line && extent <= line.height;
    const y = isOfLine ? height - line.height - 2 * line.y + mark.y : height - mark.y - extent;
    return { ...mark, y };
  });
}
