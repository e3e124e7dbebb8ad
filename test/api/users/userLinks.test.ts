import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { expireLinks } from '../../../domain/relations/expireLinks.ts';
import { expectErrors, expectOk } from '../../helpers/api/expectations.ts';
import { type LinkRow, person, resetUsers, userLinks, userRequests } from '../../helpers/api/userRequests.ts';
import { startApiForFile, type TestRecord } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();
const { save, create, read, patch, group, role } = userRequests(api);
const { links, state, expectUsersMatchLinks } = userLinks(api);

beforeEach(() => resetUsers(api));

describe('the links of a user', () => {
  test('go with it, and keep roles and groups from going', async () => {
    const [a, b] = [await create('a'), await create('b')];
    const [boss, team] = [await role('BOSS'), await group('TEAM-1')];
    const links = [
      await save('/user-roles', { userId: a.id, roleId: boss.id }),
      await save('/user-user-groups', { userId: a.id, userGroupId: team.id, roleInGroup: ['x'], data: { a: 1 } }),
    ];
    await save('/user-roles', { userId: b.id, roleId: boss.id });
    expect(await expectErrors(api.request('DELETE', '/roles/BOSS'))).toEqual([
      'id: 2 user roles point to it by roleId',
    ]);
    expect(await expectErrors(api.request('DELETE', '/user-groups/TEAM-1'))).toEqual([
      'id: 1 UserUserGroup points to it by userGroupId',
    ]);
    await api.sql`truncate outbox`;
    await expectOk(api.request('DELETE', `/users/${a.id}`));
    expect((await api.sql`select id from user_role`).length).toBe(1);
    const [one, other] = links as [TestRecord, TestRecord];
    const history = await expectOk<JsonObject[]>(api.request('GET', `/user-roles/${one.id}/history`));
    expect(history.map(({ change }) => change)).toEqual(['DELETED', 'CREATED']);
    const queued = await api.sql<{ data: string }[]>`select data from outbox`;
    for (const { id } of [one, other]) expect(queued.filter(({ data }) => data.includes(id)).length).toBe(1);
    await expectOk(api.request('DELETE', '/user-groups/TEAM-1'));
  });

  test('have two ends that exist', async () => {
    const id = 'f47ac10b-58cc-4372-a567-0e02b2c3d479';
    expect(await expectErrors(api.request('POST', '/user-roles', { userId: id, roleId: id }))).toEqual([
      `userId: no User has the id "${id}"`,
      `roleId: no Role has the id "${id}"`,
    ]);
    expect(await expectErrors(api.request('POST', '/user-user-groups', {}))).toEqual([
      'userId: is required',
      'userGroupId: is required',
    ]);
  });

  test('go with a user that a diff removes', async () => {
    const [a, boss] = [await create('a'), await role('BOSS')];
    const link = await save('/user-roles', { userId: a.id, roleId: boss.id });
    await expectOk(
      api.request('POST', '/users/diff/save', [
        { diffType: 'DIFF_TYPE_REMOVE', left: { id: a.id, auditInfo: { version: 1 } } },
      ]),
    );
    expect((await api.sql`select id from user_role`).length).toBe(0);
    expect((await api.sql`select 1 from history where record_id = ${link.id} and change = 'DELETED'`).length).toBe(1);
  });

  test('are not left behind when they are made while their user goes', async () => {
    const boss = await role('BOSS');
    for (let round = 0; round < 10; round++) {
      const { id } = await create(`u${round}`);
      const link = () => api.request('POST', '/user-roles', { userId: id, roleId: boss.id });
      const [first, second, removal] = await Promise.all([
        link(),
        link(),
        api.request('DELETE', `/users/${id}`),
        link(),
      ]);
      expect(removal?.status, removal?.text).toBe(200);
      for (const { errors } of [first, second].filter(({ status }) => status !== 200)) {
        expect(errors).not.toEqual([]);
        // One that waited for both has both.
        for (const error of errors ?? []) expect(error).toMatch(/^userId: (no User has|the UserRole .* same)/);
      }
    }
    expect((await api.sql`select id from user_role`).length).toBe(0);
  });
});

