import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { expireLinks } from '../../../domain/relations/expireLinks.ts';
import { startApiForFile, type TestAnswer, type TestRecord } from '../../helpers/api.ts';
import { until } from '../../helpers/until.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();

beforeEach(async () => {
  await api.sql`truncate app_user, user_type, role, user_group, user_group_type, outbox cascade`;
  await save('/user-types', { code: 'PERSON', name: 'Person', type: 'INDIVIDUAL', registry: {} });
  await save('/user-types', { code: 'FIRM', name: 'Firm', type: 'ORGANIZATION', registry: {} });
  await save('/user-group-types', { code: 'TEAM', name: 'Team', registry: {} });
});

const person = (code: string, more: JsonObject = {}): JsonObject => ({ code, type: 'PERSON', chars: {}, ...more });

async function ok<T = TestRecord & JsonObject>(asked: Promise<TestAnswer>): Promise<T> {
  const answer = await asked;
  expect(answer.status, answer.text).toBe(200);
  return (answer.text === '' ? undefined : answer.json()) as T;
}

async function refused(asked: Promise<TestAnswer>): Promise<string[]> {
  const answer = await asked;
  expect(answer.status, answer.text).toBe(400);
  return answer.errors;
}

const save = (path: string, body: JsonObject) => ok(api.request('POST', path, body));
const create = (code: string, more: JsonObject = {}) => save('/users', person(code, more));
const read = (code: string) => ok(api.request('GET', `/users/${code}`));
const patch = (code: string, body: JsonObject) => ok(api.request('PATCH', `/users/${code}`, body));
const group = (code: string) => save('/user-groups', { code, name: code, type: 'TEAM', chars: {} });
const role = (code: string) => save('/roles', { code, name: code });

