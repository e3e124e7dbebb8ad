import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createServer, type Server, type Socket } from 'node:net';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { type LdapOptions, makeLdapDirectory } from '../../drivers/directory/ldapDirectory.ts';
import { startApi, type TestAnswer, type TestApi } from '../helpers/api.ts';
import { makeTestDatabase } from '../helpers/database.ts';
import { baseDn, ldif } from '../helpers/directoryEntries.ts';
import { startProcess } from '../helpers/processes/process.ts';
import { slapdMissing, startSlapd, type TestDirectory } from '../helpers/servers/slapd.ts';
import { poll } from '../helpers/waits/poll.ts';

// A limit on a hang. With Bun's default of 5 s a test fails on a busy machine, and ends the server of the test process.
setDefaultTimeout(60_000);

/** Time-out for directories that respond: a limit on a hang. */
const LIMIT = 20_000;
/** Time-out for silent directories, in ms. */
const TIMEOUT = 700;
/** Additional time that a busy machine may need, in ms. */
const SLACK = 30_000;

const options = (more: Partial<LdapOptions>): LdapOptions => ({
  url: 'ldap://127.0.0.1:1',
  baseDn,
  groupFilter: '(objectClass=groupOfNames)',
  attributes: [
    ...([
      ['code', 'cn'],
      ['name', 'CN'],
      ['description', 'description'],
      ['email', 'mail'],
      ['phoneNumber', 'telephoneNumber'],
      ['dataTags', 'businessCategory'],
      ['chars.city', 'l'],
    ] as const),
  ],
  timeoutMs: LIMIT,
  ...more,
});

/** Requests groups of an api whose directory has these options. */
async function withDirectory<T>(
  more: Partial<LdapOptions>,
  work: (search: Ask, api: TestApi) => Promise<T>,
): Promise<T> {
  const api = await startApi({ directory: makeLdapDirectory(options(more)) });
  try {
    return await work((place) => api.request('GET', `/user-groups/by-ldap/${encodeURIComponent(place)}`), api);
  } finally {
    await api.stop();
  }
}
type Ask = (place: string) => Promise<TestAnswer>;

function expectAway({ status, text }: TestAnswer): void {
  expect(status, text).toBe(500);
  expect(JSON.parse(text)).toMatchObject({ message: 'The directory is not available right now.', errors: [] });
}

