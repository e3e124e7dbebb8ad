import { currentCaller, humanize } from './schema.ts';

/** A text in quotes or backquotes; or a name that an article makes a kind, or a further one: `no UserType or UserGroup has`. */
const parts =
  /"(?:[^"\\]|\\.)*"|`[^`]*`|\b(the|an?|no|another|each|every) ([A-Z][A-Za-z]*)\b| or ([A-Z][A-Za-z]*)(?= has )/gi;

/**
 * Returns a text of the service with kinds in words: `The UserType has 1 problem.` is `The user type has 1 problem.` Quoted
 * texts, and names without an article, stay: they are values.
 */
export function withKindsInWords(text: string): string {
  const names = new Set(currentCaller()?.access.map(({ entityName }) => entityName));
  return text.replace(parts, (part, article?: string, kind?: string, other?: string) => {
    const name = kind ?? other ?? '';
    return names.has(name) ? `${article ?? ' or'} ${humanize(name).toLowerCase()}` : part;
  });
}
