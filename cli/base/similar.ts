import { nearestOf } from '../../domain/validation/nearestName.ts';

/** Returns a sentence that offers the most similar one of these words, ` Did you mean User?`; empty if none is similar. */
export function suggestion(text: string, words: readonly string[]): string {
  const nearest = nearestOf(text, words);
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
}