describe.skipIf(slapdMissing !== undefined)(`a directory${slapdMissing ? ` (${slapdMissing})` : ''}`, () => {
  let directory: TestDirectory;
  let api: TestApi;
  let search: Ask;

  const bound = () => ({ url: directory.url, bindDn: directory.bindDn, password: directory.password });

  beforeAll(async () => {
    directory = await startSlapd(ldif);
    api = await startApi({ directory: makeLdapDirectory(options({ ...bound(), groupType: 'LDAP' })) });
    search = (place) => api.request('GET', `/user-groups/by-ldap/${encodeURIComponent(place)}`);
  });
  afterAll(async () => {
    await api?.stop();
    await directory?.stop();
  });

  async function found(place: string): Promise<JsonObject> {
    const answer = await search(place);
    expect(answer.status, answer.text).toBe(200);
    return answer.json<JsonObject>();
  }

  async function notFound(place: string): Promise<void> {
    const answer = await search(place);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.errors).toHaveLength(1);
    expect(answer.errors[0]).toStartWith('ldapMemberOf: no group has the place "');
  }

  test('returns a group by its name in the directory and by its code', async () => {
    const network = {
      name: 'network',
      code: 'network',
      readonlyAccess: true,
      description: 'Who keeps the network',
      ldapMemberOf: `cn=network,${baseDn}`,
      period: { isValid: true },
      chars: { empty: false, city: 'Brno' },
      dataTags: ['first', 'second'],
      email: 'network@example.org',
      phoneNumber: '+420 1',
    };
    expect(await found(`cn=network,${baseDn}`)).toEqual(network);
    expect(await found(` CN = Network , OU=Groups,DC=example, dc=org`)).toEqual(network);
    expect(await found('network')).toEqual(network);
    expect((await found('twice')).ldapMemberOf).toBe(`cn=twice,${baseDn}`);
  });

  test('returns the type of its groups when the type exists', async () => {
    await api.request('POST', '/user-group-types', { code: 'LDAP', name: 'Of the directory', registry: {} });
    expect((await found('network')).userGroupType).toMatchObject({ code: 'LDAP', valid: 'true' });
  });

  test('reads commas, quotes, plus signs, parentheses and stars in names literally', async () => {
    const joe = `cn=Smith\\2C \\22Joe\\22 \\2B Sons,ou=inner,${baseDn}`;
    for (const place of [
      `cn=Smith\\, \\"Joe\\" \\+ Sons,ou=inner,${baseDn}`,
      `cn="Smith, \\"Joe\\" + Sons",ou=inner,${baseDn}`,
      joe,
      'Smith, "Joe" + Sons',
    ]) {
      expect(await found(place)).toMatchObject({ code: 'Smith, "Joe" + Sons', ldapMemberOf: joe });
    }
    expect((await found('Správci *(všech) \\')).name).toBe('Správci *(všech) \\');
    expect((await found(`cn=správci *(VŠECH) \\\\,${baseDn}`)).name).toBe('Správci *(všech) \\');
  });

  test('escapes filter syntax in names', async () => {
    for (const place of [
      '*',
      '*)(uid=*',
      'network)(cn=*',
      'net*',
      '*)(|(objectClass=*',
      'cn=*',
      `cn=*,${baseDn}`,
      'cn=*)(objectClass=*',
      '\\2a',
      '\\',
      '(((',
      '\u0000',
      'network\u0000',
      '=',
      'cn=',
      `cn=Smith, "Joe",${baseDn}`,
      'x'.repeat(4_000),
    ]) {
      await notFound(place);
    }
    expect((await found('network')).code).toBe('network');
  });

  test('returns only groups below its base', async () => {
    for (const place of ['outside', 'cn=outside,dc=example,dc=org', `cn=nobody,${baseDn}`, 'nobody', baseDn]) {
      await notFound(place);
    }
    await notFound('dc=example,dc=org');
    await notFound('cn=config');
  });

  test('that hangs, refuses or lacks the base is unavailable, and is requested again', async () => {
    await withDirectory({ ...bound(), timeoutMs: TIMEOUT }, async (search) => {
      directory.pause();
      try {
        const begin = performance.now();
        expectAway(await search('network'));
        expect(performance.now() - begin).toBeLessThan(TIMEOUT + SLACK);
      } finally {
        directory.resume();
      }
      const recovered = await poll('the directory to answer again', async () => {
        const answer = await search('network');
        return answer.status === 200 ? answer.json<JsonObject>() : undefined;
      });
      expect(recovered.code).toBe('network');
    });
    for (const more of [{ password: 'wrong' }, { baseDn: 'dc=nowhere' }]) {
      await withDirectory({ ...bound(), ...more }, async (search, { logged }) => {
        expectAway(await search('network'));
        expect(JSON.stringify(logged)).toContain('DirectoryUnavailable');
        expect(JSON.stringify(logged)).not.toContain(directory.password.slice(0, 4));
      });
    }
  });

  test('is configured by the environment of an api', async () => {
    const database = await makeTestDatabase();
    const { url, bindDn, password } = directory;
    const environment = {
      DATABASE_URL: database.url,
      LDAP_URL: url,
      LDAP_BASE_DN: baseDn,
      LDAP_BIND_DN: bindDn,
      LDAP_PASSWORD: password,
      LDAP_ATTRIBUTES: 'code=cn, chars.city=l',
    };
    const process = await startProcess('api', { environment });
    try {
      const answer = await fetch(`${process.url}/api/v2/user-groups/by-ldap/network`);
      expect(await answer.json()).toMatchObject({ code: 'network', name: 'network', chars: { city: 'Brno' } });
    } finally {
      await process.stop();
      await database.drop();
    }
  });
});

