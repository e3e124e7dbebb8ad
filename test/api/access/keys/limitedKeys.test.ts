import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { kindNamed } from '../../../../domain/kinds/index.ts';
import type { JsonObject, Kind, RightsHolder } from '../../../../domain/kinds/kind.ts';
import { servicesOfHolder } from '../../../../workers/runtime/servicesOfHolder.ts';
import { type RuleOfCaller, startAuthenticatedApiForFile, type TestCaller } from '../../../helpers/api/callers.ts';
import { expectOk } from '../../../helpers/api/expectations.ts';
import type { TestAnswer, TestBody } from '../../../helpers/api.ts';

setDefaultTimeout(60_000);

const api = await startAuthenticatedApiForFile();
const { administrator, callerWith, store } = api;
const worklogType = kindNamed('WorklogType') as Kind;
await store('UserGroupType', { code: 'TEAM', name: 'Team', registry: {} });
for (const code of ['V1', 'H1']) await store('WorklogType', { code, name: code, description: 'a' });

let count = 0;
const code = (): string => `l${++count}`;
const visible: RuleOfCaller = {
  entityName: 'WorklogType',
  accessRule: 'READ',
  expression: [{ column: 'code', operator: 'LIKE', value: 'V%' }],
};
const byGroups: RuleOfCaller = {
  entityName: 'WorklogType',
  accessRule: 'READ',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the placeholder itself
  expression: [{ column: 'description', operator: 'IN', value: '${user.groups}' }],
};
const writesUsers: RuleOfCaller = { entityName: 'User', accessRule: 'READ_WRITE' };

const makeTeam = (): Promise<JsonObject & { id: string }> =>
  store('UserGroup', { code: code(), name: 'G', type: 'TEAM', chars: {} });
const join = (userId: string, { id: userGroupId }: { id: string }) => store('UserUserGroup', { userId, userGroupId });

interface MadeKey {
  readonly id: string;
  readonly user: string;
  readonly userId: string;
  readonly limited?: boolean;
  request(method: string, path: string, body?: TestBody): Promise<TestAnswer>;
}

/** A key that a caller makes for a new user who has these roles of the caller. */
async function keyOfColleague(maker: TestCaller, roles: readonly string[] = [maker.code]): Promise<MadeKey> {
  const user = await store('User', { code: code(), type: 'PERSON', chars: {}, roles: [...roles] });
  return makeKey(maker, String(user.code), user.id);
}

async function makeKey(maker: TestCaller, user: string, userId: string): Promise<MadeKey> {
  const made = await expectOk(maker.request('POST', '/api-keys', { name: 'K', user }));
  const { key, ...shown } = made as unknown as Omit<MadeKey, 'userId' | 'request'> & { key: string };
  return {
    ...{ ...shown, userId },
    request: (method, path, body) => api.request(method, path, body, { authorization: `Bearer ${key}` }),
  };
}

async function giveRule(userId: string, rule: JsonObject): Promise<void> {
  const role = await store('Role', { code: code(), name: 'R' });
  const { id: accessRuleId } = await store('AccessRule', { code: code(), name: 'A', fullAccess: false, ...rule });
  await store('RoleAccessRule', { roleId: role.id, accessRuleId });
  await store('UserRole', { userId, roleId: role.id });
}

const statusOf = async (key: MadeKey, path: string): Promise<number> => (await key.request('GET', path)).status;
/** Returns the statuses of reading V1 and H1. */
const reads = async (key: MadeKey): Promise<number[]> => [
  await statusOf(key, '/worklog-types/V1'),
  await statusOf(key, '/worklog-types/H1'),
];

