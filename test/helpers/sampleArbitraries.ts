import fc from 'fast-check';
import { words } from '../../domain/filtering/folding.ts';
import { type Condition, parseConditions } from '../../domain/filtering/index.ts';
import type { Json, JsonObject, Values } from '../../domain/kinds/kind.ts';
import { type SampleRecord, sampleAudit, sampleKind } from './sampleKind.ts';

/** Few values, so that filters match records. Each value covers a possible mistake of an engine. */
const characters = [
  ...['a', 'A', 'b', 'ž', 'Ž', 'ſ', 's', 'K', 'k', 'İ', 'i', 'ı', 'ß', 'ẞ', 'Σ', 'σ', 'ς', 'é', 'e\u0301', '\u0301'],
  ...['😀', '𝒜', '𐐀', '𐐨', '\ue000', '\uffff', '\u00a0', '中', 'ابج'],
  ...['%', '_', '\\', '*', '?', ',', '"', "'", '`', ' ', '\n', '\t', '$1', '{', '}', '[', '/', '~', '.', '-', '&', '<'],
  ...['0', '1', '10', '9', '-1', '1.5', '1e1', 'true', 'null'],
];

/** Texts around the lengths at which an engine truncates. */
const long = [
  'x'.repeat(7_999),
  'x'.repeat(8_000),
  `${'x'.repeat(8_000)}y`,
  `${'x'.repeat(9_000)}`,
  `${'ž'.repeat(8_500)}`,
  `${'ž'.repeat(199)}`,
  `${'ž'.repeat(200)}`,
  `${'ž'.repeat(200)}a`,
  `${'ž'.repeat(200)}b`,
  `${'😀'.repeat(199)}a`,
  `${'😀'.repeat(300)}`,
];

/** Texts with hostile characters and lengths, which often equal each other. */
export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: fc.array(fc.constantFrom(...characters), { maxLength: 3 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.constantFrom(...long) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }).map((some) => some.replaceAll('\u0000', '')) },
);

const uuids = [
  '00000000-0000-4000-8000-000000000000',
  '018f0000-0000-7000-8000-0000000000ff',
  'a0000000-0000-4000-8000-00000000000a',
  'ffffffff-ffff-4fff-bfff-ffffffffffff',
];
const dates = [
  '1969-12-31T23:59:59.999Z',
  '2026-11-20T00:00:00.000Z',
  '2026-11-20T08:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
];
const numbers = [0, 1, -1, 1.5, 10, 9, 1e21, 5e-324, 0.1, Number.MAX_SAFE_INTEGER];
/** Without the greatest and the least of 64 bits, with which Elasticsearch sorts records that lack the member. */
const integers = [
  ...numbers.filter((number) => Number.isSafeInteger(number)),
  ...[9007199254740992n, 9007199254740993n, -9007199254740993n, 2n ** 63n - 2n, 2n ** 63n - 3n],
];
/** Whole numbers of which several are one double. */
const wholes = [9007199254740992n, 9007199254740993n, 12345678901234567890n, 12345678901234567891n, 10n ** 21n];

const names = ['color', 'size', 'a', 'ž', 'a.b', 'b', ' ', '%', "it's", 'x'.repeat(20), '', 'constructor'];

const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.constantFrom<Json>(...numbers, ...wholes, true, false, null, '', 'red'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 3 }),
  ),
})).value;

const free = fc.dictionary(fc.constantFrom(...names), json, { maxKeys: 4 });
const tags = fc.array(text, { maxLength: 3 });

