/** What the editor of a member knows: its language, and the names that may stand in its text. */
export interface CodeSettings {
  readonly language: 'template' | 'script';
  /** Helpers of templates, for example. */
  readonly helpers: readonly string[];
  /** Paths of the data, as the text reads them: `customer.name`, `data.items`. */
  readonly paths: readonly string[];
}

/** A problem of a text. */
export interface Mark {
  /** From 1. */
  readonly line: number;
  /** From 1; the whole line if absent. */
  readonly column?: number;
  readonly message: string;
  readonly severity: 'error' | 'warning';
}

const MAX_PATHS = 300;
const MAX_DEPTH = 6;

/** Returns the problems that name their line, as those of templates and scripts do: `line 2, column 9: …`. */
export function marksOf(messages: readonly string[], severity: Mark['severity']): Mark[] {
  return messages.flatMap((message) => {
    const [, line, column] = /\bline (\d+)(?:, column (\d+))?/.exec(message) ?? [];
    return line ? [{ line: Number(line), ...(column && { column: Number(column) }), message, severity }] : [];
  });
}

/** Returns the paths of the members of an example: `customer`, `customer.name`. Of a list, those of its first item. */
export function pathsOf(example: unknown, prefix = '', depth = 0): string[] {
  const inner = Array.isArray(example) ? example[0] : example;
  if (typeof inner !== 'object' || inner === null || depth > MAX_DEPTH) return [];
  return Object.entries(inner)
    .flatMap(([name, value]) => {
      const path = `${prefix}${name}`;
      // A template reads the items of a list inside of `{{#each}}`, without the name of the list.
      return [path, ...pathsOf(value, Array.isArray(value) ? '' : `${path}.`, depth + 1)];
    })
    .slice(0, MAX_PATHS);
}
