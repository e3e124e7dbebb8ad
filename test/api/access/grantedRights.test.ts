import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { type RuleOfCaller, startAuthenticatedApiForFile, type TestCaller } from '../../helpers/api/callers.ts';
import { changeEntry, newEntry } from '../../helpers/api/diffRequests.ts';
import type { TestAnswer, TestBody, TestRecord } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startAuthenticatedApiForFile();
const { administrator, callerWith, store } = api;
const rights = ['User', 'UserGroup', 'UserRole', 'UserUserGroup', 'Role', 'RoleAccessRule', 'AccessRule'];

/** The rules to write everything that grants rights, and to read what is linked. */
const writesRights: readonly RuleOfCaller[] = ['UserType', 'UserGroupType', ...rights].map((entityName) => ({
  entityName,
  accessRule: 'READ_WRITE',
}));
const dispatching: RuleOfCaller = {
  entityName: 'WorklogType',
  accessRule: 'READ_WRITE',
  expression: [{ column: 'code', operator: 'LIKE', value: 'V%' }],
};

await store('UserGroupType', { code: 'TEAM', name: 'Team', registry: {} });
const clerk = await callerWith([...writesRights, dispatching]);
const dispatchingId = String(clerk.ruleIds.at(-1));
let count = 0;
const code = (): string => `c${++count}`;

const makeRole = async (...ruleIds: readonly string[]): Promise<JsonObject & { id: string; code: string }> => {
  const role = await store('Role', { code: code(), name: 'R' });
  for (const accessRuleId of ruleIds) await store('RoleAccessRule', { roleId: role.id, accessRuleId });
  return role as JsonObject & { id: string; code: string };
};
const makeRule = (more: JsonObject): Promise<JsonObject & { id: string }> =>
  store('AccessRule', { code: code(), name: 'A', fullAccess: false, ...more });
const person = (more: JsonObject = {}): JsonObject => ({ code: code(), type: 'PERSON', chars: {}, ...more });
const team = (more: JsonObject = {}): JsonObject => ({ code: code(), name: 'G', type: 'TEAM', chars: {}, ...more });

const EVERY_ID = '[{"column":"id","operator":"IS_NOT_NULL"}]';
const everything = await makeRule({ fullAccess: true });
const administering = await makeRole(everything.id);
const dispatchers = await makeRole(dispatchingId);
const others = await makeRule({ entityName: 'LogType', accessRule: 'READ', expression: EVERY_ID });

async function expectRefused(answer: Promise<TestAnswer>, error: RegExp): Promise<void> {
  const { status, text } = await answer;
  expect(status, text).toBe(403);
  const { message, errors } = JSON.parse(text) as { message: string; errors: string[] };
  expect(message).toBe('You cannot grant rights that you do not have.');
  expect(errors.join()).toMatch(error);
}

async function expectOk(answer: Promise<TestAnswer>): Promise<TestRecord> {
  const { status, text } = await answer;
  expect(status, text).toBe(200);
  return text === '' ? (undefined as never) : JSON.parse(text);
}

const send = (method: string, path: string, body?: TestBody): Promise<TestAnswer> => clerk.request(method, path, body);
const administratorOf = (more: JsonObject = {}) => store('User', person({ roles: [administering.code], ...more }));
const ALL = /grants rights that you do not have: .*READ_WRITE of every kind$/;

