import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { ImportResult } from '../../domain/imports/archive.ts';
import { archivedKinds } from '../../domain/imports/archives/kindsInOrder.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { makeTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { slapdMissing, startSlapd, type TestDirectory } from '../helpers/servers/slapd.ts';
import { type RunningService, startService } from '../helpers/service.ts';
import { jobEnd } from '../helpers/waits/jobEnd.ts';
import { poll } from '../helpers/waits/poll.ts';

setDefaultTimeout(120_000);

/** An organisation built from nothing over HTTP, against real processes and a real directory, and brought back whole. */

type Saved = JsonObject & { id: string; code: string; auditInfo: { version: number; whenEdited: string } };

const groupsDn = 'ou=groups,dc=example,dc=org';
const inDirectory = ['Správci sítě', 'dispatch', 'night, "late" shift'];

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const ldif = `dn: ${groupsDn}
objectClass: organizationalUnit
ou: groups

${inDirectory
  .map((cn) => {
    const escaped = cn.replaceAll(/[,"]/g, (sign) => `\\${sign}`);
    return `dn:: ${base64(`cn=${escaped},${groupsDn}`)}
objectClass: groupOfNames
cn:: ${base64(cn)}
member: cn=waybill,dc=example,dc=org
description: Of the directory
`;
  })
  .join('\n')}
`;

const USERS = 1_000;
const CREWS = 10;
const two = (number: number): string => String(number).padStart(2, '0');
const crewOf = (user: number): string => `CREW-${two(user % CREWS)}`;

