import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { expectOk } from '../../helpers/api/expectations.ts';
import { startApiForFile, type TestBody, type TestRecord } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();
const ok = (method: string, path: string, body?: TestBody): Promise<TestRecord> =>
  expectOk(api.request(method, path, body));

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
    const links = [await link(role, rule), await link(role, rule, { validTo: '2030-01-01' })];
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
