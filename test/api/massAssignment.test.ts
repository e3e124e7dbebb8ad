import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { startAuthenticatedApiForFile } from '../helpers/api/callers.ts';
import { sampleLog } from '../helpers/api/logRequests.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

/** Members of a body do not change what their sender may not change. */

const api = await startAuthenticatedApiForFile();
const { administrator } = api;
const forged = {
  ...{ whoInserted: 'administrator', whoEdited: 'administrator' },
  ...{ whenInserted: '2001-01-01T00:00:00.000Z', whenEdited: '2001-01-01T00:00:00.000Z' },
};
const clerk = await api.callerWith([
  { entityName: 'WorklogType', accessRule: 'READ' },
  { entityName: 'WorklogType', accessRule: 'READ_WRITE', expression: [{ column: 'icon', value: 'mine' }] },
  { entityName: 'User', accessRule: 'READ_WRITE', fullAccess: true },
  { entityName: 'Role', accessRule: 'READ', fullAccess: true },
  { entityName: 'UserType', accessRule: 'READ', fullAccess: true },
  { entityName: 'UserGroupType', accessRule: 'READ', fullAccess: true },
  { entityName: 'UserGroup', accessRule: 'READ_WRITE', fullAccess: true },
  { entityName: 'Log', accessRule: 'READ_WRITE', fullAccess: true },
]);
const colleague = await api.callerWith([{ entityName: 'LogType', accessRule: 'READ_WRITE' }]);
const role = await api.store('Role', { code: 'POWER', name: 'Power' });
const rule = await api.store('AccessRule', { code: 'ALL', name: 'All', fullAccess: true, accessRule: 'READ_WRITE' });
await api.store('RoleAccessRule', { roleId: role.id, accessRuleId: rule.id });
const sleeper = await api.store('User', {
  ...{ code: 'sleeper', type: 'PERSON', chars: {}, roles: ['POWER'], status: 'DISABLE' },
});
await api.store('UserGroupType', { code: 'TEAM', name: 'Team', registry: {} });
await api.store('UserGroup', {
  ...{ code: 'CHIEFS', name: 'Chiefs', type: 'TEAM', chars: {} },
  associatedUserRoleId: role.id,
});
await api.store('UserGroup', { code: 'PLAIN', name: 'Plain', type: 'TEAM', chars: {} });

describe('auditInfo of a body', () => {
  test('does not name another author or time', async () => {
    const mine = { code: 'M1', name: 'Mine', icon: 'mine' };
    const saved = await clerk.request('POST', '/worklog-types', { ...mine, auditInfo: forged });
    expect(saved.json().auditInfo).toMatchObject({ version: 1, whoInserted: clerk.code, whoEdited: clerk.code });
    expect(saved.json().auditInfo.whenInserted > '2002').toBe(true);
    for (const [method, body] of [
      ['PATCH', { name: 'x', auditInfo: forged }],
      ['PUT', { ...mine, name: 'y', auditInfo: forged }],
    ] as const) {
      const { auditInfo } = (await clerk.request(method, '/worklog-types/M1', body)).json();
      expect(auditInfo).toMatchObject({ whoInserted: clerk.code, whoEdited: clerk.code });
      expect(auditInfo.whenEdited > '2002' && auditInfo.whenInserted > '2002').toBe(true);
    }
    const right = { code: 'M2', name: 'Mine', icon: 'mine', auditInfo: { ...forged, version: 7 } };
    const diffed = await clerk.request('POST', '/worklog-types/diff/save', [{ diffType: 'DIFF_TYPE_NEW', right }]);
    expect(diffed.json<JsonObject[]>()[0]?.['auditInfo']).toMatchObject({ version: 1, whoInserted: clerk.code });
    for (const auditInfo of [forged, { ...forged, version: 7 }]) {
      const log = await clerk.request('POST', '/logs', sampleLog({ auditInfo }));
      expect(log.json().auditInfo, log.text).toMatchObject({ version: 1, whoInserted: clerk.code });
      const made = await clerk.request('POST', '/worklog-types', { ...mine, code: crypto.randomUUID(), auditInfo });
      expect(made.json().auditInfo, made.text).toMatchObject({ version: 1, whoEdited: clerk.code });
    }
  });
});

