import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { searchDocument } from '../../../domain/filtering/searchDocument.ts';
import type { Audit, Values } from '../../../domain/kinds/kind.ts';
import { worklogType } from '../../../domain/kinds/processing/worklogType.ts';
import { changeEntry, diffRequests, newEntry, removeEntry } from '../../helpers/api/diffRequests.ts';
import { expectErrors } from '../../helpers/api/expectations.ts';
import { startApiForFile, type TestRecord } from '../../helpers/api.ts';
import { load, saveDiff, worklogs } from '../../helpers/diffs.ts';
import { poll } from '../../helpers/waits/poll.ts';

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

describe('what is saved', () => {
  test('of very many new records is known to the planner at once', async () => {
    const analyzed = async (): Promise<bigint | undefined> => {
      const [row] = await api.sql<{ count: bigint }[]>`
        select analyze_count as count from pg_stat_user_tables where relname = 'worklog_type'`;
      return row?.count;
    };
    const before = (await analyzed()) ?? 0n;
    await save(Array.from({ length: 10_000 }, (_, number) => newEntry({ code: `many-${number}`, name: 'M' })));
    // What a process counts is seen a moment after its transaction.
    await poll('the table to be analyzed', async () => ((await analyzed()) ?? 0n) > before);
  });

  test('answers the saved records in the order of their entries, without the removed', async () => {
    const answer = await save([
      newEntry({ code: 'n', name: 'N' }),
      removeEntry(b),
      changeEntry(a, { name: 'A2', description: undefined }),
    ]);
    expect(answer.map(({ code, name, auditInfo }) => [code, name, auditInfo.version])).toEqual([
      ['n', 'N', 1],
      ['a', 'A2', 2],
    ]);
    expect(await worklogs(api)).toEqual([answer[1], c, answer[0]] as TestRecord[]);
    expect(answer[1]).toEqual({
      id: a.id,
      code: 'a',
      name: 'A2',
      auditInfo: { ...a.auditInfo, version: 2, whoEdited: 'anonymous', whenEdited: expect.any(String) },
    });
  });

  test('has its history, its search documents and its queue jobs as single writes have', async () => {
    await save([
      newEntry({ code: 'n', name: 'Nový', localizationData: { cs: {} } }),
      changeEntry(a, { name: 'Á' }),
      removeEntry(b),
    ]);
    const rows = await api.sql<{ doc: string; audit: string; search: string; code: string; version: number }[]>`
      select doc, audit, search, code, version from worklog_type order by code`;
    for (const { doc, audit, search, code, version } of rows) {
      const values = JSON.parse(doc) as Values;
      expect(JSON.stringify(values)).toBe(doc);
      expect(JSON.parse(search)).toEqual(JSON.parse(searchDocument(worklogType, values, JSON.parse(audit) as Audit)));
      expect(code).toBe(values['code'] as string);
      expect((JSON.parse(audit) as Audit).version).toBe(version);
    }
    const history = async (id: string) =>
      (await api.request('GET', `/worklog-types/${id}/history`))
        .json<{ version: number; change: string }[]>()
        .map(({ version, change }) => [version, change]);
    expect(await history(a.id)).toEqual([
      [2, 'UPDATED'],
      [1, 'CREATED'],
    ]);
    expect(await history(b.id)).toEqual([
      [2, 'DELETED'],
      [1, 'CREATED'],
    ]);
    expect(await history('n')).toEqual([[1, 'CREATED']]);
    const queued = await outbox();
    expect(queued.map(({ queue }) => queue)).toEqual(['index.sync']);
    const data = JSON.parse(queued[0]?.data as string) as { kind: string; ids: string[]; context: object };
    const n = (await worklogs(api)).find(({ code }) => code === 'n') as TestRecord;
    expect(data).toMatchObject({
      kind: 'WorklogType',
      context: { requestId: expect.any(String), traceId: expect.any(String) },
    });
    expect(data.ids.toSorted()).toEqual([a.id, b.id, n.id].toSorted());
  });

  test('raises the index version of what it changes', async () => {
    const versions = async () =>
      new Map(
        (await api.sql<{ id: string; v: bigint }[]>`select id, index_version as v from worklog_type`).map(
          ({ id, v }) => [id, v],
        ),
      );
    await api.sql`update worklog_type set index_version = 9000000000000000 where code = 'a'`;
    await save([changeEntry(a, { name: 'A2' }), changeEntry(b, { name: 'B2' })]);
    const after = await versions();
    expect(after.get(a.id)).toBe(9000000000000001n);
    expect(after.get(b.id) as bigint).toBeGreaterThan(BigInt(Date.now() - 60_000) * 1000n);
  });

  test('two codes may be swapped, an id or a code taken again', async () => {
    await save([changeEntry(a, { code: 'b' }), changeEntry(b, { code: 'a' })]);
    expect((await worklogs(api)).map(({ id, code }) => [id, code])).toEqual([
      [b.id, 'a'],
      [a.id, 'b'],
      [c.id, 'c'],
    ]);
    await save(
      [
        newEntry({ id: c.id, code: 'again', name: 'x' }),
        removeEntry({ id: b.id, code: 'a', auditInfo: { version: 2 } }),
        removeEntry(c),
      ],
      'compareField=code',
    );
    const [reloaded] = await worklogs(api);
    expect([reloaded?.id, reloaded?.auditInfo.version]).toEqual([c.id, 3]);
    await save([removeEntry({ id: c.id, auditInfo: { version: 3 } }), newEntry({ code: 'again', name: 'y' })]);
    expect((await worklogs(api))[0]?.id).not.toBe(c.id);
  });

  test('a change that changes nothing adds no version', async () => {
    const before = await worklogs(api);
    expect(await save([changeEntry(a, {}), changeEntry(b, { auditInfo: { version: 99 } })])).toEqual([a, b]);
    expect(await worklogs(api)).toEqual(before);
    expect([...(await outbox())]).toEqual([]);
  });

  test('compared by code, the record keeps its id whatever is sent', async () => {
    const { id: _, ...left } = a;
    const [record] = await save(
      [{ ...changeEntry(a, { id: crypto.randomUUID(), name: 'A2' }), left }],
      'compareField=code',
    );
    expect([record?.id, record?.name]).toEqual([a.id, 'A2']);
  });

  test('more than 500 records go into several queue jobs', async () => {
    await save(Array.from({ length: 1_201 }, (_, n) => newEntry({ code: `n${n}`, name: 'N' })));
    const queued = await outbox();
    const ids = queued.map(({ data }) => (JSON.parse(data) as { ids: string[] }).ids);
    expect(ids.map(({ length }) => length).toSorted((x, y) => x - y)).toEqual([201, 500, 500]);
    expect(new Set(ids.flat()).size).toBe(1_201);
  });

  test('an auditInfo must be an object or absent', async () => {
    for (const [auditInfo, shown] of [
      [[{ version: 1 }], 'an array'],
      ['x', '"x"'],
      [7, '7'],
    ] as const) {
      const entries = [newEntry({ code: 'n', name: 'N', auditInfo }), removeEntry({ ...b, auditInfo })];
      expect(await expectErrors(saveDiff(api, entries))).toEqual([
        `[0].right.auditInfo: must be an object, not ${shown}`,
        `[1].left.auditInfo: must be an object, not ${shown}`,
      ]);
    }
    await save([newEntry({ code: 'n', name: 'N', auditInfo: null })]);
  });

  test('an empty diff is fine', async () => {
    expect(await save([])).toEqual([]);
  });
});