describe('a directory that', () => {
  async function answering(work: (socket: Socket) => void): Promise<{ server: Server; url: string }> {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      work(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { server, url: `ldap://127.0.0.1:${(server.address() as { port: number }).port}` };
  }

  /** An entry of a search result without the end of the result. */
  const entry = (id: number) =>
    Buffer.from([0x30, 0x0d, 0x02, 0x01, id, 0x64, 0x08, 0x04, 0x04, ...Buffer.from('dc=x'), 0x30, 0x00]);

  const faults: Record<string, (socket: Socket) => void> = {
    'never answers': () => {},
    'hangs up': (socket) => socket.once('data', () => socket.end()),
    'resets the connection': (socket) => socket.once('data', () => socket.resetAndDestroy()),
    'answers half a message': (socket) => socket.once('data', () => socket.end(Buffer.from([0x30, 0x0c, 0x02, 0x01]))),
    'never ends its answer': (socket) =>
      socket.once('data', (request) => socket.write(entry((request as Buffer)[4] ?? 0))),
    'answers something else': (socket) => socket.once('data', () => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')),
  };
  for (const [what, fault] of Object.entries(faults)) {
    test(`${what} is unavailable`, async () => {
      const { server, url } = await answering(fault);
      try {
        await withDirectory({ url, timeoutMs: TIMEOUT }, async (search) => {
          const begin = performance.now();
          expectAway(await search('network'));
          expect(performance.now() - begin).toBeLessThan(TIMEOUT + SLACK);
        });
      } finally {
        server.close();
      }
    });
  }

  test('ends with an empty page before the last is incomplete', async () => {
    const berOf = (tag: number, ...content: (Buffer | number[])[]): Buffer => {
      const inside = Buffer.concat(content.map((part) => Buffer.from(part)));
      return Buffer.concat([Buffer.from([tag, inside.length]), inside]);
    };
    const text = (value: string) => berOf(0x04, Buffer.from(value));
    const cookie = berOf(0x30, berOf(0x02, [0]), text('more'));
    const control = berOf(0x30, text('1.2.840.113556.1.4.319'), berOf(0x04, cookie));
    const done = (id: number, ...controls: Buffer[]) =>
      berOf(
        0x30,
        berOf(0x02, [id]),
        berOf(0x65, berOf(0x0a, [0]), text(''), text('')),
        ...controls.map((one) => berOf(0xa0, one)),
      );
    const found = (id: number, dn: string) =>
      berOf(
        0x30,
        berOf(0x02, [id]),
        berOf(0x64, text(dn), berOf(0x30, berOf(0x30, text('cn'), berOf(0x31, text('a'))))),
      );
    const { server, url } = await answering((socket) => {
      // The base, a page with a group, an empty page. The base is requested once for each pass over all groups.
      let requests = 0;
      socket.on('data', (bytes) => {
        const asking = bytes as Buffer;
        const long = (asking[1] ?? 0) > 0x80 ? (asking[1] ?? 0) - 0x80 : 0;
        const id = asking[4 + long] ?? 0;
        const variant = requests++ % 3;
        if (variant === 0) socket.write(Buffer.concat([found(id, baseDn), done(id)]));
        else if (variant === 1) socket.write(Buffer.concat([found(id, `cn=a,${baseDn}`), done(id, control)]));
        else socket.write(done(id, control));
      });
    });
    try {
      const codes: unknown[] = [];
      const read = async () => {
        for await (const page of makeLdapDirectory(options({ url })).all())
          codes.push(...page.map(({ group: one }) => one?.code));
      };
      await expect(read()).rejects.toThrow('it does not say whether it has returned all groups');
      expect(codes).toEqual(['a']);
    } finally {
      server.close();
    }
  });

  test('does not exist is unavailable', () => withDirectory({}, async (search) => expectAway(await search('network'))));

  test('has an invalid filter is rejected at the start', () => {
    expect(() => makeLdapDirectory(options({ groupFilter: '(cn=' }))).toThrow('LDAP_GROUP_FILTER is not a filter');
  });
});
