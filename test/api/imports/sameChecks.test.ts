import { expect, setDefaultTimeout, test } from 'bun:test';
import { maxElementsOf, maxLengthOf } from '../../../domain/kinds/declaration/limits.ts';
import type { Member } from '../../../domain/kinds/declaration/members.ts';
import { kinds } from '../../../domain/kinds/index.ts';
import type { Json, JsonObject, Kind } from '../../../domain/kinds/kind.ts';
import { sampleRecord } from '../../../domain/samples/sampleRecords.ts';
import { startApiForFile } from '../../helpers/api.ts';
import { diffFile } from '../../helpers/diffs.ts';

setDefaultTimeout(120_000);

/** What a POST refuses in a record, every import refuses in the same words: comparisons, saved ones, and bulk changes. */

const api = await startApiForFile();

/** No test sends a longer text or list: that would be a body of megabytes. */
const LONGEST = 10_000;

function* wrongValues(member: Member): Generator<Json> {
  yield [7];
  yield { surplus: null, deep: [{}] };
  switch (member.type) {
    case 'string': {
      if (member.values) yield 'SURPLUS';
      if ((member.min ?? 0) > 0) yield '';
      if (maxLengthOf(member) <= LONGEST) yield 'x'.repeat(maxLengthOf(member) + 1);
      if (member.format) {
        yield '\n';
        yield `${'x'.repeat(255)}@example.com`;
      }
      yield 'nul \u0000';
      break;
    }
    case 'uuid':
    case 'date':
      yield 'neither';
      break;
    case 'integer':
      yield 1.5;
      if (member.max !== undefined) yield member.max + 1;
      if (member.min !== undefined) yield member.min - 1;
      break;
    case 'strings':
    case 'objects':
      if (maxElementsOf(member) <= LONGEST) yield Array.from({ length: maxElementsOf(member) + 1 }, () => 'x');
      break;
    case 'localizations':
      yield { 'no tag': { name: 'x' } };
      yield { cs: { name: 7 } };
      break;
    default:
      break;
  }
}

/** Records with one wrong member each, and its name. */
function* wrongRecords(kind: Kind): Generator<readonly [string, JsonObject]> {
  const { id: _, ...record } = sampleRecord(kind.name);
  for (const [name, member] of Object.entries(kind.members))
    for (const value of wrongValues(member)) yield [name, { ...record, [name]: value }];
  for (const code of kind.members.code ? ['.', '..'] : []) yield ['code', { ...record, code }];
  for (const [from, to] of [
    ['validFrom', 'validTo'],
    ['validityFrom', 'validityTo'],
  ] as const)
    if (kind.members[to]) yield [to, { ...record, [from]: '2026-11-21', [to]: '2026-11-20' }];
  yield ['surplus', { ...record, surplus: 1 }];
}

const isAbout =
  (name: string) =>
  (error: string): boolean =>
    error.startsWith(name) && /^[.[:]/.test(error.slice(name.length));

/** The errors about a member of one of several records, as those of a POST of the record alone. */
const errorsIn = (errors: readonly string[] | undefined, prefix: string, name: string): string[] | undefined =>
  errors
    ?.filter((one) => one.startsWith(prefix))
    .map((one) => one.slice(prefix.length))
    .filter(isAbout(name));

interface DryRun {
  readonly failures: readonly { readonly problems: readonly { readonly path: string; readonly message: string }[] }[];
}

/** The errors of a bulk change of one record: a request with a malformed record is refused before any record is tried. */
async function errorsOfBulk(kind: Kind, name: string, record: JsonObject): Promise<string[] | undefined> {
  const body = { operation: 'CREATE', dryRun: true, records: [record] };
  const answer = await api.request('POST', `/${kind.path}/bulk`, body);
  if (answer.status !== 200) return errorsIn(answer.errors, 'records[0].', name);
  const problems = answer.json<DryRun>().failures[0]?.problems ?? [];
  return problems.map(({ path, message }) => `${path}: ${message}`).filter(isAbout(name));
}

interface Refused {
  readonly name: string;
  readonly record: JsonObject;
  readonly expected: readonly string[];
}

/** Records of an import. The answer to more of them would not list all of their errors. */
const RECORDS = 8;

for (const kind of kinds.filter(({ operations }) => operations.includes('save') && operations.includes('diffOnly')))
  test(`what a POST refuses in a ${kind.name}, imports refuse too`, async () => {
    const refused: Refused[] = [];
    for (const [name, record] of wrongRecords(kind)) {
      const post = await api.request('POST', `/${kind.path}`, record);
      const expected = post.status === 200 ? [] : post.errors.filter(isAbout(name));
      // A comparison that is not saved does not read the registry of the type.
      if (expected.length > 0 && name !== 'chars') refused.push({ name, record, expected });
    }
    expect(refused.length).toBeGreaterThan(3);
    for (let start = 0; start < refused.length; start += RECORDS) {
      const part = refused.slice(start, start + RECORDS);
      const records = part.map(({ record }) => record);
      const envelope = { entityType: kind.name, filtering: [], data: records };
      const only = await api.request('POST', `/${kind.path}/diff/only`, envelope);
      const file = await diffFile(api, JSON.stringify(records), '', kind.path);
      const saved = await diffFile(api, JSON.stringify(records), 'save=true', kind.path);
      const entries = records.map((right) => ({ diffType: 'DIFF_TYPE_NEW', right }));
      const savedEntries = await api.request('POST', `/${kind.path}/diff/save`, entries as unknown as JsonObject);
      const bulk: (string[] | undefined)[] = [];
      for (const { name, record } of part) bulk.push(await errorsOfBulk(kind, name, record));
      const found = part.map(({ name, record }, index) => ({
        record,
        only: errorsIn(only.errors, `data[${index}].`, name),
        file: errorsIn(file.errors, `[${index}].`, name),
        saved: errorsIn(saved.errors, `[${index}].`, name),
        entries: errorsIn(savedEntries.errors, `[${index}].right.`, name),
        bulk: bulk[index],
      }));
      expect(found).toEqual(
        part.map(({ record, expected: errors }) => {
          const expected = [...errors];
          return { record, only: expected, file: expected, saved: expected, entries: expected, bulk: expected };
        }),
      );
    }
  });