describe('a user', () => {
  test('comes back as it was sent', async () => {
    const sent = {
      id: 'f47ac10b-58cc-4372-a567-0e02b2c3d479',
      code: 'žluť',
      type: 'FIRM',
      givenName: 'A',
      familyName: 'B',
      name: 'Firm, Ltd.',
      email: 'e',
      phoneNumber: '1',
      webSite: 'https://example.org',
      status: 'DISABLE',
      validFrom: '2026-01-01T00:00:00.000Z',
      validTo: '2026-01-01T00:00:00.000Z',
      authentication: 'EMPTY',
      description: 'd',
      dataTags: ['x'],
      chars: { a: null },
      regions: [
        {
          regionId: 'f47ac10b-58cc-4372-a567-0e02b2c3d470',
          coefficient: 0.5,
          validFrom: '2026-01-01T00:00:00.000Z',
          validTo: '2027-01-01T00:00:00.000Z',
        },
        {},
      ],
      notificationConfig: { ignoredTemplateCodes: ['t'], ignoredUserGroups: ['g'] },
      modulesIds: ['f47ac10b-58cc-4372-a567-0e02b2c3d471'],
    };
    const { auditInfo, ...made } = await save('/users', sent);
    expect(JSON.stringify(made)).toBe(JSON.stringify(sent));
    expect(auditInfo.version).toBe(1);
  });

  test('has its defaults, on PUT too', async () => {
    expect(await create('a')).toMatchObject({ status: 'ENABLE', authentication: 'PASSWORD' });
    await patch('a', { status: 'DISABLE', authentication: 'LDAP' });
    expect(await ok(api.request('PUT', '/users/a', person('a')))).toMatchObject({
      status: 'ENABLE',
      authentication: 'PASSWORD',
    });
  });

  test('that is a person is called by its names, and any other by the name it is given', async () => {
    const ann = await create('ann', { givenName: 'Ann', familyName: 'Lee', name: 'x' });
    expect(ann.name).toBe('Ann Lee');
    expect((await create('bob', { name: '' })).name).toBe('bob');
    expect((await create('lee', { familyName: 'Lee' })).name).toBe('Lee');
    expect((await patch('ann', { familyName: 'Žák' })).name).toBe('Ann Žák');
    const again = await ok(api.request('PUT', '/users/bob', person('bob', { name: 'other' })));
    expect([again.name, again.auditInfo.version]).toEqual(['bob', 1]);
    expect(await refused(api.request('POST', '/users', person('f', { type: 'FIRM' })))).toEqual(['name: is required']);
    expect(await refused(api.request('POST', '/users', person('f', { type: 'FIRM', name: '' })))).toEqual([
      'name: must have 1 to 255 characters',
    ]);
  });

  test('is refused with all that is wrong', async () => {
    await save('/user-types', { code: 'RICH', name: 'R', type: 'INDIVIDUAL', registry: { size: { type: 'number' } } });
    const wrong = person('w', {
      type: 'RICH',
      status: 'ON',
      authentication: 'NONE',
      validFrom: '2026-01-02',
      validTo: '2026-01-01',
      supervisorId: 'f47ac10b-58cc-4372-a567-0e02b2c3d479',
      chars: { size: 'x' },
      regions: [{}, { validFrom: '2026-01-02', validTo: '2026-01-01', regionId: 'r' }],
      modulesIds: ['m'],
    });
    const problems = await refused(api.request('POST', '/users', wrong));
    expect(problems.map((problem) => problem.slice(0, problem.indexOf(':'))).sort()).toEqual([
      'authentication',
      'chars.size',
      'modulesIds[0]',
      'regions[1].regionId',
      'status',
      'supervisorId',
      'validTo',
    ]);
    expect(
      await refused(
        api.request('POST', '/users', person('w', { regions: [{ validFrom: '2026-01-02', validTo: '2026-01-01' }] })),
      ),
    ).toEqual(['regions[0].validTo: must not be before validFrom']);
    expect(await refused(api.request('POST', '/users', person('w', { type: 'x' })))).toEqual([
      'type: no UserType has the code "x"',
    ]);
  });

  test('follows when its type is renamed, and keeps the type from being deleted', async () => {
    await create('a');
    await ok(api.request('PATCH', '/user-types/PERSON', { code: 'HUMAN' }));
    const { type, auditInfo } = await read('a');
    expect([type, auditInfo.version]).toEqual(['HUMAN', 2]);
    expect(await refused(api.request('DELETE', '/user-types/HUMAN'))).toEqual(['id: 1 User points to it by type']);
  });

  test('does not stand above itself, whoever writes at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const users = await Promise.all([1, 2, 3].map((n) => create(`${round}-${n}`)));
      const answers = await Promise.all(
        users.map(({ id }, index) =>
          api.request('PATCH', `/users/${id}`, { supervisorId: users[(index + 1) % 3]?.id as string }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400]);
    }
  });

  test('is changed by one of several who read the same version, and by nobody else in part', async () => {
    await Promise.all(['A', 'B', 'C', 'D'].map(group));
    for (let round = 0; round < 5; round++) {
      const { id } = await create(`u${round}`, { groups: ['A'] });
      const changes = ['B', 'C', 'D'].map((code) => ({ email: `${code}@e`, description: code, groups: [code] }));
      const answers = await Promise.all(
        changes.map((change, n) => {
          const whole = person(`u${round}`, { ...change, auditInfo: { version: 1 } });
          return n === 0
            ? api.request('PUT', `/users/${id}`, whole)
            : api.request('PATCH', `/users/${id}`, { ...change, auditInfo: { version: 1 } });
        }),
      );
      const won = answers.findIndex(({ status }) => status === 200);
      for (const [n, answer] of answers.entries()) {
        if (n !== won) expect(answer.errors).toEqual(['auditInfo.version: 1 was sent, the record is at 2']);
      }
      expect(await read(`u${round}`)).toMatchObject({ ...changes[won], auditInfo: { version: 2 } });
      const made = await api.sql`select from user_user_group where user_id = ${id}`;
      expect(made.length).toBe(1);
    }
  });

  test('keeps every character of its names, whatever way it comes in', async () => {
    const names = [
      '\u202Bשרה\u202C\u200F כהן',
      'e\u0301le\u0300ve\u0323',
      '\u00E9l\u00E8ve',
      '👩\u200D👩\u200D👧 \u{1F1E8}\u{1F1FF}',
      '\uFEFFa\u00A0b\u2028c\u00AD',
      'İıßſŒ',
    ];
    for (const [n, name] of names.entries()) {
      await group(`g ${name}`);
      const sent = { code: `${n} ${name}`, givenName: name, familyName: name, groups: [`g ${name}`], dataTags: [name] };
      const { id } = await create(sent.code, sent);
      const expected = { ...sent, name: `${name} ${name}` };
      expect(await ok(api.request('GET', `/users/${encodeURIComponent(sent.code)}`))).toMatchObject(expected);
      const groups = await ok<JsonObject[]>(api.request('GET', `/user-groups/by-user/${id}`));
      expect(groups.map(({ code }) => code)).toEqual(sent.groups);
    }
    const backup = await ok<{ data: JsonObject[] }>(
      api.request('POST', '/users/backup', { entityType: 'User', compareField: 'code' }),
    );
    expect(backup.data.map(({ givenName }) => givenName).sort()).toEqual([...names].sort());
    const form = new FormData();
    form.set('file', new Blob([backup.data.map((user) => JSON.stringify(user)).join('\n')]));
    expect(await ok<unknown>(api.request('POST', '/users/diff/file?compareField=code', form))).toEqual([]);
  });

  test('is written by its id', async () => {
    const { id } = await create('a');
    expect((await ok(api.request('PUT', `/users/by-id/${id.toUpperCase()}`, person('b')))).code).toBe('b');
    expect((await ok(api.request('PATCH', `/users/by-id/${id}`, { email: 'e' }))).email).toBe('e');
    expect(await refused(api.request('PATCH', '/users/by-id/b', {}))).toEqual(['id: type mismatch, "b" is not a UUID']);
  });
});