/** A subset of the members without nulls, as records are stored. */
const some = (arbitraries: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<JsonObject> =>
  fc.record(arbitraries, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;

const part = some({
  id: fc.constantFrom(...uuids),
  name: text,
  when: fc.constantFrom(...dates),
  amount: fc.constantFrom(...numbers),
  done: fc.boolean(),
  tags,
  data: free,
  period: some({ note: text }),
  pieces: fc.array(some({ name: text, amount: fc.constantFrom(...integers) }), { maxLength: 2 }),
});

const values = some({
  code: text,
  name: text,
  description: text,
  text,
  owner: fc.constantFrom(...uuids),
  when: fc.constantFrom(...dates),
  count: fc.constantFrom(...integers),
  size: fc.constantFrom(...numbers),
  flag: fc.boolean(),
  tags,
  chars: free,
  localizationData: fc.dictionary(fc.constantFrom('cs', 'en'), some({ name: text, description: text }), { maxKeys: 2 }),
  validFor: some({ validFrom: fc.constantFrom(...dates), note: text, inner: some({ deep: text }) }),
  logType: fc.record({ id: fc.constantFrom(...uuids), code: text, name: text }),
  parts: fc.array(part, { maxLength: 3 }),
});

export const sampleRecord: fc.Arbitrary<SampleRecord> = fc
  .record({ id: fc.uuid(), rest: values, version: fc.integer({ min: 1, max: 3 }) })
  .map(({ id, rest, version }) => ({ values: { id, ...rest } as Values, audit: sampleAudit(version) }));

/** LIKE values, with wildcards and escapes. */
const pattern = fc
  .array(fc.oneof(text, fc.constantFrom('%', '_', '\\%', '\\_', '\\\\', '\\')), { maxLength: 4 })
  .map((parts) => parts.join('').slice(0, 60).toWellFormed());

const escapeElement = (element: string): string => element.replaceAll('\\', '\\\\').replaceAll(',', '\\,');
const one = (operators: readonly string[], value: fc.Arbitrary<string>) =>
  fc.record({ operator: fc.constantFrom(...operators), value });
const list = (value: fc.Arbitrary<string>) =>
  fc.record({
    operator: fc.constantFrom('IN', 'NOT_IN'),
    value: fc.array(value, { minLength: 1, maxLength: 4 }).map((parts) => parts.map(escapeElement).join(',')),
  });
const presence = fc.record({ operator: fc.constantFrom('IS_NULL', 'IS_NOT_NULL') });
const ordering = ['EQ', 'NE', 'GT', 'GE', 'LT', 'LE'];
const like = one(['LIKE', 'NOT_LIKE'], pattern);

const ofText = fc.oneof(one(ordering, text), list(text), like, presence);
const ofTyped = (value: fc.Arbitrary<string>) => fc.oneof(one(ordering, value), list(value), presence);
const uuidText = fc.constantFrom(...uuids, ...uuids.map((id) => id.toUpperCase()));
const ofUuid = fc.oneof(ofTyped(uuidText), like, one(['LIKE'], fc.constantFrom('%8000%', 'A0_0%', '-', 'F')));
const ofDate = ofTyped(fc.constantFrom(...dates, '2026-11-20', '2026-11-20T10:00:00+02:00'));
const ofNumber = ofTyped(fc.constantFrom(...numbers.map(String), '-0', '10.0', '1e1'));
const ofInteger = ofTyped(fc.constantFrom(...integers.map(String), '10.0'));
const flagText = fc.constantFrom('true', 'false');
const ofFlag = fc.oneof(one(['EQ', 'NE'], flagText), list(flagText), presence);
const entryText = fc.oneof(
  text,
  fc.constantFrom(...[...numbers, ...wholes].map(String), '+12345678901234567891', '10.0', '-0', 'true', 'red', ''),
);
const ofEntry = fc.oneof(one(ordering, entryText), list(entryText), like, presence);
const path = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 2 }).map((parts) => parts.join('.'));

type Asked = fc.Arbitrary<Record<string, unknown>>;
const on = (column: fc.Arbitrary<string>, options: Asked) =>
  fc.tuple(column, options).map(([name, rest]) => ({ column: name, ...rest }));
const named = (...columns: string[]) => fc.constantFrom(...columns);

const plain = fc.oneof(
  on(
    named('code', 'name', 'text', 'validFor.note', 'validFor.inner.deep', 'logType.code', 'auditInfo.whoEdited'),
    ofText,
  ),
  on(named('tags'), ofText),
  on(named('id', 'owner', 'logType.id'), ofUuid),
  on(named('when', 'validFor.validFrom', 'auditInfo.whenEdited'), ofDate),
  on(named('count', 'auditInfo.version'), ofInteger),
  on(named('size'), ofNumber),
  on(named('flag'), ofFlag),
  on(
    path.map((dotted) => `chars.${dotted}`),
    ofEntry,
  ),
  on(named('localizationData.cs.name', 'localizationData.en'), ofEntry),
  on(named('chars', 'localizationData'), like),
  on(named('validFor', 'validFor.inner', 'logType', 'parts', 'chars', 'tags', 'localizationData'), presence),
);

