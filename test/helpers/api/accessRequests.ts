import type { KeyScope } from '../../../domain/access/access.ts';
import { type Grants, grantsOf } from '../../../domain/access/grants.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import type { TestApi, TestBody, TestRecord } from '../api.ts';
import { expectOk } from './expectations.ts';

/** Creates users, groups, roles and access rules with generated codes, and reads what a user is granted. */
export function accessRequests(api: TestApi) {
  const ok = (method: string, path: string, body?: TestBody): Promise<TestRecord> =>
    expectOk(api.request(method, path, body));
  const code = (): string => crypto.randomUUID();
  const makeRole = (more: JsonObject = {}): Promise<TestRecord> =>
    ok('POST', '/roles', { code: code(), name: 'R', ...more });
  const makeRule = (more: JsonObject = {}): Promise<TestRecord> =>
    ok('POST', '/access-rules', { code: code(), name: 'A', fullAccess: false, ...more });
  const link = (role: TestRecord, rule: TestRecord, period?: JsonObject): Promise<TestRecord> =>
    ok('POST', '/role-access-rules', { roleId: role.id, accessRuleId: rule.id, ...(period && { period }) });
  return {
    ...{ ok, makeRole, makeRule, link },
    /** Creates the types of the users and groups. */
    makeTypes: async (): Promise<void> => {
      await ok('POST', '/user-types', { code: 'PERSON', name: 'Person', type: 'INDIVIDUAL', registry: {} });
      await ok('POST', '/user-group-types', { code: 'TEAM', name: 'Team', registry: {} });
    },
    makeUser: (more: JsonObject = {}): Promise<TestRecord> =>
      ok('POST', '/users', { code: code(), chars: {}, type: 'PERSON', ...more }),
    makeGroup: (more: JsonObject = {}): Promise<TestRecord> =>
      ok('POST', '/user-groups', { code: code(), name: 'G', type: 'TEAM', chars: {}, ...more }),
    roleWith: async (...rules: JsonObject[]): Promise<TestRecord> => {
      const role = await makeRole();
      for (const rule of rules) await link(role, await makeRule(rule));
      return role;
    },
    grants: async (userId: string, options: { scopes?: KeyScope[]; when?: Date } = {}): Promise<Grants> => {
      const found = await grantsOf(api.services, userId, options);
      if (!found) throw new Error(`the user ${userId} does not exist`);
      return found;
    },
  };
}
