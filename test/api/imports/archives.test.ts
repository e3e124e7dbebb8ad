import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportResult } from '../../../domain/imports/archive.ts';
import { archivedKinds } from '../../../domain/imports/archives/kindsInOrder.ts';
import { startApi, type TestAnswer, type TestApi, type TestRecord } from '../../helpers/api.ts';
import { until } from '../../helpers/until.ts';

setDefaultTimeout(60_000);

let api: TestApi;
const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));

beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => {
  await api.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  await empty();
  await api.sql`truncate history, outbox`;
});
afterEach(() => rmSync(join(folder, 'out'), { recursive: true, force: true }));

function importFile(bytes: Uint8Array, query = ''): Promise<TestAnswer> {
  const form = new FormData();
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'anything.bin');
  return api.request('POST', `/admin/import${query}`, form);
}

async function exported(format: 'zip' | 'tar.gz'): Promise<Buffer> {
  const answer = await fetch(`${api.url}/api/v2/admin/export?format=${format}`, { method: 'POST' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe(format === 'zip' ? 'application/zip' : 'application/gzip');
  expect(answer.headers.get('content-disposition')).toEndWith(`.${format}"`);
  return Buffer.from(await answer.arrayBuffer());
}

const tables = archivedKinds().map(({ table }) => table);

const empty = () => api.sql.unsafe(`truncate ${tables.join(', ')}`);

async function everything(): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const table of tables)
    all[table] = (await api.sql<{ doc: string }[]>`select doc from ${api.sql(table)} order by id`).map(
      ({ doc }) => doc,
    );
  return all;
}

const post = async (path: string, body: Record<string, unknown>): Promise<TestRecord> => {
  const answer = await api.request('POST', path, body);
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json();
};

async function someOfAll(): Promise<void> {
  for (let number = 0; number < 20; number++)
    await post('/worklog-types', { code: `W${number}`, name: `Žluť ${number} 🚲` });
  await post('/user-types', {
    code: 'NURSE',
    name: 'Nurse',
    type: 'INDIVIDUAL',
    registry: { age: { type: 'integer' } },
  });
  await post('/user-group-types', { code: 'TEAM', name: 'Team', registry: { size: { type: 'integer' } } });
  const group = { type: 'TEAM', chars: { size: 3 } };
  const parent = await post('/user-groups', { ...group, code: 'NORTH', name: 'North' });
  await post('/user-groups', { ...group, code: 'ALPHA', name: 'Alpha', parentUserGroupId: parent.id });
  await post('/user-group-regions', { regionId: crypto.randomUUID(), userGroup: { code: 'ALPHA' } });
  await post('/roles', { code: 'CHIEF', name: 'Chief' });
  const nurse = { type: 'NURSE', chars: { age: 40 }, groups: ['ALPHA', 'NORTH'] };
  const chief = await post('/users', { ...nurse, code: 'ann', givenName: 'Ann', roles: ['CHIEF'] });
  await post('/users', { ...nurse, code: 'bob', supervisorId: chief.id });
  const period = { validTo: '2020-01-01' };
  await post('/user-user-groups', { userId: chief.id, userGroupId: parent.id, period });
  await post('/log-types', { code: 'CALL', name: 'Call', config: { deep: [1, null, { a: 'b' }] } });
}

describe('what export writes', () => {
  for (const format of ['zip', 'tar.gz'] as const) {
    test(`as ${format}, import restores into an empty service, with the same ids`, async () => {
      await someOfAll();
      const before = await everything();
      const archive = await exported(format);
      expect((await importFile(archive)).json<never>() as ImportResult[]).toContainEqual({
        ...{ entityType: 'WorklogType', created: 0, updated: 0, removed: 0, unchanged: 20 },
      });
      await empty();
      const results = (await importFile(archive)).json<never>() as ImportResult[];
      expect(results.find(({ entityType }) => entityType === 'WorklogType')?.created).toBe(20);
      expect(await everything()).toEqual(before);
      // Links are brought in by their own file, and not made for their users first.
      const links = results.filter(({ entityType }) => entityType === 'UserUserGroup' || entityType === 'UserRole');
      expect(links.map(({ created, removed }) => [created, removed]).sort()).toEqual([
        [1, 0],
        [5, 0],
      ]);
      const repeated = (await importFile(archive, '?dryRun=true')).json<never>() as ImportResult[];
      expect(repeated.every(({ created, updated, removed }) => created + updated + removed === 0)).toBe(true);
    });
  }

  test('can be unpacked by other programs', async () => {
    await someOfAll();
    const out = join(folder, 'out');
    await Bun.$`mkdir -p ${out}`;
    await Bun.write(join(folder, 'a.tar.gz'), await exported('tar.gz'));
    await Bun.$`tar xzf ${join(folder, 'a.tar.gz')} -C ${out}`;
    expect(readdirSync(out)).toContain('worklog-types.json');
    const read = JSON.parse(readFileSync(join(out, 'worklog-types.json'), 'utf8'));
    expect(read).toMatchObject({ entityType: 'WorklogType', compareField: 'id', filtering: [] });
    expect(read.data).toHaveLength(20);
  });

  test('of a client that goes away leaves nothing open', async () => {
    for (let number = 0; number < 300; number++)
      await post('/log-types', { code: `L${number}`, name: 'L', description: crypto.randomUUID().repeat(400) });
    const open = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).includes('/waybill-');
        } catch {
          return false;
        }
      }).length;
    const answer = await fetch(`${api.url}/api/v2/admin/export`, { method: 'POST' });
    const reader = answer.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await until('the spools to be closed', () => open() === 0);
  });
});
