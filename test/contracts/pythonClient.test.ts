import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { makeError } from '../../client/errors.ts';
import { version } from '../../package.json' with { type: 'json' };
import { startAuthenticatedApiForFile } from '../helpers/api/callers.ts';
import { makeFolderForFile } from '../helpers/bootstrap.ts';
import { runTool } from '../helpers/processes/runTool.ts';
import { apiTools, areApiToolsMissing, pythonProgram } from '../helpers/servers/apiTools.ts';

setDefaultTimeout(300_000);

const root = join(import.meta.dir, '../..');

/** What the program has seen, with codes of records that begin with `prefix`. */
const seenBy = (prefix: string) => ({
  made: `${prefix}1/B`,
  minimal: null,
  patched: ['A text', false, 'Role'],
  refused: ['BadRequestError', 400, 2, 'LENGTH'],
  named: true,
  used: 'KeyUsedError',
  stale: 'PreconditionFailedError',
  read: [`${prefix}1/B`, `${prefix}2,D`],
  found: [`${prefix}1/B`, `${prefix}2,D`, `${prefix}3`],
  reduced: [{ code: `${prefix}1/B` }, 4, { code: `${prefix}0` }, 4, { name: 'Last' }],
  changes: [`${prefix}1/B`, `${prefix}2,D`, `${prefix}3`, `${prefix}0`, `${prefix}4`],
  broken: true,
  job: { status: 'COMPLETED', completed: [0, 1, 2], failure: 'of the caller' },
  unauthorized: 'UnauthorizedError',
});

describe.skipIf(areApiToolsMissing)('the Python client', () => {
  let seen: Record<string, unknown>;
  let shown: string;

  beforeAll(async () => {
    const api = await startAuthenticatedApiForFile();
    const folder = makeFolderForFile();
    const run = async (command: string[]): Promise<string> => {
      const { code, output } = await runTool(command, {
        cwd: folder,
        environment: { PYTHONDONTWRITEBYTECODE: '1' },
      });
      if (code !== 0) throw new Error(`${command.join(' ')}: ${output}`);
      return output;
    };
    await run([process.execPath, join(root, 'scripts/packPythonClient.ts'), folder]);
    await run([pythonProgram('python'), '-m', 'venv', '--without-pip', 'venv']);
    // Its dependencies are among those of the tools.
    const packages = await run(['venv/bin/python', '-c', 'import sysconfig; print(sysconfig.get_path("purelib"))']);
    await run([
      'sh',
      '-c',
      'ls -d "$0"/lib/python*/site-packages > "$1"/tools.pth',
      `${apiTools()}/python`,
      packages.trim(),
    ]);
    const pip = [pythonProgram('pip'), '--python', 'venv'];
    const wheel = `./waybill_client-${version}-py3-none-any.whl`;
    await run([...pip, 'install', '--quiet', '--no-deps', '--no-compile', wheel]);
    await run([...pip, 'check']);
    const readme = await Bun.file(join(root, 'client/python/README.md')).text();
    const [, example = ''] = /```python\n(.*?)```/s.exec(readme) ?? [];
    const ownUrl = example.replace('http://127.0.0.1:3000', api.url);
    const ownKey = ownUrl.replace('os.environ.get("WAYBILL_KEY")', `"${api.administrator.key}"`);
    shown = await run(['venv/bin/python', '-W', 'error', '-c', ownKey]);
    await api.administrator.request('DELETE', '/worklog-types/REPAIR');
    const program = join(root, 'test/helpers/pythonClient/program.py');
    seen = JSON.parse(await run(['venv/bin/python', '-W', 'error', program, api.url, api.administrator.key]));
  });

  test('runs the example of its README', () => {
    expect(shown).toStartWith('REPAIR\n');
    expect(shown).toContain("'code': 'LENGTH'");
  });

  test('reads, writes and follows by blocking calls', () => {
    expect(seen['plain']).toEqual(seenBy('plain-'));
  });

  test('reads, writes and follows by asynchronous calls', () => {
    expect(seen['asynchronous']).toEqual(seenBy('async-'));
  });

  test('has the classes of errors of the TypeScript client', () => {
    const statuses = Array.from({ length: 200 }, (_, index) => 400 + index);
    expect(seen['errors']).toEqual(
      Object.fromEntries(statuses.map((status) => [status, makeError(status, undefined).name])),
    );
  });

  test('repeats requests that the service refuses for now', () => {
    expect(seen['repetitions']).toEqual({
      sent: [
        ['POST', [503, 429, 200], [0.25, 7]],
        ['GET', ['broken', 502, 504, 200], [0.25, 0.5, 1]],
        ['POST', ['broken'], []],
        ['POST', [502], []],
        ['POST', ['broken', 200], [0.25]],
        ['POST', ['broken', 200], [0.25]],
        ['GET', [503, 503, 503, 503], [0.25, 0.5, 1]],
        ['GET', [429], []],
      ],
      retryAfter: [7, 0, null],
    });
  });
});
