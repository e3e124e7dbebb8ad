import type { SearchColumn } from './columns.ts';

/**
 * The parsed form of a `filtering`: what each engine translates into its own query. Values are already of the
 * column's type: strings cut to the searched length, dates in ms, UUIDs in lower case.
 */
export type Operator = 'EQ' | 'LIKE' | 'IN' | 'GT' | 'GE' | 'LT' | 'LE' | 'IS_NULL';

/** EQ and the ordering ones carry one value, IN one or more. */
export type Comparison = Exclude<Operator, 'LIKE' | 'IS_NULL'>;

/** An integer that a double may not represent is a bigint. */
export type Scalar = string | number | bigint | boolean;

/** A LIKE pattern, case-folded and taken apart: literals, `%` as any, `_` as one. */
export type LikePattern = readonly (string | { readonly wildcard: 'any' | 'one' })[];

/** An object of known members has no column of its own: whether it is there stands in `~present`. */
export interface ObjectColumn {
  readonly name: string;
  readonly type: 'object';
}

export type EntriesColumn = SearchColumn & { type: 'entries' };
export type ElementsColumn = SearchColumn & { type: 'elements' };

/**
 * Every condition is either true or false for a record. A comparison with an absent value is false, and its negation is
 * true. An engine with three-valued logic must handle this.
 */
export type Condition =
  | {
      readonly type: 'compare';
      readonly column: SearchColumn;
      readonly operator: Comparison;
      readonly values: readonly Scalar[];
    }
  | { readonly type: 'like'; readonly column: SearchColumn; readonly pattern: LikePattern }
  | { readonly type: 'isNull'; readonly column: SearchColumn | ObjectColumn }
  /** A value inside a free object, by its dotted path: as numbers when both sides are, as strings otherwise. */
  | { readonly type: 'entry'; readonly column: EntriesColumn; readonly path: string; readonly test: EntryTest }
  /** One value inside a free object, at any path. */
  | { readonly type: 'anyEntry'; readonly column: EntriesColumn; readonly pattern: LikePattern }
  /** One element of the array for which all hold. */
  | { readonly type: 'element'; readonly column: ElementsColumn; readonly conditions: readonly Condition[] }
  | { readonly type: 'not'; readonly condition: Condition }
  /** True without conditions. */
  | { readonly type: 'and'; readonly conditions: readonly Condition[] }
  /** False without conditions. */
  | { readonly type: 'or'; readonly conditions: readonly Condition[] }
  /** The words of a fulltext: see {@link Filtering.words}. An element of an array has no words. */
  | { readonly type: 'words'; readonly words: readonly string[] };

/** A filter's value as both a string and, when it reads as one, a number. */
export interface EntryValue {
  readonly text: string;
  readonly number?: number;
  /** The digits of a whole number that a double may not represent: an equal number has them as its text. */
  readonly digits?: string;
}

export type EntryTest =
  | { readonly operator: Comparison; readonly values: readonly EntryValue[] }
  | { readonly operator: 'LIKE'; readonly pattern: LikePattern }
  /** True for any value but null, including an empty object or array. */
  | { readonly operator: 'EXISTS' };

/**
 * Absent last in both directions; the last key of every order is id, ascending. An array of strings sorts by its
 * least element ascending and by its greatest descending.
 */
export interface SortKey {
  readonly column: SearchColumn;
  /**
   * For a free object: the path inside. Its numbers are one key and its other texts the next, each by its least or
   * greatest value and absent last: numbers come before strings in both directions.
   */
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
