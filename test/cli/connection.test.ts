import { afterAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startApiForFile } from '../helpers/api.ts';
import { makeFolderForFile } from '../helpers/bootstrap.ts';
import { makeCommandLine } from '../helpers/processes/commandLine.ts';

setDefaultTimeout(120_000);

const api = await startApiForFile();
const folder = makeFolderForFile();
const run = makeCommandLine(folder, {});

/** A service that records the credentials of its requests. */
const received: (string | null)[] = [];
const fake = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    received.push(request.headers.get('authorization'));
    return Response.json({
      user: 'novak',
      name: 'Novak',
      credential: 'key',
      content: [],
      last: true,
      totalElements: 0,
    });
  },
});
const fakeUrl = `http://127.0.0.1:${fake.port}`;
afterAll(() => fake.stop(true));

const contexts = join(folder, 'config', 'waybill', 'contexts');

beforeEach(() => {
  received.length = 0;
  rmSync(join(folder, 'config'), { recursive: true, force: true });
});

describe('contexts', () => {
  test('have an address and a key that only their owner can read, and the first is the current one', async () => {
    const login = await run(['login', '--url', fakeUrl, '--context', 'prod'], { input: 'wbk_secret\n' });
    const file = join(contexts, 'prod.json');
    expect(login).toEqual({ code: 0, stderr: '', out: `Signed in as novak. The key is stored in ${file}.\n` });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(contexts).mode & 0o777).toBe(0o700);
    await run(['list', 'Role']);
    expect(received).toEqual(['Bearer wbk_secret', 'Bearer wbk_secret']);
    const listed = await run(['context', 'list', '-o', 'json']);
    expect(JSON.parse(listed.out)).toEqual([{ current: true, name: 'prod', url: fakeUrl, hasKey: true }]);
    expect(listed.out).not.toContain('wbk_');
  });

  test('are chosen by --context, WAYBILL_CONTEXT and use', async () => {
    await run(['login', '--url', fakeUrl, '--context', 'one'], { input: 'wbk_one' });
    await run(['login', '--url', fakeUrl, '--context', 'two'], { input: 'wbk_two' });
    received.length = 0;
    await run(['list', 'Role', '--context', 'two']);
    await run(['list', 'Role'], { environment: { WAYBILL_CONTEXT: 'two' } });
    await run(['list', 'Role']);
    await run(['context', 'use', 'two']);
    await run(['list', 'Role']);
    await run(['list', 'Role'], { environment: { WAYBILL_KEY: 'wbk_three' } });
    expect(received).toEqual(['two', 'two', 'one', 'two', 'three'].map((name) => `Bearer wbk_${name}`));
    const unknown = await run(['list', 'Role', '--context', 'none']);
    expect(unknown).toMatchObject({ code: 2, stderr: 'There is no context "none". There are one, two.\n' });
  });

  test('keep a key from other addresses', async () => {
    await run(['login', '--url', 'http://127.0.0.1:1', '--context', 'other'], { input: 'wbk_other' });
    await run(['context', 'set', 'other', '--url', api.url]);
    await Bun.write(join(contexts, 'keyed.json'), JSON.stringify({ url: api.url, key: 'wbk_keyed' }));
    await run(['list', 'Role', '--url', fakeUrl]);
    expect(received).toEqual([null]);
    const both = await run(['list', 'Role', '--url', fakeUrl, '--context', 'keyed']);
    expect(both.code).toBe(2);
    await run(['context', 'set', 'keyed', '--url', fakeUrl]);
    await run(['list', 'Role', '--context', 'keyed']);
    expect(received).toEqual([null, null]);
  });

  test('are removed after a confirmation', async () => {
    await run(['context', 'set', 'gone', '--url', api.url]);
    expect((await run(['context', 'delete', 'gone'])).code).toBe(2);
    await run(['context', 'delete', 'gone', '--yes']);
    expect(existsSync(join(contexts, 'gone.json'))).toBe(false);
    expect((await run(['context', 'set', '../evil', '--url', api.url])).code).toBe(2);
  });

  test('warn if other users can read a key', async () => {
    await Bun.write(join(contexts, 'open.json'), JSON.stringify({ url: api.url, key: 'wbk_x' }), { mode: 0o644 });
    expect((await run(['context', 'list'])).stderr).toContain('Other users can read the key in ');
  });
});

