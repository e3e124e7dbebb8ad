import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { Attribute, Change, type Client } from 'ldapts';
import { allRoutes } from '../../api/routes/index.ts';
import { makeApi } from '../../api/server.ts';
import { type SyncResult, syncDirectory } from '../../domain/actions/directorySync.ts';
import { queues } from '../../domain/jobs/queues.ts';
import type { JsonObject } from '../../domain/kind.ts';
import { type Directory, DirectoryAway, EngineAway } from '../../domain/ports.ts';
import { type LdapOptions, makeLdapDirectory } from '../../drivers/directory.ldap.ts';
import { migrateQueues } from '../../drivers/queue.pgboss.ts';
import { makeTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { slapdMissing, startSlapd, type TestDirectory } from '../helpers/slapd.ts';
import { until } from '../helpers/until.ts';
import {
  type Bench,
  caller,
  engineOf,
  makeBench,
  NotingEngine,
  startWorker,
  type TestWorker,
  testDefinitions,
} from './bench.ts';

setDefaultTimeout(60_000);

/** Groups of a real directory brought in by real workers. */

const baseDn = 'ou=groups,dc=example,dc=org';

const group = (dn: string, cn: string, more = ''): string => `dn: ${dn}
objectClass: groupOfNames
objectClass: extensibleObject
cn: ${cn}
member: cn=waybill,dc=example,dc=org
${more}
`;

const ldif = `dn: ${baseDn}
objectClass: organizationalUnit
ou: groups

dn: ou=inner,${baseDn}
objectClass: organizationalUnit
ou: inner

${group(`cn=alpha,${baseDn}`, 'alpha', 'description: First\nl: Brno\n')}
${group(`cn=beta,${baseDn}`, 'beta')}
${group(`cn=gamma,${baseDn}`, 'gamma')}
${group(`cn=delta,${baseDn}`, 'delta')}
${group(`cn=odd,${baseDn}`, 'odd', 'employeeType: NONE\n')}
`;

type Found = JsonObject & { id: string; code: string; auditInfo: JsonObject };

describe.skipIf(slapdMissing !== undefined)(`a sync${slapdMissing ? ` (${slapdMissing})` : ''}`, () => {
  let server: TestDirectory;
  let directory: Directory;
  let database: TestDatabase;
  let bench: Bench;
  let worker: TestWorker;
  let api: ReturnType<typeof makeApi>;
  const engine = engineOf(new NotingEngine(), EngineAway);

  const ldap = (more: Partial<LdapOptions> = {}): Directory =>
    makeLdapDirectory({
      url: server.url,
      bindDn: server.bindDn,
      password: server.password,
      baseDn,
      groupFilter: '(objectClass=groupOfNames)',
      attributes: [
        ['code', 'cn'],
        ['name', 'cn'],
        ['type', 'employeeType'],
        ['description', 'description'],
        ['dataTags', 'businessCategory'],
        ['chars.city', 'l'],
      ],
      groupType: 'LDAP',
      timeoutMs: 1_000,
      pageSize: 3,
      ...more,
    });

  beforeAll(async () => {
    server = await startSlapd(ldif);
    directory = ldap();
    database = await makeTestDatabase();
    await migrateQueues(database.url, testDefinitions);
    bench = await makeBench(database.url, engine);
    worker = await startWorker(database.url, engine, {}, {}, 'silent', { directory });
    api = makeApi(
      { ...bench.platform, directory },
      { host: '127.0.0.1', port: 0, maxBody: 1_048_576, routes: allRoutes() },
    );
    await api.start();
    await post('/user-group-types', { code: 'LDAP', name: 'Of the directory', registry: {} });
    await post('/user-group-types', { code: 'TEAM', name: 'Team', registry: {} });
  });
  afterAll(async () => {
    await api?.stop();
    await worker?.stop();
    await bench?.stop();
    await database?.drop();
    await server?.stop();
  });
  beforeEach(async () => {
    await database.sql`truncate user_group, user_group_region, user_user_group, app_user, history cascade`;
  });

  async function ask(method: string, path: string, body?: object): Promise<{ status: number; body: Found }> {
    const response = await fetch(`${api.url}/api/v2${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  }

  async function post(path: string, body: object): Promise<Found> {
    const answer = await ask('POST', path, body);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body;
  }

  const job = (data: object = {}) => ({ jobType: 'DIRECTORY_SYNC', data, startDate: '2026-11-21', status: 'NEW' });

  /** The first step of a Job, once the Job has ended. */
  async function ended(id: string): Promise<JsonObject & { processingInfo: JsonObject }> {
    return until(`Job ${id} to have ended`, async () => {
      const { body } = await ask('GET', `/jobs/${id}?expand=JOB_STEPS`);
      const { status, jobSteps } = body as unknown as {
        status: string;
        jobSteps: (JsonObject & { processingInfo: JsonObject })[];
      };
      return ['COMPLETED', 'FAILED'].includes(status) ? jobSteps[0] : undefined;
    });
  }

  async function sync(data: object = {}): Promise<JsonObject> {
    const { status, processingInfo } = await ended((await post('/jobs', job(data))).id);
    expect(status).toBe('COMPLETED');
    return processingInfo;
  }

  /** The same without a worker in between. */
  const syncBy = (other: Directory, dryRun = false): Promise<SyncResult> =>
    syncDirectory(bench.platform, other, { dryRun, caller, signal: new AbortController().signal });

  const codes = async () =>
    (await database.sql<{ code: string }[]>`select code from user_group order by code`).map(({ code }) => code);
  const found = async (code: string) => (await ask('GET', `/user-groups/${code}`)).body;
  const changes = async () =>
    Number((await database.sql`select count(*) from history where kind = 'UserGroup'`)[0]?.count);
  const local = (code: string, more: object = {}) =>
    post('/user-groups', { code, name: code, type: 'TEAM', chars: {}, ...more });

  async function changed(
    work: (client: Client) => Promise<void>,
    back: (client: Client) => Promise<void>,
    then: () => Promise<void>,
  ) {
    await server.change(work);
    try {
      await then();
    } finally {
      await server.change(back);
    }
  }
  const entry = { objectClass: ['groupOfNames', 'extensibleObject'], member: 'cn=waybill,dc=example,dc=org' };
  /** While these groups are not in the directory. */
  const without = (names: readonly string[], then: () => Promise<void>) =>
    changed(
      async (client) => {
        for (const name of names) await client.del(`cn=${name},${baseDn}`);
      },
      async (client) => {
        for (const name of names) await client.add(`cn=${name},${baseDn}`, { cn: name, ...entry });
      },
      then,
    );
  const replaced = (type: string, values: string[]) =>
    new Change({ operation: 'replace', modification: new Attribute({ type, values }) });

  test('brings in all groups whose type there is, and finds nothing to do the next time', async () => {
    const mine = await local('local', { ldapMemberOf: 'cn=local,dc=elsewhere' });
    const counts = { inDirectory: 5, added: 4, changed: 0, removed: 0, unchanged: 0, kept: 0, refused: 1 };
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

  test('changes what the directory says, and nothing that it does not say', async () => {
    await sync();
    const role = await post('/roles', { code: crypto.randomUUID(), name: 'Chief' });
    const { id } = await found('alpha');
    const own = { chars: { city: 'Brno', size: 3 }, dataTags: ['mine'], associatedUserRoleId: role.id };
    await ask('PATCH', '/user-groups/alpha', { ...own, name: 'By hand' });
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

  test('follows a group that was moved, and one that was made by hand at its place', async () => {
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

  test('removes groups that are gone, unless others point to them', async () => {
    await sync();
    const [alpha, beta] = [await found('alpha'), await found('beta')];
    const { id: userId } = await post('/users', { code: 'ann', type: 'INDIVIDUAL', chars: {}, groups: ['delta'] });
    // A group that goes above one that goes too, and one that goes above one that changes.
    await ask('PATCH', '/user-groups/beta', { parentUserGroupId: alpha.id });
    await ask('PATCH', '/user-groups/gamma', { parentUserGroupId: beta.id, name: 'By hand' });
    await without(['alpha', 'beta', 'delta'], async () => {
      const counts = { inDirectory: 2, added: 0, changed: 1, removed: 0, unchanged: 0, kept: 3, refused: 1 };
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
      await ask('PATCH', '/user-groups/gamma', { parentUserGroupId: null });
      await ask('PATCH', `/users/${userId}`, { groups: null });
      expect(await sync()).toMatchObject({ changed: 0, removed: 3, unchanged: 1, kept: 0 });
      expect(await codes()).toEqual(['gamma']);
    });
    expect(await sync()).toMatchObject({ added: 3 });
  });

  test('neither takes over nor removes a local group', async () => {
    const mine = await local('alpha');
    expect(await sync()).toMatchObject({ added: 3, refused: 2 });
    expect(await found('alpha')).toEqual(mine);
    await without(['alpha', 'beta'], async () => {
      expect(await sync()).toMatchObject({ removed: 1, refused: 1 });
      expect(await codes()).toEqual(['alpha', 'delta', 'gamma']);
    });
  });

  test('takes one group of a code, the same each time', async () => {
    await changed(
      (client) => client.add(`cn=beta,ou=inner,${baseDn}`, { cn: 'beta', ...entry }),
      (client) => client.del(`cn=beta,ou=inner,${baseDn}`),
      async () => {
        for (const added of [4, 0]) {
          const info = await sync();
          expect(info).toMatchObject({ added, changed: 0, removed: 0, refused: 2 });
          expect(await found('beta')).toMatchObject({ ldapMemberOf: `cn=beta,${baseDn}` });
          expect(JSON.stringify(info.reasons)).toContain('code: \\"beta\\" is given by cn=beta,');
        }
      },
    );
  });

  test('changes nothing when the directory does not answer wholly', async () => {
    await sync();
    const all = await codes();
    const limited = await startSlapd(ldif, 'sizelimit size.prtotal=2');
    const cut = { url: limited.url, pageSize: 2 };
    try {
      for (const more of [cut, { baseDn: 'ou=none,dc=example,dc=org' }, { password: 'wrong' }])
        await expect(syncBy(ldap(more))).rejects.toThrow(DirectoryAway);
    } finally {
      await limited.stop();
    }
    await changed(
      (client) =>
        client.add(`ou=far,${baseDn}`, {
          objectClass: ['referral', 'extensibleObject'],
          ou: 'far',
          ref: 'ldap://far.example/dc=far',
        }),
      async () => {},
      () => expect(syncBy(directory)).rejects.toThrow('some of its entries are elsewhere: ldap://far.example/'),
    );
    expect(await codes()).toEqual(all);
  });
});
