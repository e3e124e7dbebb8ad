import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { expectErrors } from '../../helpers/api/expectations.ts';
import { resetUserGroups, userGroup, userGroupRequests } from '../../helpers/api/userGroupRequests.ts';
import { startApiForFile, type TestRecord } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();
const { create, read } = userGroupRequests(api);

beforeEach(() => resetUserGroups(api));

describe('the hierarchy', () => {
  test('has no group above itself', async () => {
    const a = await create('A');
    const b = await create('B', { parentUserGroupId: a.id });
    const c = await create('C', { parentUserGroupId: b.id });
    expect(await expectErrors(api.request('PATCH', '/user-groups/A', { parentUserGroupId: c.id }))).toEqual([
      `parentUserGroupId: the UserGroup ${c.id} is this one or stands below it`,
    ]);
    expect(await expectErrors(api.request('PATCH', '/user-groups/A', { parentUserGroupId: a.id }))).toHaveLength(1);
    const own = 'f47ac10b-58cc-4372-a567-0e02b2c3d479';
    expect(
      await expectErrors(api.request('POST', '/user-groups', userGroup('D', { id: own, parentUserGroupId: own }))),
    ).toEqual([`parentUserGroupId: the UserGroup ${own} is this one or stands below it`]);
    // What is no ring is let through: C comes to stand above B and below A.
    expect((await api.request('PATCH', '/user-groups/C', { parentUserGroupId: a.id })).status).toBe(200);
    expect((await api.request('PATCH', '/user-groups/B', { parentUserGroupId: c.id })).status).toBe(200);
  });

  test('is not closed to a ring by two writers at once', async () => {
    for (let round = 0; round < 10; round++) {
      const groups = await Promise.all([1, 2, 3].map((n) => create(`${round}-${n}`)));
      const ids = groups.map(({ id }) => id);
      const answers = await Promise.all(
        ids.map((id, index) =>
          api.request('PATCH', `/user-groups/${id}`, { parentUserGroupId: ids[(index + 1) % 3] as string }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400]);
    }
  });

  const moved = (record: TestRecord, above: TestRecord) => ({
    diffType: 'DIFF_TYPE_CHANGE',
    left: record,
    right: { ...record, parentUserGroupId: above.id },
  });

  test('is not closed to a ring by a diff', async () => {
    const [a, b, c, d] = (await Promise.all(['A', 'B', 'C', 'D'].map((code) => create(code)))) as [
      TestRecord,
      TestRecord,
      TestRecord,
      TestRecord,
    ];
    const entries = [moved(d, c), moved(a, b), moved(b, c), moved(c, a)];
    expect(await expectErrors(api.request('POST', '/user-groups/diff/save', entries))).toEqual([
      `[1].right.parentUserGroupId: the UserGroup ${b.id} is this one or stands below it`,
      `[2].right.parentUserGroupId: the UserGroup ${c.id} is this one or stands below it`,
      `[3].right.parentUserGroupId: the UserGroup ${a.id} is this one or stands below it`,
    ]);
    expect((await api.request('POST', '/user-groups/diff/save', entries.slice(0, 3))).status).toBe(200);
    expect((await read('A')).parentUserGroupId).toBe(b.id);
  });

  test('is not closed to a ring by a diff and another writer at once', async () => {
    for (let round = 0; round < 6; round++) {
      const [a, b] = (await Promise.all([create(`${round}-A`), create(`${round}-B`)])) as [TestRecord, TestRecord];
      const answers = await Promise.all([
        api.request('POST', '/user-groups/diff/save', [moved(a, b)]),
        round % 2 === 0
          ? api.request('PATCH', `/user-groups/${b.id}`, { parentUserGroupId: a.id })
          : api.request('POST', '/user-groups/diff/save', [moved(b, a)]),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  test('a chain of 20,000 comes in by one diff, in whatever order', async () => {
    const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    const right = (n: number) => userGroup(`c${n}`, { id: id(n), ...(n > 0 ? { parentUserGroupId: id(n - 1) } : {}) });
    const entries = Array.from({ length: 20_000 }, (_, n) => ({ diffType: 'DIFF_TYPE_NEW', right: right(19_999 - n) }));
    const answer = await api.request('POST', '/user-groups/diff/save', entries);
    expect(answer.status, answer.text.slice(0, 300)).toBe(200);
    expect(await expectErrors(api.request('PATCH', '/user-groups/c0', { parentUserGroupId: id(19_999) }))).toHaveLength(
      1,
    );
  });
});
