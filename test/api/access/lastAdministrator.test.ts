import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { accessRequests } from '../../helpers/api/accessRequests.ts';
import { changeEntry, removeEntry } from '../../helpers/api/diffRequests.ts';
import { expectOk } from '../../helpers/api/expectations.ts';
import { startApiForFile, type TestAnswer, type TestBody, type TestRecord } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();
const { ok, makeTypes, makeRole, makeRule, makeUser, makeGroup, link } = accessRequests(api);
const REASON = 'The last administrator cannot be removed, disabled or deprived of the access rule.';
const ENDS = 'The rights of the last administrator cannot get an end.';
const PAST = '2020-01-01T00:00:00.000Z';
const LATER = '2999-01-01T00:00:00.000Z';

beforeEach(async () => {
  await api.sql`truncate app_user, user_type, role, access_rule, user_group, user_group_type, outbox cascade`;
  await makeTypes();
});

interface Administrator {
  readonly rule: TestRecord;
  readonly role: TestRecord;
  readonly ruleLink: TestRecord;
  readonly user: TestRecord;
  readonly userRole: TestRecord;
}

async function makeAdministrator(): Promise<Administrator> {
  const [rule, role, user] = [await makeRule({ fullAccess: true }), await makeRole(), await makeUser()];
  const ruleLink = await link(role, rule);
  const userRole = await ok('POST', '/user-roles', { userId: user.id, roleId: role.id });
  return { rule, role, ruleLink, user: await ok('GET', `/users/${user.id}`), userRole };
}

/** An administrator by the role of a group. */
async function makeMember() {
  const [rule, role, user] = [await makeRule({ fullAccess: true }), await makeRole(), await makeUser()];
  await link(role, rule);
  const group = await makeGroup({ associatedUserRoleId: role.id });
  const membership = await ok('POST', '/user-user-groups', { userId: user.id, userGroupId: group.id });
  return { group, user, membership };
}

async function expectRefused(answer: Promise<TestAnswer>, reason = REASON): Promise<void> {
  const { status, text } = await answer;
  expect(status, text).toBe(400);
  expect(JSON.parse(text).message).toBe(reason);
}

const send = (method: string, path: string, body?: TestBody) => api.request(method, path, body);
const documents = async (): Promise<readonly unknown[]> => [
  ...(await api.sql`select doc from app_user union all select doc from user_role union all select doc from user_user_group
    union all select doc from role union all select doc from role_access_rule union all select doc from access_rule
    union all select doc from user_group order by 1`),
];

const withoutAudit = ({ auditInfo: _, ...members }: TestRecord): JsonObject => members;

/** An archive of all records as they are now, as the body of an import. */
async function archived(): Promise<FormData> {
  const exported = await fetch(`${api.url}/api/v2/admin/export`, { method: 'POST' });
  expect(exported.status).toBe(200);
  const form = new FormData();
  form.set('file', await exported.blob(), 'archive.zip');
  return form;
}

