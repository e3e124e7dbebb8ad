import { spacedLetters } from '../../fonts/spacedGlyphs.ts';
import type { Style } from '../style.ts';

/** Scripts whose letters are joined: `letter-spacing` does not apply to them, as in browsers. */
const joined =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Adlam}]/u;

/** Returns the space that a text has after each of its letters. */
export const letterSpacingOf = (text: string, letterSpacing: number): number =>
  letterSpacing !== 0 && joined.test(text) ? 0 : letterSpacing;

/** What `letter-spacing` and `word-spacing` add to the width of a text. */
export function spacingOf(text: string, { letterSpacing, wordSpacing }: Style): number {
  const own = letterSpacingOf(text, letterSpacing);
  const letters = own === 0 ? 0 : spacedLetters(text) * own;
  return wordSpacing === 0 ? letters : letters + text.split(/[ \u00a0]/).length * wordSpacing - wordSpacing;
}
