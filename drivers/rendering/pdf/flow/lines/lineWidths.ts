import { breakLines } from '../../layout/lines.ts';
import type { BlockWords, Word } from '../../layout/words.ts';
import { PIXEL } from '../../style/values/layoutUnits.ts';

/** Browsers balance no more lines than this. */
const MAX_BALANCED = 6;

/** How wide the lines of a block are, and by how much the first is shorter; pt. */
export interface LineWidths {
  readonly width: number;
  readonly indent: number;
}

/** Returns how many lines words have where no float is beside them; at most one more than `upper`. */
export function linesIn(words: BlockWords, { width, indent }: LineWidths, upper: number): number {
  let opened = 0;
  const open = (): number => (opened++ === 0 ? width - indent : width);
  let count = 0;
  for (const _ of breakLines(words, { open, place: () => width })) if (++count > upper) break;
  return count;
}

/** Returns the least width in which words have as many lines as they have in `width`. */
export function balancedWidth(words: BlockWords, { width, indent }: LineWidths): number {
  const count = linesIn(words, { width, indent }, MAX_BALANCED);
  if (count < 2 || count > MAX_BALANCED) return width;
  let [low, high] = [0, width];
  while (high - low > PIXEL / 2) {
    const middle = (low + high) / 2;
    if (linesIn(words, { width: middle, indent }, count) > count) low = middle;
    else high = middle;
  }
  return high;
}

/** A line that leaves its last word to the next one. `width`: of the words before that; pt. */
export interface ShortenedLine {
  readonly index: number;
  readonly width: number;
}

/** Returns the line before a last one of a single word; undefined if the last one has several, or the line has a single word itself. */
export function lineBeforeWord(words: BlockWords, { width, indent }: LineWidths): ShortenedLine | undefined {
  let opened = 0;
  const open = (): number => (opened++ === 0 ? width - indent : width);
  let [before, last]: (readonly Word[])[] = [[], []];
  for (const line of breakLines(words, { open, place: () => width })) [before, last] = [last, line];
  const mayEnd = ({ end }: Word): boolean => end !== 'no';
  if (!before || !last || last.slice(0, -1).some(mayEnd) || before.at(-1)?.end !== 'may') return undefined;
  const rest = before.slice(0, before.slice(0, -1).findLastIndex(mayEnd) + 1);
  const used = rest.reduce((sum, word) => sum + word.width, 0);
  return rest.length === 0 ? undefined : { index: opened - 2, width: used };
}
