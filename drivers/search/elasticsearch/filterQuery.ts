import { FOLDED, PRESENT, type SearchColumn } from '../../../domain/filtering/columns.ts';
import type {
  Condition,
  EntryTest,
  EntryValue,
  Filtering,
  Position,
  PositionValue,
  Scalar,
  SortKey,
} from '../../../domain/filtering/index.ts';
import { cutWord, hasGrams, likeQuery, type Query } from './trigrams.ts';

/** Prefix of the columns in a document. Columns of an array of objects are below the array's field. */
const ROOT = 's.';

/** Builds the query of a filtering, in filter context, which computes no scores. */
export function filterQuery({ conditions, words }: Filtering): Query {
  return all([...conditions.map((condition) => conditionQuery(condition, ROOT)), ...wordQueries(words)]);
}

const wordQueries = (words: readonly string[]): Query[] => words.map((word) => ({ prefix: { w: cutWord(word) } }));

/** Builds the sort of a filtering. Keywords sort by their UTF-8 bytes, which is the order of code points. */
export function sortBody(sort: readonly SortKey[]): Query[] {
  const keys = sort.flatMap(sortKeys);
  return [...keys, { 's.id': 'asc' }];
}

/** Returns `search_after` of a sort: the values of the place, with what Elasticsearch sorts absent numbers by. */
export function searchAfter(sort: readonly SortKey[], position: Position): PositionValue[] {
  const values = position.slice(0, -1);
  const absent = sort.flatMap(({ column, path, descending }): PositionValue[] => {
    const infinite = descending ? '-Infinity' : 'Infinity';
    if (path !== undefined) return [infinite, null];
    const type = fieldType(column);
    if (type === 'keyword') return [null];
    if (type === 'double') return [infinite];
    return [descending ? -(2n ** 63n) : 2n ** 63n - 1n];
  });
  return [...values.map((value, index) => value ?? absent[index] ?? null), position.at(-1) ?? null];
}

function sortKeys({ column, path, descending }: SortKey): Query[] {
  const order = { order: descending ? 'desc' : 'asc', missing: '_last', mode: descending ? 'max' : 'min' };
  const field = ROOT + column.name;
  if (path === undefined) return [{ [field]: { ...order, unmapped_type: fieldType(column) } }];
  const atPath = { term: { [`${field}.p`]: path } };
  const isNumber = { exists: { field: `${field}.n` } };
  // Numbers have a text as well, but are sorted by value.
  const notNumber = { bool: { filter: [atPath], must_not: [isNumber] } };
  return [
    { [`${field}.n`]: { ...order, unmapped_type: 'double', nested: { path: field, filter: atPath } } },
    { [`${field}.t`]: { ...order, unmapped_type: 'keyword', nested: { path: field, filter: notNumber } } },
  ];
}

function fieldType({ type }: SearchColumn): string {
  if (type === 'date' || type === 'integer') return 'long';
  if (type === 'number') return 'double';
  return type === 'boolean' ? 'boolean' : 'keyword';
}

const all = (filter: readonly Query[]): Query => onlyOf(filter) ?? { bool: { filter } };
const any = (should: readonly Query[]): Query => onlyOf(should) ?? { bool: { should } };
const onlyOf = (queries: readonly Query[]): Query | undefined => (queries.length === 1 ? queries[0] : undefined);
const not = (query: Query): Query => ({ bool: { must_not: [query] } });

function conditionQuery(condition: Condition, prefix: string): Query {
  switch (condition.type) {
    case 'not':
      return not(conditionQuery(condition.condition, prefix));
    case 'and':
      return all(condition.conditions.map((one) => conditionQuery(one, prefix)));
    case 'words':
      return all(wordQueries(condition.words));
    case 'or':
      // Elasticsearch would match every document with an empty list of alternatives.
      if (condition.conditions.length === 0) return { match_none: {} };
      return any(condition.conditions.map((one) => conditionQuery(one, prefix)));
    case 'isNull':
      return not(presenceQuery(condition.column, prefix));
    case 'like':
      return likeColumn(condition.column, condition.pattern, prefix);
    case 'compare':
      return compareQuery(prefix + condition.column.name, condition.operator, condition.values);
    case 'entry': {
      const path = prefix + condition.column.name;
      const query = all([{ term: { [`${path}.p`]: condition.path } }, ...entryQueries(condition.test, path)]);
      return { nested: { path, query, ignore_unmapped: true } };
    }
    case 'anyEntry': {
      const path = prefix + condition.column.name;
      return { nested: { path, query: likeQuery(condition.pattern, `${path}.l`), ignore_unmapped: true } };
    }
    case 'element': {
      const path = prefix + condition.column.name;
      const query = all(condition.conditions.map((one) => conditionQuery(one, `${path}.`)));
      return { nested: { path, query, ignore_unmapped: true } };
    }
  }
}

