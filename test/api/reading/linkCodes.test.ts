import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { startAuthenticatedApiForFile, type TestCaller } from '../../helpers/api/callers.ts';
import { expectErrors, expectOk } from '../../helpers/api/expectations.ts';
import type { TestRecord } from '../../helpers/api.ts';

setDefaultTimeout(60_000);

/** Link records in CSV: the codes of the records that they connect. */

const api = await startAuthenticatedApiForFile();
const { administrator } = api;
const ok = (method: string, path: string, body?: JsonObject): Promise<TestRecord> =>
  expectOk(administrator.request(method, path, body));

let users: TestRecord[];
let group: TestRecord;
let role: TestRecord;

beforeAll(async () => {
  await ok('POST', '/user-types', { code: 'T', name: 'T', type: 'EXTERNAL', registry: {} });
  await ok('POST', '/user-group-types', { code: 'T', name: 'T', registry: {} });
  const user = (code: string) => ok('POST', '/users', { code, name: code, type: 'T', chars: {} });
  // A code that would be read as an id.
  users = [await user('ann'), await user('a,"b"'), await user('0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f70')];
  group = await ok('POST', '/user-groups', { code: 'north', name: 'North', type: 'T', chars: {} });
  role = await ok('POST', '/roles', { code: 'chief', name: 'Chief' });
  for (const { id } of users) await ok('POST', '/user-user-groups', { userId: id, userGroupId: group.id });
  await ok('POST', '/user-roles', { userId: users[0]?.id ?? '', roleId: role.id });
});

const csv = async (path: string, caller: TestCaller = administrator): Promise<string[]> => {
  const { status, text } = await caller.request('GET', path, undefined, { accept: 'text/csv' });
  expect({ status, text }).toMatchObject({ status: 200 });
  return text.trimEnd().split('\r\n');
};

const upload = (path: string, text: string) => {
  const form = new FormData();
  form.set('file', new Blob([text]), 'links.csv');
  return administrator.request('POST', path, form);
};

test('a list has codes, and the id of a record whose code reads as an id', async () => {
  const rows = await csv('/user-user-groups?fields=userId,userGroupId');
  expect(rows[0]).toBe('userId,userGroupId');
  expect(rows.slice(1).toSorted()).toEqual([`${users[2]?.id},north`, '"a,""b""",north', 'ann,north'].toSorted());
  expect(await csv('/user-roles?fields=userId,roleId')).toContain('ann,chief');
  const json = await expectOk<TestRecord[]>(administrator.request('GET', '/user-roles'));
  expect(json).toContainEqual(expect.objectContaining({ userId: users[0]?.id ?? '', roleId: role.id }));
});

test('a backup is the same when it is compared, and new rows may have codes', async () => {
  const body = { entityType: 'UserUserGroup' };
  const headers = { accept: 'text/csv', 'content-type': 'application/json' };
  const { text } = await administrator.request('POST', '/user-user-groups/backup', body, headers);
  expect(await expectOk<unknown>(upload('/user-user-groups/diff/file', text))).toEqual([]);
  const other = await ok('POST', '/user-groups', { code: 'south', name: 'South', type: 'T', chars: {} });
  const links = (
    await administrator.request('GET', '/user-user-groups?fields=id,userId,userGroupId', undefined, headers)
  ).text;
  await expectOk(upload('/user-user-groups/diff/file?save=true', `${links},ann,south\r\n`));
  const rows = await csv('/user-user-groups?fields=userId,userGroupId');
  expect(rows).toContain('ann,south');
  expect(await expectOk<unknown>(administrator.request('GET', `/user-groups/by-user/${users[0]?.id}`))).toMatchObject([
    { id: group.id },
    { id: other.id },
  ]);
});

test('an unknown code is a problem', async () => {
  const text = 'id,userId,roleId\n,nobody,chief\n,ann,chief\n';
  expect(await expectErrors(upload('/user-roles/diff/file', text))).toEqual([
    '[0].userId: no User has the id or code "nobody" (line 2)',
  ]);
});

test('the code of a record that the caller may not read is not shown', async () => {
  const clerk = await api.callerWith([
    { entityName: 'UserRole', accessRule: 'READ', fullAccess: true },
    { entityName: 'Role', accessRule: 'READ', fullAccess: true },
  ]);
  expect(await csv('/user-roles?fields=userId,roleId', clerk)).toContain(`${users[0]?.id},chief`);
});
