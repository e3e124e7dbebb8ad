import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { expectErrors } from '../../helpers/api/expectations.ts';
import { resetUserGroups, userGroup, userGroupRequests } from '../../helpers/api/userGroupRequests.ts';
import { startApiForFile, type TestAnswer, type TestRecord } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();
const { create } = userGroupRequests(api);

beforeEach(() => resetUserGroups(api));

describe('a group', () => {
  test('comes back as it was sent', async () => {
    const sent = userGroup('Žluťoučký 👩‍🚒 \u202eabc', {
      id: 'f47ac10b-58cc-4372-a567-0e02b2c3d479',
      description: 'd',
      ldapMemberOf: 'cn=a,dc=b',
      validFrom: '2026-01-01T00:00:00.000Z',
      validTo: '2026-01-01T00:00:00.000Z',
      dataTags: ['x', 'y'],
      email: 'team@example.org',
      phoneNumber: '112',
      chars: { a: null, b: { c: [1] } },
    });
    const { auditInfo, ...saved } = await create('x', sent);
    expect(auditInfo.version).toBe(1);
    expect(saved as JsonObject).toEqual(sent);
  });

  test('tells all that is wrong with it at once', async () => {
    await create('A');
    const body = userGroup('A', {
      type: 'NONE',
      parentUserGroupId: '5a1c7e0e-0000-4b7a-9c1d-3f0a6d2b8e01',
      validFrom: '2026-01-02',
      validTo: '2026-01-01',
    });
    expect(await expectErrors(api.request('POST', '/user-groups', body))).toEqual([
      'validTo: must not be before validFrom',
      'code: "A" is taken by another UserGroup',
      'type: no UserGroupType has the code "NONE"',
      'parentUserGroupId: no UserGroup has the id "5a1c7e0e-0000-4b7a-9c1d-3f0a6d2b8e01"',
    ]);
    const { type: _, chars: __, ...rest } = userGroup('B');
    expect(await expectErrors(api.request('POST', '/user-groups', rest))).toEqual([
      'type: is required',
      'chars: is required',
    ]);
  });

  test('is read, replaced and deleted by id alone below by-id', async () => {
    const { id } = await create('A');
    // A code that reads like an id is none.
    const uuid = '5a1c7e0e-0000-4b7a-9c1d-3f0a6d2b8e01';
    await create(uuid);
    expect((await api.request('GET', `/user-groups/by-id/${id.toUpperCase()}`)).json().code).toBe('A');
    expect((await api.request('GET', `/user-groups/${uuid}`)).json().code).toBe(uuid);
    const { status, errors } = await api.request('GET', `/user-groups/by-id/${uuid}`);
    expect([status, ...errors]).toEqual([404, `id: no UserGroup has the id "${uuid}"`]);
    for (const method of ['PUT', 'DELETE']) {
      const body = method === 'PUT' ? userGroup('B') : undefined;
      expect(await expectErrors(api.request(method, `/user-groups/by-id/${uuid}`, body))).toEqual([
        `id: no UserGroup has the id "${uuid}"`,
      ]);
    }
    const replaced = (await api.request('PUT', `/user-groups/by-id/${id}`, userGroup('B'))).json();
    expect([replaced.code, replaced.id, replaced.auditInfo.version]).toEqual(['B', id, 2]);
    const removal = await api.request('DELETE', `/user-groups/by-id/${id}`);
    expect([removal.status, removal.text]).toEqual([200, '']);
    expect((await api.request('GET', `/user-groups/by-id/${id}`)).status).toBe(404);
  });

  test('is found by code', async () => {
    await create('by-id');
    expect((await api.request('GET', '/user-groups/by-code/by-id')).json().code).toBe('by-id');
    expect(await expectErrors(api.request('GET', '/user-groups/by-code/B'))).toEqual([
      'code: no UserGroup has the code "B"',
    ]);
  });

  test('keeps what it points to', async () => {
    const parent = await create('PARENT');
    await create('A', { parentUserGroupId: parent.id });
    await create('B', { parentUserGroupId: parent.id });
    expect(await expectErrors(api.request('DELETE', '/user-groups/PARENT'))).toEqual([
      'id: 2 user groups point to it by parentUserGroupId',
    ]);
    expect(await expectErrors(api.request('DELETE', '/user-group-types/TEAM'))).toEqual([
      'id: 3 user groups point to it by type',
    ]);
  });
});

