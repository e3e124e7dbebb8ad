import type { Audit, JsonObject, Kind } from '../kinds/kind.ts';
import { parseJson } from '../validation/parseJson.ts';
import { isObject, isObjects } from '../validation/values.ts';
import type { SortKey } from './parsed.ts';
import { searchDocument } from './searchDocument.ts';
import { compareText } from './textTests.ts';

/** A value that records are ordered by; null stands for an absent one. */
export type PositionValue = string | number | bigint | boolean | null;

/**
 * The place of a record in an order: the values that it is compared by, then its id. A key has one value, a path into a free
 * object two: its number and its text. They come from the search document and not from an engine, so that both engines mean
 * the same place.
 */
export type Position = readonly PositionValue[];

/** Returns the place of a record, whose text includes auditInfo. */
export function positionOf(kind: Kind, sort: readonly SortKey[], record: string): Position {
  const { auditInfo, ...values } = parseJson(record) as JsonObject;
  const document = parseJson(searchDocument(kind, values, auditInfo as unknown as Audit)) as JsonObject;
  return [...sort.flatMap((key) => valuesOf(key, document)), String(values['id'])];
}

function valuesOf({ column, path, descending }: SortKey, document: JsonObject): PositionValue[] {
  const value = document[column.name];
  if (path !== undefined) {
    const entries = isObjects(value) ? value.filter(({ p }) => p === path) : [];
    const numbers = entries.flatMap(({ n }) => (typeof n === 'number' || typeof n === 'bigint' ? Number(n) : []));
    const texts = entries.flatMap(({ n, t }) => (n === undefined && typeof t === 'string' ? t : []));
    return [first(numbers, (one, other) => one - other, descending), first(texts, compareText, descending)];
  }
  if (Array.isArray(value)) {
    const texts = value.filter((one) => typeof one === 'string');
    return [first(texts, compareText, descending)];
  }
  return [value === undefined || isObject(value) ? null : value];
}

function first<T>(values: readonly T[], compare: (one: T, other: T) => number, descending: boolean): T | null {
  const sorted = values.toSorted(compare);
  return (descending ? sorted.at(-1) : sorted[0]) ?? null;
}
