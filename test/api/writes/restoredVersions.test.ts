import { expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { startAuthenticatedApiForFile, type TestCaller } from '../../helpers/api/callers.ts';
import { expectOk } from '../../helpers/api/expectations.ts';
import type { TestRecord } from '../../helpers/api.ts';

setDefaultTimeout(60_000);

/** Records that are replaced by one of their versions, or created again by it. */

const api = await startAuthenticatedApiForFile();
const { administrator } = api;
const ok = (method: string, path: string, body?: JsonObject): Promise<TestRecord> =>
  expectOk(administrator.request(method, path, body));
const restore = (path: string, version: number | string, caller: TestCaller = administrator) =>
  caller.request('POST', `${path}/restore?version=${version}`);

test('a version replaces all members, as a PUT', async () => {
  const body = { code: 'first', name: 'First', description: 'D', localizationData: { cs: { name: 'První' } } };
  const first = await ok('POST', '/worklog-types', body);
  await ok('PATCH', '/worklog-types/first', { code: 'second', description: null, localizationData: null });
  const restored = await expectOk(restore('/worklog-types/second', 1));
  expect(restored).toEqual({ ...first, auditInfo: { ...restored.auditInfo, version: 3 } });
  expect(restored.auditInfo).toMatchObject({ whenInserted: first.auditInfo.whenInserted, version: 3 });
  // The state of a version that is the current one is no change.
  expect((await expectOk(restore(`/worklog-types/${first.id}`, 3))).auditInfo.version).toBe(3);
});

test('a deleted record is created again under its id, and its versions go on', async () => {
  const { id } = await ok('POST', '/worklog-types', { code: 'gone', name: 'Gone' });
  await ok('PATCH', '/worklog-types/gone', { name: 'Changed' });
  await ok('DELETE', '/worklog-types/gone');
  const deleted = await restore(`/worklog-types/${id}`, 3);
  expect([deleted.status, deleted.errors[0]]).toEqual([
    404,
    expect.stringContaining('version: the record was deleted in version 3'),
  ]);
  const restored = await expectOk(restore('/worklog-types/gone', 1));
  expect(restored).toMatchObject({ id, code: 'gone', name: 'Gone', auditInfo: { version: 4 } });
  expect(await ok('GET', `/worklog-types/${id}`)).toEqual(restored);
});

test('a code that another record has now, and a reference that no longer exists, are a 400', async () => {
  const { id } = await ok('POST', '/worklog-types', { code: 'taken', name: 'N' });
  await ok('DELETE', '/worklog-types/taken');
  await ok('POST', '/worklog-types', { code: 'taken', name: 'Other' });
  const taken = await restore(`/worklog-types/${id}`, 1);
  expect([taken.status, taken.errors]).toEqual([400, ['code: "taken" is taken by another WorklogType']]);

  await ok('POST', '/user-group-types', { code: 'T', name: 'T', registry: {} });
  const parent = await ok('POST', '/user-groups', { code: 'parent', name: 'P', type: 'T', chars: {} });
  await ok('POST', '/user-groups', { code: 'child', name: 'C', type: 'T', chars: {}, parentUserGroupId: parent.id });
  await ok('PATCH', '/user-groups/child', { parentUserGroupId: null });
  await ok('DELETE', '/user-groups/parent');
  const dangling = await restore('/user-groups/child', 1);
  expect(dangling.status).toBe(400);
  expect(dangling.errors).toEqual([expect.stringMatching(/^parentUserGroupId: no UserGroup has the id/)]);
  expect((await ok('GET', '/user-groups/child')).auditInfo.version).toBe(2);
});

test('links of a user, and a rule with a secret, are restored as a PUT of them would', async () => {
  await ok('POST', '/user-group-types', { code: 'TEAM', name: 'T', registry: {} });
  await ok('POST', '/user-groups', { code: 'north', name: 'N', type: 'TEAM', chars: {} });
  await ok('POST', '/users', { code: 'jana', type: 'PERSON', chars: {}, groups: ['north'] });
  await ok('PATCH', '/users/jana', { groups: [] });
  expect((await expectOk<TestRecord & { groups: string[] }>(restore('/users/jana', 1))).groups).toEqual(['north']);

  const config = { url: 'https://hooks.example.org/a', secret: 'top secret' };
  const rule = { code: 'hook', name: 'Hook', eventType: 'REST', apiSenderBeanName: 'webhookSender', config };
  const stored = await ok('POST', '/notification-rules', rule);
  await ok('PATCH', '/notification-rules/hook', { name: 'Renamed' });
  const restored = await expectOk(restore('/notification-rules/hook', 1));
  expect(restored).toMatchObject({ name: 'Hook', config: stored.config });
  await ok('DELETE', '/notification-rules/hook');
  const recreated = await expectOk<TestRecord & { config: JsonObject }>(restore(`/notification-rules/${stored.id}`, 1));
  // The secret went with the record.
  expect(recreated.config).toEqual({ url: 'https://hooks.example.org/a' });
});

test('the query, the version and the record are checked', async () => {
  const { id } = await ok('POST', '/worklog-types', { code: 'checked', name: 'N' });
  for (const [path, status, error] of [
    [`/worklog-types/${id}/restore`, 400, 'version: is required'],
    [`/worklog-types/${id}/restore?version=x`, 400, 'version: must be a whole number from 1, not "x"'],
    [`/worklog-types/${id}/restore?version=2`, 404, 'version: the record has no version 2'],
    ['/worklog-types/nothing/restore?version=1', 404, 'idOrCode: no WorklogType has the id or code "nothing"'],
  ] as const) {
    const answer = await administrator.request('POST', path);
    expect([answer.status, answer.errors]).toEqual([status, [error]]);
  }
});

test('a caller needs the old and the new state in its reach', async () => {
  const expression = [{ column: 'name', operator: 'LIKE', value: 'open%' }];
  const clerk = await api.callerWith([
    { entityName: 'WorklogType', accessRule: 'READ_WRITE', expression },
    { entityName: 'WorklogType', accessRule: 'READ', fullAccess: true },
  ]);
  const { id } = await ok('POST', '/worklog-types', { code: 'reach', name: 'closed' });
  await ok('PATCH', '/worklog-types/reach', { name: 'open 2' });
  await ok('PATCH', '/worklog-types/reach', { name: 'open 3' });
  expect((await restore('/worklog-types/reach', 1, clerk)).status).toBe(403);
  expect((await expectOk(restore('/worklog-types/reach', 2, clerk))).name).toBe('open 2');
  await ok('PATCH', '/worklog-types/reach', { name: 'closed' });
  expect((await restore('/worklog-types/reach', 2, clerk)).status).toBe(403);
  await ok('DELETE', '/worklog-types/reach');
  expect((await restore(`/worklog-types/${id}`, 2, clerk)).status).toBe(403);
  const blind = await api.callerWith([{ entityName: 'WorklogType', accessRule: 'READ_WRITE', expression }]);
  expect((await restore(`/worklog-types/${id}`, 2, blind)).status).toBe(404);
});