describe.skipIf(slapdMissing !== undefined)(`an organisation${slapdMissing ? ` (${slapdMissing})` : ''}`, () => {
  let directory: TestDirectory;
  let database: TestDatabase;
  let service: RunningService;
  let region: Saved;

  beforeAll(async () => {
    [directory, database] = await Promise.all([startSlapd(ldif), makeTestDatabase()]);
    service = await startService({
      DATABASE_URL: database.url,
      SAMPLE_DATA: 'false',
      WORKERS: '1',
      LDAP_URL: directory.url,
      LDAP_BASE_DN: groupsDn,
      LDAP_BIND_DN: directory.bindDn,
      LDAP_PASSWORD: directory.password,
      LDAP_GROUP_TYPE: 'DIRECTORY',
      DIRECTORY_SYNC_CRON: '0 3 1 1 *',
    });
  });
  afterAll(async () => {
    await service?.stop();
    await database?.drop();
    await directory?.stop();
  });

  const get = <T = Saved>(path: string): Promise<T> => service.get(`/api/v2${path}`) as Promise<T>;
  const send = (method: string, path: string, body?: object): Promise<Saved> =>
    service.send(method, `/api/v2${path}`, body) as Promise<Saved>;
  const post = (path: string, body: object): Promise<Saved> => send('POST', path, body);

  async function upload<T>(path: string, file: Blob): Promise<T> {
    const form = new FormData();
    form.set('file', file, 'anything.bin');
    const response = await fetch(`${service.url}/api/v2${path}`, { method: 'POST', body: form });
    const text = await response.text();
    expect(response.status, text.slice(0, 1_000)).toBe(200);
    return JSON.parse(text);
  }

  const counted = (path: string, count: number) =>
    poll(
      `${count} of ${path} to be found`,
      async () => (await get<number>(`${path}/search/count?filtering={}`)) === count,
    );

  /** Every record of every kind as its backup has it, without any auditInfo, also that of the group of a region. */
  async function everything(): Promise<Record<string, JsonObject[]>> {
    const all: Record<string, JsonObject[]> = {};
    for (const { name, path } of archivedKinds()) {
      const backup = await send('POST', `/${path}/backup`, { entityType: name });
      const { data }: { data: JsonObject[] } = JSON.parse(JSON.stringify(backup), (key, value) =>
        key === 'auditInfo' ? undefined : value,
      );
      all[name] = data.sort((one, other) => (String(one.id) < String(other.id) ? -1 : 1));
    }
    return all;
  }

  async function syncDirectory(): Promise<JsonObject> {
    const { id } = await post('/jobs', { jobType: 'DIRECTORY_SYNC', startDate: '2026-11-21', status: 'NEW' });
    await jobEnd(service.url, id);
    const { status, jobSteps } = await get<{ status: string; jobSteps: [{ processingInfo: JsonObject }] }>(
      `/jobs/${id}?expand=JOB_STEPS`,
    );
    expect(status).toBe('COMPLETED');
    return jobSteps[0].processingInfo;
  }

  test('has types with registries, groups three deep, regions, roles and rules', async () => {
    const age = { age: { type: 'integer', minimum: 15, required: true }, languages: { type: 'array' } };
    await post('/user-types', { code: 'TECHNICIAN', name: 'Technician', type: 'INDIVIDUAL', registry: age });
    await post('/user-group-types', { code: 'UNIT', name: 'Unit', registry: { vans: { type: 'integer' } } });
    await post('/user-group-types', { code: 'DIRECTORY', name: 'Of the directory', registry: {} });
    for (const code of ['TECH', 'CHIEF']) await post('/roles', { code, name: code });
    const chief = await get('/roles/CHIEF');
    const unit = (code: string, more: object) =>
      post('/user-groups', { code, name: code, type: 'UNIT', chars: {}, ...more });
    const country = await unit('COUNTRY', {});
    const north = await unit('NORTH', { parentUserGroupId: country.id, associatedUserRoleId: chief.id });
    for (let crew = 0; crew < CREWS; crew++)
      await unit(crewOf(crew), { parentUserGroupId: north.id, chars: { vans: crew } });
    region = await post('/user-group-regions', { regionId: crypto.randomUUID(), userGroup: { code: crewOf(3) } });
    expect(await get<Saved[]>(`/user-group-regions/by-group/${crewOf(3)}`)).toEqual([region]);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of an expression
    const expression = JSON.stringify({ filters: [{ column: 'code', operator: 'IN', value: '${user.groups}' }] });
    const rule = { code: 'OWN', name: 'Own groups', entityName: 'UserGroup', fullAccess: false, expression };
    const { id: accessRuleId } = await post('/access-rules', rule);
    await post('/role-access-rules', { accessRuleId, roleId: chief.id });
  });

  test('takes a thousand users from a CSV, with their groups and roles', async () => {
    const rows = Array.from({ length: USERS }, (_, user) => [
      `tech-${user}`,
      'TECHNICIAN',
      'Žofie',
      `Nováková ${user}`,
      18 + (user % 40),
      `"[""${crewOf(user)}""]"`,
      '"[""TECH""]"',
    ]);
    const header = 'code;type;givenName;familyName;chars.age;groups;roles';
    const csv = new Blob([[header, ...rows.map((row) => row.join(';'))].join('\n')]);
    const entries = await upload<{ diffType: string }[]>('/users/diff/file?save=true&compareField=code', csv);
    expect(entries).toHaveLength(USERS);
    expect(await upload<object[]>('/users/diff/file?compareField=code', csv)).toEqual([]);
    const [first, second] = [await get('/users/tech-0'), await get('/users/tech-1')];
    expect(first).toMatchObject({ name: 'Žofie Nováková 0', groups: ['CREW-00'], roles: ['TECH'], chars: { age: 18 } });
    await send('PATCH', `/users/${second.id}`, { supervisorId: first.id });
    const map = await get<Record<string, Saved[]>>(`/user-groups/by-users/map?userIds=${first.id},${second.id}`);
    expect(Object.values(map).map((groups) => groups.map(({ code }) => code))).toEqual([['CREW-00'], ['CREW-01']]);
    await counted('/users', USERS);
    await counted('/user-user-groups', USERS);
  });

  test('has the groups of its directory, once', async () => {
    const counts = { inDirectory: 3, removed: 0, retained: 0, rejected: 0 };
    expect(await syncDirectory()).toMatchObject({ ...counts, added: 3, unchanged: 0 });
    expect(await syncDirectory()).toMatchObject({ ...counts, added: 0, unchanged: 3 });
    for (const code of inDirectory)
      expect(await get(`/user-groups/${encodeURIComponent(code)}`)).toMatchObject({ code, type: 'DIRECTORY' });
    const { ldapMemberOf } = await get('/user-groups/dispatch');
    expect(ldapMemberOf).toBe(`cn=dispatch,${groupsDn}`);
    const schedules = await database.sql`select cron from pgboss.schedule where name = 'maintenance.directory'`;
    expect(schedules.map(({ cron }) => cron)).toEqual(['0 3 1 1 *']);
    expect(await get(`/user-groups/by-ldap/${encodeURIComponent(String(ldapMemberOf))}`)).toMatchObject({
      userGroupType: { code: 'DIRECTORY' },
    });
    const user = await send('PATCH', '/users/tech-7', { groups: ['CREW-07', ...inDirectory] });
    const groups = await get<Saved[]>(`/user-groups/by-user/${user.id}`);
    expect(groups.map(({ code }) => code).sort()).toEqual(['CREW-07', ...inDirectory].sort());
  });

  test('lets a membership begin and end at its moment', async () => {
    const { id: userId } = await get('/users/tech-11');
    const moment = new Date(Date.now() + 1_500).toISOString();
    await send('PATCH', `/users/${userId}`, { groups: null });
    for (const [code, period] of [
      ['NORTH', { validFrom: moment }],
      ['COUNTRY', { validTo: moment }],
    ] as const)
      await post('/user-user-groups', { userId, userGroupId: (await get(`/user-groups/${code}`)).id, period });
    await poll('one to have begun and the other to have ended', async () =>
      Bun.deepEquals((await get(`/users/${userId}`)).groups, ['NORTH']),
    );
    const filtering = { filters: [{ column: 'groups', value: 'NORTH' }] };
    await poll('it to be found by its group', async () => {
      const found = await get<Saved[]>(`/users/search/list?filtering=${encodeURIComponent(JSON.stringify(filtering))}`);
      return found.length === 1 && found[0]?.id === userId;
    });
  });

  test('shows its users by a script', async () => {
    const source = `const [first = ''] = input.givenName ?? '';
      return { title: first + '. ' + input.familyName, senior: input.chars.age > 50, in: input.groups.join(' / ') };`;
    await post('/scripts', { code: 'display', name: 'Display', source });
    const user = await get('/users/tech-7');
    expect(await post('/scripts/display/evaluate', user)).toEqual({
      title: 'Ž. Nováková 7',
      senior: false,
      in: (user.groups as string[]).join(' / '),
    } as unknown as Saved);
  });

  test('finds what is shared with whom', async () => {
    const share = (ownerId: string, more: object) =>
      post('/sharings', { ownerType: 'Report', ownerId, refType: 'UserGroup', refId: 'NORTH', ...more });
    const mine = await share('r1', { sharingTypeCode: 'VIEW' });
    const open = await share('r2', { refId: 'COUNTRY', isPublic: true });
    const other = await share('r3', { refId: 'COUNTRY', sharingTypeCode: 'EDIT' });
    const found = async (path: string) => (await get<Saved[]>(`/sharings${path}`)).map(({ id }) => id).sort();
    expect(await found('/by-ref/Report/UserGroup/COUNTRY')).toEqual([open.id, other.id].sort());
    expect(await found('/by-owner/Report/r1')).toEqual([mine.id]);
    expect(await found('/public-or-matching/Report/NORTH')).toEqual([mine.id, open.id].sort());
    expect(await found('/public-or-matching-subtype/Report/EDIT/COUNTRY,NORTH')).toEqual([open.id, other.id].sort());
  });

  test('says what it was before a change', async () => {
    const before = await get('/users/tech-9');
    await send('PATCH', '/user-types/TECHNICIAN', { code: 'ENGINEER' });
    await send('PATCH', '/users/tech-9', { familyName: 'Dvořáková', email: 'nine@example.org' });
    const after = await get('/users/tech-9');
    expect(after).toMatchObject({ name: 'Žofie Dvořáková', type: 'ENGINEER', auditInfo: { version: 3 } });
    expect(await get('/users/tech-9/history?version=1')).toEqual(before);
    expect(await get(`/users/tech-9/history?at=${before.auditInfo.whenEdited}`)).toEqual(before);
    const history = await get<{ changes: { path: string }[] }[]>('/users/tech-9/history');
    expect(history.map(({ changes }) => changes?.map(({ path }) => path).sort())).toMatchObject([
      ['email', 'familyName', 'name'],
      ['type'],
      expect.anything(),
    ]);
  });

  test('is exported, wiped, brought back and the same, record by record', async () => {
    const before = await everything();
    expect(before.User).toHaveLength(USERS);
    const response = await fetch(`${service.url}/api/v2/admin/export?format=tar.gz`, { method: 'POST' });
    expect(response.status).toBe(200);
    const archive = await response.blob();

    for (const { path } of archivedKinds().toReversed()) await upload(`/${path}/diff/file?save=true`, new Blob(['[]']));
    expect(Object.values(await everything()).flat()).toEqual([]);

    const dry = await upload<ImportResult[]>('/admin/import?dryRun=true', archive);
    expect(Object.values(await everything()).flat()).toEqual([]);
    expect(await upload<ImportResult[]>('/admin/import', archive)).toEqual(dry);
    expect(dry.map(({ entityType, created }) => [entityType, created])).toEqual(
      archivedKinds().map(({ name }) => [name, before[name]?.length ?? 0]),
    );
    expect(await everything()).toEqual(before);
    const repeated = await upload<ImportResult[]>('/admin/import?dryRun=true', archive);
    expect(repeated.every(({ created, updated, removed }) => created + updated + removed === 0)).toBe(true);

    // What is made of the records is there again as well: the index, the links of users, what points where.
    await counted('/users', USERS);
    expect(await get<Saved[]>(`/user-group-regions/by-group/${crewOf(3)}`)).toMatchObject([{ id: region.id }]);
    expect(await syncDirectory()).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 3 });
    // The history of the first life is kept, and the versions of the second one continue it.
    expect(await get('/users/tech-9/history?version=1')).toMatchObject({ name: 'Žofie Nováková 9' });
    const { version } = (await get<Saved>('/users/tech-9')).auditInfo;
    expect(version).toBeGreaterThan(3);
    expect(await get(`/users/tech-9/history?version=${version}`)).toMatchObject({ name: 'Žofie Dvořáková' });
  });
});