describe('the last administrator', () => {
  const refused: Record<string, (administrator: Administrator) => Promise<TestAnswer>> = {
    'is not deleted': ({ user }) => send('DELETE', `/users/${user.id}`),
    'is not disabled': ({ user }) => send('PATCH', `/users/${user.id}`, { status: 'DISABLE' }),
    'does not expire': ({ user }) => send('PATCH', `/users/${user.id}`, { validTo: PAST }),
    'keeps its role': ({ user }) => send('PATCH', `/users/${user.id}`, { roles: null }),
    'keeps its role when it is replaced': ({ user: { code } }) =>
      send('PUT', `/users/${code}`, { code, type: 'PERSON', chars: {} }),
    'keeps the link to its role': ({ userRole }) => send('DELETE', `/user-roles/${userRole.id}`),
    'keeps the link of role and rule': ({ ruleLink }) => send('DELETE', `/role-access-rules/${ruleLink.id}`),
    'keeps the period of the link of role and rule': ({ ruleLink }) =>
      send('PATCH', `/role-access-rules/${ruleLink.id}`, { period: { validTo: PAST } }),
    'keeps the period of its role': ({ role }) => send('PATCH', `/roles/${role.id}`, { validityTo: PAST }),
    'keeps the period of its rule': ({ rule }) =>
      send('PATCH', `/access-rules/${rule.id}`, { validFor: { validTo: PAST } }),
    'keeps the right of its rule': ({ rule }) => send('PATCH', `/access-rules/${rule.id}`, { accessRule: 'READ' }),
    'keeps all kinds of its rule': ({ rule }) => send('PATCH', `/access-rules/${rule.id}`, { entityName: 'User' }),
    'keeps full access': ({ rule }) => send('POST', '/access-rules', { ...withoutAudit(rule), fullAccess: false }),
    'is not removed by a saved diff': ({ user }) => send('POST', '/users/diff/save', [removeEntry(user)]),
    'is not disabled by a saved diff': ({ user }) =>
      send('POST', '/users/diff/save', [changeEntry(user, { status: 'DISABLE' })]),
    'keeps its link in a saved diff': ({ userRole }) => send('POST', '/user-roles/diff/save', [removeEntry(userRole)]),
    'keeps its rule in a saved diff': ({ rule }) =>
      send('POST', '/access-rules/diff/save', [changeEntry(rule, { fullAccess: false })]),
  };
  for (const [name, attempt] of Object.entries(refused))
    test(name, async () => {
      const administrator = await makeAdministrator();
      await makeUser();
      const before = await documents();
      await expectRefused(attempt(administrator));
      expect(await documents()).toEqual(before);
    });

  test('keeps its membership, and its group the role and the period', async () => {
    const { group, user, membership } = await makeMember();
    await expectRefused(send('PATCH', `/user-groups/${group.id}`, { associatedUserRoleId: null }));
    await expectRefused(send('PATCH', `/user-groups/${group.id}`, { validTo: PAST }));
    await expectRefused(send('PATCH', `/user-user-groups/${membership.id}`, { period: { validTo: PAST } }));
    await expectRefused(send('DELETE', `/user-user-groups/${membership.id}`));
    await expectRefused(send('PATCH', `/users/${user.id}`, { groups: [] }));
    await expectRefused(send('POST', '/user-groups/diff/save', [changeEntry(group, { validTo: PAST })]));
  });

  test('is not removed by an imported archive', async () => {
    const empty = await archived();
    await makeAdministrator();
    await expectRefused(api.request('POST', '/admin/import', empty));
    await expectOk(api.request('POST', '/admin/import', await archived()));
  });

  const ended: Record<string, (administrator: Administrator) => Promise<TestAnswer>> = {
    user: ({ user }) => send('PATCH', `/users/${user.id}`, { validTo: LATER }),
    role: ({ role }) => send('PATCH', `/roles/${role.id}`, { validityTo: LATER }),
    rule: ({ rule }) => send('PATCH', `/access-rules/${rule.id}`, { validFor: { validTo: LATER } }),
    'link of role and rule': ({ ruleLink }) =>
      send('PATCH', `/role-access-rules/${ruleLink.id}`, { period: { validTo: LATER } }),
    'user, by a saved diff,': ({ user }) => send('POST', '/users/diff/save', [changeEntry(user, { validTo: LATER })]),
  };
  for (const [name, attempt] of Object.entries(ended))
    test(`does not get an end of its ${name} while no other has rights without an end`, async () => {
      const administrator = await makeAdministrator();
      const { membership } = await makeMember();
      await expectOk(send('PATCH', `/user-user-groups/${membership.id}`, { period: { validTo: LATER } }));
      const before = await documents();
      await expectRefused(attempt(administrator), ENDS);
      expect(await documents()).toEqual(before);
      await makeAdministrator();
      await expectOk(attempt(administrator));
    });

  test('gets no end of its membership and of its group', async () => {
    const { group, membership } = await makeMember();
    await expectRefused(send('PATCH', `/user-groups/${group.id}`, { validTo: LATER }), ENDS);
    await expectRefused(send('PATCH', `/user-user-groups/${membership.id}`, { period: { validTo: LATER } }), ENDS);
  });

  test('may have an end already, which can come earlier', async () => {
    const { user, role } = await makeAdministrator();
    await api.sql`update app_user set doc = (doc::jsonb || ${JSON.stringify({ validTo: LATER })}::text::jsonb)::text
      where id = ${user.id}`;
    await expectOk(send('PATCH', `/roles/${role.id}`, { validityTo: '2998-01-01T00:00:00.000Z' }));
    await expectRefused(send('DELETE', `/users/${user.id}`));
  });

  test('may be removed while there is another one', async () => {
    const { user } = await makeAdministrator();
    const { user: member } = await makeMember();
    await expectOk(send('DELETE', `/users/${user.id}`));
    await expectRefused(send('DELETE', `/users/${member.id}`));
  });

  test('may change in other respects', async () => {
    const { user, rule, role } = await makeAdministrator();
    await expectOk(send('PATCH', `/users/${user.id}`, { email: 'a@example.org' }));
    await expectOk(send('PATCH', `/access-rules/${rule.id}`, { name: 'Everything' }));
    await expectOk(send('PATCH', `/roles/${role.id}`, { code: 'ADMIN' }));
  });

  test('is no concern of a database without an administrator', async () => {
    const { user, rule, userRole } = await makeAdministrator();
    await api.sql`delete from user_role where id = ${userRole.id}`;
    await expectOk(send('PATCH', `/access-rules/${rule.id}`, { fullAccess: false }));
    await expectOk(send('DELETE', `/users/${user.id}`));
  });

  test('is one of two who remove each other at once', async () => {
    for (let round = 0; round < 10; round++) {
      const pair = [await makeAdministrator(), await makeAdministrator()];
      const [one, other] = pair.map(({ user }) => user) as [TestRecord, TestRecord];
      const attempts: Record<number, () => Promise<TestAnswer>[]> = {
        0: () => [send('DELETE', `/users/${one.id}`), send('DELETE', `/users/${other.id}`)],
        1: () => [
          send('PATCH', `/users/${one.id}`, { status: 'DISABLE' }),
          send('DELETE', `/user-roles/${pair[1]?.userRole.id}`),
        ],
        2: () => [
          send('POST', '/users/diff/save', [removeEntry(one)]),
          send('PATCH', `/access-rules/${pair[1]?.rule.id}`, { accessRule: 'READ' }),
        ],
        3: () => [
          send('POST', '/user-roles/diff/save', [removeEntry(pair[0]?.userRole ?? {})]),
          send('POST', '/role-access-rules/diff/save', [removeEntry(pair[1]?.ruleLink ?? {})]),
        ],
      };
      const answers = await Promise.all(attempts[round % 4]?.() ?? []);
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses, answers.map(({ text }) => text).join()).toEqual([200, 400]);
      await api.sql`truncate app_user, role, access_rule cascade`;
    }
  });
});
