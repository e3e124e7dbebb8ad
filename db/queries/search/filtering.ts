import type { SearchColumn } from '../../../domain/filtering/columns.ts';
import type {
  Comparison,
  Condition,
  EntryTest,
  EntryValue,
  Filtering,
  LikePattern,
  Scalar,
} from '../../../domain/filtering/index.ts';
import { arrayText, type SqlValues } from '../sqlText.ts';
import { columnList, quoteName } from './searchColumns.ts';

/**
 * Compiles a filtering to SQL over the columns of a search document (searchColumns.ts), either of an index table or of
 * json_to_record. Every text column is collated "C": text compares by code point, whatever the locale of the database.
 *
 * A comparison with an absent value is NULL, which counts as false under AND and OR. A `not` is compiled to IS NOT TRUE,
 * which makes it true.
 */

/**
 * Number of first characters of a text column that index tables have in a btree: a whole text may exceed a btree page.
 * A comparison with a shorter value needs only these characters.
 */
export const INDEXED_LENGTH = 200;

/** The source that conditions read: an alias with the columns of a search document. */
export interface Searched {
  readonly alias: string;
  /** The first {@link INDEXED_LENGTH} characters of a text column. */
  start(column: string): string;
  readonly joined?: JoinedTexts;
}

/** Columns that one trigram index has together. */
export interface JoinedTexts {
  readonly columns: ReadonlySet<string>;
  /** The expression of the index: the texts, with a line end before and behind each. */
  readonly text: string;
}

/** Search documents that json_to_record parses. */
export const opened = (alias: string): Searched => ({
  alias,
  start: (column) => `left(${alias}.${quoteName(column)}, ${INDEXED_LENGTH})`,
});

/** Maximum number of alternatives that are looked up one by one; more are compared in a scan. */
const MAX_ALTERNATIVES = 100;

/** Returns the condition of a WHERE: `true` for an empty filtering. */
export function compileFiltering(
  filtering: Pick<Filtering, 'conditions' | 'words'>,
  values: SqlValues,
  searched: Searched = opened('s'),
): string {
  const terms = [
    ...filtering.conditions.map((condition) => compile(condition, values, searched)),
    // In ~words, a space precedes each word.
    ...filtering.words.map((word) => compileLikeText('~words', `% ${escapeLike(word)}%`, values, searched)),
  ];
  return terms.length === 0 ? 'true' : terms.join(' and ');
}

function compile(condition: Condition, values: SqlValues, searched: Searched): string {
  const { alias } = searched;
  switch (condition.type) {
    case 'not':
      if (condition.condition.type === 'isNull')
        return compileNull(condition.condition.column, values, alias, { negated: true });
      // No index finds what does not match.
      return `(${compile(condition.condition, values, { alias, start: searched.start })}) is not true`;
    case 'and':
      return `(${compileFiltering({ conditions: condition.conditions, words: [] }, values, searched)})`;
    case 'words':
      return `(${compileFiltering({ conditions: [], words: condition.words }, values, searched)})`;
    case 'or':
      if (condition.conditions.length === 0) return 'false';
      return `(${condition.conditions.map((one) => compile(one, values, searched)).join(' or ')})`;
    case 'isNull':
      return compileNull(condition.column, values, alias);
    case 'like':
      return compileLike(condition.column, condition.pattern, values, searched);
    case 'compare':
      return compileComparison(condition.column, condition.operator, condition.values, values, searched);
    case 'entry':
      return compileEntry(`${alias}.${quoteName(condition.column.name)}`, condition.path, condition.test, values);
    case 'anyEntry':
      return compileAnyEntry(`${alias}.${quoteName(condition.column.name)}`, condition.pattern, values);
    case 'element':
      return compileElement(condition.column, condition.conditions, values, alias);
  }
}

function compileNull(
  column: { readonly name: string; readonly type: string },
  values: SqlValues,
  alias: string,
  { negated = false }: { readonly negated?: boolean } = {},
): string {
  if (column.type !== 'object') return `${alias}.${quoteName(column.name)} is ${negated ? 'not ' : ''}null`;
  const isPresent = `${alias}."~present" @> ${values.add(JSON.stringify([column.name]))}::text::jsonb`;
  return negated ? `(${isPresent}) is true` : `(${isPresent}) is not true`;
}

