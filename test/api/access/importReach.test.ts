import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { importRequests, saidBy } from '../../helpers/api/importRequests.ts';
import type { TestAnswer } from '../../helpers/api.ts';
import type { DiffEntry } from '../../helpers/diffs.ts';
import { poll } from '../../helpers/waits/poll.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startAuthenticatedApiForFile();
const { administrator, store } = api;

await store('UserGroupType', { code: 'TEAM', name: 'Team', registry: {} });
await store('UserGroupType', { code: 'VAULT', name: 'Vault', registry: { color: { enum: ['red'] } } });
const group = (code: string, description: string, more: JsonObject = {}): JsonObject => ({
  ...{ code, name: `Group ${code}`, type: 'TEAM', description, chars: {} },
  ...more,
});
const storeGroup = (...values: Parameters<typeof group>) => store('UserGroup', group(...values));

/** Groups described as open may be written, those described as shown may be read; others are hidden. */
const clerk = await api.callerWith([
  {
    entityName: 'UserGroup',
    accessRule: 'READ',
    expression: [{ column: 'description', operator: 'IN', value: 'open,shown' }],
  },
  { entityName: 'UserGroup', accessRule: 'READ_WRITE', expression: [{ column: 'description', value: 'open' }] },
  { entityName: 'UserGroupType', accessRule: 'READ', expression: [{ column: 'code', value: 'TEAM' }] },
]);
const hidden = await storeGroup('H1', 'secret');
const open = await storeGroup('O1', 'open');
const parent = await storeGroup('O2', 'open');
const linked = await storeGroup('O3', 'open', { parentUserGroupId: hidden.id });
const vaulted = await storeGroup('O4', 'open', { type: 'VAULT', chars: { color: 'red' } });
const shown = await storeGroup('S1', 'shown');
await storeGroup('H2', 'secret', { parentUserGroupId: parent.id });

const { backup, diffFile, diffOnly, saveDiff } = importRequests(clerk, 'user-groups', 'UserGroup');
const unknownId = '00000000-0000-4000-8000-000000000000';
const onlyCode = (code: string) => [{ column: 'code', value: code }];
const state = async () => (await api.sql`select doc, audit from user_group order by id`).map((row) => ({ ...row }));

/** Two answers are the same but for the key that was asked for. */
function expectAlike([one, key]: readonly [TestAnswer, string], [other, otherKey]: readonly [TestAnswer, string]) {
  expect(saidBy(one).replaceAll(key, 'KEY')).toBe(saidBy(other).replaceAll(otherKey, 'KEY'));
}

async function expectRefused(status: number, errors: string[], entries: readonly unknown[], query = '') {
  const before = await state();
  const answer = await saveDiff(entries, query);
  expect([answer.status, answer.errors]).toEqual([status, errors]);
  expect(await state()).toEqual(before);
}

const created = (right: JsonObject) => ({ diffType: 'DIFF_TYPE_NEW', right });
const changed = (left: JsonObject, right: JsonObject) => ({ diffType: 'DIFF_TYPE_CHANGE', left, right });
const removed = (left: JsonObject) => ({ diffType: 'DIFF_TYPE_REMOVE', left });
const outOfReach = (n: number) => `[${n}]: is out of the reach of your access rules, as it is or as it would be`;

