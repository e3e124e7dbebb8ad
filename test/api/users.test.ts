import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../domain/kind.ts';
import { settings } from '../../domain/settings.ts';
import { startApi, type TestAnswer, type TestApi, type TestRecord } from '../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
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
    settings.defaultAuthentication = 'AD';
    try {
      expect(await ok(api.request('PUT', '/users/a', person('a')))).toMatchObject({
        status: 'ENABLE',
        authentication: 'AD',
      });
    } finally {
      settings.defaultAuthentication = 'PASSWORD';
    }
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
