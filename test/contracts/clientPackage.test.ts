import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import clientPackage from '../../client/package.json' with { type: 'json' };
import { version } from '../../package.json' with { type: 'json' };
import { startApiForFile } from '../helpers/api.ts';
import { makeFolderForFile, stopAfterFile } from '../helpers/bootstrap.ts';
import { endOfTour } from '../helpers/clientWorker/tour.ts';
import { spawnProgram } from '../helpers/processes/process.ts';
import { runTool } from '../helpers/processes/runTool.ts';

setDefaultTimeout(120_000);

const root = join(import.meta.dir, '../..');

const program = `
import { BadRequestError, Waybill } from 'waybill-client';
import type { Change, PatchOfWorklogType, WorklogType } from 'waybill-client';

const waybill = new Waybill({ url: process.argv[2] ?? '' });
const made: WorklogType = await waybill.api.postWorklogTypes({ code: 'NODE', name: 'From Node' });
const refused: unknown = await waybill.api.postWorklogTypes({ code: '', name: '' }).catch((error: unknown) => error);
const errors = refused instanceof BadRequestError ? refused.errors.length : 0;
const change: PatchOfWorklogType = { description: 'A text', auditInfo: { version: made.auditInfo.version } };
const changed = await waybill.api.patchWorklogTypesIdOrCode('NODE', change);
const cleared = await waybill.api.patchWorklogTypesIdOrCode('NODE', { description: null });
// @ts-expect-error A record has a name.
const unnamed: PatchOfWorklogType = { name: null };
// @ts-expect-error No member has this name.
const unknown: PatchOfWorklogType = { descripton: 'A text' };
const patched = [changed.description, cleared.description ?? null, Object.keys({ ...unnamed, ...unknown }).length];
const codes: string[] = [];
for await (const { code } of waybill.records(waybill.api.postWorklogTypesSearchPage)) codes.push(code);
let first: Change | undefined;
for await (const change of waybill.changes({ kinds: ['WorklogType'] })) {
  first = change;
  break;
}
console.log(JSON.stringify([made.code, patched, errors, codes, first?.change, first?.id === made.id]));
`;

const workersPage = await Bun.file(join(root, 'docs/workers.md')).text();

const api = await startApiForFile();

test('the package of the client installs into an empty folder, with its types, and works in Node', async () => {
  const folder = makeFolderForFile();
  const run = async (command: string[]): Promise<string> => {
    const { code, output } = await runTool(command, {
      cwd: folder,
      environment: { npm_config_cache: join(folder, 'cache') },
    });
    if (code !== 0) throw new Error(`${command.join(' ')}: ${output}`);
    return output;
  };
  await run([process.execPath, join(root, 'scripts/packClient.ts'), folder]);
  await Bun.write(join(folder, 'package.json'), '{"type":"module","private":true}');
  await run(['npm', 'install', '--offline', '--no-audit', `./waybill-client-${version}.tgz`]);
  await Bun.write(join(folder, 'program.ts'), program);
  const readme = await Bun.file(join(root, 'client/README.md')).text();
  const [, example = ''] = /```ts\n(.*?)```/s.exec(readme) ?? [];
  await Bun.write(join(folder, 'example.ts'), example.replace('http://127.0.0.1:3000', api.url));
  await Bun.write(join(folder, 'worker.ts'), /^```ts\n(.*?)^```/ms.exec(workersPage)?.[1] ?? '');
  const types = [
    '--lib',
    'es2023,dom,dom.iterable',
    '--types',
    'node',
    '--typeRoots',
    join(root, 'node_modules/@types'),
  ];
  await run([
    join(root, 'node_modules/.bin/tsc'),
    ...[
      '--strict',
      '--target',
      'es2023',
      '--module',
      'nodenext',
      '--outDir',
      folder,
      ...types,
      'program.ts',
      'example.ts',
      'worker.ts',
    ],
  ]);
  const output = await run(['node', 'program.js', api.url]);
  const shown = await run(['node', 'example.js']);
  expect(shown).toStartWith('NODE\nREPAIR\n');
  expect(shown).toContain("code: 'LENGTH'");
  expect(JSON.parse(output)).toEqual(['NODE', ['A text', null, 2], 2, ['NODE'], 'CREATED', true]);
  const worker = spawnProgram(['env', `WAYBILL_URL=${api.url}`, 'node', join(folder, 'worker.js')]);
  stopAfterFile(() => worker.kill());
  expect(await endOfTour(api)).toEqual([
    { status: 'COMPLETED', processingInfo: expect.objectContaining({ stop: 2, boat: 'Vltava' }) },
    { status: 'FAILED', log: 'The tour is too long.' },
  ]);
  worker.child.kill('SIGTERM');
  expect(await worker.child.exited, worker.output()).toBe(0);
});

const java = Bun.which('java');

test.skipIf(java === null)('the worker in Java runs as its page has it', async () => {
  const page = await Bun.file(join(root, 'docs/workersInJavaAndGo.md')).text();
  const file = join(makeFolderForFile(), 'Worker.java');
  await Bun.write(file, /^```java\n(.*?)^```/ms.exec(page)?.[1] ?? '');
  const worker = spawnProgram(['env', `WAYBILL_URL=${api.url}`, java ?? '', file]);
  stopAfterFile(() => worker.kill());
  expect(await endOfTour(api), worker.output()).toEqual([
    { status: 'COMPLETED', processingInfo: expect.objectContaining({ stops: 2 }) },
    { status: 'FAILED', log: 'The tour is too long.' },
  ]);
});

const gofmt = Bun.which('gofmt') ?? Bun.which('/usr/local/go/bin/gofmt');

test.skipIf(gofmt === null)('the worker in Go is a program in the usual form', async () => {
  const page = await Bun.file(join(root, 'docs/workersInJavaAndGo.md')).text();
  const file = join(makeFolderForFile(), 'worker.go');
  await Bun.write(file, /^```go\n(.*?)^```/ms.exec(page)?.[1] ?? '');
  expect(await runTool([gofmt ?? '', '-l', '-e', file], { cwd: root })).toEqual({ code: 0, output: '' });
});

test('the package of the client has the version of the service', () => {
  expect(clientPackage.version).toBe(version);
});
