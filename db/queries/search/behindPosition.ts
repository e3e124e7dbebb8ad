import type { Position, PositionValue, SortKey } from '../../../domain/filtering/index.ts';
import type { SqlValues } from '../sqlText.ts';
import { firstCharacters, type Searched } from './filtering.ts';
import { orderTerms } from './ordering.ts';

/** An expression that records are ordered by, and its value at a place. */
interface OrderedTerm {
  readonly name: string;
  readonly descending: boolean;
  /** A bound value with its type; null for an absent value. */
  readonly value: string | null;
}

/** The records behind a place, which are those of `present` and `absent`. */
export interface BehindPosition {
  /** The condition of all. */
  readonly condition: string;
  /** That of the records with a value of the first key, which a btree of it finds; undefined if there are none. */
  readonly present: string | undefined;
  /** That of the records without one, which come last. */
  readonly absent: string;
}

/** Compiles the condition that a record comes behind a place: its first term that differs is greater, in the direction of the key. */
export function behindPosition(
  sort: readonly SortKey[],
  position: Position,
  values: SqlValues,
  searched: Searched,
): BehindPosition {
  const [first, ...rest] = termsAt(sort, position, values, searched);
  const id = `${searched.alias}."id" > ${values.add(String(position.at(-1)))}::uuid`;
  if (!first) return { condition: id, present: undefined, absent: id };
  const then = rest.reduceRight((inner, term) => behindTerm(term, inner), id);
  const { name, value, descending } = first;
  if (value === null) {
    const absent = `(${name} is null and ${then})`;
    return { condition: absent, present: undefined, absent };
  }
  const [further, least] = descending ? ['<', '<='] : ['>', '>='];
  const present = `(${name} ${least} ${value} and (${name} ${further} ${value} or ${then}))`;
  const absent = `${name} is null`;
  return { condition: `(${present} or ${absent})`, present, absent };
}

function behindTerm({ name, value, descending }: OrderedTerm, then: string): string {
  if (value === null) return `(${name} is null and ${then})`;
  return `(${name} ${descending ? '<' : '>'} ${value} or ${name} is null or (${name} = ${value} and ${then}))`;
}

function termsAt(sort: readonly SortKey[], position: Position, values: SqlValues, searched: Searched): OrderedTerm[] {
  let at = 0;
  return sort.flatMap((key) => {
    const typed = valuesAt(key, () => position[at++] ?? null);
    return orderTerms(key, values, searched).map((name, index): OrderedTerm => {
      const [value = null, type] = typed[index] ?? [];
      // By way of text, because postgres.js would encode the text of a boolean as false.
      const bound = value === null ? null : `${values.add(String(value))}::text${type === 'text' ? '' : `::${type}`}`;
      return { name, descending: key.descending, value: bound };
    });
  });
}

/** Returns the values of the terms of a key, with their types. */
function valuesAt({ column }: SortKey, next: () => PositionValue): (readonly [PositionValue, string])[] {
  switch (column.type) {
    case 'string': {
      const text = next();
      return [
        [text === null ? null : firstCharacters(String(text)), 'text'],
        [text, 'text'],
      ];
    }
    case 'entries':
      return [
        [next(), 'double precision'],
        [next(), 'text'],
      ];
    case 'uuid':
    case 'boolean':
      return [[next(), column.type]];
    case 'date':
    case 'integer':
      return [[next(), 'bigint']];
    case 'number':
      return [[next(), 'double precision']];
    default:
      return [[next(), 'text']];
  }
}
