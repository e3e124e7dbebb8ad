import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Explanation } from '../../../domain/access/explanation/explainRights.ts';
import { kinds } from '../../../domain/kinds/index.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { type RuleOfCaller, startAuthenticatedApiForFile, type TestCaller } from '../../helpers/api/callers.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startAuthenticatedApiForFile();
const { administrator, callerWith, store } = api;

await store('UserGroupType', { code: 'TEAM', name: 'Team', registry: {} });
const north = await store('UserGroup', { code: 'north', name: 'North', type: 'TEAM', chars: {} });
await store('WorklogType', { code: 'V1', name: 'Visible', description: 'north' });
await store('WorklogType', { code: 'H1', name: 'Hidden', description: 'south' });

const byGroups: RuleOfCaller = {
  entityName: 'WorklogType',
  accessRule: 'READ',
  expression: [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the placeholder itself
    { column: 'description', operator: 'IN', value: '${user.groups}' },
    { column: 'name', operator: 'IS_NOT_NULL' },
  ],
};
const dispatcher = await callerWith([byGroups]);
await store('UserUserGroup', { userId: dispatcher.userId, userGroupId: north.id });

async function explain(caller: TestCaller, query: Readonly<Record<string, string>>): Promise<Explanation> {
  const answer = await caller.request('GET', `/access/explain?${new URLSearchParams(query)}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json<Explanation>();
}

const about = (id?: string, user = dispatcher.code) => ({ user, kind: 'WorklogType', ...(id !== undefined && { id }) });

describe('an explanation', () => {
  test('names the role, the filled-in filters, and the filter that does not hold', async () => {
    expect(await explain(administrator, about('V1'))).toEqual({
      read: true,
      write: false,
      because: `The user has the rights of the access rule "${dispatcher.code}-0" (READ).`,
      rules: [
        {
          id: String(dispatcher.ruleIds[0]),
          code: `${dispatcher.code}-0`,
          gives: 'READ',
          because: `The user has the role "${dispatcher.code}". The rule lets its holders read worklog types whose description is "north" and whose name is present. The record matches.`,
        },
      ],
    });
    const hidden = await explain(administrator, about('H1'));
    expect(hidden).toMatchObject({ read: false, write: false });
    expect(hidden.because).toBe('None of the access rules of the user that concern WorklogType gives a right.');
    expect(hidden.rules[0]?.because).toEndWith('The record does not match: description is "north".');
    expect(await explain(administrator, about())).toMatchObject({ read: 'some', write: 'none' });
  });

  test('names the group through which a role comes, and each period that does not hold', async () => {
    const validTo = '2020-01-01T00:00:00.000Z';
    const role = await store('Role', { code: 'night', name: 'Night', validityTo: validTo });
    const rule = await store('AccessRule', {
      ...{ code: 'all-logs', name: 'A', fullAccess: true, entityName: 'LogType' },
      validFor: { validFrom: '2999-01-01T00:00:00.000Z' },
    });
    await store('RoleAccessRule', { roleId: role.id, accessRuleId: rule.id, period: { validTo } });
    const group = { type: 'TEAM', name: 'G', chars: {}, associatedUserRoleId: role.id };
    const owls = await store('UserGroup', { ...group, code: 'owls', validTo });
    await store('UserUserGroup', { userId: dispatcher.userId, userGroupId: owls.id, period: { validTo } });
    const { rules, read } = await explain(administrator, { user: dispatcher.code, kind: 'LogType' });
    expect(read).toBe('none');
    expect(rules).toEqual([
      {
        id: rule.id,
        code: 'all-logs',
        gives: 'NONE',
        because:
          `The user has the role "night" through the group "owls", but the membership ended at ${validTo}, and the validity of the group ended at ${validTo}, ` +
          `and the validity of the role ended at ${validTo}, and the link of the role and the rule ended at ${validTo}, and the validity of the rule begins at 2999-01-01T00:00:00.000Z. ` +
          'The rule lets its holders read and change all log types.',
      },
    ]);
  });

  test('says that a user is disabled, has no rule, or is in no group', async () => {
    const disabled = await callerWith([byGroups, {}]);
    await administrator.request('PATCH', `/users/${disabled.userId}`, { status: 'DISABLE' });
    const found = await explain(administrator, about('V1', disabled.code));
    expect(found).toMatchObject({ read: false, because: 'The user is disabled.' });
    expect(found.rules.map(({ gives }) => gives)).toEqual(['NONE', 'NONE']);
    const loner = await callerWith([byGroups]);
    expect((await explain(administrator, about('V1', loner.code))).rules[0]?.because).toEndWith(
      'The record does not match: description is one of the codes of their own groups (the user is in no group).',
    );
    const none = await explain(administrator, { user: loner.code, kind: 'Log' });
    expect(none).toEqual({
      read: 'none',
      write: 'none',
      because: 'No access rule of the user concerns Log.',
      rules: [],
    });
  });

  test('covers reserved entities and the scopes of the own key', async () => {
    const operator = await callerWith([{ entityName: 'Metrics', accessRule: 'READ' }]);
    expect(await explain(operator, { kind: 'Metrics' })).toMatchObject({
      read: true,
      write: false,
      rules: [{ gives: 'READ', because: expect.stringContaining('The rule lets its holders read metrics') }],
    });
    const scoped = await callerWith([{}], { scopes: [{ entityName: 'LogType', accessRule: 'READ' }] });
    const [rule] = (await explain(scoped, { kind: 'LogType' })).rules;
    expect(rule).toMatchObject({
      gives: 'READ',
      because: expect.stringContaining('The scopes of the key leave READ.'),
    });
    const [other] = (await explain(scoped, { kind: 'WorklogType' })).rules;
    expect(other).toMatchObject({ gives: 'NONE', because: expect.stringContaining('do not include it') });
  });

  test('gives what the access rules give, in filters of every form', async () => {
    const some = [
      {
        or: [
          { column: 'code', value: 'V1' },
          { column: 'code', operator: 'LIKE', value: 'X%' },
        ],
      },
      { column: 'auditInfo.version', operator: 'LE', value: '1' },
    ];
    const expressions: unknown[] = [some, { filters: some, fulltext: 'vis' }, { fulltext: 'hid' }];
    const reader = await callerWith(
      expressions.map((expression) => ({ entityName: 'WorklogType', accessRule: 'READ', expression })),
    );
    const gives = async (id: string) =>
      (await explain(administrator, about(id, reader.code))).rules.map((rule) => rule.gives).sort();
    expect(await gives('V1')).toEqual(['NONE', 'READ', 'READ']);
    expect(await gives('H1')).toEqual(['NONE', 'NONE', 'READ']);
    const { rules } = await explain(administrator, about('H1', reader.code));
    expect(rules.map(({ because }) => because).join()).toContain(
      'The record does not match: (code is "V1" or code starts with "X").',
    );
  });

  test('of another user needs Admin, and of the caller tells nothing about hidden records', async () => {
    for (const user of [administrator.code, 'nobody'])
      expect((await dispatcher.request('GET', `/access/explain?user=${user}&kind=User`)).status).toBe(403);
    const [hidden, unknown] = [await explain(dispatcher, about('H1')), await explain(dispatcher, about('X1'))];
    expect(hidden).toEqual(unknown);
    expect(hidden).toMatchObject({ read: false, rules: [{ gives: 'NONE' }] });
    expect(await explain(dispatcher, { ...about('V1'), user: dispatcher.userId })).toMatchObject({ read: true });
    expect(await explain(dispatcher, { kind: 'WorklogType', id: 'V1' })).toMatchObject({ read: true });
  });

  test('of something unknown is a 404 or a 400', async () => {
    const status = async (query: string) => (await administrator.request('GET', `/access/explain?${query}`)).status;
    expect(await status('kind=User&user=nobody')).toBe(404);
    expect(await status(`kind=WorklogType&id=X1&user=${dispatcher.code}`)).toBe(404);
    const nothing = await administrator.request('GET', '/access/explain?kind=User&id=nobody');
    expect(nothing.errors).toEqual(['id: no User has the id or code "nobody"']);
    expect(await status('')).toBe(400);
    expect(await status('kind=Users')).toBe(400);
    expect(await status('kind=Admin&id=x')).toBe(400);
    expect(await status('kind=UserRole&id=x')).toBe(400);
  });
});

describe('every kind', () => {
  for (const { name } of kinds)
    test(`${name} can be explained and checked`, async () => {
      expect(await explain(administrator, { kind: name })).toMatchObject({ read: 'all', write: 'all' });
      const id = crypto.randomUUID();
      expect((await administrator.request('GET', `/access/explain?kind=${name}&id=${id}`)).status).toBe(404);
      const checked = await administrator.request('POST', '/access/check', [{ kind: name, id }, { kind: name }]);
      expect(checked.json<unknown>()).toEqual([{ allowed: false }, { allowed: true }]);
    });
});

describe('a check of many', () => {
  const check = (caller: TestCaller, body: JsonObject[]) => caller.request('POST', '/access/check', body);

  test('answers in order', async () => {
    const user = dispatcher.code;
    const answer = await check(administrator, [
      { user, kind: 'WorklogType', id: 'V1' },
      { user, kind: 'WorklogType', id: 'H1', right: 'READ' },
      { user, kind: 'WorklogType', id: 'V1', right: 'READ_WRITE' },
      { user, kind: 'WorklogType', id: 'X1' },
      { user, kind: 'WorklogType' },
      { user, kind: 'User' },
      { kind: 'Admin', right: 'READ_WRITE' },
      { kind: 'WorklogType', id: 'H1', right: 'READ_WRITE' },
    ]);
    expect(answer.json<{ allowed: boolean }[]>().map(({ allowed }) => allowed)).toEqual([
      ...[true, false, false, false, true, false, true, true],
    ]);
  });

  test('of other users needs Admin', async () => {
    const own = await check(dispatcher, [
      { kind: 'WorklogType', id: 'H1' },
      { kind: 'WorklogType', id: 'V1' },
    ]);
    expect(own.json<unknown>()).toEqual([{ allowed: false }, { allowed: true }]);
    const other = await check(dispatcher, [{ kind: 'User' }, { kind: 'User', user: administrator.code }]);
    expect(other.status).toBe(403);
  });

  test('names the elements that are wrong', async () => {
    const { status, errors } = await check(administrator, [
      { kind: 'Users' },
      { kind: 'User', right: 'WRITE' },
      { kind: 'UserRole', id: 'x' },
      {},
    ]);
    expect(status).toBe(400);
    expect(errors.map((error) => error.slice(0, error.indexOf(':')))).toEqual([
      '[0].kind',
      '[1].right',
      '[2].id',
      '[3].kind',
    ]);
    const unknown = await check(administrator, [{ kind: 'User', user: 'nobody' }]);
    expect([unknown.status, unknown.errors]).toEqual([400, ['[0].user: no User has the id or code "nobody"']]);
    expect((await administrator.request('POST', '/access/check', {})).status).toBe(400);
  });
});