describe('the links of a user', () => {
  test('go with it, and keep roles and groups from going', async () => {
    const [a, b] = [await create('a'), await create('b')];
    const [boss, team] = [await role('BOSS'), await group('TEAM-1')];
    const links = [
      await save('/user-roles', { userId: a.id, roleId: boss.id }),
      await save('/user-user-groups', { userId: a.id, userGroupId: team.id, roleInGroup: ['x'], data: { a: 1 } }),
    ];
    await save('/user-roles', { userId: b.id, roleId: boss.id });
    expect(await refused(api.request('DELETE', '/roles/BOSS'))).toEqual(['id: 2 user roles point to it by roleId']);
    expect(await refused(api.request('DELETE', '/user-groups/TEAM-1'))).toEqual([
      'id: 1 UserUserGroup points to it by userGroupId',
    ]);
    await api.sql`truncate outbox`;
    await ok(api.request('DELETE', `/users/${a.id}`));
    expect((await api.sql`select id from user_role`).length).toBe(1);
    const [one, other] = links as [TestRecord, TestRecord];
    const history = await ok<JsonObject[]>(api.request('GET', `/user-roles/${one.id}/history`));
    expect(history.map(({ change }) => change)).toEqual(['DELETED', 'CREATED']);
    const queued = await api.sql<{ data: string }[]>`select data from outbox`;
    for (const { id } of [one, other]) expect(queued.filter(({ data }) => data.includes(id)).length).toBe(1);
    await ok(api.request('DELETE', '/user-groups/TEAM-1'));
  });

  test('have two ends that exist', async () => {
    const id = 'f47ac10b-58cc-4372-a567-0e02b2c3d479';
    expect(await refused(api.request('POST', '/user-roles', { userId: id, roleId: id }))).toEqual([
      `userId: no User has the id "${id}"`,
      `roleId: no Role has the id "${id}"`,
    ]);
    expect(await refused(api.request('POST', '/user-user-groups', {}))).toEqual([
      'userId: is required',
      'userGroupId: is required',
    ]);
  });

  test('go with a user that a diff removes', async () => {
    const [a, boss] = [await create('a'), await role('BOSS')];
    const link = await save('/user-roles', { userId: a.id, roleId: boss.id });
    await ok(
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
      const [first, second, gone] = await Promise.all([link(), link(), api.request('DELETE', `/users/${id}`), link()]);
      expect(gone?.status, gone?.text).toBe(200);
      for (const { status, errors } of [first, second])
        if (status !== 200) expect(errors).toEqual([`userId: no User has the id "${id}"`]);
    }
    expect((await api.sql`select id from user_role`).length).toBe(0);
  });
});