describe('backup and comparison', () => {
  test('cover the records in reach', async () => {
    const envelope = (await backup()).json<{ data: { code: string }[] }>();
    expect(envelope.data.map(({ code }) => code)).toEqual(['O1', 'O2', 'O3', 'O4', 'S1']);
    expect((await backup(onlyCode('H1'))).json<{ data: unknown[] }>().data).toEqual([]);
    expect((await diffFile(envelope)).json<DiffEntry[]>()).toEqual([]);
    const all = (await diffOnly([])).json<DiffEntry[]>();
    expect(all.map(({ diffType, left }) => [diffType, left?.code])).toEqual(
      ['O1', 'O2', 'O3', 'O4', 'S1']
        .toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
        .map((c) => ['DIFF_TYPE_REMOVE', c]),
    );
    expect((await diffOnly([], onlyCode('H1'))).text).toBe('[]');
  });

  const ids: Readonly<Record<string, string>> = {
    O1: open.id,
    O2: parent.id,
    O3: linked.id,
    O4: vaulted.id,
    S1: shown.id,
  };
  const idOf = (code: string): string => ids[code] ?? '';

  test('say of a hidden record what they say of a missing one', async () => {
    const none = { filtering: onlyCode('none'), entityType: 'UserGroup' };
    for (const query of ['', '?compareField=id', '?compareField=code', '?compareField=name'])
      expectAlike(
        [await diffFile({ ...none, data: [group('H1', 'open', { id: hidden.id })] }, query), hidden.id],
        [await diffFile({ ...none, data: [group('H1', 'open', { id: unknownId })] }, query), unknownId],
      );
    const csv = (code: string) => diffFile(`code,description\n${code},open\n`, '?compareField=code');
    expectAlike([await csv('H1'), 'H1'], [await csv('X1'), 'X1']);
  });

  test('read unchanged references to hidden records, and no others', async () => {
    const regions = await api.callerWith([
      { entityName: 'UserGroupRegion', accessRule: 'READ_WRITE' },
      { entityName: 'UserGroup', accessRule: 'READ', expression: onlyCode('O1') },
    ]);
    const regionId = crypto.randomUUID();
    const region = await store('UserGroupRegion', { regionId, userGroup: { id: hidden.id } });
    const requests = importRequests(regions, 'user-group-regions', 'UserGroupRegion');
    const envelope = (await requests.backup()).json<{ data: JsonObject[] }>();
    expect((await requests.diffFile(envelope)).text).toBe('[]');
    const moved = { ...region, regionId: crypto.randomUUID() };
    expect((await requests.diffFile([moved])).json<DiffEntry[]>()).toHaveLength(1);
    expect((await requests.diffFile([moved], '?save=true')).status).toBe(200);
    expect((await administrator.request('GET', `/user-group-regions/${region.id}`)).json<JsonObject>()).toMatchObject({
      regionId: moved.regionId,
      userGroup: { id: hidden.id, code: 'H1' },
    });
    const added = (id: string) => requests.diffFile([moved, { regionId, userGroup: { id } }], '?save=true');
    expectAlike([await added(hidden.id), hidden.id], [await added(unknownId), unknownId]);
  });
});

