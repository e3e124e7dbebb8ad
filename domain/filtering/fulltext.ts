import { checkLength } from '../kinds/declaration/limits.ts';
import type { Json, Kind } from '../kinds/kind.ts';
import { describe } from '../validation/values.ts';
import { fulltextMembers, hasFulltext } from './columns.ts';
import { words } from './folding.ts';

export const MAX_FULLTEXT = 1_000;

/** Returns the folded words of a fulltext, each once. */
export function readWords(kind: Kind, input: Json | undefined, problems: string[], at: string): string[] {
  if (input === undefined || input === null) return [];
  if (typeof input !== 'string') problems.push(`${at}: must be a string, not ${describe(input)}`);
  else if (!hasFulltext(kind)) {
    problems.push(`${at}: ${kind.name} has none of the members that it reads (${fulltextMembers.join(', ')})`);
  } else if (checkLength(input, MAX_FULLTEXT, problems, at)) return [...new Set(words(input))];
  return [];
}
