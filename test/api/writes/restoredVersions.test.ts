import { describe, expect, setDefaultTimeout, test } from 'bun:test';
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

describe('the records that a version names', () => {
  const at = (path: string) => ok('GET', path) as Promise<TestRecord & JsonObject>;

  test('are found after they were renamed, also if others have their codes now', async () => {
    await ok('POST', '/user-group-types', { code: 'K1', name: 'K', registry: {} });
    await ok('POST', '/user-group-types', { code: 'OTHER', name: 'O', registry: {} });
    const group = await ok('POST', '/user-groups', { code: 'typed', name: 'T', type: 'K1', chars: {} });
    const regionId = crypto.randomUUID();
    const region = await ok('POST', '/user-group-regions', { regionId, userGroup: { code: 'typed' } });
    await ok('PATCH', '/user-group-types/K1', { code: 'K2' });
    await ok('PATCH', `/user-groups/${group.id}`, { type: 'OTHER' });
    await ok('PATCH', '/user-group-types/K2', { code: 'K3', name: 'K three' });
    await ok('POST', '/user-group-types', { code: 'K1', name: 'another', registry: {} });
    for (const version of [1, 2]) {
      expect(await expectOk(restore('/user-groups/typed', version))).toMatchObject({ type: 'K3', code: 'typed' });
      await ok('PATCH', '/user-groups/typed', { type: 'OTHER' });
    }
    await ok('PATCH', '/user-groups/typed', { code: 'renamed' });
    await ok('PATCH', `/user-group-regions/${region.id}`, { regionId: crypto.randomUUID() });
    const restored = await expectOk<JsonObject>(restore(`/user-group-regions/${region.id}`, 1));
    expect(restored).toMatchObject({ regionId, userGroup: { id: group.id, code: 'renamed' } });
  });

  test('in links, lists and settings are found too', async () => {
    const template = { name: 'N', inputType: 'HTML', documentType: 'EMAIL', content: 'x' };
    await ok('POST', '/formatter-templates', { ...template, code: 'mail' });
    await ok('POST', '/formatter-templates', { ...template, code: 'next' });
    await ok('POST', '/user-groups', { code: 'night', name: 'N', type: 'OTHER', chars: {} });
    const config = { subject: 's', emailTemplateCode: 'mail' };
    await ok('POST', '/notification-rules', { code: 'rule', name: 'R', config });
    const ignored = { ignoredTemplateCodes: ['mail', 'rule'], ignoredUserGroups: ['night'] };
    const user = { code: 'petr', type: 'PERSON', chars: {}, groups: ['night'], notificationConfig: ignored };
    await ok('POST', '/users', user);
    await ok('PATCH', '/users/petr', { groups: [], notificationConfig: null });
    await ok('PATCH', '/notification-rules/rule', { config: { ...config, emailTemplateCode: 'next' } });
    await ok('PATCH', '/user-groups/night', { code: 'late' });
    await ok('PATCH', '/formatter-templates/mail', { code: 'letter' });
    await ok('PATCH', '/notification-rules/rule', { code: 'rule-2' });
    expect(await expectOk<JsonObject>(restore('/users/petr', 1))).toMatchObject({
      groups: ['late'],
      notificationConfig: { ignoredTemplateCodes: ['letter', 'rule-2'], ignoredUserGroups: ['late'] },
    });
    const rule = await expectOk<JsonObject>(restore('/notification-rules/rule-2', 1));
    expect(rule).toMatchObject({ code: 'rule', config: { emailTemplateCode: 'letter' } });
  });

  test('and that were deleted since are named, though a new record has the code', async () => {
    await ok('POST', '/user-group-types', { code: 'BRIEF', name: 'B', registry: {} });
    await ok('POST', '/user-groups', { code: 'held', name: 'H', type: 'BRIEF', chars: {} });
    await ok('POST', '/users', { code: 'ivan', type: 'PERSON', chars: {}, groups: ['held'] });
    await ok('PATCH', '/users/ivan', { groups: [] });
    await ok('PATCH', '/user-groups/held', { type: 'OTHER' });
    await ok('DELETE', '/user-group-types/BRIEF');
    await ok('POST', '/user-group-types', { code: 'BRIEF', name: 'B', registry: {} });
    const refused = await restore('/user-groups/held', 1);
    expect([refused.status, refused.errors]).toEqual([
      400,
      ['type: no UserGroupType has the code "BRIEF" of that time, it was deleted'],
    ]);
    expect(refused.json().problems).toMatchObject([{ code: 'NOT_FOUND', path: 'type' }]);
    await ok('DELETE', '/user-groups/held');
    expect((await restore('/users/ivan', 1)).errors).toEqual([
      'groups[0]: no UserGroup has the code "held" of that time, it was deleted',
    ]);
  });

  test('do not tell callers about records out of their reach', async () => {
    await ok('POST', '/user-group-types', { code: 'SECRET1', name: 'S', registry: {} });
    await ok('POST', '/user-groups', { code: 'visible', name: 'V', type: 'SECRET1', chars: {} });
    await ok('PATCH', '/user-groups/visible', { name: 'W' });
    const clerk = await api.callerWith([{ entityName: 'UserGroup', accessRule: 'READ_WRITE', fullAccess: true }]);
    await ok('PATCH', '/user-group-types/SECRET1', { code: 'SECRET2' });
    // The caller sees the present code in the record.
    expect(await expectOk<JsonObject>(restore('/user-groups/visible', 1, clerk))).toMatchObject({ type: 'SECRET2' });
    await ok('PATCH', '/user-groups/visible', { type: 'OTHER' });
    await ok('PATCH', '/user-group-types/SECRET2', { code: 'SECRET3' });
    expect((await restore('/user-groups/visible', 1, clerk)).errors).toEqual([
      'type: no UserGroupType has the code "SECRET1"',
    ]);
    expect((await at('/user-groups/visible')).type).toBe('OTHER');
  });
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

test('a restore obeys the conditions of its request', async () => {
  const first = await administrator.request('POST', '/worklog-types', { code: 'tagged', name: 'First' });
  const tag = first.headers.get('etag') ?? '';
  await ok('PATCH', '/worklog-types/tagged', { name: 'Second' });
  const at = '/worklog-types/tagged/restore?version=1';
  const stale = await administrator.request('POST', at, undefined, { 'if-match': tag });
  expect([stale.status, stale.errors]).toEqual([412, [expect.stringMatching(/^If-Match: /)]]);
  expect((await ok('GET', '/worklog-types/tagged')).name).toBe('Second');
  const current = (await administrator.request('GET', '/worklog-types/tagged')).headers.get('etag') ?? '';
  const refused = await administrator.request('POST', at, undefined, { 'if-none-match': '*' });
  expect(refused.status).toBe(412);
  const restored = await administrator.request('POST', at, undefined, { 'if-match': current });
  expect([restored.status, restored.json().name]).toEqual([200, 'First']);
  expect(restored.headers.get('etag')).toBeTruthy();

  const { id } = await ok('GET', '/worklog-types/tagged');
  await ok('DELETE', '/worklog-types/tagged');
  const absent = await administrator.request('POST', `/worklog-types/${id}/restore?version=1`, undefined, {
    'if-match': '*',
  });
  expect([absent.status, absent.errors]).toEqual([412, ['If-Match: no WorklogType has the id']]);
  const minimal = await administrator.request('POST', `/worklog-types/${id}/restore?version=1`, undefined, {
    prefer: 'return=minimal',
    'if-none-match': '*',
  });
  expect([minimal.status, minimal.text]).toEqual([204, '']);
});
