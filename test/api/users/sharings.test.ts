import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import * as finders from '../../../db/queries/users/sharingFinders.ts';
import { fullAccess } from '../../../domain/access/access.ts';
import { readableRows } from '../../../domain/access/reach.ts';
import { parseFiltering } from '../../../domain/filtering/index.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { sharing } from '../../../domain/kinds/users/sharing.ts';
import { startApiForFile, type TestRecord } from '../../helpers/api.ts';
import { poll } from '../../helpers/waits/poll.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();

async function share(more: JsonObject): Promise<TestRecord> {
  const body = { ownerType: 'Order', ownerId: 'o', refType: 'User', refId: 'r', ...more };
  const answer = await api.request('POST', '/sharings', body);
  expect(answer.status, answer.text).toBe(200);
  return answer.json();
}

const at = (...segments: (string | string[])[]): string =>
  `/sharings/${segments.map((one) => [one].flat().map(encodeURIComponent).join(',')).join('/')}`;

async function found(...segments: (string | string[])[]): Promise<TestRecord[]> {
  const answer = await api.request('GET', at(...segments));
  expect(answer.status, answer.text).toBe(200);
  return answer.json<TestRecord[]>();
}

const byId = (...records: TestRecord[]): TestRecord[] => records.toSorted((a, b) => (a.id < b.id ? -1 : 1));

test('a sharing needs both its ends', async () => {
  const { status, errors } = await api.request('POST', '/sharings', { ownerId: '', isPublic: 'yes' });
  expect(status).toBe(400);
  expect(errors).toEqual([
    'ownerType: is required',
    'ownerId: must have at least 1 characters',
    'refType: is required',
    'refId: is required',
    'isPublic: must be true or false, not "yes"',
  ]);
});