describe('what is asked of many', () => {
  test('groups are expanded with their types, in the order asked', async () => {
    const parent = await create('B', { validTo: '2020-01-01' });
    await api.request('PATCH', '/user-group-types/TEAM', {
      validityTo: '2020-01-01',
      localizationData: { cs: { name: 'Tým' } },
    });
    const a = await create('A', {
      parentUserGroupId: parent.id,
      chars: { color: 'red' },
      validFrom: '2020-01-01',
      dataTags: ['x'],
    });
    const type = (await api.request('GET', '/user-group-types/TEAM')).json();
    const answer = await api.request('POST', '/user-groups/expanded', ['B', 'none', 'A', 'B', '\u0000']);
    const [first, second, ...others] = answer.json<JsonObject[]>();
    expect(others).toEqual([]);
    expect([first?.code, first?.period, first?.chars]).toEqual([
      'B',
      { validTo: '2020-01-01T00:00:00.000Z', isValid: false },
      { empty: true },
    ]);
    const { auditInfo, validityTo, registry, id, code, name } = type as TestRecord & JsonObject;
    expect(second).toEqual({
      name: 'Group A',
      code: 'A',
      id: a.id,
      readonlyAccess: false,
      ...(a.auditInfo as unknown as JsonObject),
      period: { validFrom: '2020-01-01T00:00:00.000Z', isValid: true },
      chars: { empty: false, color: 'red' },
      userGroupType: {
        ...{ code, name, id, validityTo, registry },
        ...(auditInfo as unknown as JsonObject),
        readonlyAccess: false,
        valid: 'false',
        localizationData: { empty: false, cs: { name: 'Tým' } },
      } as JsonObject,
      parentUserGroupId: parent.id,
      dataTags: ['x'],
    });
    expect((await api.request('POST', '/user-groups/expanded', [])).json<unknown>()).toEqual([]);
    expect(await expectErrors(api.request('POST', '/user-groups/expanded', ['A', 7, null]))).toEqual([
      '[1]: must be a string, not 7',
      '[2]: must be a string, not null',
    ]);
  });

  test('groups are found by a value in chars', async () => {
    await create('A', { chars: { size: { height: 10 }, tags: ['x', 'y'], open: true } });
    await create('B', { chars: { size: { height: '10.0' } } });
    const codes = async (path: string, value: string) => {
      const answer = await api.request(
        'GET',
        `/user-groups/by-chars/${encodeURIComponent(path)}/${encodeURIComponent(value)}`,
      );
      expect(answer.status, answer.text).toBe(200);
      return answer.json<TestRecord[]>().map(({ code }) => code);
    };
    expect(await codes('size.height', '10')).toEqual(['A']);
    expect(await codes('size.height', '1e1')).toEqual(['A']);
    expect(await codes('size.height', '10.0')).toEqual(['A', 'B']);
    expect(await codes('tags', 'y')).toEqual(['A']);
    expect(await codes('open', 'true')).toEqual(['A']);
    expect(await codes('nothing', 'x')).toEqual([]);
    expect(await codes('size.height', "1' or 1=1")).toEqual([]);
  });

  test('tickets are a list whose size the filtering says', async () => {
    for (const code of ['C', 'A', 'B']) await create(code);
    const searchTickets = (filtering: object) =>
      api.request('GET', `/user-groups/search/tickets?filtering=${encodeURIComponent(JSON.stringify(filtering))}`);
    const codes = (answer: TestAnswer) => answer.json<TestRecord[]>().map(({ code }) => code);
    expect(codes(await searchTickets({ size: 2, page: 7 }))).toEqual(['A', 'B']);
    expect(codes(await searchTickets([{ column: 'type', value: 'TEAM' }]))).toEqual(['A', 'B', 'C']);
    expect(codes(await searchTickets({ filters: [{ column: 'code', operator: 'NE', value: 'B' }] }))).toEqual([
      'A',
      'C',
    ]);
  });

  test('a group is found by the place in the directory that it names', async () => {
    await create('A', { ldapMemberOf: 'cn=a\\, "b",dc=example' });
    const getByLdap = (place: string) => api.request('GET', `/user-groups/by-ldap/${encodeURIComponent(place)}`);
    expect((await getByLdap('cn=a\\, "b",dc=example')).json<JsonObject>()).toMatchObject({
      code: 'A',
      readonlyAccess: false,
    });
    expect(await expectErrors(getByLdap('*'))).toEqual(['ldapMemberOf: no UserGroup has the place "*"']);
  });

  test('what a backup wrote restores into an empty service', async () => {
    const parent = await create('P');
    await create('A', { parentUserGroupId: parent.id, chars: { b: 1, a: null } });
    const backup = (await api.request('POST', '/user-groups/backup', { entityType: 'UserGroup' })).json<JsonObject>();
    const diff = async () => {
      const file = new FormData();
      file.set('file', new Blob([JSON.stringify(backup)]));
      const answer = await api.request('POST', '/user-groups/diff/file?save=true', file);
      expect(answer.status, answer.text).toBe(200);
      return answer.json<JsonObject[]>().map(({ diffType }) => diffType);
    };
    expect(await diff()).toEqual([]);
    await api.sql`delete from user_group`;
    expect(await diff()).toEqual(['DIFF_TYPE_NEW', 'DIFF_TYPE_NEW']);
    expect(await diff()).toEqual([]);
  });
});