describe('a role that the caller does not have', () => {
  test('is not granted by a link, to the caller or to anybody', async () => {
    const { id: userId } = await store('User', person());
    for (const one of [userId, clerk.userId])
      await expectRefused(
        send('POST', '/user-roles', { userId: one, roleId: administering.id }),
        /^roleId: .*every kind/,
      );
    const { id } = await store('UserRole', { userId, roleId: dispatchers.id });
    await expectRefused(send('PATCH', `/user-roles/${id}`, { roleId: administering.id }), ALL);
    await expectRefused(send('PUT', `/user-roles/${id}`, { userId, roleId: administering.id }), ALL);
    await expectRefused(send('POST', '/user-roles', { id, userId, roleId: administering.id }), ALL);
  });

  test('is not granted by the members of a user', async () => {
    const roles = [administering.code];
    const group = await store('UserGroup', team({ associatedUserRoleId: administering.id }));
    const groups = [String(group.code)];
    await expectRefused(send('PATCH', `/users/${clerk.userId}`, { roles: [clerk.code, ...roles] }), /^roles: /);
    await expectRefused(send('POST', '/users', person({ roles })), /^roles: /);
    await expectRefused(send('POST', '/users', person({ groups })), /^groups: /);
    await expectRefused(send('PATCH', `/users/${clerk.userId}`, { groups }), /^groups: /);
  });

  test('is not granted by a group', async () => {
    const group = await store('UserGroup', team());
    const associatedUserRoleId = administering.id;
    await expectRefused(send('PATCH', `/user-groups/${group.id}`, { associatedUserRoleId }), /^associatedUserRoleId: /);
    await expectRefused(send('POST', '/user-groups', team({ associatedUserRoleId })), ALL);
    const strong = await store('UserGroup', team({ associatedUserRoleId, validTo: '2020-01-01' }));
    await expectRefused(send('PATCH', `/user-groups/${strong.id}`, { validTo: null }), /^validTo: /);
    const open = await store('UserGroup', team({ associatedUserRoleId }));
    const membership = { userId: clerk.userId, userGroupId: open.id };
    await expectRefused(send('POST', '/user-user-groups', membership), /^userGroupId: /);
    const period = { validTo: '2020-01-01' };
    const { id } = await store('UserUserGroup', { ...membership, period });
    await expectRefused(send('PATCH', `/user-user-groups/${id}`, { period: null }), /^period: /);
  });

  test('is not granted by diffs', async () => {
    const user = await expectOk(administrator.request('POST', '/users', person()));
    const roles = [administering.code];
    await expectRefused(send('POST', '/users/diff/save', [changeEntry(user, { roles })]), /^\[0\]\.right\.roles: /);
    const link = { userId: user.id, roleId: administering.id };
    await expectRefused(send('POST', '/user-roles/diff/save', [newEntry(link)]), /^\[0\]\.right\.roleId: /);
    const form = new FormData();
    const filtering = [{ column: 'id', value: user.id }];
    const envelope = { entityType: 'User', filtering, data: [{ ...user, roles }] };
    form.set('file', new Blob([JSON.stringify(envelope)]), 'users.json');
    const saved = clerk.request('POST', '/users/diff/file?save=true', form);
    await expectRefused(saved, /\.right\.roles: /);
    expect((await expectOk(send('GET', `/users/${user.id}`))).roles).toBeUndefined();
  });
});

