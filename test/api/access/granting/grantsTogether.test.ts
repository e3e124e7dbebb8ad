import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../../domain/kinds/kind.ts';
import { type RuleOfCaller, startAuthenticatedApiForFile } from '../../../helpers/api/callers.ts';
import { changeEntry, newEntry } from '../../../helpers/api/diffRequests.ts';
import type { TestAnswer, TestBody } from '../../../helpers/api.ts';

setDefaultTimeout(60_000);

/** Writes that grant together what neither of them grants alone: a role with a rule over groups, and another group. */

const api = await startAuthenticatedApiForFile();
const { administrator, callerWith, store } = api;
const writesRights: readonly RuleOfCaller[] = [
  ...['UserType', 'UserGroupType', 'User', 'UserGroup', 'UserRole', 'UserUserGroup', 'Role', 'RoleAccessRule'],
  'AccessRule',
].map((entityName) => ({ entityName, accessRule: 'READ_WRITE' }));
const byGroups: RuleOfCaller = {
  entityName: 'WorklogType',
  accessRule: 'READ',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the placeholder itself
  expression: [{ column: 'description', operator: 'IN', value: '${user.groups}' }],
};

await store('UserGroupType', { code: 'TEAM', name: 'Team', registry: {} });
let count = 0;
const code = (): string => `c${++count}`;
const team = (more: JsonObject = {}): JsonObject => ({ code: code(), name: 'G', type: 'TEAM', chars: {}, ...more });
const makeUser = () => store('User', { code: code(), type: 'PERSON', chars: {} });
const makeRole = () => store('Role', { code: code(), name: 'R' });

const north = await store('UserGroup', team());
const south = await store('UserGroup', team());
const leader = await callerWith([...writesRights, byGroups]);
const accessRuleId = String(leader.ruleIds.at(-1));
await store('UserUserGroup', { userId: leader.userId, userGroupId: north.id });

const send = (method: string, path: string, body: TestBody): Promise<TestAnswer> => leader.request(method, path, body);

async function expectRefused(answer: Promise<TestAnswer>, path: RegExp): Promise<void> {
  const { status, text, errors } = await answer;
  expect(status, text).toBe(403);
  expect(errors.join()).toMatch(path);
  expect(errors.join()).toContain('READ of WorklogType limited by');
}

async function expectOk(answer: Promise<TestAnswer>): Promise<void> {
  const { status, text } = await answer;
  expect(status, text).toBe(200);
}

describe('a rule over groups is not granted to users of a group that the caller is not in', () => {
  let user: JsonObject & { id: string };
  let role: JsonObject & { id: string };
  beforeEach(async () => {
    [user, role] = [await makeUser(), await makeRole()];
  });

  test('by a link of the rule to a role that they have', async () => {
    await store('UserUserGroup', { userId: user.id, userGroupId: south.id });
    await store('UserRole', { userId: user.id, roleId: role.id });
    const link = { roleId: role.id, accessRuleId };
    await expectRefused(send('POST', '/role-access-rules', link), /^accessRuleId: /);
    await expectRefused(
      send('POST', '/role-access-rules/diff/save', [newEntry(link)]),
      /^\[0\]\.right\.accessRuleId: /,
    );
  });

  test('by the role of a group that they are in', async () => {
    await store('RoleAccessRule', { roleId: role.id, accessRuleId });
    const group = await store('UserGroup', team());
    await store('UserUserGroup', { userId: user.id, userGroupId: group.id });
    const associatedUserRoleId = role.id;
    await expectRefused(send('PATCH', `/user-groups/${group.id}`, { associatedUserRoleId }), /^associatedUserRoleId: /);
    await expectOk(send('PATCH', `/user-groups/${north.id}`, { associatedUserRoleId }));
    await expectOk(send('PATCH', `/user-groups/${north.id}`, { associatedUserRoleId: null }));
  });

  test('by a role whose validity is extended', async () => {
    const over = await store('Role', { code: code(), name: 'R', validityTo: '2020-01-01' });
    await store('RoleAccessRule', { roleId: over.id, accessRuleId });
    await store('UserRole', { userId: user.id, roleId: over.id });
    await store('UserUserGroup', { userId: user.id, userGroupId: south.id });
    await expectRefused(send('PATCH', `/roles/${over.id}`, { validityTo: null }), /^validityTo: /);
  });

  test('by two entries of one diff', async () => {
    await store('RoleAccessRule', { roleId: role.id, accessRuleId });
    const granting = await store('UserGroup', team({ associatedUserRoleId: role.id }));
    await store('UserUserGroup', { userId: leader.userId, userGroupId: granting.id });
    const memberships = [granting, south].map(({ id }) => newEntry({ userId: user.id, userGroupId: id }));
    const { id } = await makeUser();
    const other = (await administrator.request('GET', `/users/${id}`)).json();
    const groups = [String(granting.code), String(south.code)];
    await expectRefused(send('POST', '/user-user-groups/diff/save', memberships), /^\[0\]\.right\.userGroupId: /);
    await expectRefused(send('POST', '/users/diff/save', [changeEntry(other, { groups })]), /^\[0\]\.right\.groups: /);
    expect(await api.sql`select from user_user_group where user_id in (${user.id}, ${id})`).toHaveLength(0);
  });

  test('by two requests at once', async () => {
    await store('RoleAccessRule', { roleId: role.id, accessRuleId });
    for (let round = 0; round < 5; round++) {
      const { id: userId } = await makeUser();
      const answers = await Promise.all([
        send('POST', '/user-roles', { userId, roleId: role.id }),
        send('POST', '/user-user-groups', { userId, userGroupId: south.id }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    }
  });
});