const nestedIn = (nestedPath: string, options: Asked): Asked =>
  options.map((rest) => ({ nestedPath, isNested: true, ...rest }));

const nested = fc.oneof(
  nestedIn(
    'parts',
    fc.oneof(
      on(named('name', 'period.note'), ofText),
      on(named('tags'), ofText),
      on(named('id'), ofUuid),
      on(named('when'), ofDate),
      on(named('amount'), ofNumber),
      on(named('done'), ofFlag),
      on(
        path.map((dotted) => `data.${dotted}`),
        ofEntry,
      ),
      on(named('data'), like),
      on(named('period', 'pieces', 'tags', 'data'), presence),
    ),
  ),
  nestedIn('parts.pieces', fc.oneof(on(named('name'), ofText), on(named('amount'), ofInteger))),
);

const filter = fc.oneof({ weight: 3, arbitrary: plain }, { weight: 2, arbitrary: nested });

const either = fc.letrec<{ or: Json; item: Json }>((tie) => ({
  or: fc.record({ or: fc.array(tie('item'), { minLength: 1, maxLength: 3 }) }) as fc.Arbitrary<Json>,
  item: fc.oneof({ maxDepth: 2, withCrossShrink: true }, filter as fc.Arbitrary<Json>, tie('or')),
})).item;

const sortKey = fc.record({
  column: fc.oneof(
    named(
      'id',
      'code',
      'name',
      'text',
      'owner',
      'when',
      'count',
      'size',
      'flag',
      'tags',
      'validFor.note',
      'auditInfo.version',
    ),
    path.map((dotted) => `chars.${dotted}`),
  ),
  direction: fc.constantFrom('ASC', 'DESC'),
});

const someWords = fc.oneof(
  fc.constantFrom('a', 'z', 'sigma', 'Ž a', 'e', '1'),
  text.filter((some) => some.length < 1_000),
);

/** Filters that must all hold, those on the elements of one array for the same element. */
const conjunction = fc
  .oneof(
    { weight: 3, arbitrary: fc.array(either, { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(nested as fc.Arbitrary<Json>, { minLength: 2, maxLength: 2 }) },
  )
  .map((filters): Condition => {
    const problems: string[] = [];
    const conditions = parseConditions(sampleKind, filters, problems, 'filters');
    if (problems.length > 0) throw new Error(problems.join());
    return { type: 'and', conditions };
  });

/** Conditions nested in each other, as the access of a caller and the filtering of its request make them. */
export const sampleCondition: fc.Arbitrary<Condition> = fc.letrec<{ any: Condition; some: Condition[] }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 4, arbitrary: conjunction },
    { weight: 1, arbitrary: someWords.map((some): Condition => ({ type: 'words', words: [...new Set(words(some))] })) },
    { weight: 2, arbitrary: tie('any').map((condition): Condition => ({ type: 'not', condition })) },
    { weight: 2, arbitrary: tie('some').map((conditions): Condition => ({ type: 'and', conditions })) },
    { weight: 2, arbitrary: tie('some').map((conditions): Condition => ({ type: 'or', conditions })) },
  ),
  some: fc.array(tie('any'), { maxLength: 3 }),
})).any;

/** Any `filtering` that a client may send. */
export const sampleFiltering: fc.Arbitrary<JsonObject> = fc.record(
  {
    filters: fc.oneof(
      { weight: 3, arbitrary: fc.array(either, { maxLength: 1 }) },
      { weight: 2, arbitrary: fc.array(either, { maxLength: 3 }) },
      // Otherwise several filters on the elements of one array would be rare.
      { weight: 1, arbitrary: fc.array(nested as fc.Arbitrary<Json>, { minLength: 2, maxLength: 2 }) },
    ),
    fulltext: fc.option(someWords, { freq: 1 }),
    sort: fc.array(sortKey, { maxLength: 3 }) as unknown as fc.Arbitrary<Json>,
  },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>;
