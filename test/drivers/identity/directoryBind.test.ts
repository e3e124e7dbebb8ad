import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { DirectoryUnavailable } from '../../../domain/ports/directory.ts';
import { makeDirectoryBind } from '../../../drivers/identity/directoryBind.ts';
import { createUser } from '../../helpers/access.ts';
import { startApi } from '../../helpers/api.ts';
import { slapdMissing, startSlapd } from '../../helpers/servers/slapd.ts';

setDefaultTimeout(60_000);

const base = 'ou=people,dc=example,dc=org';
const person = (name: string, uid: string, password: string) => `dn: cn=${name},${base}
objectClass: inetOrgPerson
cn: ${name}
sn: ${name}
uid: ${uid}
userPassword: ${password}

`;
const ldif = `dn: ${base}
objectClass: organizationalUnit
ou: people

${person('Novak', 'novak', 'tajnx heslo')}${person('One', 'twin', 'secret one')}${person('Two', 'twin', 'secret two')}${person('Star', 'st*r', 'secret star')}`;

describe.skipIf(slapdMissing !== undefined)('the directory', async () => {
  if (slapdMissing !== undefined) return;
  const directory = await startSlapd(ldif);
  const { url, bindDn, password } = directory;
  const options = { url, baseDn: base, bindDn, password, userAttributes: { LDAP: 'uid', AD: 'cn' }, timeoutMs: 20_000 };
  const bind = makeDirectoryBind(options);
  const api = await startApi({ directoryBind: bind });
  afterAll(async () => {
    await api.stop();
    await directory.stop();
  });
  const novak = 'tajnx heslo';

  test('accepts the password of a user, by the attribute of its flavour', async () => {
    expect(await bind.bind('LDAP', 'novak', novak)).toBe(true);
    expect(await bind.bind('AD', 'Novak', novak)).toBe(true);
    expect(await bind.bind('AD', 'twin', novak)).toBe(false);
  });

  test('refuses a wrong, an empty, and the password of another user', async () => {
    for (const wrong of ['wrong', '', ' ', password, 'secret one', '\0'])
      expect(await bind.bind('LDAP', 'novak', wrong), JSON.stringify(wrong)).toBe(false);
    expect(await bind.bind('LDAP', '', '')).toBe(false);
  });

  test('takes no character of a code for a part of the filter', async () => {
    for (const code of ['nov*', '*', 'novak)(uid=*', '*)(|(uid=*', 'novak\\2a', 'nov\0ak', `cn=Novak,${base}`, 's*'])
      expect(await bind.bind('LDAP', code, novak), code).toBe(false);
    expect(await bind.bind('LDAP', 'st*r', 'secret star')).toBe(true);
    expect(await bind.bind('LDAP', 'star', 'secret star')).toBe(false);
  });

  test('refuses a code that several entries have', async () => {
    for (const one of ['secret one', 'secret two']) expect(await bind.bind('LDAP', 'twin', one)).toBe(false);
  });

  test('signs in the users whose authentication it is, and no others', async () => {
    await createUser(api, 'novak', { authentication: 'LDAP' });
    expect((await api.request('POST', '/session', { code: 'novak', password: novak })).status).toBe(200);
    expect((await api.request('POST', '/session', { code: 'novak', password: 'wrong' })).status).toBe(401);
    await api.request('PATCH', '/users/novak', { authentication: 'PASSWORD' });
    expect((await api.request('POST', '/session', { code: 'novak', password: novak })).status).toBe(401);
    // Known to the directory alone.
    expect((await api.request('POST', '/session', { code: 'twin', password: 'secret one' })).status).toBe(401);
  });

  test('that does not answer is unavailable, and refuses a sign-in as a wrong password does', async () => {
    await api.request('PATCH', '/users/novak', { authentication: 'LDAP' });
    const silent = makeDirectoryBind({ ...options, url: 'ldap://127.0.0.1:1' });
    expect(await silent.bind('LDAP', 'novak', novak).catch((error: unknown) => error)).toBeInstanceOf(
      DirectoryUnavailable,
    );
    const denied = makeDirectoryBind({ ...options, password: 'wrong' });
    expect(await denied.bind('LDAP', 'novak', novak).catch((error: unknown) => error)).toBeInstanceOf(
      DirectoryUnavailable,
    );
  });
});
