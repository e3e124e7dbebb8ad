import { jobTypes } from '../jobTypes/index.ts';
import type { Member, Members } from '../kinds/declaration/members.ts';
import { kinds } from '../kinds/index.ts';

let words: readonly string[] | undefined;

/**
 * Words in lower case that records contain for other reasons than a user: names of kinds and members, and the values that
 * members allow. A user whose code is one of them keeps it in texts, because nobody can tell the meanings apart.
 */
export function reservedWords(): readonly string[] {
  words ??= [
    ...new Set(
      kinds.flatMap(({ name, path, members }) => [name, path, ...wordsOf(members)]).concat(Object.keys(jobTypes)),
    ),
  ].map((word) => word.toLowerCase());
  return words;
}

const wordsOf = (members: Members): string[] =>
  Object.entries(members).flatMap(([name, member]) => [name, ...valuesOf(member)]);

function valuesOf(member: Member): readonly string[] {
  if (member.type === 'object' || member.type === 'objects') return wordsOf(member.members);
  return 'values' in member ? (member.values ?? []) : [];
}