describe('a save', () => {
  test('of a diff removes and changes no hidden record', async () => {
    await storeGroup('O9', 'open');
    const { data, ...envelope } = (await backup()).json<{ data: { code: string }[] }>();
    const answer = await diffFile({ ...envelope, data: data.filter(({ code }) => code !== 'O9') }, '?save=true');
    expect(answer.json<DiffEntry[]>().map(({ diffType, left }) => [diffType, left?.code])).toEqual([
      ['DIFF_TYPE_REMOVE', 'O9'],
    ]);
    const rows = await api.sql<{ code: string }[]>`select code from user_group order by code`;
    expect(rows.map(({ code }) => code)).toEqual(['H1', 'H2', 'O1', 'O2', 'O3', 'O4', 'S1']);
  });

  test('of a record that may not be written as it is, or as it would be, is a 403 and saves nothing', async () => {
    const good = created(group('N1', 'open'));
    await expectRefused(403, [outOfReach(1)], [good, changed(shown, group('S1', 'open'))]);
    await expectRefused(403, [outOfReach(1)], [good, removed(shown)]);
    await expectRefused(403, [outOfReach(1)], [good, changed(open, group('O1', 'shown'))]);
    await expectRefused(
      403,
      [outOfReach(0), outOfReach(2)],
      [created(group('N2', 'shown')), good, created(group('H1', 'secret'))],
    );
    const before = await state();
    for (const data of [[group('S1', 'open')], [group('O1', 'secret')], [group('N1', 'secret')]]) {
      const filtering = onlyCode(String(data[0]?.code));
      const query = '?save=true&compareField=code';
      expect((await diffFile({ entityType: 'UserGroup', filtering, data }, query)).status).toBe(403);
    }
    expect((await diffFile([], '?save=true')).status).toBe(403);
    expect(await state()).toEqual(before);
  });

  test('of a record that cannot be read is a 403, whether it exists or not, unless every record can be read', async () => {
    const good = created(group('N1', 'open'));
    for (const id of [hidden.id, unknownId])
      for (const entry of [removed({ id }), changed({ id }, group('Z1', 'open'))])
        await expectRefused(403, [outOfReach(1)], [good, entry]);
    for (const code of ['H1', 'X1'])
      await expectRefused(403, [outOfReach(0)], [removed({ code })], '?compareField=code');
    const reader = await api.callerWith([
      { entityName: 'UserGroup', accessRule: 'READ' },
      { entityName: 'UserGroup', accessRule: 'READ_WRITE', expression: [{ column: 'description', value: 'open' }] },
    ]);
    const remove = (id: string) => importRequests(reader, 'user-groups', 'UserGroup').saveDiff([removed({ id })]);
    expect((await remove(unknownId)).errors).toEqual(['[0].left.id: no UserGroup has this id']);
    expect((await remove(hidden.id)).status).toBe(403);
  });

  test('says of a hidden record what it says of a missing one', async () => {
    for (const entry of [
      (id: string) => changed({ id, auditInfo: { version: 1 } }, group('Z1', 'open')),
      (id: string) => removed({ id }),
      (id: string) => created(group('Z1', 'open', { parentUserGroupId: id })),
      (id: string) => changed(open, group('O1', 'open', { parentUserGroupId: id })),
    ])
      expectAlike([await saveDiff([entry(hidden.id)]), hidden.id], [await saveDiff([entry(unknownId)]), unknownId]);
    const left = (code: string) => saveDiff([removed({ code })], '?compareField=code');
    expectAlike([await left('H1'), 'H1'], [await left('X1'), 'X1']);
    const typed = (type: string) => saveDiff([created(group('Z1', 'open', { type, chars: { color: 'blue' } }))]);
    expectAlike([await typed('VAULT'), 'VAULT'], [await typed('NONE'), 'NONE']);
  });

  test('refuses ids and codes of hidden records in the same words as other writes', async () => {
    await expectRefused(400, ['[0].right.id: cannot be used'], [created(group('Z1', 'open', { id: hidden.id }))]);
    await expectRefused(400, ['[0].right.code: cannot be used'], [created(group('H1', 'open'))]);
    await expectRefused(400, ['[0].right.code: cannot be used'], [changed(open, group('H1', 'open'))]);
    await expectRefused(400, ['[0].right.code: "S1" is taken by another UserGroup'], [created(group('S1', 'open'))]);
  });

  test('counts referrers in reach alone', async () => {
    await expectRefused(400, ['[0].left.id: is still in use'], [removed(parent)]);
    const child = await storeGroup('O5', 'open', { parentUserGroupId: parent.id });
    const one = '[0].left.id: 1 UserGroup points to it by parentUserGroupId';
    await expectRefused(400, [one], [removed(parent)]);
    await administrator.request('DELETE', `/user-groups/${child.id}`);
  });

  test('leaves unchanged references to hidden records', async () => {
    const { auditInfo: _, ...values } = linked;
    const answer = await saveDiff([
      changed(linked, { ...values, name: 'Linked' }),
      changed(
        vaulted,
        group('O4', 'open', { id: vaulted.id, type: 'VAULT', chars: { color: 'red' }, name: 'Vaulted' }),
      ),
    ]);
    expect([answer.status, answer.json<JsonObject[]>().map(({ name }) => name)]).toEqual([200, ['Linked', 'Vaulted']]);
    const [row] = await api.sql`select parent_id from user_group where code = 'O3'`;
    expect(row?.parent_id).toBe(hidden.id);
  });

  test('keeps the links of a user to hidden groups, and adds none', async () => {
    const staff = await api.callerWith([
      { entityName: 'User', accessRule: 'READ_WRITE' },
      { entityName: 'UserGroup', accessRule: 'READ', expression: onlyCode('O1') },
      { entityName: 'UserType', accessRule: 'READ' },
    ]);
    const member = await store('User', { code: 'member', type: 'PERSON', chars: {}, groups: ['H1'] });
    const users = importRequests(staff, 'users', 'User');
    const { auditInfo: _, ...values } = member;
    const renamed = await users.saveDiff([changed(member, { ...values, givenName: 'M', groups: ['O1'] })]);
    expect(renamed.json<JsonObject[]>()).toMatchObject([{ groups: ['O1'] }]);
    const joining = (code: string) =>
      users.saveDiff([created({ code: 'joins', type: 'PERSON', chars: {}, groups: [code] })]);
    expectAlike([await joining('H1'), 'H1'], [await joining('X1'), 'X1']);
  });
});

