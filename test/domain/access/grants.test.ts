import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Access, KeyScope, KindAccess, Reach } from '../../../domain/access/access.ts';
import { GrantedAccess } from '../../../domain/access/grants/grantedAccess.ts';
import { grantsOf } from '../../../domain/access/grants.ts';
import { matches } from '../../../domain/filtering/matches.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { logType } from '../../../domain/kinds/processing/logType.ts';
import { worklogType } from '../../../domain/kinds/processing/worklogType.ts';
import { accessRequests } from '../../helpers/api/accessRequests.ts';
import { startApiForFile, type TestRecord } from '../../helpers/api.ts';

// A limit on a hang. With bun's default of 5 s, a busy machine would fail tests.
setDefaultTimeout(60_000);

const api = await startApiForFile();

const { grants, link, makeGroup, makeRole, makeRule, makeTypes, makeUser, ok, roleWith } = accessRequests(api);

/** The access of a new user with these rules. */
async function accessBy(rules: JsonObject[], scopes?: KeyScope[]): Promise<Access> {
  const user = await makeUser({ roles: [(await roleWith(...rules)).code] });
  return (await grants(user.id, scopes && { scopes })).access;
}

const none: KindAccess = { read: 'none', write: 'none' };
const readOnly: KindAccess = { read: 'all', write: 'none' };
const everything: KindAccess = { read: 'all', write: 'all' };

beforeAll(makeTypes);

describe('the access of a user', () => {
  test('is none without rules, and undefined for an unknown user', async () => {
    const access = await accessBy([]);
    expect(access.of(worklogType)).toEqual(none);
    expect(access).toMatchObject({ isAdministrator: false, unrestricted: false });
    expect(access.entity('Metrics')).toBeUndefined();
    expect(await grantsOf(api.services, crypto.randomUUID())).toBeUndefined();
  });

  test('covers every record by a rule with fullAccess to the kind or to every kind', async () => {
    const oneKind = await accessBy([{ fullAccess: true, entityName: 'LogType' }]);
    expect([oneKind.of(logType), oneKind.of(worklogType)]).toEqual([everything, none]);
    expect(oneKind.isAdministrator).toBe(false);
    const everyKind = await accessBy([{ fullAccess: true, accessRule: 'READ' }]);
    expect([everyKind.of(logType), everyKind.of(worklogType)]).toEqual([readOnly, readOnly]);
    expect(everyKind).toMatchObject({ isAdministrator: false, unrestricted: false });
    expect(everyKind.entity('Metrics')).toBeUndefined();
  });

  test('is that of an administrator by a rule for every kind with fullAccess and READ_WRITE', async () => {
    const access = await accessBy([{ fullAccess: true }]);
    expect(access).toMatchObject({ isAdministrator: true, unrestricted: true });
    expect(access.of(worklogType)).toEqual(everything);
    expect(access.entity('Admin')).toBe('READ_WRITE');
  });

  test('covers a reserved entity by a rule of its name', async () => {
    const access = await accessBy([
      { fullAccess: true, entityName: 'Metrics', accessRule: 'READ' },
      { fullAccess: true, entityName: 'Mailbox', accessRule: 'READ' },
      { fullAccess: true, entityName: 'Mailbox' },
    ]);
    expect(access.entity('Metrics')).toBe('READ');
    expect(access.entity('Mailbox')).toBe('READ_WRITE');
    expect(access.entity('Admin')).toBeUndefined();
    expect(access.of(worklogType)).toEqual(none);
  });

  test('is none by a rule with neither fullAccess nor an expression', async () => {
    const access = await accessBy([{ entityName: 'WorklogType', accessRule: 'READ_WRITE' }, {}]);
    expect(access.of(worklogType)).toEqual(none);
  });

  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the placeholder itself
  const like = '[{"column":"code","operator":"LIKE","value":"${user.code}"}]';
  test.each(['[]', '{}', '{"filters":[]}', like])('is none by %s, saved by an earlier release', (expression) => {
    for (const code of ['%', '_', '', 'a']) {
      const rule = {
        id: code,
        code,
        entityName: 'WorklogType',
        expression,
        right: 'READ_WRITE',
        fullAccess: false,
      } as const;
      const user = { id: crypto.randomUUID(), code, groups: [] };
      expect(new GrantedAccess(user, [rule], { log: api.services.log }).of(worklogType)).toEqual(none);
    }
  });

  test('is the union of rules: READ_WRITE includes READ, and the default is READ without fullAccess', async () => {
    const expression = (value: string): JsonObject => ({
      entityName: 'WorklogType',
      expression: JSON.stringify([{ column: 'code', value }]),
    });
    const some = await accessBy([{ ...expression('a'), accessRule: 'READ_WRITE' }, expression('b')]);
    const { read, write } = some.of(worklogType);
    expect([codesIn(read), codesIn(write)]).toEqual([['a', 'b'], ['a']]);
    const all = await accessBy([expression('a'), { fullAccess: true, entityName: 'WorklogType', accessRule: 'READ' }]);
    expect(all.of(worklogType)).toEqual(readOnly);
  });

  /** Which of the codes a, b and c are in reach. */
  function codesIn(reach: Reach): string[] {
    if (typeof reach === 'string') return [reach];
    const audit = { version: 1, whoInserted: '', whenInserted: '', whoEdited: '', whenEdited: '' };
    return ['a', 'b', 'c'].filter((value) => matches(reach, { id: '', code: value }, audit));
  }
});

