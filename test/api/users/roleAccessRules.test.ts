// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of an expression are written like that.
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject, Kind } from '../../../domain/kinds/kind.ts';
import { logType } from '../../../domain/kinds/processing/logType.ts';
import { worklogType } from '../../../domain/kinds/processing/worklogType.ts';
import { type Access, accessTo, type Reach, type RoleHolder, roleHolder } from '../../../domain/users/access.ts';
import { startApiForFile, type TestBody, type TestRecord } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();

async function ok(method: string, path: string, body?: TestBody): Promise<TestRecord> {
  const answer = await api.request(method, path, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.text === '' ? ({} as TestRecord) : answer.json();
}

const code = (): string => crypto.randomUUID();
const makeRole = (): Promise<TestRecord> => ok('POST', '/roles', { code: code(), name: 'R' });
const makeRule = (more: JsonObject = {}): Promise<TestRecord> =>
  ok('POST', '/access-rules', { code: code(), name: 'A', fullAccess: false, ...more });
const link = (role: TestRecord, rule: TestRecord, period?: JsonObject): Promise<TestRecord> =>
  ok('POST', '/role-access-rules', { roleId: role.id, accessRuleId: rule.id, ...(period ? { period } : {}) });

describe('a link of a role and a rule', () => {
  test('has both ends, its period and history', async () => {
    const [role, rule] = [await makeRole(), await makeRule()];
    const made = await link(role, rule, { validFrom: '2020-01-01' });
    const period = { validFrom: '2020-01-01T00:00:00.000Z', isValid: true };
    expect(made).toMatchObject({ roleId: role.id, accessRuleId: rule.id, period });
    const one = `/role-access-rules/${made.id}`;
    expect(await ok('GET', one)).toEqual(made);
    expect(await ok('GET', `/role-access-rules/by-ids/${made.id}`)).toEqual([made] as never);
    expect(await ok('PATCH', one, { period: null })).not.toHaveProperty('period');
    expect(await ok('GET', `${one}/history?version=1`)).toEqual(made);
  });

  test('points to what is there', async () => {
    const id = crypto.randomUUID();
    const { status, errors } = await api.request('POST', '/role-access-rules', { accessRuleId: id, roleId: id });
    expect({ status, errors }).toEqual({
      status: 400,
      errors: [`accessRuleId: no AccessRule has the id "${id}"`, `roleId: no Role has the id "${id}"`],
    });
    const nothing = await api.request('POST', '/role-access-rules', {});
    expect(nothing.errors).toEqual(['accessRuleId: is required', 'roleId: is required']);
  });

  test('keeps its ends from being deleted, also by a diff', async () => {
    const [role, rule] = [await makeRole(), await makeRule()];
    const links = [await link(role, rule), await link(role, rule)];
    for (const [path, record, member] of [
      ['roles', role, 'roleId'],
      ['access-rules', rule, 'accessRuleId'],
    ] as const) {
      const refused = await api.request('DELETE', `/${path}/${record.code}`);
      expect(refused.status).toBe(400);
      expect(refused.errors).toEqual([`id: 2 role access rules point to it by ${member}`]);
      const entry = { diffType: 'DIFF_TYPE_REMOVE', left: { ...record } };
      const diff = await api.request('POST', `/${path}/diff/save`, [entry]);
      expect(diff.errors).toEqual([`[0].left.id: 2 role access rules point to it by ${member}`]);
    }
    const [first, second] = links as [TestRecord, TestRecord];
    await ok('DELETE', `/role-access-rules/${first.id}`);
    const { errors } = await api.request('DELETE', `/roles/${role.id}`);
    expect(errors).toEqual(['id: 1 RoleAccessRule points to it by roleId']);
    await ok('DELETE', `/role-access-rules/${second.id}`);
    await ok('DELETE', `/roles/${role.id}`);
    await ok('DELETE', `/access-rules/${rule.id}`);
  });

  test('made while its role is deleted leaves no link without a role', async () => {
    const rule = await makeRule();
    for (let round = 0; round < 10; round++) {
      const role = await makeRole();
      const [made, deleted] = await Promise.all([
        api.request('POST', '/role-access-rules', { roleId: role.id, accessRuleId: rule.id }),
        api.request('DELETE', `/roles/${role.id}`),
      ]);
      expect([made.status, deleted.status].sort()).toEqual([200, 400]);
    }
    const [row] = await api.sql`
      select count(*)::int as count from role_access_rule where role_id not in (select id from role)`;
    expect(row).toEqual({ count: 0 });
  });
});

describe('what a caller may do with a kind', () => {
  const me = { id: crypto.randomUUID(), code: 'me,%_\\', groups: ['g,1', 'g\\2'] };

  async function access(
    rules: JsonObject[],
    kind: Kind = worklogType,
    asker: Partial<RoleHolder> = {},
  ): Promise<Access> {
    const role = await makeRole();
    for (const rule of rules) await link(role, await makeRule(rule));
    return accessTo(api.services, kind, { ...me, roleIds: [role.id], ...asker });
  }

  /** Codes of the worklog types within reach. */
  async function reached({ all, some }: Reach): Promise<string[]> {
    if (all) return ['all'];
    const sort = [{ column: { name: 'code', type: 'string' as const }, descending: false }];
    const codes = new Set<string>();
    for (const one of some) {
      const filtering = { ...one, sort, page: 0, size: 100, sized: true };
      const { records } = await api.services.search.search(worklogType, filtering, { from: 0, size: 100 });
      for (const record of records) codes.add(JSON.parse(record).code);
    }
    return [...codes].sort();
  }

  const expression = (...filters: JsonObject[]): JsonObject => ({
    entityName: 'WorklogType',
    expression: JSON.stringify(filters),
  });
  const none = { all: false, some: [] };
  const everything = { all: true, some: [] };

  beforeAll(async () => {
    const forms: Record<string, string> = { a: me.id, b: me.code, c: 'g,1', d: 'g\\2', e: 'other', f: 'xme,%_\\x' };
    for (const [name, form] of Object.entries(forms)) await ok('POST', '/worklog-types', { code: name, name, form });
  });

  test('is nothing without rules, and without roles', async () => {
    expect(await access([])).toEqual({ read: none, write: none });
    expect(await access([], worklogType, { roleIds: [] })).toEqual({ read: none, write: none });
  });

  test('is everything with full access to the kind or to every kind, written unless it says READ', async () => {
    expect(await access([{ fullAccess: true }])).toEqual({ read: everything, write: everything });
    expect(await access([{ fullAccess: true, accessRule: 'READ' }])).toEqual({ read: everything, write: none });
    const logTypes = { fullAccess: true, entityName: 'LogType' };
    expect(await access([logTypes])).toEqual({ read: none, write: none });
    expect(await access([logTypes], logType)).toEqual({ read: everything, write: everything });
  });

  test('is nothing by a rule that neither has full access nor says which records', async () => {
    expect(await access([{ entityName: 'WorklogType', accessRule: 'READ_WRITE' }, {}])).toEqual({
      read: none,
      write: none,
    });
  });

  test('is what the expressions let through together', async () => {
    const { read, write } = await access([
      { ...expression({ column: 'form', value: '${user.id}' }), accessRule: 'READ_WRITE' },
      expression({ column: 'form', operator: 'IN', value: '${user.groups}' }),
      { ...expression({ column: 'code', value: 'e' }), accessRule: 'READ' },
      { entityName: 'LogType', expression: '[]', accessRule: 'READ_WRITE' },
    ]);
    expect(await reached(read)).toEqual(['a', 'c', 'd', 'e']);
    expect(await reached(write)).toEqual(['a']);
  });

  test('takes what stands for the caller as it is, whatever characters it has', async () => {
    const by = async (operator: string, value: string, asker: Partial<RoleHolder> = {}) =>
      reached((await access([expression({ column: 'form', operator, value })], worklogType, asker)).read);
    expect(await by('EQ', '${user.code}')).toEqual(['b']);
    expect(await by('LIKE', '${user.code}')).toEqual(['b', 'f']);
    expect(await by('LIKE', '${user.code}', { code: '%' })).toEqual(['b', 'f']);
    expect(await by('IN', 'other,${user.code},${user.groups}')).toEqual(['b', 'c', 'd', 'e']);
    expect(await by('EQ', '${user.code}', { code: '${user.id}' })).toEqual([]);
  });

  test('by groups is nothing for a caller without groups, and by their absence everything', async () => {
    const inGroups = { column: 'form', operator: 'IN', value: '${user.groups}' };
    const notInGroups = { ...inGroups, operator: 'NOT_IN' };
    const isE = { column: 'code', value: 'e' };
    const by = async (...filters: JsonObject[]) =>
      (await access([expression(...filters)], worklogType, { groups: [] })).read;
    expect(await by(inGroups)).toEqual(none);
    expect(await by(isE, inGroups)).toEqual(none);
    expect(await by({ or: [inGroups, { or: [inGroups] }] })).toEqual(none);
    expect(await reached(await by({ or: [inGroups, isE] }))).toEqual(['e']);
    expect(await reached(await by(isE, notInGroups))).toEqual(['e']);
    expect(await reached(await by({ or: [isE, notInGroups] }))).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(await reached(await by({ ...inGroups, value: 'other,${user.groups}' }))).toEqual(['e']);
  });

  test('holds while the link and the rule do', async () => {
    const role = await makeRole();
    const past = { validTo: '2020-01-01' };
    await link(role, await makeRule({ fullAccess: true, validFor: past }));
    await link(role, await makeRule({ fullAccess: true }), past);
    const holder = { ...me, roleIds: [role.id] };
    expect((await accessTo(api.services, worklogType, holder)).read).toEqual(none);
    const then = new Date('2019-01-01');
    expect((await accessTo(api.services, worklogType, holder, then)).read).toEqual(everything);
  });

  test('leaves out a rule that its kind has outgrown', async () => {
    const older: Kind = { ...worklogType, members: { id: { type: 'uuid' }, code: { type: 'string' } } };
    const rules = [expression({ column: 'form', value: 'x' }), expression({ column: 'code', value: 'a' })];
    const { read } = await access(rules, older);
    expect(read.some).toHaveLength(1);
    expect(api.logged.some(({ msg }) => msg === 'an access rule is left out')).toBe(true);
  });
});

describe('the roles that count for a user', () => {
  test('are his own and those of the groups that he is in at that time', async () => {
    await ok('POST', '/user-types', { code: 'PERSON', name: 'Person', type: 'INDIVIDUAL', registry: {} });
    await ok('POST', '/user-group-types', { code: 'TEAM', name: 'Team', registry: {} });
    const [own, active, past, unused] = [await makeRole(), await makeRole(), await makeRole(), await makeRole()];
    const group = (name: string, role?: TestRecord) =>
      ok('POST', '/user-groups', {
        ...{ code: name, name, type: 'TEAM', chars: {} },
        ...(role && { associatedUserRoleId: role.id }),
      });
    const [current, former, plain] = [await group('now', active), await group('then', past), await group('plain')];
    await group('other', unused);
    const user = await ok('POST', '/users', {
      code: 'holder',
      chars: {},
      type: 'PERSON',
      groups: [plain.code],
      roles: [own.code],
    });
    const member = (userGroupId: string, period?: JsonObject) =>
      ok('POST', '/user-user-groups', { userId: user.id, userGroupId, ...(period && { period }) });
    await member(current.id, { validFrom: '2020-01-01T00:00:00Z' });
    await member(former.id, { validTo: '2020-01-01T00:00:00Z' });

    const now = await roleHolder(api.services, 'holder');
    expect(now).toMatchObject({ id: user.id, code: 'holder', groups: ['now', 'plain'] });
    expect(now?.roleIds.toSorted()).toEqual([own.id, active.id].sort());
    const before = await roleHolder(api.services, 'holder', new Date('2019-06-01T00:00:00Z'));
    expect(before?.groups).toEqual(['plain', 'then']);
    expect(before?.roleIds.toSorted()).toEqual([own.id, past.id].sort());

    await link(active, await makeRule({ entityName: 'WorklogType', fullAccess: true, accessRule: 'READ' }));
    expect((await accessTo(api.services, worklogType, now as RoleHolder)).read).toEqual({ all: true, some: [] });
    expect((await accessTo(api.services, worklogType, before as RoleHolder)).read).toEqual({ all: false, some: [] });
    expect((await ok('GET', '/users/holder')).roles).toEqual([own.code]);
    expect(await roleHolder(api.services, 'nobody')).toBeUndefined();
  });
});
