import { afterAll, beforeAll, beforeEach, expect } from 'bun:test';
import { Attribute, Change, type Client } from 'ldapts';
import { makeApi } from '../../api/http/server.ts';
import { allRoutes } from '../../api/routes/index.ts';
import { type SyncResult, syncDirectory } from '../../domain/directory/directorySync.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import type { Directory } from '../../domain/ports/directory.ts';
import { SearchUnavailable } from '../../domain/ports/search.ts';
import { type LdapOptions, makeLdapDirectory } from '../../drivers/directory/ldapDirectory.ts';
import { migrateQueues } from '../../drivers/queue/pgBossQueues.ts';
import { makeTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { baseDn, baseEntries, groupEntry } from '../helpers/directoryEntries.ts';
import { rolesOf } from '../helpers/servers/databaseRoles.ts';
import { startSlapd, type TestDirectory } from '../helpers/servers/slapd.ts';
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

/** A real directory, an api and a worker that synchronizes its groups. */

export const ldif = `${baseEntries}
${groupEntry(`cn=alpha,${baseDn}`, 'alpha', 'description: First\nl: Brno\n')}
${groupEntry(`cn=beta,${baseDn}`, 'beta')}
${groupEntry(`cn=gamma,${baseDn}`, 'gamma')}
${groupEntry(`cn=delta,${baseDn}`, 'delta')}
${groupEntry(`cn=odd,${baseDn}`, 'odd', 'employeeType: NONE\n')}
`;

type Found = JsonObject & { id: string; code: string; auditInfo: JsonObject };

export let server: TestDirectory;
export let directory: Directory;
export let database: TestDatabase;
export let harness: Harness;
let worker: TestWorker;
let api: ReturnType<typeof makeApi>;
export const engine = engineOf(new RecordingEngine(), SearchUnavailable);

export const ldap = (more: Partial<LdapOptions> = {}): Directory =>
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

/** Starts the directory, worker and api before the tests of a file, and deletes all groups before each test. */
export function setUpDirectory(): void {
  beforeAll(async () => {
    server = await startSlapd(ldif);
    directory = ldap();
    database = await makeTestDatabase();
    await migrateQueues(database.url, testDefinitions);
    harness = await makeHarness(database.url, engine);
    // The role of workers, because no other work changes so many tables.
    const { worker: url } = await rolesOf(database.url);
    worker = await startWorker(url, engine, {}, {}, { directory });
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
}

export async function send(method: string, path: string, body?: object): Promise<{ status: number; body: Found }> {
  const response = await fetch(`${api.url}/api/v2${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

export async function post(path: string, body: object): Promise<Found> {
  const answer = await send('POST', path, body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

export const job = (data: object = {}) => ({ jobType: 'DIRECTORY_SYNC', data, startDate: '2026-11-21', status: 'NEW' });

/** Waits for the end of a Job, and returns its first step. */
export async function ended(id: string): Promise<JsonObject & { processingInfo: JsonObject }> {
  return harness.jobEnds.until(id, async () => {
    const { body } = await send('GET', `/jobs/${id}?expand=JOB_STEPS`);
    const { status, jobSteps } = body as unknown as {
      status: string;
      jobSteps: (JsonObject & { processingInfo: JsonObject })[];
    };
    return ['COMPLETED', 'FAILED'].includes(status) ? jobSteps[0] : undefined;
  });
}

export async function sync(data: object = {}): Promise<JsonObject> {
  const { status, processingInfo } = await ended((await post('/jobs', job(data))).id);
  expect(status).toBe('COMPLETED');
  return processingInfo;
}

/** Synchronizes without a worker. */
export const syncBy = (other: Directory, dryRun = false): Promise<SyncResult> =>
  syncDirectory(harness.services, other, { dryRun, caller, signal: new AbortController().signal });

export const codes = async () =>
  (await database.sql<{ code: string }[]>`select code from user_group order by code`).map(({ code }) => code);
export const found = async (code: string) => (await send('GET', `/user-groups/${code}`)).body;
export const changes = async () =>
  Number((await database.sql`select count(*) from history where kind = 'UserGroup'`)[0]?.count);
export const local = (code: string, more: object = {}) =>
  post('/user-groups', { code, name: code, type: 'TEAM', chars: {}, ...more });

export async function changed(
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
export const entry = { objectClass: ['groupOfNames', 'extensibleObject'], member: 'cn=waybill,dc=example,dc=org' };
/** Runs `work` while these groups are removed from the directory. */
export const without = (names: readonly string[], then: () => Promise<void>) =>
  changed(
    async (client) => {
      for (const name of names) await client.del(`cn=${name},${baseDn}`);
    },
    async (client) => {
      for (const name of names) await client.add(`cn=${name},${baseDn}`, { cn: name, ...entry });
    },
    then,
  );
export const replaced = (type: string, values: string[]) =>
  new Change({ operation: 'replace', modification: new Attribute({ type, values }) });