function compileLike(column: SearchColumn, pattern: LikePattern, values: SqlValues, searched: Searched): string {
  const { alias } = searched;
  const text = likeText(pattern);
  if (column.type === 'string') return compileLikeText(`${column.name}~`, text, values, searched);
  const like = `like ${values.add(text)}::text`;
  if (column.type === 'uuid') return `${alias}.${quoteName(column.name)}::text ${like}`;
  return anyElement(`${alias}.${quoteName(`${column.name}~`)}`, `x.v collate "C" ${like}`);
}

/**
 * Compares a folded text with a pattern. If the text is in an index with others, the joined texts narrow the rows down:
 * they match the pattern between line ends wherever the text itself matches. An index table of an earlier release has
 * trigrams of the column itself instead, which the second condition finds.
 */
function compileLikeText(column: string, pattern: string, values: SqlValues, { alias, joined }: Searched): string {
  const own = `${alias}.${quoteName(column)} like ${values.add(pattern)}::text`;
  if (!joined?.columns.has(column)) return own;
  const begin = pattern.startsWith('%') ? pattern : `%\n${pattern}`;
  const whole = endsWithAny(pattern) ? begin : `${begin}\n%`;
  return `(${joined.text} like ${values.add(whole)}::text and ${own})`;
}

/** Whether the pattern ends with a wildcard `%` that no backslash escapes. */
const endsWithAny = (pattern: string): boolean => /(?:^|[^\\])(?:\\\\)*%$/.test(pattern);

function compileComparison(
  column: SearchColumn,
  operator: Comparison,
  operands: readonly Scalar[],
  values: SqlValues,
  searched: Searched,
): string {
  const name = `${searched.alias}.${quoteName(column.name)}`;
  switch (column.type) {
    case 'strings':
      return compileStrings(name, operator, operands as readonly string[], values);
    case 'string':
      return compileText(name, searched.start(column.name), operator, operands as readonly string[], values);
    case 'boolean':
      return `${name} in (${operands.join(', ')})`;
    default: {
      const type = scalarTypes[column.type as keyof typeof scalarTypes];
      if (operator === 'IN') return `${name} = any(${values.add(arrayText(operands as readonly string[]))}::${type}[])`;
      return `${name} ${signs[operator]} ${values.add(String(operands[0]))}::${type}`;
    }
  }
}

const signs = { EQ: '=', GT: '>', GE: '>=', LT: '<', LE: '<=' } as const;
const scalarTypes = { uuid: 'uuid', date: 'bigint', integer: 'bigint', number: 'double precision' } as const;

/**
 * Compares a value shorter than the indexed length with the first characters of the column, which compare as the whole
 * text does. For a longer value, the first characters narrow the rows down, and the whole text decides.
 */
function compileText(
  name: string,
  start: string,
  operator: Comparison,
  operands: readonly string[],
  values: SqlValues,
): string {
  const short = operands.every(isShort);
  if (operator === 'IN') {
    const list = `any(${values.add(arrayText(operands))}::text[])`;
    return `${short ? start : name} = ${list}`;
  }
  const [value] = operands as [string];
  const sign = signs[operator];
  if (short) return `${start} ${sign} ${values.add(value)}::text`;
  const whole = `${name} ${sign} ${values.add(value)}::text`;
  const startSign = operator === 'GT' ? '>=' : operator === 'LT' ? '<=' : sign;
  return `(${start} ${startSign} ${values.add(firstCharacters(value))}::text and ${whole})`;
}

const isShort = (text: string): boolean => firstCharacters(text, INDEXED_LENGTH - 1) === text;

export function firstCharacters(text: string, length = INDEXED_LENGTH): string {
  if (text.length <= length) return text;
  return [...text.slice(0, 2 * length)].slice(0, length).join('');
}

