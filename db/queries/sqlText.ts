/**
 * Collects the values of a compiled text and returns an SQL expression of unknown type for each, to be cast in place.
 * JSON is cast through text, because postgres.js would encode a parameter of type jsonb once more.
 */
export interface SqlValues {
  /** @param value without NUL */
  add(value: string): string;
}

/** Numbers parameters, `$1`, `$2`, …, whose values are sent beside the text. */
export class BoundValues implements SqlValues {
  readonly list: string[] = [];

  add(value: string): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

/** Writes the values into the text as literals, for a part of a statement whose parameters are numbered elsewhere. */
export class QuotedValues implements SqlValues {
  add(value: string): string {
    // An E string is read alike whatever the setting standard_conforming_strings.
    return ` E'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
  }
}

/** Returns the text of an SQL array, with every element quoted. */
export function arrayText(values: readonly (string | number)[]): string {
  const quoted = values.map((value) => `"${String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`);
  return `{${quoted.join(',')}}`;
}
