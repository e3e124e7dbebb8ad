import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { expectErrors, expectOk } from '../../helpers/api/expectations.ts';
import { person, resetUsers, userRequests } from '../../helpers/api/userRequests.ts';
import { startApiForFile } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();
const { save, create, read, patch, group, role } = userRequests(api);

beforeEach(() => resetUsers(api));

describe('a user', () => {
  test('comes back as it was sent', async () => {
    await group('g');
    const sent = {
      id: 'f47ac10b-58cc-4372-a567-0e02b2c3d479',
      code: 'žluť',
      type: 'FIRM',
      givenName: 'A',
      familyName: 'B',
      name: 'Firm, Ltd.',
      email: 'e@example.org',
      phoneNumber: '112',
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
      ],
      notificationConfig: { ignoredTemplateCodes: [], ignoredUserGroups: ['g'] },
      modulesIds: ['f47ac10b-58cc-4372-a567-0e02b2c3d471'],
    };
    const { auditInfo, ...made } = await save('/users', sent);
    expect(JSON.stringify(made)).toBe(JSON.stringify(sent));
    expect(auditInfo.version).toBe(1);
  });

  test('has its defaults, on PUT too', async () => {
    expect(await create('a')).toMatchObject({ status: 'ENABLE', authentication: 'PASSWORD' });
    await patch('a', { status: 'DISABLE', authentication: 'LDAP' });
    expect(await expectOk(api.request('PUT', '/users/a', person('a')))).toMatchObject({
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
    const replaced = await expectOk(api.request('PUT', '/users/bob', person('bob', { name: 'other' })));
    expect([replaced.name, replaced.auditInfo.version]).toEqual(['bob', 1]);
    expect(await expectErrors(api.request('POST', '/users', person('f', { type: 'FIRM' })))).toEqual([
      'name: is required',
    ]);
    expect(await expectErrors(api.request('POST', '/users', person('f', { type: 'FIRM', name: '' })))).toEqual([
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
    const problems = await expectErrors(api.request('POST', '/users', wrong));
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
      await expectErrors(
        api.request(
          'POST',
          '/users',
          person('w', {
            regions: [{ regionId: wrong.supervisorId as string, validFrom: '2026-01-02', validTo: '2026-01-01' }],
          }),
        ),
      ),
    ).toEqual(['regions[0].validTo: must not be before validFrom']);
    await save('/user-types', { code: 'OTHER', name: 'O', type: 'EXTERNAL', registry: {} });
    const { code: _, ...nameless } = person('w', { givenName: null, familyName: null });
    for (const [code, problem] of [
      ['..', 'code: must not be "." or ".."'],
      ['x'.repeat(256), 'code: must have 1 to 255 characters'],
      [7, 'code: must be a string, not 7'],
      [null, 'code: is required'],
    ] as const)
      expect(await expectErrors(api.request('POST', '/users', { ...nameless, code }))).toEqual([problem]);
    await save('/users', { ...nameless, code: 'nameless' });
    expect(await expectErrors(api.request('PATCH', '/users/nameless', { code: '..' }))).toEqual([
      'code: must not be "." or ".."',
    ]);
    expect(await expectErrors(api.request('POST', '/users', person('w', { type: 'OTHER', name: 7 })))).toEqual([
      'name: must be a string, not 7',
    ]);
    expect(await expectErrors(api.request('POST', '/users', person('w', { type: 'x' })))).toEqual([
      'type: no UserType has the code "x"',
    ]);
  });

  test('follows when its type is renamed, and keeps the type from being deleted', async () => {
    await create('a');
    await expectOk(api.request('PATCH', '/user-types/PERSON', { code: 'HUMAN' }));
    const { type, auditInfo } = await read('a');
    expect([type, auditInfo.version]).toEqual(['HUMAN', 2]);
    expect(await expectErrors(api.request('DELETE', '/user-types/HUMAN'))).toEqual(['id: 1 User points to it by type']);
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
      expect(await expectOk(api.request('GET', `/users/${encodeURIComponent(sent.code)}`))).toMatchObject(expected);
      const groups = await expectOk<JsonObject[]>(api.request('GET', `/user-groups/by-user/${id}`));
      expect(groups.map(({ code }) => code)).toEqual(sent.groups);
    }
    const backup = await expectOk<{ data: JsonObject[] }>(
      api.request('POST', '/users/backup', { entityType: 'User', compareField: 'code' }),
    );
    expect(backup.data.map(({ givenName }) => givenName).sort()).toEqual([...names].sort());
    const form = new FormData();
    form.set('file', new Blob([backup.data.map((user) => JSON.stringify(user)).join('\n')]));
    expect(await expectOk<unknown>(api.request('POST', '/users/diff/file?compareField=code', form))).toEqual([]);
  });

  test('is written by its id', async () => {
    const { id } = await create('a');
    expect((await expectOk(api.request('PUT', `/users/by-id/${id.toUpperCase()}`, person('b')))).code).toBe('b');
    expect((await expectOk(api.request('PATCH', `/users/by-id/${id}`, { email: 'e@example.org' }))).email).toBe(
      'e@example.org',
    );
    expect(await expectErrors(api.request('PATCH', '/users/by-id/b', {}))).toEqual([
      'id: type mismatch, "b" is not a UUID',
    ]);
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
    const userIds = `${v.id},${u.id.toUpperCase()}&userIds=${nobody}&userIds=${u.id}`;
    const map = await expectOk<Record<string, JsonObject[]>>(
      api.request('GET', `/user-groups/by-users/map?userIds=${userIds}`),
    );
    expect(Object.entries(map).map(([id, groups]) => [id, groups.map(({ code }) => code)])).toEqual([
      [v.id, []],
      [u.id, ['A', 'B']],
      [nobody, []],
    ]);
    expect(map[u.id]?.[0]).toEqual(a);
    expect(await expectOk<JsonObject[]>(api.request('GET', `/user-groups/by-user/${u.id}`))).toEqual([a, b]);
    expect(await expectOk<JsonObject[]>(api.request('GET', `/user-groups/by-user/${nobody}`))).toEqual([]);
  });

  test('are asked of 1 to 500', async () => {
    const refusal = (ids: string) => expectErrors(api.request('GET', `/user-groups/by-users/map${ids}`));
    expect(await refusal('')).toEqual(['userIds: is required']);
    expect(await refusal('?userIds=,')).toEqual(['userIds: is required']);
    expect(await refusal('?userIds=x')).toEqual(['userIds: type mismatch, "x" is not a UUID']);
    const many = Array.from({ length: 501 }, () => crypto.randomUUID());
    expect(await refusal(`?userIds=${many.join(',')}`)).toEqual(['userIds: must have at most 500 ids, not 501']);
    await expectOk(api.request('GET', `/user-groups/by-users/map?userIds=${many.slice(1).join(',')}`));
  });

  test('are 100,000 memberships at once and no more', async () => {
    const [{ id: groupId }, { id }, other] = [await group('A'), await create('u'), await create('v')];
    const fill = (count: number) => api.sql`
      insert into user_user_group (id, version, incarnation, index_version, doc, audit, search, user_id, user_group_id, is_duplicate)
      select gen_random_uuid(), 1, 1, 1, '{}', '{}', '{}', ${id}, ${groupId}, true from generate_series(1, ${count}::int)`;
    await fill(100_000);
    expect(
      (await expectOk<JsonObject[]>(api.request('GET', `/user-groups/by-user/${id}`))).map(({ code }) => code),
    ).toEqual(['A']);
    await fill(1);
    expect(await expectErrors(api.request('GET', `/user-groups/by-user/${id}`))).toEqual([
      'userId: the user has more than 100000 groups, back up user-user-groups by userId to read that many',
    ]);
    expect(await expectErrors(api.request('GET', `/user-groups/by-users/map?userIds=${id},${other.id}`))).toEqual([
      'userIds: the users have more than 100000 groups together, request fewer users at a time',
    ]);
    expect(await expectOk<unknown>(api.request('GET', `/user-groups/by-user/${other.id}`))).toEqual([]);
  });

  test('give an associated role, which exists and shows in no roles', async () => {
    const boss = await role('BOSS');
    const none = 'f47ac10b-58cc-4372-a567-0e02b2c3d479';
    const wrong = { code: 'G', name: 'G', type: 'TEAM', chars: {}, associatedUserRoleId: none };
    expect(await expectErrors(api.request('POST', '/user-groups', wrong))).toEqual([
      `associatedUserRoleId: no Role has the id "${none}"`,
    ]);
    await save('/user-groups', { ...wrong, associatedUserRoleId: boss.id });
    expect((await create('u', { groups: ['G'] })).roles).toBeUndefined();
    expect(await expectErrors(api.request('DELETE', '/roles/BOSS'))).toEqual([
      'id: 1 UserGroup points to it by associatedUserRoleId',
    ]);
  });
});
