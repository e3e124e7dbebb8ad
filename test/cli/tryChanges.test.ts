import { expect, setDefaultTimeout, test } from 'bun:test';
import { startAuthenticatedApiForFile } from '../helpers/api/callers.ts';
import { expectOk } from '../helpers/api/expectations.ts';
import { makeFolderForFile } from '../helpers/bootstrap.ts';
import { makeCommandLine } from '../helpers/processes/commandLine.ts';

setDefaultTimeout(120_000);

/** `apply --dry-run` and `diff` say what the service would reject. */

const api = await startAuthenticatedApiForFile();
const { administrator } = api;
const folder = makeFolderForFile();
const run = makeCommandLine(folder, { WAYBILL_URL: api.url, WAYBILL_KEY: administrator.key });
const ok = (method: string, path: string, body?: object) =>
  expectOk(administrator.request(method, path, body && { ...body }));

await ok('POST', '/worklog-types', { code: 'TAKEN', name: 'Taken' });
await ok('POST', '/worklog-types', { code: 'OLD', name: 'Old' });

test('a dry run fails as the command would', async () => {
  const input = 'code: DR\nnmae: x\n';
  const words = ['apply', 'WorklogType', '-f', '-'];
  const [tried, written] = [await run([...words, '--dry-run'], { input }), await run(words, { input })];
  const withoutTrace = (out: string) => out.replace(/[0-9a-f]{32}/, '');
  expect(tried.code).toBe(1);
  expect(tried.out).toContain('worklog-types/DR failed: ');
  expect(tried.out).toContain('nmae: unknown member');
  expect(tried.out).toContain('name: is required');
  expect(withoutTrace(tried.out)).toBe(withoutTrace(written.out));
  expect(tried.stderr).toBe(written.stderr);
});

test('a dry run of a change checks the record that it would make, and writes nothing', async () => {
  const words = ['apply', 'WorklogType', '-f', '-', '--dry-run', '-o', 'json'];
  const input = '[{"code":"OLD","name":"New"},{"code":"OLD","name":""},{"code":"NEW","name":"New"}]';
  const { out, code, stderr } = await run(words, { input });
  expect(code).toBe(1);
  expect(stderr).toBe('1 of 3 records failed.\n');
  const results = JSON.parse(out) as { record: string; result: string; reason?: string }[];
  expect(results.map(({ result }) => result)).toEqual(['changed', 'failed', 'created']);
  expect(results[1]?.reason).toContain('name: must have 1 to 255 characters');
  expect(await ok('GET', '/worklog-types/OLD')).toMatchObject({ name: 'Old', auditInfo: { version: 1 } });
});

test('records that refer to records of the same run fail only with these', async () => {
  const of = (type: string) =>
    `kind: User\ncode: u-${type}\ntype: ${type}\nchars: {}\n---\nkind: UserType\ncode: ${type}\nname: Type\nregistry: {}\n`;
  const input = `${of('BAD')}---\n${of('GOOD')}type: INDIVIDUAL\n`;
  const tried = await run(['apply', '-f', '-', '--dry-run'], { input });
  expect(tried.code).toBe(1);
  expect(tried.stderr).toBe('2 of 4 records failed.\n');
  expect(tried.out).toContain('user-types/BAD failed: ');
  expect(tried.out).toContain('user-types/GOOD created (dry run)\n');
  expect(tried.out).toContain('type: no UserType has the code "BAD"');
  expect(tried.out).toContain(
    'users/u-GOOD created (dry run): not checked completely, it refers to records that this run would create\n',
  );
  expect((await run(['apply', '-f', '-'], { input })).stderr).toBe('2 of 4 records failed.\n');
});

test('diff says what would be rejected, and a reader sees the differences', async () => {
  const words = ['diff', 'WorklogType', '-f', '-'];
  const input = 'code: DR\nnmae: x\n';
  const differing = await run(words, { input });
  expect(differing.code).toBe(1);
  expect(differing.out).toContain('\n+code: DR\n');
  expect(differing.stderr).toContain('worklog-types/DR would be rejected: ');
  expect(differing.stderr).toContain('name: is required');
  expect(differing.stderr).toEndWith('1 of 1 record would be rejected.\n');
  expect(await run(words, { input: 'code: OLD\nname: New\n' })).toMatchObject({
    code: 8,
    stderr: '1 of 1 record would change.\n',
  });
  const reader = await api.callerWith([{ entityName: 'WorklogType', accessRule: 'READ' }]);
  const environment = { WAYBILL_KEY: reader.key };
  expect((await run(words, { input: 'code: OLD\nname: New\n', environment })).code).toBe(8);
  const denied = await run(['apply', 'WorklogType', '-f', '-', '--dry-run'], {
    input: 'code: OLD\nname: New\n',
    environment,
  });
  expect(denied.code).toBe(4);
});

test('diff shows the other records of a file with one that cannot be compared', async () => {
  const words = ['diff', 'WorklogType', '-f', '-'];
  const input = '[{"name":"nameless"},{"code":"OLD","name":"New"},{"code":"DR","nmae":"x"}]';
  const { out, stderr, code } = await run(words, { input });
  expect(code).toBe(2);
  expect(out).toContain('\n+name: New\n');
  expect(out).toContain('\n+code: DR\n');
  expect(stderr).toStartWith(
    'worklog-types/? cannot be compared: standard input, record 1: has neither an id nor a code, by which the stored record could be found.\nworklog-types/DR would be rejected: ',
  );
  expect(stderr).toEndWith('1 of 3 records cannot be compared. 1 of 3 records would be rejected.\n');
});

test('a dry run of several records with one code says what a real run does with each', async () => {
  const words = ['apply', 'WorklogType', '-f', '-'];
  const named = (name: string) => `{"code":"TWICE","name":"${name}"}`;
  // The members that the third lacks are those of the second.
  const input = `[${named('A')},${named('B')},{"code":"TWICE","description":"x"},${named('B')},{"code":"TAKEN","name":"B"},{"code":"TAKEN","name":"Taken"}]`;
  const tried = await run([...words, '--dry-run'], { input });
  expect(tried).toEqual({
    out: `worklog-types/TWICE created (dry run)
worklog-types/TWICE changed (dry run): standard input, record 1 has the same code
worklog-types/TWICE changed (dry run): standard input, record 2 has the same code
worklog-types/TWICE unchanged (dry run): standard input, record 3 has the same code
worklog-types/TAKEN changed (dry run)
worklog-types/TAKEN changed (dry run): standard input, record 5 has the same code
`,
    stderr: '',
    code: 0,
  });
  const written = await run(words, { input });
  expect(written.out).toBe(tried.out.replaceAll(/ \(dry run\).*/g, ''));
});

test('a service without dry runs is not written to, and the command says so', async () => {
  const written: string[] = [];
  const server = Bun.serve({
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname === '/openapi.json') return Response.json({ paths: { '/api/v2/worklog-types': { post: {} } } });
      if (request.method === 'GET')
        return Response.json({ code: 404, message: 'There is none.', errors: [] }, { status: 404 });
      written.push(pathname);
      return Response.json({});
    },
  });
  const words = ['apply', 'WorklogType', '-f', '-', '--dry-run', '--url', server.url.origin];
  const { out, code } = await run(words, { input: 'code: DR\nname: x\n' });
  await server.stop(true);
  expect([out, code]).toEqual([
    'worklog-types/DR created (dry run): not checked, the service has no dry run of this write\n',
    0,
  ]);
  expect(written).toEqual([]);
});