test('a link to a hidden group that is removed while a diff is read is not made again', async () => {
  const staff = await api.callerWith([
    { entityName: 'User', accessRule: 'READ_WRITE' },
    { entityName: 'UserType', accessRule: 'READ' },
  ]);
  const { auditInfo = null, ...member } = await store('User', {
    code: 'former',
    type: 'PERSON',
    chars: {},
    groups: ['H1'],
  });
  const { groups: _, ...alone } = member;
  let saving: Promise<TestAnswer> | undefined;
  await api.sql.begin(async (transaction) => {
    await transaction`lock table app_user in share row exclusive mode`;
    const left = { id: member.id, auditInfo };
    saving = importRequests(staff, 'users', 'User').saveDiff([changed(left, { ...alone, givenName: 'New' })]);
    await poll('the diff to wait for the table', async () => {
      const rows = await api.sql`
        select 1 from pg_locks where not granted and relation = 'app_user'::regclass and database = (
          select oid from pg_database where datname = current_database())`;
      return rows.length > 0;
    });
    await transaction`delete from user_user_group where user_id = ${member.id}`;
    await transaction`update app_user set doc = ${JSON.stringify(alone)} where id = ${member.id}`;
  });
  const answer = await saving;
  expect(answer?.json().message).toBe('Records of the diff are being changed by others; try again.');
});

test('a caller who may only read saves no diff', async () => {
  const reader = await api.callerWith([{ entityName: 'UserGroup', accessRule: 'READ' }]);
  const requests = importRequests(reader, 'user-groups', 'UserGroup');
  const before = await state();
  expect((await requests.diffFile([])).status).toBe(200);
  for (const answer of [await requests.diffFile([], '?save=true'), await requests.saveDiff([removed(hidden)])])
    expect(answer.status).toBe(403);
  expect(await state()).toEqual(before);
});

test('a change of hidden records changes no byte of an answer', async () => {
  const answersOfClerk = async (): Promise<string[]> => {
    const answers = [
      await backup(),
      await diffOnly([group('H1', 'open', { id: hidden.id }), group('O1', 'open', { id: open.id })]),
      await diffFile([group('X9', 'open')], '?compareField=code'),
      await diffFile(`code,name\nH1,x\n`, '?compareField=code'),
      await saveDiff([removed(shown)]),
      await saveDiff([removed(parent)]),
      await saveDiff([changed(hidden, group('H1', 'open'))]),
      await saveDiff([created(group('H1', 'secret'))]),
      await saveDiff([created(group('Z1', 'open', { parentUserGroupId: hidden.id }))]),
      await saveDiff([created(group('Z1', 'open', { type: 'VAULT', chars: { color: 'green' } }))]),
    ];
    return answers.map(saidBy);
  };
  const before = await answersOfClerk();
  expect((await administrator.request('PATCH', '/user-groups/H1', { name: 'Other', chars: { a: 1 } })).status).toBe(
    200,
  );
  expect((await administrator.request('PATCH', '/user-group-types/VAULT', { registry: {} })).status).toBe(200);
  await storeGroup('H3', 'secret', { parentUserGroupId: parent.id });
  await storeGroup('X9', 'secret');
  expect(await answersOfClerk()).toEqual(before);
});
