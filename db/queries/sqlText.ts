/**
 * Where the values of a compiled text go: each is an SQL expression of unknown type, to be cast where it stands.
 * JSON is cast by way of text: postgres.js would encode a parameter of type jsonb once more.
 */
export interface SqlValues {
  /** @param value never holds NUL */
  add(value: string): string;
}

/** `$1`, `$2`, …, with the values to be sent beside the text. */
export class BoundValues implements SqlValues {
  readonly list: string[] = [];

  add(value: string): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

/** The text of an SQL array: every element quoted. */
export function arrayText(values: readonly (string | number)[]): string {
  const quoted = values.map((value) => `"${String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`);
  return `{${quoted.join(',')}}`;
}
