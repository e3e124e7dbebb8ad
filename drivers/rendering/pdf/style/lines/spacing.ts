import type { Style } from '../style.ts';

/** What `letter-spacing` and `word-spacing` add to the width of a text. */
export function spacingOf(text: string, { letterSpacing, wordSpacing }: Style): number {
  const letters = letterSpacing === 0 ? 0 : [...text].length * letterSpacing;
  return wordSpacing === 0 ? letters : letters + text.split(/[ \u00a0]/).length * wordSpacing - wordSpacing;
}
