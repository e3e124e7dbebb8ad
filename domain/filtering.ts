import type { SearchColumn } from './searchColumns.ts';

/**
 * The parsed form of a `filtering`: what each engine translates into its own query. Values are already of the
 * column's type: strings cut to the searched length, dates in ms, UUIDs in lower case.
 */
export type Operator = 'EQ' | 'LIKE' | 'IN' | 'GT' | 'GE' | 'LT' | 'LE' | 'IS_NULL';

export type Scalar = string | number | boolean;

/** A LIKE pattern, case-folded and taken apart: literals, `%` as any, `_` as one. */
export type LikePattern = readonly (string | { readonly wildcard: 'any' | 'one' })[];

export type Condition =
  | {
      readonly type: 'compare';
      readonly column: SearchColumn;
      readonly operator: Exclude<Operator, 'LIKE' | 'IS_NULL'>;
      readonly values: readonly Scalar[];
    }
  | { readonly type: 'like'; readonly column: SearchColumn; readonly pattern: LikePattern }
  | { readonly type: 'isNull'; readonly column: SearchColumn }
  /** A value inside a free object, by its dotted path: as numbers when both sides are, as strings otherwise. */
  | { readonly type: 'entry'; readonly column: SearchColumn; readonly path: string; readonly test: EntryTest }
  /** One element of the array for which all hold. */
  | {
      readonly type: 'element';
      readonly column: SearchColumn & { type: 'elements' };
      readonly conditions: readonly Condition[];
    }
  | { readonly type: 'not'; readonly condition: Condition }
  | { readonly type: 'or'; readonly conditions: readonly Condition[] };

export type EntryTest =
  | {
      readonly operator: Exclude<Operator, 'LIKE' | 'IS_NULL'>;
      readonly values: readonly { readonly text: string; readonly number?: number }[];
    }
  | { readonly operator: 'LIKE'; readonly pattern: LikePattern }
  | { readonly operator: 'EXISTS' };

/** Absent last in both directions; the last key of every order is id, ascending. */
export interface SortKey {
  readonly column: SearchColumn;
  /** For a free object: the path inside. Numbers come before strings there, in both directions. */
  readonly path?: string;
  readonly descending: boolean;
}

export interface Filtering {
  /** All must hold. */
  readonly conditions: readonly Condition[];
  /** Folded words, each of which must start a word of code, name or description. */
  readonly words: readonly string[];
  readonly sort: readonly SortKey[];
  readonly page: number;
  readonly size: number;
  /** Whether the client named a size. */
  readonly sized: boolean;
}
