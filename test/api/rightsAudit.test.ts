import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { ZipFile } from 'yazl';
import { createAdministrator } from '../../domain/identity/administrator.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { initialCaller } from '../../domain/users/initialRecords.ts';
import { startAuthenticatedApiForFile } from '../helpers/api/callers.ts';
import { expectErrors, expectOk } from '../helpers/api/expectations.ts';
import type { TestAnswer, TestRecord } from '../helpers/api.ts';

setDefaultTimeout(60_000);

const api = await startAuthenticatedApiForFile();
const { administrator } = api;
const { request } = administrator;

interface Entry {
  readonly action: string;
  readonly target?: string;
  readonly targetKind?: string;
  readonly targetId?: string;
  readonly changes?: string;
  readonly user?: string;
  readonly keyName?: string;
  readonly count?: number;
  readonly requestId?: string;
}

const forRights = { column: 'targetKind', operator: 'IS_NOT_NULL' };

async function entriesOf(filters: readonly object[] = []): Promise<Entry[]> {
  const filtering = {
    filters: [forRights, ...filters],
    sort: [{ column: 'action' }, { column: 'target' }],
    size: 1_000,
  };
  const path = `/audit-entries?filtering=${encodeURIComponent(JSON.stringify(filtering))}`;
  return (await expectOk<{ content: Entry[] }>(request('GET', path))).content;
}

const shown = (entries: readonly Entry[]) => entries.map(({ action, target, changes }) => [action, target, changes]);

beforeEach(async () => {
  await api.sql`delete from audit_entry`;
});

const made = new Map<string, string>();
const create = async (path: string, body: JsonObject): Promise<TestRecord> => {
  const record = await expectOk<TestRecord>(request('POST', path, body));
  made.set(`${path} ${record.code}`, record.id);
  return record;
};
const user = (code: string, members: JsonObject = {}) =>
  create('/users', { code, type: 'PERSON', chars: {}, ...members });
const role = (code: string) => create('/roles', { code, name: code });
const group = async (code: string, members: JsonObject = {}) => {
  if (!made.has('/user-group-types TEAM'))
    await create('/user-group-types', { code: 'TEAM', name: 'Team', registry: {} });
  return create('/user-groups', { code, name: code, type: 'TEAM', chars: {}, ...members });
};