describe('scopes', () => {
  const read = (entityName?: string): KeyScope => ({ accessRule: 'READ', ...(entityName && { entityName }) });
  const write = (entityName?: string): KeyScope => ({ ...read(entityName), accessRule: 'READ_WRITE' });

  test('narrow the rules of an administrator', async () => {
    const administrator = (scopes: KeyScope[]) => accessBy([{ fullAccess: true }], scopes);
    const unscoped = await administrator([write()]);
    expect(unscoped).toMatchObject({ isAdministrator: true, unrestricted: true });
    const reading = await administrator([read()]);
    expect(reading).toMatchObject({ isAdministrator: false, unrestricted: false });
    expect([reading.of(worklogType), reading.entity('Metrics')]).toEqual([readOnly, 'READ']);
    const oneKind = await administrator([write('WorklogType'), read('Metrics')]);
    expect(oneKind.isAdministrator).toBe(false);
    expect([oneKind.of(worklogType), oneKind.of(logType)]).toEqual([everything, none]);
    expect([oneKind.entity('Metrics'), oneKind.entity('Admin')]).toEqual(['READ', undefined]);
    const nothing = await administrator([]);
    expect([nothing.of(worklogType), nothing.entity('Admin')]).toEqual([none, undefined]);
  });

  test('give nothing that the rules do not give', async () => {
    const rules = [
      { fullAccess: true, entityName: 'WorklogType', accessRule: 'READ' },
      { fullAccess: true, entityName: 'Metrics', accessRule: 'READ' },
    ];
    const access = await accessBy(rules, [write(), write('Admin'), write('LogType')]);
    expect(access.isAdministrator).toBe(false);
    expect([access.of(worklogType), access.of(logType)]).toEqual([readOnly, none]);
    expect([access.entity('Metrics'), access.entity('Admin')]).toEqual(['READ', undefined]);
  });
});

