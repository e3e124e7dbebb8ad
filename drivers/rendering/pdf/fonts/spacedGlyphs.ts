import type { Glyph } from 'fontkit';
import type { ShapedWord } from './shapedWord.ts';

/** Text whose glyphs may be shifted, or be marks. The operator of letter spacing adds the space between the letters of all other text. */
const shifted = /[\u0590-\u1cff\ufb1d-\ufdff]|\p{M}|\u200d/u;
const marks = /\p{M}|\u200c|\u200d/gu;

export const isShifted = (text: string): boolean => shifted.test(text);

/** Returns the number of letters that a space follows: marks belong to the letter before them, as in browsers. */
export function spacedLetters(text: string): number {
  const letters = [...text].length;
  return isShifted(text) ? letters - (text.match(marks)?.length ?? 0) : letters;
}

/** Returns a word with a space after each letter and its marks, in units of the font. */
export function spacedOut({ glyphs, positions, advanceWidth }: ShapedWord, space: number): ShapedWord {
  // In text from right to left, the marks of a letter precede it in the list.
  const isBackward = glyphs.some(
    ({ codePoints: [letter = 0] }) => (letter >= 0x590 && letter < 0x900) || (letter >= 0xfb1d && letter < 0xfe00),
  );
  let width = advanceWidth;
  const spaced = positions.map((position, at) => {
    const last = isBackward ? glyphs[at] : glyphs[at + 1];
    if (last && isMark(last)) return position;
    width += space;
    return typeof position === 'number' ? position + space : { ...position, xAdvance: position.xAdvance + space };
  });
  return { glyphs, positions: spaced, advanceWidth: width };
}

const isMark = ({ codePoints }: Glyph): boolean =>
  /^(?:\p{M}|\u200c|\u200d)+$/u.test(String.fromCodePoint(...codePoints));