describe('groups and roles seen from the user', () => {
  interface LinkRow {
    id: string;
    doc: string;
  }
  const links = (table: string, userId: string) =>
    api.sql<LinkRow[]>`select id, doc from ${api.sql(table)} where user_id = ${userId} order by id`;
  const state = async (code: string) => {
    const { groups, roles, auditInfo } = await read(code);
    return { groups, roles, version: auditInfo.version };
  };
  /** Every user says what its links are, without a version more, and its search text says so too. */
  const expectWhole = async () => {
    const wrong = await api.sql`
      select u.code from app_user u where
        coalesce(u.doc::jsonb -> 'groups', '[]') <> (select coalesce(jsonb_agg(distinct g.code), '[]')
          from user_user_group l join user_group g on g.id = l.user_group_id where l.user_id = u.id)
        or coalesce(u.doc::jsonb -> 'roles', '[]') <> (select coalesce(jsonb_agg(distinct r.code), '[]')
          from user_role l join role r on r.id = l.role_id where l.user_id = u.id)
        or coalesce(u.doc::jsonb -> 'groups', '[]') <> coalesce(u.search::jsonb -> 'groups', '[]')
        or u.version <> (select max(version) from history h where h.record_id = u.id)`;
    expect([...wrong]).toEqual([]);
  };

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
      await ok<JsonObject>(api.request('GET', `/user-roles/${(await links('user_role', user.id))[0]?.id}`)),
    ).toMatchObject({ userId: user.id, roleId: boss.id });
    await patch('u', { groups: ['C', 'B'] });
    const after = await links('user_user_group', user.id);
    const kept = before.find(({ doc }) => doc.includes(b.id)) as LinkRow;
    expect(after.filter(({ id }) => id === kept.id)).toEqual([kept]);
    expect(after.length).toBe(2);
    expect(await state('u')).toEqual({ groups: ['B', 'C'], roles: ['BOSS'], version: 2 });
    await patch('u', { groups: ['C', 'B', 'C'] });
    expect((await state('u')).version).toBe(2);
    await ok(api.request('PUT', '/users/u', person('u')));
    expect(await state('u')).toEqual({ groups: undefined, roles: undefined, version: 3 });
    expect((await links('user_user_group', user.id)).length + (await links('user_role', user.id)).length).toBe(0);
    await expectWhole();
  });

  test('are codes that exist', async () => {
    await group('A');
    expect(await refused(api.request('POST', '/users', person('u', { groups: ['A', 'x'], roles: ['y'] })))).toEqual([
      'groups[1]: no UserGroup has the code "x"',
      'roles[0]: no Role has the code "y"',
    ]);
  });

  test('follow when a link is written, moved or removed', async () => {
    const [u, v] = [await create('u', { email: 'e' }), await create('v')];
    const [a, boss] = [await group('A'), await role('BOSS')];
    const link = await save('/user-user-groups', { userId: u.id, userGroupId: a.id });
    await save('/user-roles', { userId: u.id, roleId: boss.id });
    expect(await state('u')).toEqual({ groups: ['A'], roles: ['BOSS'], version: 1 });
    await expectWhole();
    const queued = await api.sql<{ data: string }[]>`select data from outbox where data like '%"User"%'`;
    expect(queued.filter(({ data }) => data.includes(u.id)).length).toBe(2);
    await ok(api.request('PATCH', `/user-user-groups/${link.id}`, { userId: v.id }));
    expect([(await state('u')).groups, (await state('v')).groups]).toEqual([undefined, ['A']]);
    await ok(api.request('DELETE', `/user-user-groups/${link.id}`));
    expect(await state('v')).toEqual({ groups: undefined, roles: undefined, version: 1 });
    await expectWhole();
  });

  test('follow when a group or a role is renamed, by a diff too', async () => {
    await Promise.all([group('A'), group('B'), role('BOSS')]);
    await create('u', { groups: ['A', 'B'], roles: ['BOSS'] });
    await ok(api.request('PATCH', '/user-groups/A', { code: 'Z' }));
    await ok(api.request('PATCH', '/roles/BOSS', { code: 'CHIEF' }));
    expect(await state('u')).toEqual({ groups: ['B', 'Z'], roles: ['CHIEF'], version: 1 });
    const left = await ok(api.request('GET', '/user-groups/B'));
    await ok(
      api.request('POST', '/user-groups/diff/save', [
        { diffType: 'DIFF_TYPE_CHANGE', left, right: { ...left, code: 'Q' } },
      ]),
    );
    expect((await state('u')).groups).toEqual(['Q', 'Z']);
    await expectWhole();
  });

  test('are not in the way of a change that says nothing of them while a group is renamed', async () => {
    await group('A');
    await create('u', { groups: ['A'] });
    for (let round = 0; round < 10; round++) {
      const [from, to] = round % 2 === 0 ? ['A', 'Z'] : ['Z', 'A'];
      const answers = await Promise.all([
        api.request('PATCH', '/users/u', { description: `one ${round}` }),
        api.request('PATCH', `/user-groups/${from}`, { code: to as string }),
        ...[1, 2, 3].map((n) => api.request('PATCH', '/users/u', { email: `${round}-${n}` })),
      ]);
      for (const answer of answers) expect(answer.status, answer.text).toBe(200);
      expect((await read('u')).groups).toEqual([to as string]);
    }
    await expectWhole();
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
    await ok(api.request('POST', '/user-groups/diff/save', [change(a, 'B'), change(b, 'A')]));
    expect([(await state('u')).groups, (await state('v')).groups]).toEqual([['B'], ['A']]);
    expect((await state('w')).groups).toEqual(['A', 'B']);
    await expectWhole();
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
    expect(await patch('u', { email: 'e' })).toMatchObject({ groups: ['C'] });
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

  test('are right whoever writes at the same time', async () => {
    const groups = await Promise.all(['A', 'B', 'C', 'D'].map(group));
    const [, b, c, d] = groups as [TestRecord, TestRecord, TestRecord, TestRecord];
    for (let round = 0; round < 8; round++) {
      const code = `u${round}`;
      const { id } = await create(code, { groups: ['A'] });
      const answers = await Promise.all([
        api.request('PATCH', `/users/${code}`, { email: 'e' }),
        api.request('POST', '/user-user-groups', { userId: id, userGroupId: b.id }),
        api.request('PATCH', `/users/${code}`, { phoneNumber: '1' }),
        api.request('POST', '/user-user-groups', { userId: id, userGroupId: c.id }),
        api.request('PATCH', `/user-groups/${round % 2 === 0 ? 'D' : 'E'}`, { code: round % 2 === 0 ? 'E' : 'D' }),
        api.request('POST', '/user-user-groups', { userId: id, userGroupId: d.id }),
      ]);
      for (const answer of answers) expect(answer.status, answer.text).toBe(200);
      expect(await read(code)).toMatchObject({
        email: 'e',
        phoneNumber: '1',
        groups: ['A', 'B', 'C', round % 2 === 0 ? 'E' : 'D'],
      });
      const both = await Promise.all([
        api.request('PUT', `/users/${code}`, person(code, { groups: ['B'] })),
        api.request('PUT', `/users/${code}`, person(code, { groups: ['C'] })),
        api.request('POST', '/user-user-groups', { userId: id, userGroupId: d.id }),
      ]);
      for (const answer of both) expect(answer.status, answer.text).toBe(200);
      await expectWhole();
    }
  });

  test('are right when diffs write at the same time', async () => {
    const groups = await Promise.all(['A', 'B', 'C'].map(group));
    const [, b, c] = groups as [TestRecord, TestRecord, TestRecord];
    for (let round = 0; round < 5; round++) {
      const code = `u${round}`;
      const left = await create(code, { groups: ['A'] });
      const name = (await ok<TestRecord>(api.request('GET', `/user-groups/${b.id}`))) as TestRecord & JsonObject;
      const answers = await Promise.all([
        api.request('POST', '/users/diff/save', [
          { diffType: 'DIFF_TYPE_CHANGE', left: { ...left, groups: [] }, right: { ...left, groups: ['A', 'C'] } },
        ]),
        api.request('POST', '/user-user-groups', { userId: left.id, userGroupId: b.id }),
        api.request('POST', '/user-user-groups/diff/save', [
          { diffType: 'DIFF_TYPE_NEW', right: { userId: left.id, userGroupId: c.id } },
        ]),
        api.request('POST', '/user-groups/diff/save', [
          { diffType: 'DIFF_TYPE_CHANGE', left: name, right: { ...name, code: `B${round}` } },
        ]),
        api.request('PATCH', `/users/${code}`, { email: 'e' }),
      ]);
      for (const answer of answers.slice(1)) expect(answer.status, answer.text).toBe(200);
      // Whoever changed the user first makes the diff's left one of the past. Where the diff came through, it may have
      // been behind the membership of B, which it does not say.
      expect([200, 400]).toContain(answers[0]?.status as number);
      expect((await read(code)).groups).toEqual(
        expect.arrayContaining(answers[0]?.status === 200 ? ['A', 'C'] : ['A', `B${round}`, 'C']),
      );
      await expectWhole();
    }
  });

  test.each<[string, number, (user: TestRecord, group: TestRecord) => Promise<TestAnswer>]>([
    // Which makes the diff's left one of the past.
    ['a user is given a group', 400, () => api.request('PATCH', '/users/u', { groups: ['A', 'B'] })],
    [
      'a membership is made',
      200,
      (user, { id }) => api.request('POST', '/user-user-groups', { userId: user.id, userGroupId: id }),
    ],
    ['a group is renamed', 200, () => api.request('PATCH', '/user-groups/B', { code: 'C' })],
  ])('have a diff wait with nothing in hand while %s', async (_, status, write) => {
    await group('A');
    const b = await group('B');
    await create('v', { groups: ['B'] });
    const u = await create('u', { groups: ['A'] });
    const waits = (condition: string) => async () =>
      (
        await api.sql.unsafe(`select from pg_locks join pg_stat_activity using (pid)
          where datname = current_database() and not granted and ${condition}`)
      ).length > 0;
    const answers: Promise<TestAnswer>[] = [];
    await api.sql.begin(async (holder) => {
      await holder`select from user_group where id = ${b.id} for update`;
      answers.push(write(u, b));
      await until('the write to wait for its group', waits(`locktype = 'transactionid'`));
      const right = { ...u, email: 'e', groups: ['A'] };
      answers.push(api.request('POST', '/users/diff/save', [{ diffType: 'DIFF_TYPE_CHANGE', left: u, right }]));
      // Had it a table in hand by now, and wanted the row of the user, each would wait for the other.
      await until(
        'the diff to wait for a table',
        waits(`locktype = 'relation' and relation in ('app_user'::regclass, 'user_user_group'::regclass)`),
      );
    });
    const [written, saved] = (await Promise.all(answers)) as [TestAnswer, TestAnswer];
    expect(written.status, written.text).toBe(200);
    expect(saved.status, saved.text).toBe(status);
    await expectWhole();
  });

  test('are right when a user and what it is linked to go at the same time', async () => {
    for (let round = 0; round < 8; round++) {
      const [g, r] = [await group(`G${round}`), await role(`R${round}`)];
      const u = await create(`u${round}`);
      const answers = await Promise.all([
        api.request('PATCH', `/users/${u.id}`, { groups: [g.code], roles: [r.code] }),
        api.request('DELETE', `/user-groups/${g.id}`),
        api.request('POST', '/user-roles', { userId: u.id, roleId: r.id }),
        api.request('DELETE', `/roles/${r.id}`),
        ...(round % 2 === 0 ? [api.request('DELETE', `/users/${u.id}`)] : []),
      ]);
      expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 400)).toEqual([]);
      await expectWhole();
    }
  });

  test('come and go with diffs of users and of links', async () => {
    const [a] = [await group('A'), await group('B'), await role('BOSS')];
    const made = await ok<TestRecord[]>(
      api.request('POST', '/users/diff/save', [
        { diffType: 'DIFF_TYPE_NEW', right: person('u', { groups: ['B', 'A'], roles: ['BOSS'] }) },
        { diffType: 'DIFF_TYPE_NEW', right: person('v') },
      ]),
    );
    const [u, v] = made as [TestRecord & JsonObject, TestRecord & JsonObject];
    expect([u.groups, u.roles]).toEqual([['A', 'B'], ['BOSS']]);
    await expectWhole();
    await ok(
      api.request('POST', '/users/diff/save', [
        { diffType: 'DIFF_TYPE_CHANGE', left: u, right: { ...u, groups: ['A'], email: 'e' } },
        { diffType: 'DIFF_TYPE_CHANGE', left: v, right: { ...v, roles: ['BOSS'] } },
      ]),
    );
    expect(await state('v')).toEqual({ groups: undefined, roles: ['BOSS'], version: 2 });
    await expectWhole();
    const [held] = await links('user_user_group', u.id);
    await ok(
      api.request('POST', '/user-user-groups/diff/save', [
        { diffType: 'DIFF_TYPE_CHANGE', left: JSON.parse(held?.doc ?? ''), right: { userId: v.id, userGroupId: a.id } },
        { diffType: 'DIFF_TYPE_NEW', right: { userId: v.id, userGroupId: a.id, period: { validTo: '2020-01-01' } } },
      ]),
    );
    expect([(await state('u')).groups, (await state('v')).groups]).toEqual([undefined, ['A']]);
  });
});