describe('a key made by somebody else', () => {
  test('does not follow rights that its user gets later', async () => {
    const maker = await callerWith([writesUsers, visible]);
    const key = await keyOfColleague(maker);
    expect(key.limited).toBe(true);
    expect(await reads(key)).toEqual([200, 400]);
    await giveRule(key.userId, { entityName: 'WorklogType', accessRule: 'READ_WRITE', fullAccess: true });
    await giveRule(key.userId, { fullAccess: true, accessRule: 'READ_WRITE' });
    expect(await reads(key)).toEqual([200, 400]);
    expect((await key.request('PATCH', '/worklog-types/V1', { name: 'W' })).status).toBe(403);
    expect(await statusOf(key, '/audit-entries?filtering=%7B%7D')).toBe(403);
    const own = await makeKey(administrator, key.user, key.userId);
    expect(own.limited).toBeUndefined();
    expect(await reads(own)).toEqual([200, 200]);
  });

  test('is refused for a user whom the maker may only read', async () => {
    const maker = await callerWith([
      { entityName: 'User', accessRule: 'READ' },
      { entityName: 'User', accessRule: 'READ_WRITE', expression: [{ column: 'code', value: 'somebody else' }] },
    ]);
    const user = await store('User', { code: code(), type: 'PERSON', chars: {} });
    const refused = await maker.request('POST', '/api-keys', { name: 'k', user: user.code });
    expect([refused.status, refused.json().message]).toEqual([
      403,
      'Your access rules do not allow this change of the User.',
    ]);
  });

  test('reaches by the groups that its user had, and by no other one', async () => {
    const [north, south] = [await makeTeam(), await makeTeam()];
    const maker = await callerWith([writesUsers, byGroups]);
    for (const team of [north, south])
      await store('WorklogType', { code: `of ${team.code}`, name: 'T', description: String(team.code) });
    const statuses = async (key: MadeKey) => [
      await statusOf(key, `/worklog-types/of ${north.code}`),
      await statusOf(key, `/worklog-types/of ${south.code}`),
    ];
    await join(maker.userId, north);
    const user = await store('User', { code: code(), type: 'PERSON', chars: {}, roles: [maker.code] });
    await join(user.id, north);
    const key = await makeKey(maker, String(user.code), user.id);
    await join(user.id, south);
    expect(await statuses(key)).toEqual([200, 400]);
    expect(await statuses(await makeKey(administrator, key.user, user.id))).toEqual([200, 200]);
  });

  test('loses a rule that is widened, and keeps one that full access of its limit covers', async () => {
    await store('LogType', { code: 'L1', name: 'L' });
    const maker = await callerWith([writesUsers, visible, { entityName: 'LogType', accessRule: 'READ' }]);
    const key = await keyOfColleague(maker);
    expect([...(await reads(key)), await statusOf(key, '/log-types/L1')]).toEqual([200, 400, 200]);
    const [, visibleId, fullId] = maker.ruleIds;
    await expectOk(
      administrator.request('PATCH', `/access-rules/${visibleId}`, {
        expression: '[{"column":"id","operator":"IS_NOT_NULL"}]',
      }),
    );
    await expectOk(
      administrator.request('PATCH', `/access-rules/${fullId}`, {
        fullAccess: false,
        expression: '[{"column":"code","value":"L1"}]',
      }),
    );
    expect([...(await reads(key)), await statusOf(key, '/log-types/L1')]).toEqual([403, 403, 200]);
  });

  test('loses what its user loses', async () => {
    const maker = await callerWith([writesUsers, visible]);
    const key = await keyOfColleague(maker);
    await expectOk(administrator.request('PATCH', `/users/${key.userId}`, { roles: [] }));
    expect(await reads(key)).toEqual([403, 403]);
  });

  test('changes no credential', async () => {
    const maker = await callerWith([writesUsers, visible]);
    const key = await keyOfColleague(maker);
    for (const [method, path, body] of [
      ['POST', '/api-keys', { name: 'x' }],
      ['DELETE', `/api-keys/${key.id}`, undefined],
      ['DELETE', '/sessions', undefined],
    ] as const) {
      const answer = await key.request(method, path, body);
      expect([answer.status, answer.json<{ message: string }>().message], path).toEqual([
        403,
        'A limited key cannot change credentials.',
      ]);
    }
  });

  test('is limited in lists, which do not show the limit', async () => {
    const maker = await callerWith([writesUsers, visible]);
    const key = await keyOfColleague(maker);
    const list = async (caller: { request: TestCaller['request'] }) =>
      (await expectOk<JsonObject[]>(caller.request('GET', '/api-keys'))).filter(({ id }) => id === key.id);
    const [shown] = await list(administrator);
    expect(shown).toMatchObject({ user: key.user, limited: true, createdBy: maker.code });
    expect(JSON.stringify(shown)).not.toContain(String(maker.ruleIds[1]));
    expect(await list(key)).toEqual([shown as JsonObject]);
    expect(await list(maker)).toEqual([]);
    expect((await maker.request('DELETE', `/api-keys/${key.id}`)).status).toBe(404);
  });

  test('explains what its limit excludes', async () => {
    const maker = await callerWith([writesUsers, visible]);
    const key = await keyOfColleague(maker);
    await giveRule(key.userId, { entityName: 'WorklogType', accessRule: 'READ', fullAccess: true });
    const explained = await expectOk(key.request('GET', '/access/explain?kind=WorklogType&id=V1'));
    const rules = explained.rules as { gives: string; because: string }[];
    expect(rules.map(({ gives }) => gives).sort()).toEqual(['NONE', 'READ']);
    expect(rules.find(({ gives }) => gives === 'NONE')?.because).toEndWith(
      'The key is limited to the rules that the user had, as they were, when the key was made.',
    );
    const check = [
      { kind: 'WorklogType', id: 'V1' },
      { kind: 'WorklogType', id: 'H1' },
    ];
    expect(await expectOk<unknown>(key.request('POST', '/access/check', check))).toEqual([
      { allowed: true },
      { allowed: false },
    ]);
  });

  test('limits the work that it starts', async () => {
    const maker = await callerWith([writesUsers, { entityName: 'Job', accessRule: 'READ_WRITE' }, visible]);
    const key = await keyOfColleague(maker);
    await giveRule(key.userId, { entityName: 'WorklogType', accessRule: 'READ_WRITE', fullAccess: true });
    const values = { jobType: 'LIMITED', startDate: '2026-11-20T08:00:00.000Z', status: 'NEW', jobSteps: [] };
    const { id } = await expectOk(key.request('POST', '/jobs', values));
    const [job] = await api.sql<{ holder: string }[]>`select holder from job where id = ${id}`;
    const holder = JSON.parse(String(job?.holder)) as RightsHolder;
    expect(holder).toEqual({ userId: key.userId, limitedBy: key.id });
    const { access } = await servicesOfHolder(api.services, { holder });
    expect(access.of(worklogType)).toMatchObject({ read: { type: expect.any(String) }, write: 'none' });
    const stranger = { userId: maker.userId, limitedBy: key.id };
    expect((await servicesOfHolder(api.services, { holder: stranger })).access.of(worklogType).read).toBe('none');
  });
});

test('a key that an administrator makes, or its own user, follows the rights of its user', async () => {
  const user = await callerWith([visible]);
  const own = await makeKey(user, user.code, user.userId);
  const byAdministrator = await makeKey(administrator, user.code, user.userId);
  await giveRule(user.userId, { entityName: 'WorklogType', accessRule: 'READ', fullAccess: true });
  for (const key of [own, byAdministrator]) {
    expect(key.limited).toBeUndefined();
    expect(await reads(key)).toEqual([200, 200]);
  }
});
