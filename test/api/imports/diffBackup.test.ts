import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { startApi, type TestApi, type TestBody, type TestRecord } from '../../helpers/api.ts';
import { diffFile, diffOnly, load, saveDiff, worklogs } from '../../helpers/diffs.ts';
import { poll } from '../../helpers/waits/poll.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.stop());
beforeEach(async () => {
  await api.sql`truncate worklog_type, user_type, history, outbox cascade`;
});

interface Envelope {
  data: TestRecord[];
  filtering: unknown[];
}

const request = { entityType: 'WorklogType' };

function backup(body: TestBody = request, filtering?: unknown, path = 'worklog-types') {
  const query = filtering === undefined ? '' : `?filtering=${encodeURIComponent(JSON.stringify(filtering))}`;
  return api.request('POST', `/${path}/backup${query}`, body);
}

async function codes(body: TestBody, filtering?: unknown): Promise<string[]> {
  const answer = await backup(body, filtering);
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json<Envelope>().data.map(({ code }) => code);
}

describe('an envelope', () => {
  test('says what is in it', async () => {
    const { a } = await load(api, [{ code: 'a', name: 'A' }]);
    const answer = await backup({ ...request, compareField: 'code', listingType: 't', listingProfile: 'p' });
    expect(answer.headers.get('content-type')).toStartWith('application/json');
    expect(answer.json<unknown>()).toEqual({
      name: 'worklog-types',
      whenExported: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      exportedBy: 'anonymous',
      entityType: 'WorklogType',
      compareField: 'code',
      filtering: [],
      listingType: 't',
      listingProfile: 'p',
      data: [a],
    });
  });

  test('of nothing is whole', async () => {
    expect((await backup()).json<Envelope>().data).toEqual([]);
  });

  test('holds what the filtering of the query and that of the body let through, in the order asked for', async () => {
    await load(api, [
      { code: 'a', name: 'Plzeň', icon: 'x' },
      { code: 'B', name: 'Praha', icon: 'x' },
      { code: 'b', name: 'Plzenec', icon: 'y' },
      { code: 'c', name: 'Brno', icon: 'x' },
    ]);
    const iconX = [{ column: 'icon', value: 'x' }];
    expect(await codes(request)).toEqual(['B', 'a', 'b', 'c']);
    expect(await codes({ ...request, filtering: iconX })).toEqual(['B', 'a', 'c']);
    expect(
      await codes({ ...request, filtering: iconX }, { filters: [{ column: 'name', operator: 'LIKE', value: 'p%' }] }),
    ).toEqual(['B', 'a']);
    expect(await codes({ ...request, filtering: iconX }, [{ column: 'name', operator: 'LIKE', value: 'p%' }])).toEqual([
      'B',
      'a',
    ]);
    expect(
      await codes(request, { fulltext: 'plzen', sort: [{ column: 'name', direction: 'DESC' }], page: 3, size: 1 }),
    ).toEqual(['a', 'b']);
    expect(await codes(request, { sort: [{ column: 'icon', direction: 'DESC' }, { column: 'code' }] })).toEqual([
      'b',
      'B',
      'a',
      'c',
    ]);
  });

  test('that was filtered speaks of no others when it is compared', async () => {
    await load(api, [
      { code: 'a', name: 'Plzeň' },
      { code: 'b', name: 'Brno', icon: 'x' },
    ]);
    for (const filtering of [
      { fulltext: 'plzen' },
      { filters: [{ column: 'code', value: 'b' }] },
      { fulltext: 'br', filters: [{ or: [{ column: 'icon', operator: 'IS_NOT_NULL' }] }] },
    ]) {
      const envelope = (
        await backup({ ...request, filtering: [{ column: 'code', operator: 'NE', value: 'zz' }] }, filtering)
      ).json<Envelope>();
      expect(envelope.data).toHaveLength(1);
      expect((await diffOnly(api, envelope as unknown as TestBody)).json<unknown>()).toEqual([]);
    }
  });

  test('is rejected for a malformed request', async () => {
    const errors = async (body: TestBody, filtering?: unknown) => {
      const answer = await backup(body, filtering);
      expect(answer.status).toBe(400);
      return answer.errors;
    };
    expect(await errors({})).toEqual(['entityType: is required']);
    expect(
      await errors({
        entityType: 'UserType',
        compareField: 'nix',
        listingType: 1,
        more: 1,
        filtering: [{ column: 'nix', value: '1' }],
      }),
    ).toEqual([
      'more: unknown member',
      'entityType: must be WorklogType here, not "UserType"',
      'compareField: WorklogType has no member "nix"',
      'listingType: must be a string, not 1',
      expect.stringMatching(/^filtering\[0\]\.column: /),
    ]);
    expect((await errors({ ...request, filtering: {} }))[0]).toStartWith('filtering: must be an array');
    expect((await errors(request, { filters: 7 }))[0]).toStartWith('filtering.filters');
    expect((await errors(request, { entityType: 'UserType' }))[0]).toStartWith('filtering.entityType');
    expect((await errors([]))[0]).toStartWith('body: must be an object');
  });
});

