import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { kinds } from '../../../domain/kinds/index.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { migrateQueues } from '../../../drivers/queue/pgBossQueues.ts';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { expectOk } from '../../helpers/api/expectations.ts';
import type { TestRecord } from '../../helpers/api.ts';
import { countsOf, failuresOf, makeBulkRequests } from '../../helpers/changes/bulkRequests.ts';
import { testDefinitions } from '../../helpers/workerHarness.ts';

setDefaultTimeout(60_000);

/** Bulk changes of records that only apis may write: those that give rights, and what workers execute. */

const api = await startAuthenticatedApiForFile();
const { administrator, sql } = api;
await migrateQueues(api.databaseUrl, testDefinitions);
const { allEnded, ended, bulk, accepted, run } = makeBulkRequests(api);

const ok = (method: string, path: string, body?: JsonObject): Promise<TestRecord> =>
  expectOk(administrator.request(method, path, body));
const byId = (id: string): JsonObject => ({ filters: [{ column: 'id', value: id }] });
const LAST = 'The last administrator cannot be removed, disabled or deprived of the access rule.';

test('every kind of reference data has them', async () => {
  const ids = Object.fromEntries(kinds.map(({ path }) => [path, crypto.randomUUID()]));
  const user = await ok('POST', '/users', { code: 'owner', type: 'PERSON', chars: {} });
  const role = await ok('POST', '/roles', { code: 'plain', name: 'Plain' });
  const other = await ok('POST', '/roles', { code: 'other', name: 'Other' });
  const rule = await ok('POST', '/access-rules', { code: 'none', name: 'None', fullAccess: false });
  await ok('POST', '/user-group-types', { code: 'TEAM', name: 'T', registry: {} });
  const group = await ok('POST', '/user-groups', { code: 'team', name: 'T', type: 'TEAM', chars: {} });
  const period = { validTo: '2999-01-01T00:00:00.000Z' };
  const bodies: Record<string, [JsonObject, JsonObject]> = {
    users: [{ code: 'new', type: 'PERSON', chars: {} }, { description: 'd' }],
    roles: [{ code: 'new', name: 'N' }, { name: 'M' }],
    'access-rules': [{ code: 'new', name: 'N', fullAccess: false }, { name: 'M' }],
    'user-roles': [{ userId: user.id, roleId: role.id }, { roleId: other.id }],
    'user-user-groups': [{ userId: user.id, userGroupId: group.id }, { period }],
    'role-access-rules': [{ roleId: role.id, accessRuleId: rule.id }, { period }],
    scripts: [{ code: 'new', name: 'N', source: 'return {};' }, { source: 'return { a: 1 };' }],
    'formatter-templates': [
      { code: 'new', name: 'N', inputType: 'HTML', content: '<p>a</p>' },
      { content: '<p>b</p>' },
    ],
    'notification-rules': [{ code: 'new', name: 'N' }, { name: 'M' }],
    schedules: [{ code: 'new', name: 'N', jobType: 'TIDES', everySeconds: 60 }, { enabled: false }],
  };
  expect(Object.keys(bodies).sort()).toEqual(
    kinds.flatMap(({ path, guarded }) => (guarded === true ? [path] : [])).sort(),
  );
  const referenceData = kinds.filter(({ operations }) => operations.includes('save'));
  expect(referenceData.filter(({ operations }) => !operations.includes('bulk'))).toEqual([]);
  const changes: ((path: string, record: JsonObject, patch: JsonObject) => JsonObject)[] = [
    (path, record) => ({ operation: 'CREATE', records: [{ ...record, id: ids[path] as string }] }),
    (path, _, patch) => ({ operation: 'PATCH', filtering: byId(String(ids[path])), patch }),
    (path) => ({ operation: 'DELETE', filtering: byId(String(ids[path])) }),
  ];
  for (const bodyOf of changes) {
    const started = Object.entries(bodies).map(([path, [record, patch]]) =>
      accepted(path, bodyOf(path, record, patch)),
    );
    const jobs = await allEnded((await Promise.all(started)).map(({ jobId }) => jobId));
    expect(jobs.flatMap(failuresOf)).toEqual([]);
    expect(jobs.map((job) => [job.jobType, countsOf(job).done])).toEqual(jobs.map(() => ['GUARDED_BULK_CHANGE', 1]));
  }
  const [entry] = await sql<{ who: string }[]>`
    select changed_by as who from history where kind = 'Role' and record_id = ${String(ids.roles)} limit 1`;
  expect(entry?.who).toBe(administrator.code);
  const audited = await sql`select from audit_entry where doc like ${`%${ids.roles}%`}`;
  expect(audited.length).toBeGreaterThan(0);
});

test('groups get a role, which only apis may give', async () => {
  const role = await ok('POST', '/roles', { code: 'of-group', name: 'R' });
  await ok('POST', '/user-groups', { code: 'g1', name: 'to get', type: 'TEAM', chars: {} });
  const filtering = { filters: [{ column: 'name', value: 'to get' }] };
  const job = await run('user-groups', { operation: 'PATCH', filtering, patch: { associatedUserRoleId: role.id } });
  expect([job.jobType, countsOf(job).done]).toEqual(['GUARDED_BULK_CHANGE', 1]);
  const records = [{ code: 'g2', name: 'to get', type: 'TEAM', chars: {}, associatedUserRoleId: role.id }];
  expect(countsOf(await run('user-groups', { operation: 'CREATE', records })).done).toBe(1);
  const removed = await run('user-groups', { operation: 'DELETE', filtering });
  expect([removed.jobType, countsOf(removed).done]).toEqual(['BULK_CHANGE', 2]);
});