describe('the roles of a user', () => {
  test('are its own and those of its groups', async () => {
    const [own, ofGroup] = [await makeRole(), await roleWith({ fullAccess: true, entityName: 'WorklogType' })];
    await makeGroup({ associatedUserRoleId: (await roleWith({ fullAccess: true })).id });
    const group = await makeGroup({ associatedUserRoleId: ofGroup.id });
    const plain = await makeGroup();
    const user = await makeUser({ roles: [own.code], groups: [group.code, plain.code] });
    const found = await grants(user.id);
    expect(found).toMatchObject({ user: { id: user.id, code: user.code }, isActive: true });
    expect(found.roles).toEqual([own.code, ofGroup.code].sort());
    expect(found.groups).toEqual([group.code, plain.code].sort());
    expect(found.access.of(worklogType)).toEqual(everything);
    expect(found.access.isAdministrator).toBe(false);
    expect(found.rules).toHaveLength(1);
    expect(found.validUntil).toBe(Number.POSITIVE_INFINITY);
  });

  test('grant nothing to a disabled user', async () => {
    const role = await roleWith({ fullAccess: true });
    const user = await makeUser({ status: 'DISABLE', roles: [role.code] });
    const found = await grants(user.id);
    expect(found).toMatchObject({ isActive: false, roles: [], groups: [], rules: [] });
    expect(found.access.of(worklogType)).toEqual(none);
    expect(found.access.isAdministrator).toBe(false);
  });
});

describe('a period', () => {
  const [start, end] = ['2020-01-01T00:00:00.000Z', '2021-01-01T00:00:00.000Z'];
  const before = new Date('2019-12-31T23:59:59.999Z');
  const during = new Date(start);
  const after = new Date(end);
  const full = { fullAccess: true, entityName: 'WorklogType' };

  /** A user whose only rule is valid for the period, by each part that can have one. */
  const users: Record<string, () => Promise<TestRecord>> = {
    user: async () => makeUser({ roles: [(await roleWith(full)).code], validFrom: start, validTo: end }),
    role: async () => {
      const role = await makeRole({ validityFrom: start, validityTo: end });
      await link(role, await makeRule(full));
      return makeUser({ roles: [role.code] });
    },
    'link of role and rule': async () => {
      const role = await makeRole();
      await link(role, await makeRule(full), { validFrom: start, validTo: end });
      return makeUser({ roles: [role.code] });
    },
    rule: async () =>
      makeUser({ roles: [(await roleWith({ ...full, validFor: { validFrom: start, validTo: end } })).code] }),
    group: async () => {
      const role = await roleWith(full);
      const group = await makeGroup({ associatedUserRoleId: role.id, validFrom: start, validTo: end });
      const user = await makeUser();
      await ok('POST', '/user-user-groups', { userId: user.id, userGroupId: group.id });
      return user;
    },
    membership: async () => {
      const group = await makeGroup({ associatedUserRoleId: (await roleWith(full)).id });
      const user = await makeUser();
      const period = { validFrom: start, validTo: end };
      await ok('POST', '/user-user-groups', { userId: user.id, userGroupId: group.id, period });
      return user;
    },
  };

  for (const [name, make] of Object.entries(users))
    test(`of the ${name} limits the grant, and the next of its ends is returned`, async () => {
      const { id } = await make();
      const at = async (when: Date) => {
        const { access, validUntil, isActive } = await grants(id, { when });
        return { ...access.of(worklogType), validUntil, isActive };
      };
      const isActive = name !== 'user';
      expect(await at(before)).toEqual({ ...none, validUntil: Date.parse(start), isActive });
      expect(await at(during)).toEqual({ ...everything, validUntil: Date.parse(end), isActive: true });
      expect(await at(after)).toEqual({ ...none, validUntil: Number.POSITIVE_INFINITY, isActive });
    });

  test('that ends first decides how long the access is valid', async () => {
    const { id } = await makeUser({
      validTo: '2030-01-01T00:00:00Z',
      roles: [(await roleWith({ ...full, validFor: { validTo: '2029-01-01T00:00:00Z' } })).code],
    });
    const { validUntil } = await grants(id, { when: during });
    expect(validUntil).toBe(Date.parse('2029-01-01T00:00:00Z'));
  });

  test('of a group limits the groups that an expression refers to', async () => {
    const [current, expired] = [await makeGroup(), await makeGroup({ validTo: end })];
    const user = await makeUser({ groups: [current.code, expired.code] });
    expect((await grants(user.id, { when: during })).groups).toEqual([current.code, expired.code].sort());
    expect((await grants(user.id, { when: after })).groups).toEqual([current.code]);
  });
});
