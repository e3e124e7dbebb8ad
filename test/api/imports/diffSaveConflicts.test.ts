import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { changeEntry, diffRequests, newEntry, removeEntry } from '../../helpers/api/diffRequests.ts';
import { startApiForFile, type TestRecord } from '../../helpers/api.ts';
import { diffFile, load, saveDiff, worklogs } from '../../helpers/diffs.ts';

setDefaultTimeout(60_000);

const api = await startApiForFile();
const { outbox, save } = diffRequests(api);
let a: TestRecord;
let b: TestRecord;
let c: TestRecord;

beforeEach(async () => {
  await api.sql`truncate worklog_type, history, outbox`;
  const records = await load(api, [
    { code: 'a', name: 'A', description: 'first' },
    { code: 'b', name: 'B' },
    { code: 'c', name: 'C' },
  ]);
  [a, b, c] = ['a', 'b', 'c'].map((code) => records[code]) as [TestRecord, TestRecord, TestRecord];
  await api.sql`truncate outbox`;
});

/** Refused with these problems, and nothing of it is there. */
async function refused(entries: object[], problems: unknown[], query = ''): Promise<void> {
  const before = await worklogs(api);
  const [{ count } = { count: 0n }] = await api.sql<{ count: bigint }[]>`select count(*) from history`;
  const answer = await saveDiff(api, entries, query);
  expect(answer.status).toBe(400);
  expect(answer.errors).toEqual(problems as string[]);
  expect(await worklogs(api)).toEqual(before);
  expect([...(await api.sql`select count(*) from history`)]).toEqual([{ count }]);
  expect([...(await outbox())]).toEqual([]);
}

describe('what is refused, as a whole and with all of its problems', () => {
  test('a left whose version is not the stored one', async () => {
    await refused(
      [
        changeEntry({ ...a, auditInfo: { ...a.auditInfo, version: 7 } }, { name: 'x' }),
        newEntry({ code: 'n', name: 'N' }),
        removeEntry({ id: c.id, auditInfo: { version: 2 } }),
      ],
      [
        '[0].left.auditInfo.version: 7 was sent, the record is at 1',
        '[2].left.auditInfo.version: 2 was sent, the record is at 1',
      ],
    );
  });

  test('a left without a version whose members are not the stored ones', async () => {
    const { auditInfo: _, ...members } = a;
    await refused(
      [
        removeEntry({ ...members, name: 'old' }),
        { ...changeEntry(b, { name: 'x' }), left: { id: b.id, code: 'b', name: 'B', icon: 'i' } },
      ],
      [
        '[0].left: is not what the record is now, which differs in name',
        '[1].left: is not what the record is now, which differs in icon',
      ],
    );
    await refused(
      [removeEntry({ id: a.id })],
      ['[0].left: is not what the record is now, which differs in code, name, description'],
    );
    await save([removeEntry(members)]);
  });

  test('only the version counts when there is one', async () => {
    await save([removeEntry({ ...a, name: 'whatever' })]);
  });

  test('records that are not there, named twice, taken, or that cannot be read', async () => {
    const unknown = crypto.randomUUID();
    await refused(
      [
        removeEntry({ id: unknown }),
        changeEntry(a, { code: 'c' }),
        removeEntry(a),
        newEntry({ id: b.id, code: 'n', name: 'N' }),
        newEntry({ code: 'n', name: 'N' }),
        newEntry({ code: 'b', name: 'N' }),
      ],
      [
        '[0].left.id: no WorklogType has this id',
        '[1].right.code: "c" is taken by another WorklogType',
        '[2].left.id: names the same record as [1].left',
        `[3].right.id: "${b.id}" is taken by another WorklogType`,
        '[4].right.code: "n" is given in [3] already',
        '[5].right.code: "b" is taken by another WorklogType',
      ],
    );
    await refused(
      [
        { diffType: 'NEW', right: {} },
        { left: a },
        newEntry({ code: 'n' }),
        { ...newEntry({ code: 'n', name: 'N' }), left: a, more: 1 },
        removeEntry({ code: 'a' }),
        { diffType: 'DIFF_TYPE_CHANGE', left: a },
        changeEntry(a, { id: b.id }),
        7,
        removeEntry({ ...b, auditInfo: { version: 3 } }),
        changeEntry(c, { nix: 1 }),
      ] as object[],
      [
        '[0].diffType: must be one of DIFF_TYPE_NEW, DIFF_TYPE_CHANGE, DIFF_TYPE_REMOVE, not "NEW"',
        '[1].diffType: is required',
        '[2].right.name: is required',
        '[3].more: unknown member',
        '[3].left: is not allowed in a DIFF_TYPE_NEW',
        '[4].left.id: is required',
        '[5].right: is required',
        `[6].right.id: "${b.id}" is not the id of left`,
        '[7]: must be a DiffEntry object, not 7',
        '[8].left.auditInfo.version: 3 was sent, the record is at 1',
        '[9].right.nix: unknown member',
      ],
    );
  });

  test('a body that is no array', async () => {
    for (const body of ['', '{}', '{"data":[]}', '{"data":[{}]}', '[', '[{]', 'x', '"[]"', '[]]'])
      expect({ body, status: (await saveDiff(api, body)).status }).toEqual({ body, status: 400 });
    expect((await saveDiff(api, [], 'compareField=form')).status).toBe(200);
    expect((await saveDiff(api, [], 'compareField=nix')).errors).toEqual([
      expect.stringContaining('compareField: must be one of id, code, '),
    ]);
  });

  test('a left that names several records', async () => {
    await load(api, [{ code: 'd', name: 'A' }]);
    await api.sql`truncate outbox`;
    await refused(
      [removeEntry({ ...a })],
      ['[0].left.name: names 2 records; compare by id or code'],
      'compareField=name',
    );
  });
});