describe('the checks of single changes hold:', () => {
  test('the last administrator remains', async () => {
    const users = { filters: [{ column: 'code', value: administrator.code }] };
    const disabled = await run('users', { operation: 'PATCH', filtering: users, patch: { status: 'DISABLE' } });
    const links = { filters: [{ column: 'userId', value: administrator.userId }] };
    const unlinked = await run('user-roles', { operation: 'DELETE', filtering: links });
    const rules = { operation: 'DELETE', filtering: byId(String(administrator.ruleIds[0])) };
    const jobs = [disabled, unlinked, await run('access-rules', rules)];
    expect(jobs.map((job) => countsOf(job))).toEqual(
      jobs.map(() => ({ done: 0, unchanged: 0, skipped: 0, failed: 1 })),
    );
    expect(failuresOf(disabled)[0]).toStartWith(LAST);
    expect(failuresOf(unlinked)[0]).toStartWith(LAST);
    expect((await administrator.request('GET', '/me')).status).toBe(200);
  });

  test('callers give only rights that they have', async () => {
    const clerk = await api.callerWith([
      { entityName: 'UserRole', accessRule: 'READ_WRITE' },
      { entityName: 'User', accessRule: 'READ' },
      { entityName: 'Role', accessRule: 'READ' },
    ]);
    const records = [{ userId: clerk.userId, roleId: administrator.roleId }];
    const tried = await accepted('user-roles', { operation: 'CREATE', records, dryRun: true }, clerk);
    expect(tried).toMatchObject({ records: 1, failed: 1 });
    const job = await run('user-roles', { operation: 'CREATE', records }, clerk);
    expect([countsOf(job).failed, failuresOf(job)[0]]).toEqual([1, tried.failures?.[0]?.error ?? '']);
    expect((await bulk('roles', { operation: 'CREATE', records: [{ code: 'r', name: 'r' }] }, clerk)).status).toBe(403);
  });

  test('scripts and templates are compiled', async () => {
    const script = { operation: 'CREATE', records: [{ code: 'broken', name: 'B', source: 'return {' }] };
    expect((await accepted('scripts', { ...script, dryRun: true })).failures?.[0]?.error).toContain('source: line 1');
    expect(failuresOf(await run('scripts', script))[0]).toContain('source: line 1');
    const content = { code: 'broken', name: 'B', inputType: 'HTML', content: '{{#if}}' };
    const job = await run('formatter-templates', { operation: 'CREATE', records: [content] });
    expect(failuresOf(job)[0]).toContain('content: ');
    await ok('POST', '/formatter-templates', { ...content, code: 'used', content: 'x', documentType: 'EMAIL' });
    await ok('POST', '/notification-rules', {
      code: 'uses',
      name: 'U',
      config: { subject: 's', emailTemplateCode: 'used' },
    });
    const filtering = { filters: [{ column: 'code', value: 'used' }] };
    const removed = await run('formatter-templates', { operation: 'DELETE', filtering });
    expect(failuresOf(removed)[0]).toContain('1 NotificationRule names "used" in config');
  });
});

test('write-only texts are not stored with a change', async () => {
  const config = { url: 'https://hooks.example.org/a', secret: 'top secret' };
  const error = 'config.secret: is not allowed in a bulk change, send it with each NotificationRule by itself';
  const filtering = { filters: [{ column: 'code', value: 'uses' }] };
  const patched = await bulk('notification-rules', { operation: 'PATCH', filtering, patch: { config } });
  expect([patched.status, patched.errors]).toEqual([400, [`patch.${error}`]]);
  const records = [{ code: 'secret', name: 'S', config }];
  const created = await bulk('notification-rules', { operation: 'CREATE', records });
  expect([created.status, created.errors]).toEqual([400, [`records[0].${error}`]]);
});

describe('the rights of the caller', () => {
  test('are those at the time of each change, and changes of rights act at once', async () => {
    const helper = await api.callerWith([{ entityName: 'WorklogType', accessRule: 'READ' }]);
    const clerk = await api.callerWith([{ entityName: 'UserRole', accessRule: 'READ_WRITE' }]);
    expect((await helper.request('GET', '/worklog-types')).status).toBe(200);
    const filtering = { filters: [{ column: 'userId', value: helper.userId }] };
    const { jobId } = await accepted('user-roles', { operation: 'DELETE', filtering }, clerk);
    await ok('PATCH', `/users/${clerk.userId}`, { status: 'DISABLE' });
    const stopped = await ended(jobId);
    expect([stopped.status, stopped.jobSteps[0]?.log]).toEqual(['FAILED', expect.stringContaining('is disabled')]);
    expect((await helper.request('GET', '/worklog-types')).status).toBe(200);
    expect(countsOf(await run('user-roles', { operation: 'DELETE', filtering })).done).toBe(1);
    expect((await helper.request('GET', '/worklog-types')).status).toBe(403);
  });

  test('cannot be taken from another user by who writes Jobs', async () => {
    const clerk = await api.callerWith([{ entityName: 'Role', accessRule: 'READ_WRITE' }]);
    await ok('POST', '/roles', { code: 'prey', name: 'Prey' });
    const filtering = { filters: [{ column: 'code', value: 'prey' }] };
    const { jobId } = await accepted('roles', { operation: 'DELETE', filtering }, clerk);
    await sql`update job set holder = null where id = ${jobId}`;
    await ok('PATCH', `/users/${clerk.userId}`, { status: 'DISABLE' });
    expect((await ended(jobId)).status).toBe('FAILED');
    await ok('GET', '/roles/prey');
  });
});
