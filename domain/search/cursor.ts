import { badRequest } from '../errors.ts';
import type { Condition, Filtering, SortKey } from '../filtering/index.ts';
import { searched } from '../filtering/folding.ts';
import type { Json, JsonObject, Kind } from '../kinds/kind.ts';
import { parseStored } from '../records/storedText.ts';
import { isObject, isStorableText, isUuid } from '../validation/values.ts';

/**
 * Cursors of lists. A cursor has the sort values and the id of the last record of a part, and the next part has the records
 * behind them in the order of the filtering. Parts therefore neither repeat nor leave out a record when others are written,
 * unless its own sort values change. A cursor has a digest of the kind, the filtering and the position: it does not fit
 * another filtering. It contains nothing that its reader has not read, and the digest protects nothing else.
 */

type Value = string | number | boolean | null;

/** The values of the sort keys, then the id. */
type Position = readonly Value[];

const ID: SortKey['column'] = { name: 'id', type: 'uuid' };
/** A longer cursor could exceed the limits of URLs and headers. In characters. */
const MAX_LENGTH = 4_000;

const keysOf = ({ sort }: Filtering): readonly SortKey[] => [
  ...sort.filter(({ column }) => column.name !== 'id'),
  { column: ID, descending: sort.some(({ column, descending }) => column.name === 'id' && descending) },
];

/** An array sorts by one of its elements, and a free object by numbers before texts: neither has one value. */
const isSingle = ({ column }: SortKey): boolean => column.type !== 'strings' && column.type !== 'entries';

/** Returns the cursor behind a record, as JSON text; undefined if there can be none. */
export function cursorBehind(kind: Kind, filtering: Filtering, record: string): string | undefined {
  const keys = keysOf(filtering);
  if (!keys.every(isSingle)) return undefined;
  const values = parseStored<JsonObject>(record);
  const position = keys.map(({ column }) => valueAt(values, column));
  const text = JSON.stringify([digestOf(kind, filtering, position), ...position]);
  const cursor = Buffer.from(text).toString('base64url');
  return cursor.length <= MAX_LENGTH ? cursor : undefined;
}

/** Returns the filtering of the records behind a cursor. Throws a 400 if the cursor is not one of this filtering. */
export function behindCursor(kind: Kind, filtering: Filtering, cursor: string): Filtering {
  const keys = keysOf(filtering);
  const several = keys.find((key) => !isSingle(key));
  if (several)
    throw badRequest('The list cannot be read in parts.', [
      `after: ${several.column.name} can have several values, sort by another member`,
    ]);
  const position = positionIn(cursor, keys);
  if (!position || position[0] !== digestOf(kind, filtering, position.slice(1)))
    throw badRequest('The cursor is unknown.', [
      'after: must be a cursor of the same list with the same filtering, as the headers Link and X-Next-Cursor have it',
    ]);
  return { ...filtering, conditions: [...filtering.conditions, behind(keys, position.slice(1))] };
}

function positionIn(cursor: string, keys: readonly SortKey[]): readonly Value[] | undefined {
  if (cursor.length > MAX_LENGTH || !/^[\w-]+$/.test(cursor)) return undefined;
  let parsed: Json;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(cursor, 'base64url')));
  } catch {
    return undefined;
  }
  if (!Array.isArray(parsed) || parsed.length !== keys.length + 1) return undefined;
  const [, ...values] = parsed;
  return keys.every(({ column }, index) => isValueOf(column, values[index])) ? (parsed as Value[]) : undefined;
}

function isValueOf({ name, type }: SortKey['column'], value: Json | undefined): boolean {
  if (value === null) return name !== ID.name;
  switch (type) {
    case 'string':
      return typeof value === 'string' && isStorableText(value);
    case 'uuid':
      return typeof value === 'string' && isUuid(value);
    case 'boolean':
      return typeof value === 'boolean';
    default:
      return typeof value === 'number';
  }
}

function digestOf(kind: Kind, { conditions, words }: Filtering, position: Position): string {
  return new Bun.CryptoHasher('sha256').update(JSON.stringify([kind.name, conditions, words, position])).digest('hex').slice(0, 24);
}

function valueAt(values: JsonObject, { name, type }: SortKey['column']): Value {
  let value: Json | undefined = values;
  for (const part of name.split('.')) value = isObject(value) ? value[part] : undefined;
  if (typeof value === 'string') {
    if (type === 'date') return Date.parse(value);
    return type === 'uuid' ? value.toLowerCase() : searched(value);
  }
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** Returns the condition that a record comes behind a position: at the first key that differs. */
function behind(keys: readonly SortKey[], position: Position): Condition {
  const alternatives = keys.flatMap((key, index): Condition[] => {
    const further = furtherThan(key, position[index] ?? null);
    const same = keys.slice(0, index).map((before, at) => sameAs(before, position[at] ?? null));
    return further ? [{ type: 'and', conditions: [...same, further] }] : [];
  });
  return { type: 'or', conditions: alternatives };
}

function sameAs({ column }: SortKey, value: Value): Condition {
  return value === null
    ? { type: 'isNull', column }
    : { type: 'compare', column, operator: 'EQ', values: [value] };
}

/** Absent values come last in both directions; nothing comes behind them. */
function furtherThan({ column, descending }: SortKey, value: Value): Condition | undefined {
  if (value === null) return undefined;
  const absent: Condition = { type: 'isNull', column };
  // Not every engine has an order of booleans.
  if (typeof value === 'boolean')
    return value === descending ? { type: 'or', conditions: [sameAs({ column, descending }, !value), absent] } : absent;
  const further: Condition = { type: 'compare', column, operator: descending ? 'LT' : 'GT', values: [value] };
  return column.name === ID.name ? further : { type: 'or', conditions: [further, absent] };
}