describe('the id of a body', () => {
  test('does not write another record than the path names', async () => {
    const other = await api.store('WorklogType', { code: 'R1', name: 'Read only' });
    const mine = await api.store('WorklogType', { code: 'M3', name: 'Mine', icon: 'mine' });
    const values = { id: other.id, code: 'M3', name: 'changed', icon: 'mine' };
    for (const method of ['PUT', 'PATCH']) await clerk.request(method, `/worklog-types/${mine.id}`, values);
    expect((await clerk.request('POST', '/worklog-types', { ...values, code: 'M4' })).status).toBe(403);
    expect((await administrator.request('GET', `/worklog-types/${other.id}`)).json()).toMatchObject({ ...other });
    expect((await administrator.request('GET', '/worklog-types/M3')).json()).toMatchObject({ id: mine.id });
  });
});

describe('a caller who may write users, and is no administrator', () => {
  const person = { type: 'PERSON', chars: {} };
  const escalations: [member: string, target: string, change: JsonObject][] = [
    ['roles', clerk.userId, { roles: ['POWER'] }],
    ['roles', colleague.userId, { roles: ['POWER'] }],
    ['groups', clerk.userId, { groups: ['CHIEFS'] }],
    ['groups', colleague.userId, { groups: ['CHIEFS'] }],
    ['status', sleeper.id, { status: 'ENABLE' }],
    ['authentication', administrator.userId, { authentication: 'LDAP' }],
  ];
  for (const [index, [member, target, change]] of escalations.entries()) {
    test(`gives no rights by the ${member} of a user (${index + 1})`, async () => {
      const stored = (await administrator.request('GET', `/users/${target}`)).json();
      const { id: _, auditInfo: __, ...values } = stored;
      const changed = { ...values, ...change };
      const requests: [method: string, path: string, body: JsonObject | JsonObject[]][] = [
        ['PATCH', `/users/${target}`, change],
        ['PATCH', `/users/by-id/${target}`, change],
        ['PUT', `/users/${stored.code}`, changed],
        ['PUT', `/users/by-id/${target}`, changed],
        ['POST', '/users', { ...changed, id: target }],
        ['POST', '/users/diff/save', [{ diffType: 'DIFF_TYPE_CHANGE', left: stored, right: { ...stored, ...change } }]],
      ];
      for (const [method, path, body] of requests) {
        const answer = await clerk.request(method, path, body);
        expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(403);
      }
      expect((await administrator.request('GET', `/users/${target}`)).json()).toEqual(stored);
    });
  }

  test('creates no user with rights', async () => {
    for (const more of [{ roles: ['POWER'] }, { groups: ['CHIEFS'] }]) {
      const answer = await clerk.request('POST', '/users', { code: 'puppet', ...person, ...more });
      expect(answer.status, answer.text).toBe(403);
    }
    expect((await administrator.request('GET', '/users/puppet')).status).toBe(400);
  });

  test('gives no group a role', async () => {
    for (const [method, path, body] of [
      ['PATCH', '/user-groups/PLAIN', { associatedUserRoleId: role.id }],
      [
        'PUT',
        '/user-groups/PLAIN',
        { code: 'PLAIN', name: 'P', type: 'TEAM', chars: {}, associatedUserRoleId: role.id },
      ],
      ['POST', '/user-groups', { code: 'NEW', name: 'N', type: 'TEAM', chars: {}, associatedUserRoleId: role.id }],
    ] as const)
      expect((await clerk.request(method, path, body)).status, `${method} ${path}`).toBe(403);
  });
});

describe('the body of an API key', () => {
  test('names no user with other rights, and nothing that the service decides', async () => {
    expect((await clerk.request('POST', '/api-keys', { name: 'k', user: administrator.code })).status).toBe(403);
    for (const more of [
      { id: crypto.randomUUID() },
      { key: administrator.key },
      { userId: administrator.userId },
      { hash: 'x' },
    ]) {
      const answer = await clerk.request('POST', '/api-keys', { name: 'k', ...more });
      expect(answer.status, answer.text).toBe(400);
    }
  });

  test('is refused from a key with scopes, which could make a key without them', async () => {
    const scoped = await api.callerWith([{ fullAccess: true, accessRule: 'READ_WRITE' }], {
      scopes: [{ entityName: 'LogType', accessRule: 'READ' }],
    });
    expect((await scoped.request('POST', '/api-keys', { name: 'wider' })).status).toBe(403);
  });
});