describe('the groups of users', () => {
  test('are answered for each that is asked for, those that hold now', async () => {
    const [a, b] = [await group('A'), await group('B')];
    const [u, v] = [await create('u', { groups: ['B', 'A'] }), await create('v')];
    const link = (userId: string, userGroupId: string, period: JsonObject) =>
      save('/user-user-groups', { userId, userGroupId, period });
    await link(u.id, a.id, { validFrom: '2020-01-01' });
    await link(v.id, a.id, { validTo: '2020-01-01' });
    await link(v.id, b.id, { validFrom: '2099-01-01' });
    const nobody = 'f47ac10b-58cc-4372-a567-0e02b2c3d479';
    const asked = `${v.id},${u.id.toUpperCase()}&userIds=${nobody}&userIds=${u.id}`;
    const map = await ok<Record<string, JsonObject[]>>(
      api.request('GET', `/user-groups/by-users/map?userIds=${asked}`),
    );
    expect(Object.entries(map).map(([id, groups]) => [id, groups.map(({ code }) => code)])).toEqual([
      [v.id, []],
      [u.id, ['A', 'B']],
      [nobody, []],
    ]);
    expect(map[u.id]?.[0]).toEqual(a);
    expect(await ok<JsonObject[]>(api.request('GET', `/user-groups/by-user/${u.id}`))).toEqual([a, b]);
    expect(await ok<JsonObject[]>(api.request('GET', `/user-groups/by-user/${nobody}`))).toEqual([]);
  });

  test('are asked of 1 to 500', async () => {
    const ask = (ids: string) => refused(api.request('GET', `/user-groups/by-users/map${ids}`));
    expect(await ask('')).toEqual(['userIds: is required']);
    expect(await ask('?userIds=,')).toEqual(['userIds: is required']);
    expect(await ask('?userIds=x')).toEqual(['userIds: type mismatch, "x" is not a UUID']);
    const many = Array.from({ length: 501 }, () => crypto.randomUUID());
    expect(await ask(`?userIds=${many.join(',')}`)).toEqual(['userIds: must be at most 500 ids, not 501']);
    await ok(api.request('GET', `/user-groups/by-users/map?userIds=${many.slice(1).join(',')}`));
  });

  test('are 100,000 memberships at once and no more', async () => {
    const [{ id: groupId }, { id }, other] = [await group('A'), await create('u'), await create('v')];
    const fill = (count: number) => api.sql`
      insert into user_user_group (id, version, incarnation, index_version, doc, audit, search, user_id, user_group_id)
      select gen_random_uuid(), 1, 1, 1, '{}', '{}', '{}', ${id}, ${groupId} from generate_series(1, ${count}::int)`;
    await fill(100_000);
    expect((await ok<JsonObject[]>(api.request('GET', `/user-groups/by-user/${id}`))).map(({ code }) => code)).toEqual([
      'A',
    ]);
    await fill(1);
    expect(await refused(api.request('GET', `/user-groups/by-user/${id}`))).toEqual([
      'userId: the user has more than 100000 groups, back up user-user-groups by userId to read that many',
    ]);
    expect(await refused(api.request('GET', `/user-groups/by-users/map?userIds=${id},${other.id}`))).toEqual([
      'userIds: the users have more than 100000 groups together, ask for fewer of them at once',
    ]);
    expect(await ok<unknown>(api.request('GET', `/user-groups/by-user/${other.id}`))).toEqual([]);
  });

  test('give an associated role, which exists and shows in no roles', async () => {
    const boss = await role('BOSS');
    const none = 'f47ac10b-58cc-4372-a567-0e02b2c3d479';
    const wrong = { code: 'G', name: 'G', type: 'TEAM', chars: {}, associatedUserRoleId: none };
    expect(await refused(api.request('POST', '/user-groups', wrong))).toEqual([
      `associatedUserRoleId: no Role has the id "${none}"`,
    ]);
    await save('/user-groups', { ...wrong, associatedUserRoleId: boss.id });
    expect((await create('u', { groups: ['G'] })).roles).toBeUndefined();
    expect(await refused(api.request('DELETE', '/roles/BOSS'))).toEqual([
      'id: 1 UserGroup points to it by associatedUserRoleId',
    ]);
  });
});
