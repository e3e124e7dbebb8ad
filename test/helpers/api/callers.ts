import { makeApiKey } from '../../../domain/identity/apiKeys.ts';
import { anonymousPrincipal } from '../../../domain/identity/principal.ts';
import { kindNamed } from '../../../domain/kinds/index.ts';
import type { JsonObject, Kind } from '../../../domain/kinds/kind.ts';
import { saveRecord } from '../../../domain/records/write/saveRecord.ts';
import { startApiForFile, type TestAnswer, type TestApi, type TestApiOptions, type TestBody } from '../api.ts';

/** Members of an AccessRule that grants something; code and name are added. */
export interface RuleOfCaller {
  readonly entityName?: string;
  readonly accessRule?: 'READ' | 'READ_WRITE';
  readonly fullAccess?: boolean;
  /** A filtering; written as JSON into the rule. */
  readonly expression?: unknown;
}

/** A user with one role, and an API key. */
export interface TestCaller {
  readonly userId: string;
  readonly code: string;
  readonly roleId: string;
  readonly ruleIds: readonly string[];
  readonly key: string;
  /** As TestApi.request, with the key of the caller. */
  request(method: string, path: string, body?: TestBody, headers?: Record<string, string>): Promise<TestAnswer>;
}

/** An api whose callers need credentials. */
export interface AuthenticatedApi extends TestApi {
  /** A caller with the rule of an administrator. */
  readonly administrator: TestCaller;
  /** Makes a caller with these rules. */
  callerWith(
    rules: readonly RuleOfCaller[],
    options?: { readonly scopes?: unknown; readonly code?: string },
  ): Promise<TestCaller>;
  /** Stores a record past the access of callers. */
  store(kind: string, values: JsonObject): Promise<JsonObject & { id: string }>;
}

const everything: RuleOfCaller = { fullAccess: true, accessRule: 'READ_WRITE' };

/** Starts an api with AUTH=on for a test file. */
export async function startAuthenticatedApiForFile(options: TestApiOptions = {}): Promise<AuthenticatedApi> {
  const api = await startApiForFile({ ...options, http: { ...options.http, authenticates: true } });
  const { services } = api;
  const tester = { user: 'tester', requestId: 'test', traceId: '0'.repeat(32) };

  const store = async (name: string, values: JsonObject): Promise<JsonObject & { id: string }> => {
    const { record } = await saveRecord(services, kindNamed(name) as Kind, values, { caller: tester, refresh: true });
    return JSON.parse(record);
  };

  await store('UserType', { code: 'PERSON', name: 'Person', type: 'INDIVIDUAL', registry: {} });
  let count = 0;
  const callerWith: AuthenticatedApi['callerWith'] = async (rules, { scopes, code = `caller${++count}` } = {}) => {
    const role = await store('Role', { code, name: code });
    const user = await store('User', { code, type: 'PERSON', chars: {}, roles: [code] });
    const ruleIds: string[] = [];
    for (const [index, { expression, fullAccess = expression === undefined, ...rule }] of rules.entries()) {
      const saved = await store('AccessRule', {
        code: `${code}-${index}`,
        name: code,
        fullAccess,
        ...rule,
        ...(expression === undefined ? {} : { expression: JSON.stringify(expression) }),
      });
      await store('RoleAccessRule', { roleId: role.id, accessRuleId: saved.id });
      ruleIds.push(saved.id);
    }
    const actor = { principal: anonymousPrincipal, isAdministrator: true, origin: {}, caller: tester };
    const made = await makeApiKey(
      services,
      { name: 'test', user: code, ...(scopes === undefined ? {} : { scopes }) },
      actor,
    );
    const { key } = JSON.parse(made) as { key: string };
    return {
      userId: user.id,
      code,
      roleId: role.id,
      ruleIds,
      key,
      request: (method, path, body, headers) =>
        api.request(method, path, body, { authorization: `Bearer ${key}`, ...headers }),
    };
  };
  return { ...api, administrator: await callerWith([everything], { code: 'administrator' }), callerWith, store };
}
