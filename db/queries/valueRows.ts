/**
 * Returns `count` rows of VALUES with parameters numbered from `first`: `($3::uuid, $4::text), ($5::uuid, $6::text)`.
 * Unlike arrays, they send documents without quoting.
 */
export function valueRows(types: readonly string[], count: number, first: number): string {
  const rows = Array.from({ length: count }, (_, row) => {
    const parameters = types.map((type, at) => `$${first + row * types.length + at}::${type}`);
    return `(${parameters.join(', ')})`;
  });
  return rows.join(', ');
}

/** Row counts of prepared statements. Rows of nulls cost less than a prepared statement for each count. */
const SIZES = [1, 4, 16, 64];
const MAX_ROWS = 64;

/** The items that one statement writes. */
export interface Part<T> {
  readonly items: readonly T[];
  /** Rows of its VALUES: at least the number of items. */
  readonly rows: number;
  /** The parameters of those rows; null in rows without an item. */
  readonly parameters: readonly (string | null)[];
}

/** Divides items among statements of at most 64 rows. */
export function inParts<T>(items: readonly T[], parametersOf: (item: T) => readonly (string | null)[]): Part<T>[] {
  return Array.from({ length: Math.ceil(items.length / MAX_ROWS) }, (_, part) => {
    const some = items.slice(part * MAX_ROWS, (part + 1) * MAX_ROWS);
    const rows = SIZES.find((size) => size >= some.length) ?? MAX_ROWS;
    const parameters = some.flatMap(parametersOf);
    const missing = (rows - some.length) * (parameters.length / some.length);
    return { items: some, rows, parameters: [...parameters, ...new Array<null>(missing).fill(null)] };
  });
}
