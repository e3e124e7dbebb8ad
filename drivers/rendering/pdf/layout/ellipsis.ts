import { split } from '../fonts/fonts.ts';
import { spacingOf } from '../style/lines/spacing.ts';
import type { Style } from '../style/style.ts';
import { inLayoutUnits } from '../style/values/layoutUnits.ts';
import { WIDTH_EPSILON } from './canvas.ts';
import { sizeOf, type Word } from './words.ts';

/**
 * Returns a line of a block with `text-overflow: ellipsis` that has at most a width, as browsers shorten it: letters and boxes
 * that have no space before the ellipsis are left out. Lines with text from right to left remain as they are.
 */
export function withEllipsis(line: readonly Word[], style: Style, width: number): readonly Word[] {
  const total = line.reduce((sum, word) => sum + word.width, 0);
  return total <= width + WIDTH_EPSILON ? line : ellipsized(line, style, width);
}

/** Returns a line that an ellipsis ends, without what has no space before it. */
export function ellipsized(line: readonly Word[], style: Style, width: number): readonly Word[] {
  if (style.rightToLeft || line.some(({ level }) => level > 0)) return line;
  const [sign] = split('…', style);
  if (!sign) return line;
  const own = sign.face.width('…') * inLayoutUnits(style.size) + spacingOf('…', style);
  const visible: Word[] = [];
  let room = width - own;
  for (const word of line) {
    if (word.bare > room + WIDTH_EPSILON) {
      const shown = shortened(word, room, visible.length === 0);
      if (shown) visible.push(shown);
      break;
    }
    visible.push(word);
    room -= word.width;
  }
  const last = visible.at(-1) ?? line[0];
  if (!last) return line;
  const { face, text } = sign;
  const { moved, tag } = last;
  return [
    ...visible,
    {
      text,
      face,
      style,
      link: undefined,
      tag,
      background: undefined,
      width: own,
      bare: own,
      end: 'no',
      level: 0,
      box: undefined,
      moved,
    },
  ];
}

/** Returns the letters of a word that a width has space for; undefined if it has none. `isFirst`: at least one is shown. */
function shortened(word: Word, room: number, isFirst: boolean): Word | undefined {
  const { face, style, text } = word;
  if (!face) return undefined;
  const size = sizeOf(word);
  const widthOf = (part: string): number => face.width(part) * size + spacingOf(part, style);
  const letters = [...text];
  const count = fittingLetters(letters, (start) => widthOf(start) <= room + WIDTH_EPSILON);
  const shown = letters.slice(0, Math.max(count, isFirst ? 1 : 0)).join('');
  if (shown === '') return undefined;
  const width = widthOf(shown);
  return { ...word, text: shown, width, bare: width, end: 'no' };
}

/** Returns how many letters of the start of a text fit, where a shorter start of one that fits does too. */
export function fittingLetters(letters: readonly string[], fits: (start: string) => boolean): number {
  let [low, high] = [0, letters.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(letters.slice(0, middle).join(''))) low = middle;
    else high = middle - 1;
  }
  return low;
}