describe('groups and roles seen from the user', () => {
  test('are the links, which a write of the user makes and removes', async () => {
    const [a, b] = [await group('A'), await group('B')];
    await group('C');
    const boss = await role('BOSS');
    const user = await create('u', { groups: ['B', 'A', 'B'], roles: ['BOSS'] });
    expect([user.groups, user.roles]).toEqual([['A', 'B'], ['BOSS']]);
    const before = await links('user_user_group', user.id);
    expect(before.map(({ doc }) => JSON.parse(doc)).map(({ id: _, ...link }) => link)).toEqual(
      expect.arrayContaining([
        { userId: user.id, userGroupId: a.id },
        { userId: user.id, userGroupId: b.id },
      ]),
    );
    expect(
      await expectOk<JsonObject>(api.request('GET', `/user-roles/${(await links('user_role', user.id))[0]?.id}`)),
    ).toMatchObject({ userId: user.id, roleId: boss.id });
    await patch('u', { groups: ['C', 'B'] });
    const after = await links('user_user_group', user.id);
    const unchanged = before.find(({ doc }) => doc.includes(b.id)) as LinkRow;
    expect(after.filter(({ id }) => id === unchanged.id)).toEqual([unchanged]);
    expect(after.length).toBe(2);
    expect(await state('u')).toEqual({ groups: ['B', 'C'], roles: ['BOSS'], version: 2 });
    await patch('u', { groups: ['C', 'B', 'C'] });
    expect((await state('u')).version).toBe(2);
    await expectOk(api.request('PUT', '/users/u', person('u')));
    expect(await state('u')).toEqual({ groups: undefined, roles: undefined, version: 3 });
    expect((await links('user_user_group', user.id)).length + (await links('user_role', user.id)).length).toBe(0);
    await expectUsersMatchLinks();
  });

  test('are codes that exist', async () => {
    await group('A');
    expect(
      await expectErrors(api.request('POST', '/users', person('u', { groups: ['A', 'x'], roles: ['y'] }))),
    ).toEqual(['groups[1]: no UserGroup has the code "x"', 'roles[0]: no Role has the code "y"']);
  });

  test('follow when a link is written, moved or removed', async () => {
    const [u, v] = [await create('u', { email: 'e@example.org' }), await create('v')];
    const [a, boss] = [await group('A'), await role('BOSS')];
    const link = await save('/user-user-groups', { userId: u.id, userGroupId: a.id });
    await save('/user-roles', { userId: u.id, roleId: boss.id });
    expect(await state('u')).toEqual({ groups: ['A'], roles: ['BOSS'], version: 1 });
    await expectUsersMatchLinks();
    const queued = await api.sql<{ data: string }[]>`select data from outbox where data like '%"User"%'`;
    expect(queued.filter(({ data }) => data.includes(u.id)).length).toBe(2);
    await expectOk(api.request('PATCH', `/user-user-groups/${link.id}`, { userId: v.id }));
    expect([(await state('u')).groups, (await state('v')).groups]).toEqual([undefined, ['A']]);
    await expectOk(api.request('DELETE', `/user-user-groups/${link.id}`));
    expect(await state('v')).toEqual({ groups: undefined, roles: undefined, version: 1 });
    await expectUsersMatchLinks();
  });

  test('follow when a group or a role is renamed, by a diff too', async () => {
    await Promise.all([group('A'), group('B'), role('BOSS')]);
    await create('u', { groups: ['A', 'B'], roles: ['BOSS'] });
    await expectOk(api.request('PATCH', '/user-groups/A', { code: 'Z' }));
    await expectOk(api.request('PATCH', '/roles/BOSS', { code: 'CHIEF' }));
    expect(await state('u')).toEqual({ groups: ['B', 'Z'], roles: ['CHIEF'], version: 1 });
    const left = await expectOk(api.request('GET', '/user-groups/B'));
    await expectOk(
      api.request('POST', '/user-groups/diff/save', [
        { diffType: 'DIFF_TYPE_CHANGE', left, right: { ...left, code: 'Q' } },
      ]),
    );
    expect((await state('u')).groups).toEqual(['Q', 'Z']);
    await expectUsersMatchLinks();
  });

  test('are not in the way of a change that says nothing of them while a group is renamed', async () => {
    await group('A');
    await create('u', { groups: ['A'] });
    for (let round = 0; round < 10; round++) {
      const [from, to] = round % 2 === 0 ? ['A', 'Z'] : ['Z', 'A'];
      const answers = await Promise.all([
        api.request('PATCH', '/users/u', { description: `one ${round}` }),
        api.request('PATCH', `/user-groups/${from}`, { code: to as string }),
        ...[1, 2, 3].map((n) => api.request('PATCH', '/users/u', { email: `${round}-${n}@example.org` })),
      ]);
      for (const answer of answers) expect(answer.status, answer.text).toBe(200);
      expect((await read('u')).groups).toEqual([to as string]);
    }
    await expectUsersMatchLinks();
  });

  test('follow when a diff swaps two codes, each once', async () => {
    const [a, b] = [await group('A'), await group('B')];
    await create('u', { groups: ['A'] });
    await create('v', { groups: ['B'] });
    await create('w', { groups: ['A', 'B'] });
    const change = (left: TestRecord, code: string) => ({
      diffType: 'DIFF_TYPE_CHANGE',
      left,
      right: { ...left, code },
    });
    await expectOk(api.request('POST', '/user-groups/diff/save', [change(a, 'B'), change(b, 'A')]));
    expect([(await state('u')).groups, (await state('v')).groups]).toEqual([['B'], ['A']]);
    expect((await state('w')).groups).toEqual(['A', 'B']);
    await expectUsersMatchLinks();
  });

  test('leave out links that do not hold now, and change when a period begins or ends', async () => {
    const [a, b, c] = [await group('A'), await group('B'), await group('C')];
    const u = await create('u');
    const make = (userGroupId: string, period: JsonObject) =>
      save('/user-user-groups', { userId: u.id, userGroupId, period });
    const past = await make(a.id, { validTo: '2020-01-01' });
    const ending = await make(b.id, { validTo: '2099-01-01' });
    const coming = await make(c.id, { validFrom: '2099-01-01' });
    expect(await state('u')).toEqual({ groups: ['B'], roles: undefined, version: 1 });
    expect(await expireLinks(api.services)).toBe(0);
    const [row] = await api.sql<{ until: Date }[]>`select links_expire_at as until from app_user`;
    expect(row?.until.toISOString()).toBe('2099-01-01T00:00:00.000Z');
    // As if that time had come.
    const at = (link: TestRecord, period: JsonObject) =>
      api.sql`update user_user_group set doc = ${JSON.stringify({ ...JSON.parse(JSON.stringify(link)), period })} where id = ${link.id}`;
    await at(ending, { validTo: '2020-01-01T00:00:00.000Z' });
    await at(coming, { validFrom: '2020-01-01T00:00:00.000Z' });
    await api.sql`update app_user set links_expire_at = now() - interval '1 second'`;
    // A write that says nothing of groups does not bring back one that is over.
    expect(await patch('u', { email: 'e@example.org' })).toMatchObject({ groups: ['C'] });
    await api.sql`update app_user set links_expire_at = now() - interval '1 second'`;
    expect(await expireLinks(api.services)).toBe(1);
    expect(await expireLinks(api.services)).toBe(0);
    expect(await state('u')).toEqual({ groups: ['C'], roles: undefined, version: 2 });
    // A group that the user was in once is a new link; the old one stays.
    await patch('u', { groups: ['A', 'C'] });
    expect((await links('user_user_group', u.id)).length).toBe(4);
    await patch('u', { groups: [] });
    expect((await links('user_user_group', u.id)).map(({ id }) => id)).toEqual(
      expect.arrayContaining([past.id, ending.id]),
    );
    expect((await links('user_user_group', u.id)).length).toBe(2);
  });
});