describe('a rule that the caller does not have', () => {
  test('is not written', async () => {
    const full = { code: code(), name: 'A', fullAccess: true, entityName: 'LogType' };
    await expectRefused(send('POST', '/access-rules', full), /^entityName: grants rights .*: READ_WRITE of LogType$/);
    const own = `/access-rules/${dispatchingId}`;
    await expectRefused(send('PATCH', own, { expression: EVERY_ID }), /WorklogType limited by \[.*IS_NOT_NULL/);
    await expectRefused(send('PATCH', own, { fullAccess: true }), /READ_WRITE of WorklogType/);
    await expectRefused(send('PATCH', `/access-rules/${others.id}`, { accessRule: 'READ_WRITE' }), /LogType/);
    await expectRefused(send('POST', '/access-rules/diff/save', [newEntry({ ...full, code: code() })]), /LogType/);
    const over = await makeRule({ entityName: 'LogType', fullAccess: true, validFor: { validTo: '2020-01-01' } });
    await expectRefused(send('PATCH', `/access-rules/${over.id}`, { validFor: null }), /^validFor: /);
  });

  test('is not linked to a role', async () => {
    const role = await makeRole();
    const accessRuleId = everything.id;
    await expectRefused(send('POST', '/role-access-rules', { roleId: role.id, accessRuleId }), /^accessRuleId: /);
    await expectRefused(
      send('POST', '/role-access-rules', { roleId: clerk.roleId, accessRuleId: others.id }),
      /LogType/,
    );
    const period = { validTo: '2020-01-01' };
    const { id } = await store('RoleAccessRule', { roleId: role.id, accessRuleId, period });
    await expectRefused(send('PATCH', `/role-access-rules/${id}`, { period: { validTo: '2999-01-01' } }), /^period: /);
  });

  test('does not come back with the validity of its role', async () => {
    const role = await store('Role', { code: code(), name: 'R', validityTo: '2020-01-01' });
    await store('RoleAccessRule', { roleId: role.id, accessRuleId: everything.id });
    await expectRefused(send('PATCH', `/roles/${role.id}`, { validityTo: null }), /^validityTo: /);
  });
});

describe('a user with other rights', () => {
  test('is not enabled, prolonged, renamed or given another authentication', async () => {
    const disabled = await administratorOf({ status: 'DISABLE' });
    await expectRefused(send('PATCH', `/users/${disabled.id}`, { status: 'ENABLE' }), /^status: /);
    const expired = await administratorOf({ validTo: '2020-01-01' });
    await expectRefused(send('PATCH', `/users/${expired.id}`, { validTo: null }), /^validTo: /);
    const active = await administratorOf({ authentication: 'LDAP' });
    await expectRefused(send('PATCH', `/users/${active.id}`, { authentication: 'PASSWORD' }), /^authentication: /);
    await expectRefused(send('PATCH', `/users/${active.id}`, { code: code() }), /^code: /);
    const other = await expectOk(administrator.request('GET', `/users/${disabled.id}`));
    const entry = changeEntry(other, { status: 'ENABLE' });
    await expectRefused(send('POST', '/users/diff/save', [entry]), /^\[0\]\.right\.status: /);
  });

  test('is changed in other respects, and disabled', async () => {
    const { id } = await administratorOf();
    await expectOk(send('PATCH', `/users/${id}`, { email: 'a@example.org' }));
    await expectOk(send('PATCH', `/users/${id}`, { authentication: 'EMPTY' }));
    await expectOk(send('PATCH', `/users/${id}`, { status: 'DISABLE' }));
    await expectOk(send('PATCH', `/users/${id}`, { roles: [] }));
  });
});

describe('rights that the caller has', () => {
  test('are granted on every path', async () => {
    const user = await expectOk(send('POST', '/users', person({ roles: [dispatchers.code] })));
    await expectOk(send('PATCH', `/users/${user.id}`, { status: 'DISABLE' }));
    await expectOk(send('PATCH', `/users/${user.id}`, { status: 'ENABLE' }));
    const role = await makeRole();
    await expectOk(send('POST', '/role-access-rules', { roleId: role.id, accessRuleId: dispatchingId }));
    await expectOk(send('POST', '/user-roles', { userId: user.id, roleId: role.id }));
    const group = await expectOk(send('POST', '/user-groups', team({ associatedUserRoleId: role.id })));
    await expectOk(send('POST', '/user-user-groups', { userId: user.id, userGroupId: group.id }));
    await expectOk(send('POST', '/user-roles/diff/save', [newEntry({ userId: clerk.userId, roleId: role.id })]));
  });

  test('by full access to a kind cover every rule for the kind', async () => {
    const rule = { code: code(), name: 'A', fullAccess: false, entityName: 'User', expression: EVERY_ID };
    const { id } = await expectOk(send('POST', '/access-rules', rule));
    await expectOk(send('POST', '/role-access-rules', { roleId: clerk.roleId, accessRuleId: id }));
    await expectOk(send('PATCH', `/access-rules/${id}`, { fullAccess: true }));
  });

  test('do not cover a reserved entity by full access to every kind', async () => {
    const reader = await callerWith([...writesRights, { accessRule: 'READ' }]);
    const metrics = await makeRole(
      (await makeRule({ entityName: 'Metrics', fullAccess: true, accessRule: 'READ' })).id,
    );
    const grant = (roleId: string) => reader.request('POST', '/user-roles', { userId: reader.userId, roleId });
    await expectRefused(grant(metrics.id), /READ of Metrics/);
    await expectOk(grant((await makeRole(others.id)).id));
  });

  test('are what the scopes of a key leave', async () => {
    const scopes = [...rights, 'UserType'].map((entityName) => ({ entityName, accessRule: 'READ_WRITE' }));
    const scoped = await callerWith([{}], { scopes });
    const link = { userId: scoped.userId, roleId: dispatchers.id };
    await expectRefused(scoped.request('POST', '/user-roles', link), /READ_WRITE of WorklogType/);
    await expectRefused(scoped.request('POST', '/users', person({ roles: [administering.code] })), ALL);
    const allowed = await makeRole((await makeRule({ entityName: 'User', fullAccess: true })).id);
    await expectOk(scoped.request('POST', '/user-roles', { ...link, roleId: allowed.id }));
  });

  test('are all of them with Admin, and none by Admin for reading', async () => {
    const admin = await callerWith([...writesRights, { entityName: 'Admin', accessRule: 'READ_WRITE' }]);
    const reader = await callerWith([...writesRights, { entityName: 'Admin', accessRule: 'READ' }]);
    const grant = (caller: TestCaller) =>
      caller.request('POST', '/user-roles', { userId: caller.userId, roleId: administering.id });
    await expectRefused(grant(reader), ALL);
    await expectOk(grant(admin));
  });
});

describe('a rule over the groups of the user', () => {
  const byGroups: RuleOfCaller = {
    entityName: 'WorklogType',
    accessRule: 'READ',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the placeholder itself
    expression: [{ column: 'description', operator: 'IN', value: '${user.groups}' }],
  };

  test('reaches no other group by a membership that the caller writes', async () => {
    const [north, south] = [await store('UserGroup', team()), await store('UserGroup', team())];
    const leader = await callerWith([...writesRights, byGroups]);
    await store('UserUserGroup', { userId: leader.userId, userGroupId: north.id });
    const join = (userId: string, group: JsonObject & { id: string }) =>
      leader.request('POST', '/user-user-groups', { userId, userGroupId: group.id });
    await expectRefused(join(leader.userId, south), /READ of WorklogType limited by/);
    const groups = [String(north.code), String(south.code)];
    await expectRefused(leader.request('PATCH', `/users/${leader.userId}`, { groups }), /^groups: /);
    await expectRefused(leader.request('PATCH', `/user-groups/${north.id}`, { code: code() }), /^code: /);
    const role = await makeRole(String(leader.ruleIds.at(-1)));
    const helper = await store('User', person());
    await expectOk(join(helper.id, south));
    await expectRefused(
      leader.request('POST', '/user-roles', { userId: helper.id, roleId: role.id }),
      /READ of WorklogType/,
    );
    const accomplice = person({ roles: [role.code], groups: [String(south.code)] });
    await expectRefused(leader.request('POST', '/users', accomplice), /^roles: /);
    await expectOk(leader.request('POST', '/users', { ...accomplice, groups: [String(north.code)] }));
  });
});

describe('an API key of another user', () => {
  const makeKey = (caller: TestCaller, user: string) => caller.request('POST', '/api-keys', { name: 'K', user });

  test('needs all rules of the user, and write access to it', async () => {
    const { id, code: strong } = await administratorOf();
    await expectRefused(makeKey(clerk, String(strong)), ALL);
    const plain = String((await store('User', person({ roles: [dispatchers.code] }))).code);
    const { key } = (await expectOk(makeKey(clerk, plain))) as unknown as { key: string };
    const me = await api.request('GET', '/me', undefined, { authorization: `Bearer ${key}` });
    expect(me.json()).toMatchObject({ user: plain, roles: [dispatchers.code] });
    const reader = await callerWith([{ entityName: 'User', accessRule: 'READ' }, { ...dispatching }]);
    expect((await makeKey(reader, plain)).status).toBe(403);
    const none = [{ column: 'code', value: 'x' }];
    const stranger = await callerWith([{ entityName: 'User', accessRule: 'READ_WRITE', expression: none }]);
    const hidden = await makeKey(stranger, id);
    expect([hidden.status, hidden.errors]).toEqual([400, [`user: no User has the id or code "${id}"`]]);
  });

  test('needs full access where rules name the user itself, as does another code of the user', async () => {
    const own: RuleOfCaller = {
      entityName: 'WorklogType',
      accessRule: 'READ',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the placeholder itself
      expression: [{ column: 'description', value: '${user.code}' }],
    };
    const leader = await callerWith([...writesRights, own]);
    const role = await makeRole(String(leader.ruleIds.at(-1)));
    const colleague = await expectOk(leader.request('POST', '/users', person({ roles: [role.code] })));
    await expectRefused(makeKey(leader, colleague.code), /READ of WorklogType limited by/);
    await expectRefused(leader.request('PATCH', `/users/${leader.userId}`, { code: code() }), /^code: /);
  });
});

test('a rule that the caller may not read is not described', async () => {
  const blind = await callerWith(writesRights.filter(({ entityName }) => entityName !== 'AccessRule'));
  const { status, errors } = await blind.request('POST', '/user-roles', {
    userId: blind.userId,
    roleId: administering.id,
  });
  expect([status, errors]).toEqual([403, ['roleId: grants rights that you do not have']]);
});
