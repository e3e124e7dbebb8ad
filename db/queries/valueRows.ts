/**
 * `($3::uuid, $4::text), ($5::uuid, $6::text)`: `count` rows of VALUES, their parameters numbered from `first`. Rows
 * and not arrays where there are documents among them: those then need no quoting on either side.
 */
export function valueRows(types: readonly string[], count: number, first: number): string {
  const rows = Array.from({ length: count }, (_, row) => {
    const parameters = types.map((type, at) => `$${first + row * types.length + at}::${type}`);
    return `(${parameters.join(', ')})`;
  });
  return rows.join(', ');
}

/** Rows that statements are kept ready for. Rows of nulls cost less than a statement for each number would. */
const SIZES = [1, 4, 16, 64];
const MOST = 64;

/** What one statement writes. */
export interface Part<T> {
  readonly items: readonly T[];
  /** Of its VALUES: as many as there are items, or more. */
  readonly rows: number;
  /** Of those rows; nulls where there is no item. */
  readonly parameters: readonly (string | null)[];
}

/** Items by the statements that write them. */
export function inParts<T>(items: readonly T[], parametersOf: (item: T) => readonly (string | null)[]): Part<T>[] {
  return Array.from({ length: Math.ceil(items.length / MOST) }, (_, part) => {
    const some = items.slice(part * MOST, (part + 1) * MOST);
    const rows = SIZES.find((size) => size >= some.length) ?? MOST;
    const given = some.flatMap(parametersOf);
    const missing = (rows - some.length) * (given.length / some.length);
    return { items: some, rows, parameters: [...given, ...new Array<null>(missing).fill(null)] };
  });
}