describe('a change of rights is in the audit list', () => {
  test('with who made it, by which key and request', async () => {
    const { id } = await role('auditor');
    const [entry] = await entriesOf();
    expect(entry).toMatchObject({
      ...{ action: 'ROLE_CREATED', target: 'auditor', targetKind: 'Role', targetId: id, user: administrator.code },
      ...{ changes: 'code: "auditor"; name', keyName: expect.any(String), requestId: expect.any(String) },
    });
  });

  test('made by POST, PUT, PATCH and DELETE of each kind', async () => {
    const reader = await role('reader');
    const rule = await create('/access-rules', {
      code: 'r1',
      name: 'R',
      fullAccess: true,
      accessRule: 'READ',
      entityName: 'Log',
    });
    const link = await create('/role-access-rules', { roleId: reader.id, accessRuleId: rule.id });
    const ann = await user('ann');
    const grant = await create('/user-roles', { userId: ann.id, roleId: reader.id });
    const north = await group('north');
    const member = await create('/user-user-groups', { userId: ann.id, userGroupId: north.id });
    await expectOk(
      request('PATCH', `/access-rules/${rule.id}`, { accessRule: 'READ_WRITE', description: 'free text' }),
    );
    await expectOk(request('PUT', `/roles/${reader.id}`, { code: 'reader2', name: 'reader' }));
    await expectOk(request('PATCH', `/users/${ann.id}`, { status: 'DISABLE', email: 'a@example.com' }));
    await expectOk(request('PATCH', `/users/${ann.id}`, { email: 'b@example.com' }));
    await expectOk(request('PATCH', `/user-groups/${north.id}`, { associatedUserRoleId: reader.id }));
    await expectOk(request('PATCH', `/user-groups/${north.id}`, { description: 'no right' }));
    for (const [path, { id }] of [
      ['user-user-groups', member],
      ['user-roles', grant],
      ['role-access-rules', link],
    ] as const)
      expect((await request('DELETE', `/${path}/${id}`)).status).toBeLessThan(300);
    expect(shown(await entriesOf())).toEqual([
      ['ACCESS_RULE_CHANGED', 'r1', 'accessRule: "READ" -> "READ_WRITE"; description'],
      ['ACCESS_RULE_CREATED', 'r1', 'accessRule: "READ"; code: "r1"; entityName: "Log"; fullAccess: true; name'],
      ['ROLE_ACCESS_RULE_CREATED', 'reader r1', `accessRuleId: "${rule.id}"; roleId: "${reader.id}"`],
      ['ROLE_ACCESS_RULE_DELETED', 'reader2 r1', `accessRuleId: "${rule.id}"; roleId: "${reader.id}"`],
      ['ROLE_CHANGED', 'reader2', 'code: "reader" -> "reader2"'],
      ['ROLE_CREATED', 'reader', 'code: "reader"; name'],
      ['USER_CHANGED', 'ann', 'status: "ENABLE" -> "DISABLE"'],
      ['USER_CREATED', 'ann', 'authentication: "PASSWORD"; code: "ann"; status: "ENABLE"'],
      ['USER_GROUP_CHANGED', 'north', `associatedUserRoleId: - -> "${reader.id}"`],
      ['USER_ROLE_CREATED', 'ann reader', `roleId: "${reader.id}"; userId: "${ann.id}"`],
      ['USER_ROLE_DELETED', 'ann reader2', `roleId: "${reader.id}"; userId: "${ann.id}"`],
      ['USER_USER_GROUP_CREATED', 'ann north', `userGroupId: "${north.id}"; userId: "${ann.id}"`],
      ['USER_USER_GROUP_DELETED', 'ann north', `userGroupId: "${north.id}"; userId: "${ann.id}"`],
    ]);
  });

  test('made by the members of a user, and by its deletion', async () => {
    await role('first');
    await user('žofie', { roles: ['first'] });
    await role('second');
    await expectOk(request('PATCH', '/users/žofie', { roles: ['second'] }));
    expect((await request('DELETE', '/users/žofie')).status).toBeLessThan(300);
    const entries = await entriesOf([{ column: 'target', operator: 'LIKE', value: '%ŽOFIE%' }]);
    expect(entries.map(({ action, target }) => `${action} ${target}`)).toEqual([
      'USER_CHANGED žofie',
      'USER_CREATED žofie',
      'USER_DELETED žofie',
      'USER_ROLE_CREATED žofie first',
      'USER_ROLE_CREATED žofie second',
      'USER_ROLE_DELETED žofie first',
      'USER_ROLE_DELETED žofie second',
    ]);
    expect(entries[0]?.changes).toBe('roles: ["first"] -> ["second"]');
    expect(new Set(entries.map(({ user: who }) => who))).toEqual(new Set([administrator.code]));
    expect(new Set(entries.map(({ keyName }) => keyName)).size).toBe(1);
  });

  test('made by a diff, a saved diff and an archive', async () => {
    const old = await role('imported');
    await api.sql`delete from audit_entry`;
    const { auditInfo: _, ...left } = old;
    const entry = { diffType: 'DIFF_TYPE_CHANGE', left, right: { ...left, validityTo: '2099-01-01T00:00:00.000Z' } };
    await expectOk(request('POST', '/roles/diff/save', [entry]));
    const file = (name: string, bytes: Uint8Array | string): FormData => {
      const form = new FormData();
      form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
      return form;
    };
    const all = await expectOk<TestRecord[]>(request('GET', '/access-rules'));
    const envelope = JSON.stringify([...all, { code: 'diffed', name: 'D', fullAccess: true, entityName: 'Log' }]);
    await expectOk(request('POST', '/access-rules/diff/file?save=true&compareField=code', file('f.json', envelope)));
    const zip = new ZipFile();
    const backup = await expectOk<{ data: TestRecord[] }>(request('POST', '/roles/backup', { entityType: 'Role' }));
    const data = [...backup.data, { id: crypto.randomUUID(), code: 'archived', name: 'A' }];
    zip.addBuffer(Buffer.from(JSON.stringify({ filtering: [], data })), 'roles.json');
    zip.end();
    const bytes = Buffer.concat(await Array.fromAsync(zip.outputStream as unknown as AsyncIterable<Buffer>));
    await expectOk(request('POST', '/admin/import', file('a.zip', bytes)));
    const entries = await entriesOf();
    expect(entries.map(({ action, target }) => [action, target])).toEqual([
      ['ACCESS_RULE_CREATED', 'diffed'],
      ['ROLE_CHANGED', 'imported'],
      ['ROLE_CREATED', 'archived'],
    ]);
    expect(entries.map(({ keyName, user: who }) => [keyName, who])).toEqual(
      entries.map(() => [expect.any(String), administrator.code]),
    );
    expect((await request('POST', '/admin/import?dryRun=true', file('a.zip', bytes))).status).toBe(200);
    expect((await entriesOf()).length).toBe(3);
  });

  test('made for a new administrator', async () => {
    await create('/user-types', { code: 'INDIVIDUAL', name: 'Individual', type: 'INDIVIDUAL', registry: {} });
    await createAdministrator(api.services, 'boss', initialCaller('operator'));
    const entries = await entriesOf();
    expect(entries.map(({ action }) => action)).toContain('USER_ROLE_CREATED');
    expect(new Set(entries.map(({ user: who }) => who))).toEqual(new Set(['operator']));
  });

  test('as one entry with a count, if one request changes more than 1,000 records', async () => {
    const data = Array.from({ length: 1_001 }, (_, index) => ({ code: `bulk${index}`, name: 'B' }));
    const entries = data.map((right) => ({ diffType: 'DIFF_TYPE_NEW', right }));
    await expectOk(request('POST', '/roles/diff/save', entries));
    expect(await entriesOf()).toMatchObject([{ action: 'ROLE_CREATED', targetKind: 'Role', count: 1_001 }]);
  });
});

describe('an audit list of rights', () => {
  test('has no entry of a write that is rolled back', async () => {
    const { id } = await role('rolled-back');
    await api.sql`delete from audit_entry`;
    const refused: Promise<TestAnswer>[] = [
      request('POST', '/roles', { code: 'rolled-back', name: 'taken' }),
      request('PUT', `/roles/${id}`, { code: 'rolled-back', name: 'x', auditInfo: { version: 7 } }),
      request('POST', '/roles/diff/save', [
        { diffType: 'DIFF_TYPE_NEW', right: { code: 'half', name: 'H' } },
        { diffType: 'DIFF_TYPE_NEW', right: { code: 'rolled-back', name: 'H' } },
      ]),
    ];
    for (const answer of refused) await expectErrors(answer);
    expect(await entriesOf()).toEqual([]);
  });

  test('is not written by changes of other kinds', async () => {
    await create('/log-types', { code: 'L', name: 'L' });
    expect(await entriesOf()).toEqual([]);
  });

  test('is read with the right to Admin alone', async () => {
    const filtering = encodeURIComponent('{}');
    const caller = await api.callerWith([{ entityName: 'Role' }, { entityName: 'AccessRule' }]);
    expect((await caller.request('GET', `/audit-entries?filtering=${filtering}`)).status).toBe(403);
  });
});
