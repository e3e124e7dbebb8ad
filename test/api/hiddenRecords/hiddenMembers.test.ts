import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { startAuthenticatedApiForFile, type TestCaller } from '../../helpers/api/callers.ts';
import { expectOk } from '../../helpers/api/expectations.ts';
import { importRequests, saidBy } from '../../helpers/api/importRequests.ts';
import type { DiffEntry } from '../../helpers/diffs.ts';
import { poll } from '../../helpers/waits/poll.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

/** Codes of groups and roles that the caller may not read, in the records of users and of regions that it may write. */

const api = await startAuthenticatedApiForFile();
const { administrator, store } = api;

await store('UserGroupType', { code: 'TEAM', name: 'Team', registry: {} });
const groupOf = (code: string) => store('UserGroup', { code, name: `Group ${code}`, type: 'TEAM', chars: {} });
await groupOf('V1');
await groupOf('V2');
const hiddenGroup = await groupOf('H1');
await groupOf('H2');
await store('Role', { code: 'VISIBLE', name: 'Visible' });
await store('Role', { code: 'HIDDEN', name: 'Hidden' });

const clerk = await api.callerWith([
  { entityName: 'User', accessRule: 'READ_WRITE', expression: [{ column: 'code', operator: 'LIKE', value: 'u%' }] },
  { entityName: 'UserGroupRegion', accessRule: 'READ_WRITE', fullAccess: true },
  { entityName: 'UserType', accessRule: 'READ', fullAccess: true },
  { entityName: 'UserGroup', accessRule: 'READ', expression: [{ column: 'code', operator: 'LIKE', value: 'V%' }] },
  { entityName: 'Role', accessRule: 'READ', expression: [{ column: 'code', value: 'VISIBLE' }] },
]);
const imports = importRequests(clerk, 'users', 'User');

type User = JsonObject & { id: string; code: string };
let count = 0;
let code = '';
let user: User;
beforeEach(async () => {
  code = `u${++count}`;
  user = (await store('User', {
    ...{ code, type: 'PERSON', chars: {}, description: code },
    ...{ groups: ['H1', 'V1'], roles: ['HIDDEN', 'VISIBLE'] },
  })) as User;
});

const get = async (caller: TestCaller, path: string) => (await expectOk(caller.request('GET', path))) as User;
const shown = { groups: ['V1'], roles: ['VISIBLE'] };
const whole = { groups: ['H1', 'V1'], roles: ['HIDDEN', 'VISIBLE'] };
const linksOf = ({ groups, roles }: JsonObject) => ({ groups, roles });
const stored = async () => linksOf(await get(administrator, `/users/${code}`));
const ownFilter = (...filters: JsonObject[]) =>
  encodeURIComponent(JSON.stringify([{ column: 'description', value: code }, ...filters]));
const countOf = async (...filters: JsonObject[]) =>
  Number((await clerk.request('GET', `/users/search/count?filtering=${ownFilter(...filters)}`)).text);

