import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { expectErrors, expectOk } from '../../helpers/api/expectations.ts';
import { person, resetUsers, userRequests } from '../../helpers/api/userRequests.ts';
import { startApiForFile, type TestRecord } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();
const { save, create, group, role } = userRequests(api);
const REGION = 'f47ac10b-58cc-4372-a567-0e02b2c3d470';

/** A record of each kind, and a change that makes it another one. */
const kinds: Record<string, (made: Record<string, TestRecord>) => { values: JsonObject; other: JsonObject }> = {
  'user-roles': ({ user, role }) => ({ values: { userId: idOf(user), roleId: idOf(role) }, other: { roleId: '' } }),
  'role-access-rules': ({ rule, role }) => ({
    values: { accessRuleId: idOf(rule), roleId: idOf(role) },
    other: { period: { validTo: '2030-01-01' } },
  }),
  'user-group-regions': ({ group }) => ({
    values: { regionId: REGION, userGroup: { id: idOf(group) } },
    other: { regionId: REGION.replace('0', '1') },
  }),
  'user-user-groups': ({ user, group }) => ({
    values: { userId: idOf(user), userGroupId: idOf(group) },
    other: { roleInGroup: ['head'] },
  }),
  sharings: () => ({
    values: { ownerType: 'a', ownerId: '1', refType: 'b', refId: '2' },
    other: { sharingTypeCode: 'x' },
  }),
};
const first: Record<string, string> = {
  'user-roles': 'userId: the UserRole',
  'role-access-rules': 'accessRuleId: the RoleAccessRule',
  'user-group-regions': 'regionId: the UserGroupRegion',
  'user-user-groups': 'userId: the UserUserGroup',
  sharings: 'ownerType: the Sharing',
};
const idOf = (record: TestRecord | undefined) => record?.id ?? '';

const made: Record<string, TestRecord> = {};
let otherRole = '';

beforeAll(async () => {
  await resetUsers(api);
  made.user = await create('a');
  made.group = await group('NORTH');
  made.role = await role('BOSS');
  made.rule = await save('/access-rules', { code: 'all', name: 'all', fullAccess: true });
  otherRole = idOf(await role('CLERK'));
});

describe.each(Object.keys(kinds))('an exact duplicate among the %s', (path) => {
  test('is refused, alone, in a diff, and of two at once', async () => {
    const { values, other: change } = kinds[path]?.(made) ?? { values: {}, other: {} };
    const other = change.roleId === '' ? { roleId: otherRole } : change;
    const twice = await Promise.all([api.request('POST', `/${path}`, values), api.request('POST', `/${path}`, values)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 400]);
    const record = twice.find(({ status }) => status === 200)?.json() as TestRecord;
    const problem = `${first[path]} ${record.id} has the same members`;
    expect(twice.find(({ status }) => status === 400)?.errors).toEqual([problem]);

    const { id } = await save(`/${path}`, { ...values, ...other });
    expect(await expectErrors(api.request('PUT', `/${path}/${id}`, values))).toEqual([problem]);
    const entry = (right: JsonObject) => ({ diffType: 'DIFF_TYPE_NEW', right });
    const diff = (entries: object[]) => api.request('POST', `/${path}/diff/save`, entries);
    expect(await expectErrors(diff([entry(values)]))).toEqual([`[0].right.${problem}`]);
    await expectOk(api.request('DELETE', `/${path}/${id}`));
    expect(await expectErrors(diff([entry({ ...values, ...other }), entry({ ...values, ...other })]))).toEqual([
      `[1].right.${problem.split(':')[0]}: [0] has the same members`,
    ]);

    // A diff swaps the values of two records.
    const second = await save(`/${path}`, { ...values, ...other });
    const { id: _, auditInfo: __, ...ofFirst } = record;
    const { id: ___, auditInfo: ____, ...ofSecond } = second;
    const swap = (left: TestRecord, right: object) => ({ diffType: 'DIFF_TYPE_CHANGE', left, right });
    await expectOk(diff([swap(record, ofSecond), swap(second, ofFirst)]));
    expect(await expectErrors(diff([entry(values)]))).toEqual([
      `[0].right.${first[path]} ${second.id} has the same members`,
    ]);
  });
});

test('duplicates from before stay, can be changed, and are restored from an archive', async () => {
  const values = { ownerType: 'old', ownerId: '1', refType: 'b', refId: '2' };
  const one = await save('/sharings', values);
  const copy = 'f47ac10b-58cc-4372-a567-0e02b2c3d471';
  await api.sql`
    insert into sharing (id, version, incarnation, index_version, doc, audit, search, is_duplicate)
    select ${copy}, version, incarnation, index_version, replace(doc, ${one.id}, ${copy}), audit, search, true
    from sharing where id = ${one.id}`;
  const archive = await fetch(`${api.url}/api/v2/admin/export`, { method: 'POST' });
  const file = new Blob([await archive.arrayBuffer()]);
  await api.sql`delete from sharing`;
  const form = new FormData();
  form.set('file', file, 'a.zip');
  await expectOk<unknown>(api.request('POST', '/admin/import', form));
  expect((await api.sql`select from sharing where owner_type = 'old'`).length).toBe(2);
  await expectOk(api.request('PATCH', `/sharings/${copy}`, { description: 'another' }));
  expect(await expectErrors(api.request('PATCH', `/sharings/${copy}`, { description: null }))).toEqual([
    expect.stringContaining('has the same members'),
  ]);
});

test('memberships with periods may repeat, and regions of a user not', async () => {
  const [user, north] = [await create('b'), await group('SOUTH')];
  const period = { validTo: '2020-01-01' };
  const past = { userId: user.id, userGroupId: north.id, period };
  expect((await save('/user-user-groups', past)).id).not.toBe((await save('/user-user-groups', past)).id);
  const regions = [{ regionId: REGION, coefficient: 1 }, { coefficient: 1 }, { coefficient: 1, regionId: REGION }];
  expect(await expectErrors(api.request('POST', '/users', person('c', { regions })))).toEqual([
    'regions[1].regionId: is required',
    'regions[2]: is the same as regions[0]',
  ]);
});