function compileStrings(name: string, operator: Comparison, operands: readonly string[], values: SqlValues): string {
  if (operator === 'EQ' || (operator === 'IN' && operands.length <= MAX_ALTERNATIVES)) {
    return either(operands.map((text) => contains(name, [text], values)));
  }
  if (operator === 'IN') return anyElement(name, `x.v = any(${values.add(arrayText(operands))}::text[])`);
  return anyElement(name, `x.v collate "C" ${signs[operator]} ${values.add(operands[0] as string)}::text`);
}

const anyElement = (name: string, test: string): string =>
  `exists (select from jsonb_array_elements_text(${name}) as x(v) where ${test})`;

const contains = (name: string, json: unknown, values: SqlValues): string =>
  `${name} @> ${values.add(JSON.stringify(json))}::text::jsonb`;

const either = (terms: readonly string[]): string => (terms.length === 1 ? terms.join() : `(${terms.join(' or ')})`);

/** Equality is a look-up in the GIN index of the column. Other tests read the entries of the records that have the path. */
function compileEntry(name: string, path: string, test: EntryTest, values: SqlValues): string {
  const { operator } = test;
  if (operator === 'EXISTS') return contains(name, [{ p: path }], values);
  if ((operator === 'EQ' || operator === 'IN') && test.values.length <= MAX_ALTERNATIVES)
    return either(
      test.values.flatMap((value) => equalEntries(path, value).map((entry) => contains(name, [entry], values))),
    );
  const holds =
    operator === 'LIKE'
      ? `x.l like ${values.add(likeText(test.pattern))}::text`
      : either(test.values.map((value) => compareEntry(operator, value, values)));
  return `(${contains(name, [{ p: path }], values)} and exists (
    select from jsonb_to_recordset(${name}) as x(${entryColumns})
    where x.p = ${values.add(path)}::text and ${holds}))`;
}

/** No index has the texts of a free object: this reads it of every record that the other conditions select. */
const compileAnyEntry = (name: string, pattern: LikePattern, values: SqlValues): string => `exists (
    select from jsonb_to_recordset(${name}) as x(${entryColumns}) where x.l like ${values.add(likeText(pattern))}::text)`;

const entryColumns = 'p text collate "C", t text collate "C", l text collate "C", n double precision';

/** Returns the entries equal to a value. The text of a stored number is its shortest form, so both agree. */
function equalEntries(path: string, { text, number, digits }: EntryValue): object[] {
  const asText = { p: path, t: text };
  if (number === undefined) return [asText];
  return [digits === undefined ? { p: path, n: number } : { p: path, n: number, t: digits }, asText];
}

function compareEntry(operator: Comparison, { text, number, digits }: EntryValue, values: SqlValues): string {
  const sign = signs[operator === 'IN' ? 'EQ' : operator];
  const asText = `x.t ${sign} ${values.add(text)}::text`;
  if (number === undefined) return asText;
  if (operator === 'IN' && digits !== undefined)
    return `x.t = case when x.n is null then ${values.add(text)}::text else ${values.add(digits)}::text end`;
  return `case when x.n is null then ${asText} else x.n ${sign} ${values.add(String(number))}::double precision end`;
}

/** Equalities are a look-up in the GIN index of the column; all conditions are then tested on the elements. */
function compileElement(
  column: SearchColumn & { type: 'elements' },
  conditions: readonly Condition[],
  values: SqlValues,
  alias: string,
): string {
  const name = `${alias}.${quoteName(column.name)}`;
  const inner = `${alias}e`;
  const equal = conditions.flatMap((one) =>
    one.type === 'compare' && one.operator === 'EQ' && one.column.type !== 'strings'
      ? [[one.column.name, one.values[0]] as const]
      : [],
  );
  const narrowed = equal.length === 0 ? '' : `${contains(name, [Object.fromEntries(equal)], values)} and `;
  const all = conditions.map((one) => compile(one, values, opened(inner))).join(' and ');
  return `(${narrowed}exists (
    select from jsonb_to_recordset(${name}) as ${inner}(${columnList(column.columns)}) where ${all}))`;
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

function likeText(pattern: LikePattern): string {
  return pattern
    .map((part) => (typeof part === 'string' ? escapeLike(part) : part.wildcard === 'any' ? '%' : '_'))
    .join('');
}
