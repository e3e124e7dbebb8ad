import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { baseDn } from '../helpers/directoryEntries.ts';
import { slapdMissing } from '../helpers/servers/slapd.ts';
import {
  changed,
  changes,
  codes,
  entry,
  found,
  local,
  post,
  replaced,
  send,
  setUpDirectory,
  sync,
  without,
} from './directoryHarness.ts';

setDefaultTimeout(60_000);

describe.skipIf(slapdMissing !== undefined)(`a sync of groups${slapdMissing ? ` (${slapdMissing})` : ''}`, () => {
  setUpDirectory();

  test('creates all groups whose type exists, and changes nothing the next time', async () => {
    const mine = await local('local', { ldapMemberOf: 'cn=local,dc=elsewhere' });
    const counts = { inDirectory: 5, added: 4, changed: 0, removed: 0, unchanged: 0, retained: 0, rejected: 1 };
    const reasons = [{ code: 'odd', place: `cn=odd,${baseDn}`, reason: 'type: no UserGroupType has the code "NONE"' }];
    expect(await sync({ dryRun: true })).toMatchObject({ dryRun: true, ...counts, reasons });
    expect(await codes()).toEqual(['local']);
    expect(await sync()).toMatchObject({ dryRun: false, ...counts, reasons });
    expect(await codes()).toEqual(['alpha', 'beta', 'delta', 'gamma', 'local']);
    expect(await found('alpha')).toMatchObject({
      ...{ name: 'alpha', type: 'LDAP', description: 'First', ldapMemberOf: `cn=alpha,${baseDn}` },
      ...{ chars: { city: 'Brno' }, auditInfo: { version: 1, whoInserted: 'worker' } },
    });
    const before = await changes();
    expect(await sync()).toMatchObject({ ...counts, added: 0, unchanged: 4 });
    expect(await changes()).toBe(before);
    expect(await found('local')).toEqual(mine);
  });

  test('changes only members that the directory has', async () => {
    await sync();
    const role = await post('/roles', { code: crypto.randomUUID(), name: 'Chief' });
    const { id } = await found('alpha');
    const own = { chars: { city: 'Brno', size: 3 }, dataTags: ['mine'], associatedUserRoleId: role.id };
    await send('PATCH', '/user-groups/alpha', { ...own, name: 'By hand' });
    await changed(
      (client) =>
        client.modify(`cn=alpha,${baseDn}`, [replaced('description', ['Second']), replaced('l', ['Ostrava'])]),
      (client) => client.modify(`cn=alpha,${baseDn}`, [replaced('description', ['First']), replaced('l', ['Brno'])]),
      async () => {
        expect(await sync()).toMatchObject({ added: 0, changed: 1, removed: 0, unchanged: 3 });
        expect(await found('alpha')).toMatchObject({
          ...{ id, name: 'alpha', description: 'Second', dataTags: ['mine'], associatedUserRoleId: role.id },
          ...{ chars: { city: 'Ostrava', size: 3 }, auditInfo: { version: 3 } },
        });
      },
    );
  });

  test('follows a moved group, and a local group in its place', async () => {
    const beta = await local('other', { ldapMemberOf: ` CN=Beta, OU=groups,DC=example ,dc=org` });
    await sync();
    expect(await found('beta')).toMatchObject({ id: beta.id, ldapMemberOf: `cn=beta,${baseDn}`, type: 'LDAP' });
    await changed(
      (client) => client.modifyDN(`cn=beta,${baseDn}`, `cn=beta,ou=inner,${baseDn}`),
      (client) => client.modifyDN(`cn=beta,ou=inner,${baseDn}`, `cn=beta,${baseDn}`),
      async () => {
        expect(await sync()).toMatchObject({ added: 0, changed: 1, removed: 0 });
        expect(await found('beta')).toMatchObject({ id: beta.id, ldapMemberOf: `cn=beta,ou=inner,${baseDn}` });
      },
    );
  });

  test('removes groups that the directory no longer has, unless they are referenced', async () => {
    await sync();
    const [alpha, beta] = [await found('alpha'), await found('beta')];
    const { id: userId } = await post('/users', { code: 'ann', type: 'NURSE', chars: {}, groups: ['delta'] });
    // A removed group is the parent of a removed one, and another is the parent of a changed one.
    await send('PATCH', '/user-groups/beta', { parentUserGroupId: alpha.id });
    await send('PATCH', '/user-groups/gamma', { parentUserGroupId: beta.id, name: 'By hand' });
    await without(['alpha', 'beta', 'delta'], async () => {
      const counts = { inDirectory: 2, added: 0, changed: 1, removed: 0, unchanged: 0, retained: 3, rejected: 1 };
      const info = await sync();
      expect(info).toMatchObject(counts);
      expect(
        (info.reasons as { code: string; reason: string }[]).map(({ code, reason }) => [code, reason]).sort(),
      ).toEqual([
        ['alpha', 'id: 1 UserGroup points to it by parentUserGroupId'],
        ['beta', 'id: 1 UserGroup points to it by parentUserGroupId'],
        ['delta', 'id: 1 UserUserGroup points to it by userGroupId'],
        ['odd', 'type: no UserGroupType has the code "NONE"'],
      ]);
      expect(await codes()).toEqual(['alpha', 'beta', 'delta', 'gamma']);
      await send('PATCH', '/user-groups/gamma', { parentUserGroupId: null });
      await send('PATCH', `/users/${userId}`, { groups: null });
      expect(await sync()).toMatchObject({ changed: 0, removed: 3, unchanged: 1, retained: 0 });
      expect(await codes()).toEqual(['gamma']);
    });
    expect(await sync()).toMatchObject({ added: 3 });
  });

  test('neither takes over nor removes a local group', async () => {
    const mine = await local('alpha');
    expect(await sync()).toMatchObject({ added: 3, rejected: 2 });
    expect(await found('alpha')).toEqual(mine);
    await without(['alpha', 'beta'], async () => {
      expect(await sync()).toMatchObject({ removed: 1, rejected: 1 });
      expect(await codes()).toEqual(['alpha', 'delta', 'gamma']);
    });
  });

  test('uses one of several groups with a code, the same each time', async () => {
    await changed(
      (client) => client.add(`cn=beta,ou=inner,${baseDn}`, { cn: 'beta', ...entry }),
      (client) => client.del(`cn=beta,ou=inner,${baseDn}`),
      async () => {
        for (const added of [4, 0]) {
          const info = await sync();
          expect(info).toMatchObject({ added, changed: 0, removed: 0, rejected: 2 });
          expect(await found('beta')).toMatchObject({ ldapMemberOf: `cn=beta,${baseDn}` });
          expect(JSON.stringify(info.reasons)).toContain('code: \\"beta\\" is given by cn=beta,');
        }
      },
    );
  });
});