describe('codes of hidden groups and roles', () => {
  test('are in no answer', async () => {
    const { id } = user;
    const filtering = ownFilter();
    const page = await expectOk<{ content: User[] }>(clerk.request('GET', `/users/search/page?filtering=${filtering}`));
    const list = await expectOk<User[]>(clerk.request('GET', `/users/search/list?filtering=${filtering}`));
    const byIds = await expectOk<User[]>(clerk.request('GET', `/users/by-ids/${id}`));
    const backup = (await imports.backup([{ column: 'description', value: code }])).json() as { data: User[] };
    const answers = [
      await get(clerk, `/users/${id}`),
      await get(clerk, `/users/${code}`),
      await get(clerk, `/users/${id}/history?version=1`),
      ...page.content,
      ...list,
      ...byIds,
      ...backup.data,
    ];
    expect(answers.map(linksOf)).toEqual(Array(7).fill(shown));
    expect(await stored()).toEqual(whole);
  });

  test('stay in the record when the caller writes it', async () => {
    const { auditInfo, ...read } = await get(clerk, `/users/${code}`);
    const answers = [
      await clerk.request('PUT', `/users/${code}`, read),
      await clerk.request('PATCH', `/users/${code}`, { givenName: 'Eva' }),
      await clerk.request('POST', '/users', read),
    ];
    expect(answers.map((answer) => [answer.status, linksOf(answer.json())])).toEqual(Array(3).fill([200, shown]));
    expect(await stored()).toEqual(whole);
    // The first write changed nothing, the second and the third the given name.
    expect(answers.map((answer) => answer.json().auditInfo.version)).toEqual([1, 2, 3]);
  });

  test('stay when the caller removes the codes that it sees, and come back with others', async () => {
    expect(linksOf(await expectOk(clerk.request('PATCH', `/users/${code}`, { groups: null, roles: [] })))).toEqual({
      groups: undefined,
      roles: undefined,
    });
    expect(await stored()).toEqual({ groups: ['H1'], roles: ['HIDDEN'] });
    const { auditInfo, ...read } = await get(clerk, `/users/${code}`);
    await expectOk(administrator.request('PUT', `/users/${code}`, { ...read, ...whole }));
    expect(await stored()).toEqual(whole);
  });

  test('are refused in a write like codes that no record has, whether the user has them or not', async () => {
    const answers = await Promise.all(
      ['H1', 'H2', 'H3'].map((group) => clerk.request('PATCH', `/users/${code}`, { groups: ['V1', group] })),
    );
    expect(answers.map((answer) => [answer.status, answer.errors])).toEqual(
      ['H1', 'H2', 'H3'].map((group) => [400, [`groups[1]: no UserGroup has the code "${group}"`]]),
    );
  });

  test('are found by no filter', async () => {
    const filters: JsonObject[] = [
      { column: 'groups', value: 'H1' },
      { column: 'groups', operator: 'IN', value: 'H1,H2' },
      { column: 'groups', operator: 'LIKE', value: 'h%' },
      { column: 'groups', operator: 'LT', value: 'V' },
      { column: 'roles', value: 'HIDDEN' },
      { or: [{ column: 'groups', value: 'H1' }] },
    ];
    for (const filter of filters) expect({ filter, count: await countOf(filter) }).toEqual({ filter, count: 0 });
    const holding: JsonObject[] = [
      { column: 'groups', operator: 'NE', value: 'H1' },
      { column: 'groups', operator: 'NOT_LIKE', value: 'h' },
      { column: 'groups', value: 'V1' },
      { column: 'groups', operator: 'IN', value: 'V1,H1' },
      { column: 'groups', operator: 'IS_NOT_NULL' },
    ];
    for (const filter of holding) expect({ filter, count: await countOf(filter) }).toEqual({ filter, count: 1 });
    await expectOk(clerk.request('PATCH', `/users/${code}?immediatelyRefresh=true`, { groups: null }));
    expect(await countOf({ column: 'groups', operator: 'IS_NULL' })).toBe(1);
    const { data } = (
      await imports.backup([
        { column: 'description', value: code },
        { column: 'groups', value: 'H1' },
      ])
    ).json() as { data: User[] };
    expect(data).toEqual([]);
  });

  test('decide about no order', async () => {
    const sorted = (column: string) =>
      clerk.request(
        'GET',
        `/users/search/list?filtering=${encodeURIComponent(JSON.stringify({ sort: [{ column, direction: 'ASC' }] }))}`,
      );
    expect((await sorted('code')).status).toBe(200);
    const refused = await sorted('groups');
    expect([refused.status, refused.errors]).toEqual([
      400,
      ['filtering.sort[0].column: groups may contain codes that you may not read, sort by another member'],
    ]);
  });

  test('are in no version of the history, and a change of them alone is none', async () => {
    await expectOk(administrator.request('PATCH', `/users/${code}`, { groups: ['H1', 'H2', 'V1'] }));
    await expectOk(administrator.request('PATCH', `/users/${code}`, { groups: ['H1', 'V1', 'V2'] }));
    type Versions = { version: number; changes: unknown[] }[];
    const history = await expectOk<Versions>(clerk.request('GET', `/users/${code}/history`));
    expect(history.map(({ version, changes }) => ({ version, changes }))).toEqual([
      { version: 3, changes: [{ path: 'groups', from: ['V1'], to: ['V1', 'V2'] }] },
      { version: 1, changes: [] },
    ]);
    expect(await expectOk<Versions>(administrator.request('GET', `/users/${code}/history`))).toHaveLength(3);
  });
});

