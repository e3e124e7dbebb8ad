import { afterAll, afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportResult } from '../../../domain/imports/archive.ts';
import { startArchiveApi } from '../../helpers/api/archives.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(60_000);

const { api, deleteAll, post, importFile, documents, storeSamples } = await startArchiveApi();
const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));

afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => rmSync(join(folder, 'out'), { recursive: true, force: true }));

async function exported(format: 'zip' | 'tar.gz'): Promise<Buffer> {
  const answer = await fetch(`${api.url}/api/v2/admin/export?format=${format}`, { method: 'POST' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe(format === 'zip' ? 'application/zip' : 'application/gzip');
  expect(answer.headers.get('content-disposition')).toEndWith(`.${format}"`);
  return Buffer.from(await answer.arrayBuffer());
}

describe('what export writes', () => {
  for (const format of ['zip', 'tar.gz'] as const) {
    test(`as ${format}, import restores into an empty service, with the same ids`, async () => {
      await storeSamples();
      const before = await documents();
      const archive = await exported(format);
      expect((await importFile(archive)).json<never>() as ImportResult[]).toContainEqual({
        ...{ entityType: 'WorklogType', created: 0, updated: 0, removed: 0, unchanged: 20 },
      });
      await deleteAll();
      const results = (await importFile(archive)).json<never>() as ImportResult[];
      expect(results.find(({ entityType }) => entityType === 'WorklogType')?.created).toBe(20);
      expect(await documents()).toEqual(before);
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
    await storeSamples();
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
    await poll('the spools to be closed', () => open() === 0);
  });
});
