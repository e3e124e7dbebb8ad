import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { expectErrors, expectOk } from '../../helpers/api/expectations.ts';
import { person, resetUsers, userRequests } from '../../helpers/api/userRequests.ts';
import { startApiForFile } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();
const { save, create, read, patch, group, role } = userRequests(api);

beforeAll(async () => {
  await resetUsers(api);
  await Promise.all([group('NORTH'), group('SOUTH'), role('BOSS')]);
});

const changes = async (code: string) => {
  const versions = await expectOk<JsonObject[]>(api.request('GET', `/users/${code}/history`));
  return versions.map((version) => version.changes);
};
const idOf = async (path: string) => (await expectOk(api.request('GET', path))).id;

test('a version lists the links that it changes, also those that a record of a link has made', async () => {
  const { id } = await create('a', { roles: ['BOSS'] });
  await save('/user-user-groups', { userId: id, userGroupId: await idOf('/user-groups/NORTH') });
  await patch('a', { description: 'unrelated' });
  await patch('a', { groups: ['SOUTH'] });
  const [link] = await api.sql<{ id: string }[]>`select id from user_role where user_id = ${id}`;
  await expectOk<unknown>(api.request('DELETE', `/user-roles/${link?.id}`));
  await patch('a', { groups: null });
  expect(await changes('a')).toEqual([
    [{ path: 'groups', from: ['SOUTH'] }],
    [{ path: 'groups', from: ['NORTH'], to: ['SOUTH'] }],
    [{ path: 'description', to: 'unrelated' }],
    [],
  ]);
});

test('a diff lists the links that it changes, and no others', async () => {
  const { id } = await create('d');
  await save('/user-user-groups', { userId: id, userGroupId: await idOf('/user-groups/NORTH') });
  const diff = async (values: JsonObject) => {
    const { auditInfo: _, ...left } = await read('d');
    const entry = { diffType: 'DIFF_TYPE_CHANGE', left, right: { ...left, ...values } };
    await expectOk<unknown>(api.request('POST', '/users/diff/save', [entry]));
  };
  await diff({ description: 'unrelated' });
  await diff({ groups: ['NORTH', 'SOUTH'] });
  expect(await changes('d')).toEqual([
    [{ path: 'groups', from: ['NORTH'], to: ['NORTH', 'SOUTH'] }],
    [{ path: 'description', to: 'unrelated' }],
    [],
  ]);
});

test('the version of a deletion says when the record was deleted', async () => {
  const { id } = await create('gone');
  await expectOk<unknown>(api.request('DELETE', '/users/gone'));
  const [{ when } = {}] = await expectOk<JsonObject[]>(api.request('GET', `/users/${id}/history`));
  const answer = await api.request('GET', `/users/${id}/history?version=2`);
  expect([answer.status, answer.errors]).toEqual([404, [`version: the record was deleted in version 2, at ${when}`]]);
  expect((await api.request('GET', `/users/${id}/history?version=3`)).errors).toEqual([
    'version: the record has no version 3',
  ]);
});

test('a type that becomes one of persons renames its users, and a name has at most 255 characters', async () => {
  await save('/user-types', { code: 'CREW', name: 'Crew', type: 'WORK_GROUP', registry: {} });
  await create('b', { type: 'CREW', name: 'Crew 7', givenName: 'Ann', familyName: 'Lee' });
  await create('c', { type: 'CREW', name: 'c', givenName: 'x'.repeat(200), familyName: 'y'.repeat(200) });
  expect(await expectErrors(api.request('PATCH', '/user-types/CREW', { type: 'INDIVIDUAL' }))).toEqual([
    'name: must have 1 to 255 characters, as computed from givenName and familyName',
  ]);
  await patch('c', { familyName: 'y' });
  await expectOk(api.request('PATCH', '/user-types/CREW', { type: 'INDIVIDUAL' }));
  expect(await read('b')).toMatchObject({ name: 'Ann Lee', auditInfo: { version: 2 } });
  expect((await patch('b', {})).auditInfo.version).toBe(2);
  expect((await changes('b'))[0]).toEqual([{ path: 'name', from: 'Crew 7', to: 'Ann Lee' }]);
  const long = person('l', { givenName: '\u{1F600}'.repeat(200), familyName: '\u{1F600}'.repeat(55) });
  expect(await expectErrors(api.request('POST', '/users', long))).toEqual([
    'name: must have 1 to 255 characters, as computed from givenName and familyName',
  ]);
  const fits = await save('/users', { ...long, familyName: '\u{1F600}'.repeat(54) });
  expect([...fits.name].length).toBe(255);
  // Back to a type that is not computed, by a diff: the names stay.
  const { auditInfo: _, ...left } = await expectOk(api.request('GET', '/user-types/CREW'));
  const entry = { diffType: 'DIFF_TYPE_CHANGE', left, right: { ...left, type: 'WORK_GROUP' } };
  await expectOk<unknown>(api.request('POST', '/user-types/diff/save', [entry]));
  await patch('b', { name: 'Crew 8' });
  const back = { diffType: 'DIFF_TYPE_CHANGE', left: entry.right, right: left };
  await expectOk<unknown>(api.request('POST', '/user-types/diff/save', [back]));
  expect((await read('b')).name).toBe('Ann Lee');
});