describe('api', () => {
  const environment = { WAYBILL_URL: api.url };

  test('sends any request, with members, files and headers', async () => {
    const made = await run(['api', 'roles', '-f', 'code=R1', '-F', 'name=Role 1', '--jq', '.code'], { environment });
    expect(made.out).toBe('R1\n');
    const patched = await run(['api', '/api/v2/roles/R1', '-X', 'PATCH', '--input', '-', '--jq', '.name'], {
      environment,
      input: '{"name":"Changed"}',
    });
    expect(patched.out).toBe('Changed\n');
    const query = await run(['api', 'roles/R1', '-X', 'GET', '-f', 'fields=code', '-i'], { environment });
    expect(query.out).toMatch(/^HTTP 200\n/);
    expect(query.out).toEndWith('\n\n{\n  "code": "R1"\n}\n');
    const deleted = await run(['api', 'roles/R1', '-X', 'DELETE'], { environment });
    expect(deleted).toMatchObject({ code: 0, out: '' });
  });

  test('never leads to another server', async () => {
    for (const path of [`${fakeUrl}/x`, `//127.0.0.1:${fake.port}/x`])
      expect((await run(['api', path], { environment })).code).toBe(2);
    expect(received).toEqual([]);
  });
});

describe('errors', () => {
  test('have exit codes that say what is wrong', async () => {
    const environment = { WAYBILL_URL: api.url };
    const [unknown, option, unreachable, missing, filter] = await Promise.all([
      run(['lsit']),
      run(['list', 'Role', '--nonsense']),
      run(['list', 'Role', '--url', 'http://127.0.0.1:1']),
      run(['api', 'nonsense'], { environment }),
      run(['list', 'Role', '--jq', '.['], { environment }),
    ]);
    expect(unknown).toMatchObject({ code: 2 });
    expect(unknown.stderr).toContain('Did you mean list?');
    expect(option.code).toBe(2);
    expect(unreachable.code).toBe(5);
    expect(unreachable.stderr).toContain('http://127.0.0.1:1');
    expect(missing.code).toBe(3);
    expect(filter).toMatchObject({ code: 2 });
    expect(filter.stderr).toContain('--jq: jq: error');
  });
});

describe('completion', () => {
  const environment = { WAYBILL_URL: api.url };
  const complete = async (...words: string[]): Promise<string[]> =>
    (await run(['complete', '--', ...words], { environment })).out
      .split('\n')
      .slice(0, -2)
      .map((line) => line.split('\t')[0] ?? '');

  test('knows commands, options and their values', async () => {
    expect(await complete('jobs', 'fol')).toEqual(['follow']);
    expect(await complete('list', '--fie')).toEqual(['--fields']);
    expect(await complete('list', '-o', 'js')).toEqual(['json']);
    expect(await complete('get', 'Worklog')).toEqual(['WorklogType']);
    expect(await complete('jobs', 'list', '--status', 'CAN')).toEqual(['CANCELLED']);
  });

  test('knows codes, queues and contexts of the service', async () => {
    await api.request('POST', '/roles', { code: 'TAB1', name: 'One' });
    await api.request('POST', '/roles', { code: 'TAB2', name: 'Two' });
    expect(await complete('get', 'Role', 'TAB')).toEqual(['TAB1', 'TAB2']);
    expect(await complete('get', 'Role', 'TAB1', 'TAB2', 'TA')).toEqual(['TAB1', 'TAB2']);
    expect(await complete('queues', 'pause', 'index')).toEqual(['index.sync']);
    expect(await complete('api', 'queues/')).toEqual([]);
    expect(await complete('api', 'admin/client-w')).toEqual(['admin/client-workers']);
    expect(await complete('api', '/api/v2/admin/client-w')).toEqual(['/api/v2/admin/client-workers']);
    await run(['context', 'set', 'here', '--url', api.url]);
    expect(await complete('list', 'Role', '--context', '')).toEqual(['here']);
  });

  test('is empty if the service does not answer', async () => {
    expect(await complete('--url', 'http://127.0.0.1:1', 'get', 'Role', 'TAB')).toEqual([]);
  });
});