/** An empty array or object is present too, but has no field of its own: a separate field lists such columns. */
function presenceQuery(column: { readonly name: string; readonly type: string }, prefix: string): Query {
  switch (column.type) {
    case 'strings':
    case 'entries':
    case 'elements':
    case 'object':
      return { term: { [prefix + PRESENT]: column.name } };
    default:
      return { exists: { field: prefix + column.name } };
  }
}

function likeColumn(
  column: SearchColumn,
  pattern: Extract<Condition, { type: 'like' }>['pattern'],
  prefix: string,
): Query {
  const field = prefix + column.name + (column.type === 'uuid' ? '' : FOLDED);
  return likeQuery(pattern, field, prefix === ROOT && hasGrams(column) ? `g.${column.name}` : undefined);
}

const bounds = { GT: 'gt', GE: 'gte', LT: 'lt', LE: 'lte' } as const;

function compareQuery(field: string, operator: keyof typeof bounds | 'EQ' | 'IN', values: readonly Scalar[]): Query {
  if (operator === 'EQ' || operator === 'IN') return termsQuery(field, values);
  return { range: { [field]: { [bounds[operator]]: values[0] } } };
}

/** `index.max_terms_count` of Elasticsearch, by default. */
const MAX_TERMS = 65_536;

function termsQuery(field: string, values: readonly Scalar[]): Query {
  if (values.length <= MAX_TERMS) return { terms: { [field]: values } };
  const parts = Array.from({ length: Math.ceil(values.length / MAX_TERMS) }, (_, part) =>
    values.slice(part * MAX_TERMS, (part + 1) * MAX_TERMS),
  );
  return any(parts.map((some) => ({ terms: { [field]: some } })));
}

function entryQueries(test: EntryTest, path: string): Query[] {
  switch (test.operator) {
    case 'EXISTS':
      return [];
    case 'LIKE':
      return [likeQuery(test.pattern, `${path}.l`)];
    case 'EQ':
    case 'IN': {
      const numbers = test.values.filter(({ number }) => number !== undefined);
      if (numbers.length === 0) return [textQuery(test, path, test.values)];
      const texts = test.values.filter(({ number }) => number === undefined);
      const digits = numbers.flatMap((value) => value.digits ?? []);
      const equal = numbers.flatMap((value) => (value.digits === undefined ? (value.number ?? []) : []));
      return [
        any([
          ...(equal.length > 0 ? [{ terms: { [`${path}.n`]: equal } }] : []),
          ...(digits.length > 0 ? [all([termsQuery(`${path}.t`, digits), { exists: { field: `${path}.n` } }])] : []),
          // Entries that are not numbers are compared with the text of a number.
          all([textQuery(test, path, test.values), not({ exists: { field: `${path}.n` } })]),
          ...(texts.length > 0 ? [textQuery(test, path, texts)] : []),
        ]),
      ];
    }
    default: {
      const text = textQuery(test, path, test.values);
      const number = test.values[0]?.number;
      if (number === undefined) return [text];
      return [
        any([compareQuery(`${path}.n`, test.operator, [number]), all([text, not({ exists: { field: `${path}.n` } })])]),
      ];
    }
  }
}

function textQuery(
  test: Exclude<EntryTest, { operator: 'LIKE' | 'EXISTS' }>,
  path: string,
  values: readonly EntryValue[],
): Query {
  return compareQuery(
    `${path}.t`,
    test.operator,
    values.map(({ text }) => text),
  );
}