/** Texts that some format or other treats as its own. */
const awkward = fc.constantFrom(
  '\\N',
  '\\.',
  '\\',
  '"',
  "'",
  '\t',
  '\n',
  '\r\n',
  ',',
  ';',
  '\u0001',
  '\u001e',
  '\u001f',
  '\u2028',
  '\u{1f600}',
  'Ž\u030c',
  '{}',
  '%',
  '_',
  'null',
  '\ufeff',
);
const text = fc
  .array(fc.oneof(awkward, fc.string({ unit: 'binary', maxLength: 6 })), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join('').replaceAll('\u0000', ''))
  .filter((joined) => joined.isWellFormed() && joined !== '');
const code = text.filter((value) => value !== '.' && value !== '..');
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(
      text.filter((name) => name !== '__proto__'),
      tie('value'),
      { maxKeys: 3 },
    ),
  ),
})).value;

describe('what backup wrote', () => {
  const worklog = fc.record(
    {
      id: fc.uuid(),
      code,
      name: text,
      description: text,
      icon: fc.oneof(text, fc.constant('')),
      validityFrom: fc
        .date({ min: new Date(0), max: new Date('2099-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString()),
      localizationData: fc.dictionary(
        fc.constantFrom('cs', 'en-GB', 'zh-Hant', 'x-ours'),
        fc.record({ name: text }, { requiredKeys: [] }),
        { maxKeys: 2 },
      ),
    },
    { requiredKeys: ['code', 'name'] },
  );

  test('differs in nothing, and restores every record with its id into an empty service', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(worklog, { maxLength: 12, selector: (record) => record.code }),
        fc.constantFrom('id', 'code'),
        async (records, compareField) => {
          await api.sql`truncate worklog_type, history, outbox`;
          const entries = records.map((right) => ({ diffType: 'DIFF_TYPE_NEW', right }));
          expect((await saveDiff(api, entries)).status).toBe(200);
          const stored = await worklogs(api);
          const written = (await backup()).text;
          expect(JSON.parse(written).data).toEqual(stored);
          for (const file of [written, Bun.gzipSync(written)])
            expect((await diffFile(api, file, `compareField=${compareField}`)).json<unknown>()).toEqual([]);
          expect((await diffOnly(api, written)).json<unknown>()).toEqual([]);

          await api.sql`truncate worklog_type, history, outbox`;
          await diffFile(api, written, `compareField=${compareField}&save=true`);
          const restored = await worklogs(api);
          const members = (all: TestRecord[]) => all.map(({ auditInfo: _, ...rest }) => rest);
          expect(members(restored)).toEqual(members(stored));
        },
      ),
      { numRuns: 25 },
    );
  }, 60_000);

  test('of free objects too, whatever is in them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          text.filter((name) => name !== '__proto__'),
          value,
          { maxKeys: 4 },
        ),
        async (config) => {
          await api.sql`truncate user_type, history, outbox cascade`;
          const right = { code: 'c', name: 'n', type: 'EXTERNAL', registry: {}, config };
          const saved = await api.request('POST', '/user-types/diff/save', [{ diffType: 'DIFF_TYPE_NEW', right }]);
          expect(saved.status).toBe(200);
          const written = (await backup({ entityType: 'UserType' }, undefined, 'user-types')).text;
          expect(JSON.parse(written).data[0].config).toEqual(JSON.parse(JSON.stringify(config)));
          expect((await diffFile(api, written, '', 'user-types')).json<unknown>()).toEqual([]);
        },
      ),
      { numRuns: 30 },
    );
  }, 60_000);
});

describe('while a backup is read', () => {
  const fill = (rows: number) => api.sql`
    insert into worklog_type (id, code, version, incarnation, index_version, doc, audit, search)
    select id, 'c' || n, 1, 1, 1, '{"id":"' || id || '","code":"c' || n || '","name":"' || repeat('n', 200) || '"}',
      '{"version":1}', '{"id":"' || id || '","code":"c' || n || '"}'
    from (select gen_random_uuid() as id, n from generate_series(1, ${rows}) n offset 0) r`;

  const snapshots = async () => {
    const [row] = await api.sql<{ count: bigint }[]>`
      select count(*) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and (backend_xmin is not null or state like 'idle in%')
        and query not like 'autovacuum%'`;
    return row?.count;
  };

  test('writes do not show in it, and a slow reader holds no snapshot', async () => {
    await fill(30_000);
    const response = await fetch(`${api.url}/api/v2/worklog-types/backup`, {
      method: 'POST',
      body: JSON.stringify(request),
      headers: { 'content-type': 'application/json' },
    });
    await api.sql`delete from worklog_type`;
    await poll('no snapshot to be held', async () => (await snapshots()) === 0n);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const parts: Uint8Array[] = [];
    for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(next.value);
    expect((JSON.parse(Buffer.concat(parts).toString()) as Envelope).data).toHaveLength(30_000);
  }, 60_000);

  test('a reader that goes away leaves no open file behind', async () => {
    await fill(30_000);
    const files = () => [...new Bun.Glob('*').scanSync({ cwd: '/proc/self/fd', onlyFiles: false })].length;
    const before = files();
    for (let n = 0; n < 3; n++) {
      const leaving = new AbortController();
      const response = await fetch(`${api.url}/api/v2/worklog-types/backup`, {
        method: 'POST',
        body: JSON.stringify(request),
        headers: { 'content-type': 'application/json' },
        signal: leaving.signal,
      });
      await (response.body as ReadableStream<Uint8Array>).getReader().read();
      leaving.abort();
    }
    await poll('the files to be closed', () => files() <= before + 1);
    expect((await api.request('GET', '/worklog-types/c1')).status).toBe(200);
  }, 60_000);
});
