import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { Attribute, Change, type Client } from 'ldapts';
import { makeApi } from '../../api/http/server.ts';
import { allRoutes } from '../../api/routes/index.ts';
import { type SyncResult, syncDirectory } from '../../domain/directory/directorySync.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { type Directory, DirectoryUnavailable } from '../../domain/ports/directory.ts';
import { SearchUnavailable } from '../../domain/ports/search.ts';
import { type LdapOptions, makeLdapDirectory } from '../../drivers/directory/ldapDirectory.ts';
import { migrateQueues } from '../../drivers/queue/pgBossQueues.ts';
import { makeTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { slapdMissing, startSlapd, type TestDirectory } from '../helpers/servers/slapd.ts';
import { until } from '../helpers/until.ts';
import {
  caller,
  engineOf,
  type Harness,
  makeHarness,
  RecordingEngine,
  startWorker,
  type TestWorker,
  testDefinitions,
} from '../helpers/workerHarness.ts';

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
  let harness: Harness;
  let worker: TestWorker;
  let api: ReturnType<typeof makeApi>;
  const engine = engineOf(new RecordingEngine(), SearchUnavailable);

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
    harness = await makeHarness(database.url, engine);
    worker = await startWorker(database.url, engine, {}, {}, { directory });
    api = makeApi(
      { ...harness.services, directory },
      { host: '127.0.0.1', port: 0, maxBody: 1_048_576, routes: allRoutes() },
    );
    await api.start();
    await post('/user-group-types', { code: 'LDAP', name: 'Of the directory', registry: {} });
    await post('/user-group-types', { code: 'TEAM', name: 'Team', registry: {} });
    await post('/user-types', { code: 'NURSE', name: 'Nurse', type: 'INDIVIDUAL', registry: {} });
  });
  afterAll(async () => {
    await api?.stop();
    await worker?.stop();
    await harness?.stop();
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
    syncDirectory(harness.services, other, { dryRun, caller, signal: new AbortController().signal });

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
    const counts = { inDirectory: 5, added: 4, changed: 0, removed: 0, unchanged: 0, retained: 0, refused: 1 };
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
    const { id: userId } = await post('/users', { code: 'ann', type: 'NURSE', chars: {}, groups: ['delta'] });
    // A group that goes above one that goes too, and one that goes above one that changes.
    await ask('PATCH', '/user-groups/beta', { parentUserGroupId: alpha.id });
    await ask('PATCH', '/user-groups/gamma', { parentUserGroupId: beta.id, name: 'By hand' });
    await without(['alpha', 'beta', 'delta'], async () => {
      const counts = { inDirectory: 2, added: 0, changed: 1, removed: 0, unchanged: 0, retained: 3, refused: 1 };
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
      expect(await sync()).toMatchObject({ changed: 0, removed: 3, unchanged: 1, retained: 0 });
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
    const referral = `dn: ou=far,${baseDn}
objectClass: referral
objectClass: extensibleObject
ou: far
ref: ldap://far.example/dc=far
`;
    const [limited, pointing] = await Promise.all([
      startSlapd(ldif, 'sizelimit size.prtotal=2'),
      startSlapd(`${ldif}\n${referral}`),
    ]);
    try {
      for (const more of [
        { url: limited.url, pageSize: 2 },
        { baseDn: 'ou=none,dc=example,dc=org' },
        { password: 'wrong' },
      ])
        await expect(syncBy(ldap(more))).rejects.toThrow(DirectoryUnavailable);
      await expect(syncBy(ldap({ url: pointing.url }))).rejects.toThrow(
        'some of its entries are on another server: ldap://far.example/dc=far',
      );
      await expect(syncBy(ldap({ groupFilter: '(cn=nobody)' }))).rejects.toThrow('has no group at all, and 4 here');
    } finally {
      await limited.stop();
      await pointing.stop();
    }
    expect(await codes()).toEqual(all);
  });

  test('reads all pages, however they end', async () => {
    for (const pageSize of [1, 2, 4, 5, 6]) {
      const pages = await Array.fromAsync(ldap({ pageSize }).all());
      expect(
        pages
          .flat()
          .map(({ group }) => group?.code)
          .sort(),
      ).toEqual(['alpha', 'beta', 'delta', 'gamma', 'odd']);
    }
  });

  test('goes one after the other where two are asked for at once', async () => {
    const both = await Promise.all([syncBy(directory), syncBy(directory)]);
    expect(both.map(({ added, unchanged }) => [added, unchanged]).sort()).toEqual([
      [0, 4],
      [4, 0],
    ]);
  });

  test('that is told to stop, with all groups read or while another goes on, writes nothing', async () => {
    const abort = new AbortController();
    const stopping: Directory = {
      find: (place) => directory.find(place),
      keyOf: (place) => directory.keyOf(place),
      async *all() {
        yield* directory.all();
        // Meanwhile another sync waits for this one.
        const other = syncDirectory(harness.services, directory, { dryRun: false, caller, signal: abort.signal });
        abort.abort(new Error('the worker stops'));
        await expect(other).rejects.toThrow('the worker stops');
      },
    };
    const options = { dryRun: false, caller, signal: abort.signal };
    await expect(syncDirectory(harness.services, stopping, options)).rejects.toThrow('the worker stops');
    expect(await codes()).toEqual([]);
    expect(await syncBy(directory)).toMatchObject({ added: 4 });
  });

  test('begins once for all schedules, tries again while the directory is away, and refuses a second one', async () => {
    const other = await startWorker(database.url, engine, {}, {}, { directory });
    server.pause();
    try {
      const due = [crypto.randomUUID(), crypto.randomUUID()];
      await database.sql`
        insert into outbox (id, queue, data) select id, 'maintenance.directory', '{}' from unnest(${due}::uuid[]) as id`;
      await until('both schedules to be done', async () => {
        const rows = await database.sql`select from pgboss.job where id = any(${due}::uuid[]) and state = 'completed'`;
        return rows.length === due.length;
      });
      const open = await database.sql<{ id: string }[]>`
        select id from job where job_type = 'DIRECTORY_SYNC' and status in ('NEW', 'IN_PROGRESS')`;
      expect(open).toHaveLength(1);
      const [{ id }] = open as unknown as [{ id: string }];
      expect(await ask('POST', '/jobs', job())).toMatchObject({
        status: 400,
        body: { errors: [`jobType: the DIRECTORY_SYNC ${id} is under way; wait for its end or cancel it`] },
      });
      const step = await until('a try to have failed', async () => {
        const [row] = await database.sql`select doc from job_step where job_id = ${id} and faults > 0`;
        return row?.doc as string | undefined;
      });
      expect(JSON.parse(step).log).toStartWith('The directory could not be queried: ');
      server.resume();
      const { status, processingInfo } = await ended(id);
      expect({ status, ...processingInfo }).toMatchObject({ status: 'COMPLETED', attempts: 2, added: 4 });
    } finally {
      server.resume();
      await other.stop();
    }
  });

  test('has the schedule that is configured, and none without', async () => {
    const schedules = async () => {
      const rows = await database.sql`select cron, timezone from pgboss.schedule where name = 'maintenance.directory'`;
      return rows.map((row) => ({ ...row }));
    };
    const cron = '0 3 1 1 *';
    const scheduled = testDefinitions.map((one) => (one.name === 'maintenance.directory' ? { ...one, cron } : one));
    await migrateQueues(database.url, scheduled);
    expect(await schedules()).toEqual([{ cron, timezone: 'UTC' }]);
    await migrateQueues(database.url, testDefinitions);
    expect(await schedules()).toEqual([]);
  });
});
