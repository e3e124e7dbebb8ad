import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { ZipFile } from 'yazl';
import type { ImportResult } from '../../../domain/imports/archive.ts';
import { startArchiveApi } from '../../helpers/api/archives.ts';

setDefaultTimeout(60_000);

const { api, post, importFile, documents, storeSamples } = await startArchiveApi();

async function bytesOf(stream: NodeJS.ReadableStream): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(stream as unknown as AsyncIterable<Buffer>));
}

async function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return bytesOf(zip.outputStream);
}

async function tarOf(files: Record<string, string>): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of Object.entries(files)) tar.entry({ name }, content);
  tar.finalize();
  return gzipSync(await bytesOf(tar as unknown as NodeJS.ReadableStream));
}

const envelope = (data: readonly object[], filtering: readonly object[] = []) => JSON.stringify({ filtering, data });

describe('import', () => {
  test('says what it would do, and does nothing in a dry run', async () => {
    const existing = await post('/worklog-types', { code: 'KEPT', name: 'Kept' });
    await post('/worklog-types', { code: 'GONE', name: 'Gone' });
    const archive = await zipOf({
      'some/folder/worklog-types.json': envelope([
        { ...existing, name: 'Changed' },
        { code: 'NEW', name: 'New' },
      ]),
      'some/folder/.hidden': 'x',
    });
    const expected = [{ entityType: 'WorklogType', created: 1, updated: 1, removed: 1, unchanged: 0 }];
    const before = await documents();
    expect((await importFile(archive, '?dryRun=true')).json<never>() as ImportResult[]).toEqual(expected);
    expect(await documents()).toEqual(before);
    expect((await importFile(archive)).json<never>() as ImportResult[]).toEqual(expected);
    const codes = (await api.sql<{ code: string }[]>`select code from worklog_type order by code`).map(
      ({ code }) => code,
    );
    expect(codes).toEqual(['KEPT', 'NEW']);
    expect((await api.sql`select from history where kind = 'WorklogType'`).length).toBe(5);
    expect((await api.sql`select from outbox where data like '%WorklogType%'`).length).toBeGreaterThan(0);
  });

  test('takes CSV and files by the kind’s name, and leaves kinds without a file alone', async () => {
    await post('/log-types', { code: 'CALL', name: 'Call' });
    const archive = await tarOf({ 'WorklogType.csv': 'code,name\nA,Alpha\nB,Beta\n' });
    expect((await importFile(archive)).json<never>() as ImportResult[]).toEqual([
      { entityType: 'WorklogType', created: 2, updated: 0, removed: 0, unchanged: 0 },
    ]);
    expect((await api.sql`select from log_type`).length).toBe(1);
  });

  test('restores chars whatever happened to their registry since, unless they are to be checked', async () => {
    const groups = [{ code: 'A', name: 'A', type: 'TEAM', chars: { size: 3 } }];
    const types = [{ code: 'TEAM', name: 'Team', registry: { size: { maximum: 1 } } }];
    const archive = await zipOf({ 'user-group-types.json': envelope(types), 'user-groups.json': envelope(groups) });
    const checked = await importFile(archive, '?checkRegistry=true');
    expect(checked.status).toBe(400);
    expect(checked.errors).toEqual(['user-groups.json: data[0].chars.size: must be <= 1']);
    const restored = await importFile(archive);
    expect(restored.status, restored.text).toBe(200);
    expect((await documents()).user_group?.[0]).toContain('"chars":{"size":3}');
  });

  test('of several kinds is whole or not at all, and tells the problems of all files', async () => {
    await post('/worklog-types', { code: 'TAKEN', name: 'Taken' });
    const before = await documents();
    const unreadable = await importFile(
      await zipOf({
        'worklog-types.json': envelope([{ code: '', name: 'x' }]),
        'log-types.json': envelope([{ code: 'A', nmae: 'x' }]),
        'user-types.json': envelope([{ code: 'N', name: 'N', type: 'INDIVIDUAL', registry: {} }]),
        'cats.json': '[]',
      }),
    );
    expect(unreadable.status).toBe(400);
    expect(unreadable.errors).toEqual([
      expect.stringContaining('cats.json: is of no kind, allowed are '),
      'worklog-types.json: data[0].code: must have 1 to 255 characters',
      'log-types.json: data[0].nmae: unknown member',
      'log-types.json: data[0].name: is required',
    ]);
    // The first kinds are written by then.
    const contradicting = await importFile(
      await zipOf({
        'user-group-types.json': envelope([{ code: 'T', name: 'T', registry: {} }]),
        'worklog-types.json': envelope([{ code: 'TAKEN', name: 'other' }], [{ column: 'code', value: 'nothing' }]),
      }),
    );
    expect(contradicting.status).toBe(400);
    expect(contradicting.errors).toEqual([
      'worklog-types.json: [0].right.code: "TAKEN" is taken by another WorklogType',
    ]);
    expect(await documents()).toEqual(before);
  });

  test('tells what the database refuses like any other problem, beside those of the other files', async () => {
    await api.sql`alter table worklog_type add column lacking text not null`;
    try {
      const answer = await importFile(
        await zipOf({
          'user-group-types.json': envelope([{ code: 'T', name: 'T', registry: {} }]),
          'worklog-types.json': envelope([{ code: 'A', name: 'A' }]),
          'log-types.json': envelope([{ code: 'A', nmae: 'x', name: 'A' }]),
        }),
      );
      expect({ status: answer.status, errors: answer.errors.toSorted() }).toEqual({
        status: 400,
        errors: [
          'log-types.json: data[0].nmae: unknown member',
          'worklog-types.json: Records that the diff points to are being changed by others; try again.',
        ],
      });
      expect((await api.sql`select from user_group_type`).length).toBe(0);
    } finally {
      await api.sql`alter table worklog_type drop column lacking`;
    }
  });

  test('refuses what is no archive, broken, empty, of one kind twice', async () => {
    const errors = async (bytes: Uint8Array) => {
      const answer = await importFile(bytes);
      expect(answer.status).toBe(400);
      return answer.errors;
    };
    const zip = await zipOf({ 'worklog-types.json': envelope([{ code: 'a', name: 'A' }]) });
    const tar = await tarOf({ 'worklog-types.json': envelope([{ code: 'a', name: 'A' }]) });
    expect(await errors(Buffer.from('hello'))).toEqual(['file: must be a zip or a tar.gz']);
    expect(await errors(Buffer.from(''))).toEqual(['file: is empty']);
    expect((await errors(zip.subarray(0, zip.length - 30)))[0]).toStartWith('file: is a broken zip, ');
    expect((await errors(tar.subarray(0, tar.length - 30)))[0]).toContain('file: is');
    expect(await errors(await zipOf({}))).toEqual(['file: has no file of any kind']);
    expect(await errors(await zipOf({ 'a/worklog-types.json': '[]', 'b/worklog-types.json': '[]' }))).toEqual([
      'b/worklog-types.json: a/worklog-types.json already contains worklog types',
    ]);
    expect((await api.request('POST', '/admin/export?format=rar')).errors).toEqual([
      'format: must be one of zip, tar.gz, not "rar"',
    ]);
    expect((await api.sql`select from worklog_type`).length).toBe(0);
  });

  test('brings in what points to each other, and leaves nothing pointing to what is gone', async () => {
    const ids = Array.from({ length: 3 }, () => crypto.randomUUID());
    const [role, rule, link] = ids;
    const roles = [{ id: role, code: 'R', name: 'R' }];
    const rules = [{ id: rule, code: 'A', name: 'A', fullAccess: true }];
    const links = [{ id: link, roleId: role, accessRuleId: rule }];
    const archive = (some: Record<string, readonly object[]>) =>
      zipOf(Object.fromEntries(Object.entries(some).map(([name, data]) => [`${name}.json`, envelope(data)])));
    // Files in no order.
    const all = await importFile(await archive({ 'role-access-rules': links, roles, 'access-rules': rules }));
    expect((all.json<never>() as ImportResult[]).map(({ created }) => created)).toEqual([1, 1, 1]);
    const dangling = await importFile(await archive({ roles: [] }));
    expect(dangling.status).toBe(400);
    expect(dangling.errors).toEqual([
      `roles: 1 RoleAccessRule points to "${role}" by roleId, which would not exist after the import`,
    ]);
    // The links of a file that cannot be read are not looked for in vain.
    const unreadable = await importFile(
      await archive({ 'role-access-rules': [{ ...links[0], roleId: crypto.randomUUID() }], roles: [{ code: '' }] }),
    );
    expect(unreadable.errors.filter((problem) => !problem.startsWith('roles.json: data[0].'))).toEqual([]);
    const removal = await importFile(await archive({ roles: [], 'role-access-rules': [] }));
    expect((removal.json<never>() as ImportResult[]).map(({ removed }) => removed)).toEqual([1, 1]);
  });

  test('lets groups go on under a type of the same code and another id', async () => {
    await storeSamples();
    const answer = await importFile(
      await zipOf({ 'user-group-types.json': envelope([{ code: 'TEAM', name: 'Other', registry: {} }]) }),
    );
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    const [row] = await api.sql`
      select count(*)::int as count from user_group g join user_group_type t on t.id = g.type_id
      where t.doc::json ->> 'name' = 'Other'`;
    expect(row?.count).toBe(2);
  });

  test('of two at once, both end whole', async () => {
    const archive = (name: string) =>
      zipOf({
        'worklog-types.json': envelope(
          Array.from({ length: 50 }, (_, n) => ({ code: `c${n}`, name })),
          [{ column: 'code', operator: 'LIKE', value: 'c%' }],
        ),
      });
    const [one, other] = await Promise.all([archive('one'), archive('other')]);
    const answers = await Promise.all([importFile(one), importFile(other)]);
    const names = new Set((await documents()).worklog_type?.map((doc) => JSON.parse(doc).name));
    expect(names.size).toBe(1);
    expect(answers.map(({ status }) => status)).toContain(200);
  });
});