describe('sharings are found', () => {
  test('by reference, all three parts of it', async () => {
    const ids = ['ffffffff-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
    const [last, first] = [
      await share({ id: ids[0] as string, refId: 'ref' }),
      await share({ id: ids[1] as string, refId: 'ref', description: 'second' }),
    ];
    const others = [{ ownerType: 'Task' }, { refType: 'Group' }, { refId: 'Ref' }];
    for (const other of others) await share({ refId: 'ref', ...other });
    expect(await found('by-ref', 'Order', 'User', 'ref')).toEqual([first, last]);
    expect(await found('by-ref', 'Order', 'User', 'nobody')).toEqual([]);
    expect(await found('by-ref', 'Nothing', 'User', 'ref')).toEqual([]);
  });

  test('by owner', async () => {
    const owned = [
      await share({ ownerId: 'mine' }),
      await share({ ownerId: 'mine', isPublic: true, refType: 'Group' }),
    ];
    await share({ ownerId: 'yours' });
    await share({ ownerId: 'mine', ownerType: 'Task' });
    expect(await found('by-owner', 'Order', 'mine')).toEqual(byId(...owned));
    expect(await found('by-owner', 'Order', 'nobody')).toEqual([]);
  });

  test('when they are public or match, within their owner type', async () => {
    const type = { ownerType: 'Public' };
    const open = await share({ ...type, isPublic: true, refId: 'x' });
    const openMatching = await share({ ...type, isPublic: true, refId: 'a' });
    const a = await share({ ...type, refId: 'a', sharingTypeCode: 'VIEW' });
    const b = await share({ ...type, refId: 'b', isPublic: false, sharingTypeCode: 'EDIT' });
    const c = await share({ ...type, refId: 'a' });
    await share({ ...type, refId: 'c', sharingTypeCode: 'VIEW' });
    await share({ ownerType: 'Elsewhere', isPublic: true, refId: 'a', sharingTypeCode: 'VIEW' });
    expect(await found('public-or-matching', 'Public', ['a', 'b', 'a'])).toEqual(byId(open, openMatching, a, b, c));
    expect(await found('public-or-matching', 'Public', ['nobody'])).toEqual(byId(open, openMatching));
    expect(await found('public-or-matching', 'Nothing', ['a'])).toEqual([]);
    const ofType = (subType: string) => found('public-or-matching-subtype', 'Public', subType, ['a', 'b']);
    expect(await ofType('VIEW')).toEqual(byId(open, openMatching, a));
    expect(await ofType('EDIT')).toEqual(byId(open, openMatching, b));
    expect(await ofType('view')).toEqual(byId(open, openMatching));
    expect(await ofType('\u0000')).toEqual(byId(open, openMatching));
  });

  test('as they are now, through every way of writing', async () => {
    const record = await share({ refId: 'before' });
    const by = async (refId: string) => (await found('by-ref', 'Order', 'User', refId)).length;
    await api.request('PATCH', `/sharings/${record.id}`, { refId: 'patched' });
    expect([await by('before'), await by('patched')]).toEqual([0, 1]);
    const left = { id: record.id, auditInfo: { version: 2 } };
    const right = { ...record, refId: 'diffed', auditInfo: undefined };
    const entry = { diffType: 'DIFF_TYPE_CHANGE', left, right };
    expect((await api.request('POST', '/sharings/diff/save', [entry])).status).toBe(200);
    expect([await by('patched'), await by('diffed')]).toEqual([0, 1]);
    await api.request('DELETE', `/sharings/${record.id}`);
    expect(await by('diffed')).toBe(0);
  });

  test('by names of any characters and length', async () => {
    const texts = ['a,b', '{"x"}', '\\', "'", ' ', '%', 'ž/\u{1F600}', 'long'.repeat(5_000), 'NULL', '"'];
    for (const text of texts) {
      const record = await share({ ownerType: 'Any', ownerId: text, refType: text, refId: text });
      expect(await found('by-owner', 'Any', text)).toEqual([record]);
      expect(await found('by-ref', 'Any', text, text)).toEqual([record]);
      expect(await found('public-or-matching', 'Any', [text])).toEqual([record]);
    }
    const short = texts.filter(({ length }) => length < 100);
    expect(await found('public-or-matching', 'Any', short)).toHaveLength(short.length);
  });

  test('by 1 to 500 references', async () => {
    const many = Array.from({ length: 500 }, (_, n) => `many-${n}`);
    const record = await share({ ownerType: 'Many', refId: 'many-499' });
    expect(await found('public-or-matching', 'Many', many)).toEqual([record]);
    for (const refIds of [
      [...many, 'more'],
      ['', ''],
    ]) {
      const { status, errors } = await api.request('GET', at('public-or-matching', 'Many', refIds));
      const length = refIds.filter((one) => one !== '').length;
      expect({ status, errors }).toEqual({
        status: 400,
        errors: [`refIds: must have 1 to 500 elements, not ${length}`],
      });
    }
  });
});

test('however many there are, all are answered by id', async () => {
  for (const count of [999, 1_000, 1_001, 2_000, 12_345]) {
    await api.sql.unsafe(`insert into sharing (id, version, incarnation, index_version, is_duplicate, audit, search, doc)
      select id, 1, 1, 1, true, '{"version":1}', '{}', json_build_object('id', id, 'ownerType', 'Crowd', 'ownerId', 'o${count}',
        'refType', 'User', 'refId', 'u' || n)::text
      from (select gen_random_uuid() as id, n from generate_series(1, ${count}) n) made`);
    const records = await found('by-owner', 'Crowd', `o${count}`);
    const ids = records.map(({ id }) => id);
    expect(new Set(ids).size).toBe(count);
    expect(ids).toEqual([...ids].sort());
  }
  // A client that goes away holds nothing open.
  const client = new AbortController();
  const begun = await fetch(`${api.url}/api/v2/sharings/by-owner/Crowd/o12345`, { signal: client.signal });
  expect(begun.status).toBe(200);
  client.abort();
  await poll('no query to be open', async () => {
    const open = await api.sql`
      select from pg_stat_activity where datname = current_database() and state <> 'idle' and query like '%from sharing%'
        and pid <> pg_backend_pid()`;
    return open.length === 0;
  });
});

describe('among 100,000 sharings', () => {
  beforeAll(async () => {
    await api.sql.unsafe(`insert into sharing (id, version, incarnation, index_version, is_duplicate, audit, search, doc)
      select gen_random_uuid(), 1, 1, 1, true, '{}', '{}', json_build_object('ownerType', 'T' || n % 5, 'ownerId', 'o' || n / 10,
        'refType', 'User', 'refId', 'u' || n % 10000, 'sharingTypeCode', 'S' || n % 3, 'isPublic', n % 1000 = 0)::text
      from generate_series(1, 100000) n`);
    await api.sql.unsafe('analyze sharing');
  });

  async function planOf(query: string, values: (string | string[])[]): Promise<string> {
    const rows = await api.sql.unsafe<{ 'QUERY PLAN': string }[]>(`explain (analyze, timing off) ${query}`, values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }

  const refIds = Array.from({ length: 500 }, (_, n) => `u${n * 7}`);
  const cases: [string, (source: string) => string, (string | string[])[]][] = [
    ['by reference', finders.sharingsByRef, ['T1', 'User', 'u1']],
    ['by owner', finders.sharingsByOwner, ['T1', 'o7']],
    ['public or matching', finders.sharingsPublicOrMatching, ['T0', refIds]],
    ['public or matching by type', finders.sharingsPublicOrMatchingSubtype, ['T0', refIds, 'S1']],
  ];
  const [condition] = parseFiltering(sharing, '[{"column":"refType","value":"User"}]', 'backup').conditions;
  if (!condition) throw new Error('the filtering has no condition');
  const reach = { read: condition, write: condition };
  for (const [name, query, values] of cases) {
    test(`those ${name} are found through an index`, async () => {
      for (const source of ['sharing', readableRows({ access: { ...fullAccess, of: () => reach } }, sharing)]) {
        const plan = await planOf(query(source), values);
        expect(plan).toMatch(/Index|Bitmap/);
        expect(plan).not.toContain('Seq Scan');
      }
    });
  }
});
