/** The paths of a JSON value at which a search finds something. A path is the JSON text of the names on the way to it. */
export interface JsonMatches {
  /** In lower case. */
  readonly words: string;
  /** In the order of the tree. */
  readonly found: ReadonlySet<string>;
  /** The paths above what was found, which are shown open. */
  readonly above: ReadonlySet<string>;
}

export const pathKey = (path: readonly string[]): string => JSON.stringify(path);

/** Returns the members of an object or array with their names; undefined for other values. */
export function entriesOf(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return Array.isArray(value) ? value.map((one, index) => [String(index), one] as const) : Object.entries(value);
}

/** Finds the names of members and the values that contain a text, in any case. */
export function searchJson(value: unknown, text: string): JsonMatches {
  const words = text.toLowerCase();
  const found = new Set<string>();
  const above = new Set<string>();
  const visit = (one: unknown, path: readonly string[]): void => {
    const entries = entriesOf(one);
    const name = Array.isArray(one) || path.length === 0 ? '' : (path.at(-1) ?? '');
    const own = entries ? name : `${name} ${String(one)}`;
    if (own.toLowerCase().includes(words)) {
      found.add(pathKey(path));
      for (let depth = 0; depth < path.length; depth++) above.add(pathKey(path.slice(0, depth)));
    }
    for (const [member, inner] of entries ?? []) visit(inner, [...path, member]);
  };
  if (words !== '') visit(value, []);
  return { words, found, above };
}

/** Splits a text into what is between the words, the words, and so on. */
export function splitAtMatches(text: string, words: string): string[] {
  const lower = text.toLowerCase();
  // Few letters have another length in lower case: such a text is not split.
  if (words === '' || lower.length !== text.length) return [text];
  const parts: string[] = [];
  let end = 0;
  for (let at = lower.indexOf(words); at >= 0; at = lower.indexOf(words, end)) {
    parts.push(text.slice(end, at), text.slice(at, at + words.length));
    end = at + words.length;
  }
  return [...parts, text.slice(end)];
}

/** Counts the objects, arrays and other values of a JSON value, up to a maximum. */
export function sizeOf(value: unknown, max: number): number {
  let size = 1;
  for (const [, inner] of entriesOf(value) ?? []) {
    size += sizeOf(inner, max - size);
    if (size >= max) return max;
  }
  return size;
}