test('of two that change the same records at once, one is saved and one is refused', async () => {
  const entries = (name: string) => [changeEntry(a, { name }), changeEntry(b, { name }), changeEntry(c, { name })];
  const answers = await Promise.all(
    ['x', 'y', 'z'].map((name, n) => saveDiff(api, n === 1 ? entries(name).toReversed() : entries(name))),
  );
  expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 400, 400]);
  const names = new Set((await worklogs(api)).map(({ name }) => name));
  expect(names.size).toBe(1);
  for (const answer of answers.filter(({ status }) => status === 400))
    expect(answer.errors[0]).toContain('left.auditInfo.version: 1 was sent, the record is at 2');
});

test('a code that another takes meanwhile is told as any other problem', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      n % 2 === 0
        ? saveDiff(api, [newEntry({ code: 'same', name: `${n}` }), newEntry({ code: `own${n}`, name: 'x' })])
        : api.request('POST', '/worklog-types', { code: 'same', name: `${n}` }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expect(answer.status).toBe(400);
    expect(answer.errors[0]).toContain('code: "same" is taken by another WorklogType');
  }
});

test('single writes go on beside a long saveDiff, and neither is lost', async () => {
  await save(Array.from({ length: 3_000 }, (_, n) => newEntry({ code: `n${n}`, name: 'N' })));
  const all = await worklogs(api);
  const hot = all.filter(({ code }) => code.startsWith('n1'));
  let running = true;
  const writes = (async () => {
    let count = 0;
    for (let n = 0; running; n++) {
      const { id } = hot[n % hot.length] as TestRecord;
      const answer = await api.request('PATCH', `/worklog-types/${id}`, { icon: `i${n}` });
      expect(answer.status).toBe(200);
      count++;
    }
    return count;
  })();
  const others = all.filter(({ code }) => !code.startsWith('n1'));
  const answer = await saveDiff(
    api,
    others.map((record) => changeEntry(record, { name: 'changed' })),
  );
  running = false;
  expect(answer.status).toBe(200);
  const patched = await writes;
  const now = await worklogs(api);
  expect(now.filter(({ name }) => name === 'changed')).toHaveLength(others.length);
  const raised = now
    .filter(({ code }) => code.startsWith('n1'))
    .reduce((sum, { auditInfo }) => sum + auditInfo.version - 1, 0);
  expect(raised).toBe(patched);
});

test('a diff comes through although its records are written all the time', async () => {
  let running = true;
  const writer = async ({ id }: TestRecord): Promise<void> => {
    for (let n = 0; running; n++) {
      const answer = await api.request('PATCH', `/worklog-types/${id}`, { form: `f${n}` });
      expect(answer.status).toBe(200);
    }
  };
  const writers = [a, a, b, b, c].map(writer);
  const rows = Array.from({ length: 2_000 }, (_, n) => `n${n},N,star`).join('\n');
  const answer = await diffFile(
    api,
    `code,name,icon\na,A,star\nb,B,star\nc,C,star\n${rows}`,
    'compareField=code&save=true',
  );
  running = false;
  await Promise.all(writers);
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  const now = await worklogs(api);
  expect(now.map(({ icon }) => icon)).toEqual(Array.from({ length: 2_003 }, () => 'star'));
  expect(now[0]?.['form']).toMatch(/^f\d+$/);
});