describe('diffs of users with hidden groups and roles', () => {
  const filtering = () => [{ column: 'description', value: code }];

  test('find no difference in a backup, and no hidden code in a difference', async () => {
    const { data } = (await imports.backup(filtering())).json() as { data: User[] };
    expect((await imports.diffOnly(data, filtering())).json<DiffEntry[]>()).toEqual([]);
    const changed = data.map((one) => ({ ...one, givenName: 'Eva' }));
    const entries = (await imports.diffOnly(changed, filtering())).json() as DiffEntry[];
    expect(entries.map(({ left, right }) => [linksOf(left ?? user), linksOf(right ?? user)])).toEqual([[shown, shown]]);
    const removal = (await imports.diffOnly([], filtering())).json() as DiffEntry[];
    expect(removal.map(({ left }) => linksOf(left ?? user))).toEqual([shown]);
  });

  test('are saved without changing hidden codes, as JSON and as CSV', async () => {
    const { auditInfo, ...left } = await get(clerk, `/users/${code}`);
    const right = { ...left, groups: ['V2'] };
    const saved = await imports.saveDiff([{ diffType: 'DIFF_TYPE_CHANGE', left, right }]);
    expect([saved.status, saved.json<User[]>().map(linksOf)]).toEqual([200, [{ groups: ['V2'], roles: ['VISIBLE'] }]]);
    expect(await stored()).toEqual({ groups: ['H1', 'V2'], roles: ['HIDDEN', 'VISIBLE'] });

    const others = (await imports.backup()).json() as { data: User[] };
    const rows = others.data.map((one) => `${one.code},${one.code === code ? 'Ada' : (one['givenName'] ?? '')}`);
    const csv = ['code,givenName', ...rows].join('\n');
    const byFile = await imports.diffFile(csv, '?compareField=code&save=true');
    expect([byFile.status, byFile.json<{ right: User }[]>().map(({ right }) => right.groups)]).toEqual([200, [['V2']]]);
    expect(await get(administrator, `/users/${code}`)).toMatchObject({ givenName: 'Ada', groups: ['H1', 'V2'] });
  });

  test('accept no guess of a hidden code as the present state', async () => {
    const { auditInfo, ...left } = await get(clerk, `/users/${code}`);
    const guess = (groups: string[]) => imports.saveDiff([{ diffType: 'DIFF_TYPE_REMOVE', left: { ...left, groups } }]);
    const [right, wrong] = [await guess(['H1', 'V1']), await guess(['H2', 'V1'])];
    expect([right.status, right.errors]).toEqual([
      400,
      ['[0].left: is not what the record is now, which differs in groups'],
    ]);
    expect(saidBy(wrong)).toBe(saidBy(right));
    expect((await guess(['V1'])).status).toBe(200);
  });

  test('are refused if a hidden code was added since the file was read', async () => {
    const users = ((await imports.backup()).json() as { data: User[] }).data;
    const file = users.map((one) => (one.code === code ? { ...one, givenName: 'Eva' } : one));
    const [saving, linked] = await api.sql.begin(async (transaction) => {
      // The diff locks this table before its snapshot; the writer of a link does not.
      await transaction`lock table administrator_lock in exclusive mode`;
      const request = imports.diffFile(file, '?save=true');
      await poll(
        'the diff to wait for the lock',
        async () =>
          (
            await api.sql`
        select 1 from pg_locks where not granted and relation = 'administrator_lock'::regclass and database = (
          select oid from pg_database where datname = current_database())`
          ).length > 0,
      );
      const group = await get(administrator, '/user-groups/H2');
      const link = { userId: user.id, userGroupId: group.id };
      return [request, await administrator.request('POST', '/user-user-groups', link)] as const;
    });
    expect(linked.status).toBe(200);
    const answer = await saving;
    expect([answer.status, answer.json<JsonObject>().message]).toEqual([
      400,
      'Records of the diff are being changed by others; try again.',
    ]);
    expect(await stored()).toEqual({ ...whole, groups: ['H1', 'H2', 'V1'] });
  });
});

test('a region shows only the id of a hidden group, and keeps the group', async () => {
  const regionId = crypto.randomUUID();
  const region = await store('UserGroupRegion', { regionId, userGroup: { code: 'H1' } });
  const path = `/user-group-regions/${region.id}`;
  const { auditInfo, ...read } = await get(clerk, path);
  expect(read['userGroup']).toEqual({ id: hiddenGroup.id });
  await expectOk(clerk.request('PUT', path, read));
  await expectOk(clerk.request('PATCH', path, { regionId: crypto.randomUUID() }));
  expect((await get(administrator, path))['userGroup']).toMatchObject({ id: hiddenGroup.id, code: 'H1', chars: {} });
  const guesses = await Promise.all(
    ['H1', 'H3'].map((guess) => clerk.request('PUT', path, { regionId, userGroup: { code: guess } })),
  );
  expect(guesses.map((answer) => answer.errors)).toEqual(
    ['H1', 'H3'].map((guess) => [`userGroup.code: no UserGroup has the code "${guess}"`]),
  );
  const found = async (filter: JsonObject) => {
    const filtering = encodeURIComponent(JSON.stringify([{ column: 'id', value: region.id }, filter]));
    return (await clerk.request('GET', `/user-group-regions/search/count?filtering=${filtering}`)).text;
  };
  expect(await found({ column: 'userGroup.code', value: 'H1' })).toBe('0');
  expect(await found({ column: 'userGroup.name', operator: 'LIKE', value: 'group' })).toBe('0');
  expect(await found({ column: 'userGroup.id', value: hiddenGroup.id })).toBe('1');
});

test('a filter may match more than 10,000 groups that the caller reads', async () => {
  const copied = await api.sql`
    insert into user_group (id, version, incarnation, index_version, code, type_id, doc, audit, search)
    select gen_random_uuid(), version, incarnation, index_version, 'V' || n, type_id, doc, audit,
      replace(search, '"V1"', '"V' || n || '"')
    from user_group, generate_series(100, 10200) n where code = 'V1'`;
  expect(copied.count).toBe(10_101);
  expect(await countOf({ column: 'groups', operator: 'IS_NOT_NULL' })).toBe(1);
  expect(await countOf({ column: 'groups', operator: 'LIKE', value: 'h%' })).toBe(0);
});
