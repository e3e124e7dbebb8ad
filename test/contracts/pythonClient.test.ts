import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { version } from '../../package.json' with { type: 'json' };
import { startAuthenticatedApiForFile } from '../helpers/api/callers.ts';
import { makeFolderForFile } from '../helpers/bootstrap.ts';
import { runTool } from '../helpers/processes/runTool.ts';
import { areApiToolsMissing, pythonProgram } from '../helpers/servers/apiTools.ts';

setDefaultTimeout(300_000);

const root = join(import.meta.dir, '../..');

test.skipIf(areApiToolsMissing)('the Python client is packed, installs, and works with a service', async () => {
  const api = await startAuthenticatedApiForFile();
  const folder = makeFolderForFile();
  const run = async (command: string[]): Promise<string> => {
    const { code, output } = await runTool(command, {
      cwd: folder,
      environment: { PYTHONPATH: join(folder, 'installed'), PYTHONDONTWRITEBYTECODE: '1' },
    });
    if (code !== 0) throw new Error(`${command.join(' ')}: ${output}`);
    return output;
  };
  await run([process.execPath, join(root, 'scripts/packPythonClient.ts'), folder]);
  // Its dependencies are among those of the tools.
  const wheel = `./waybill_client-${version}-py3-none-any.whl`;
  await run([pythonProgram('pip'), 'install', '--quiet', '--no-deps', '--no-compile', '--target', 'installed', wheel]);
  const program = join(root, 'test/helpers/pythonClient/program.py');
  const output = await run([pythonProgram('python'), '-W', 'error', program, api.url, api.administrator.key]);
  expect(JSON.parse(output)).toEqual({
    made: 'A/B',
    read: ['A/B', 'C,D'],
    refused: ['BadRequestError', 400, 2, 'LENGTH', true],
    stale: 'PreconditionFailedError',
    used: 'KeyUsedError',
    unauthorized: 'UnauthorizedError',
    found: ['A/B', 'C,D', 'E'],
    changes: ['A/B', 'C,D', 'E'],
    minimal: null,
    repeated: [
      ['POST', [503, 429, 200], [0.25, 7]],
      ['GET', ['broken', 502, 504, 200], [0.25, 0.5, 1]],
      ['POST', ['broken'], []],
      ['POST', [502], []],
      ['POST', ['broken', 200], [0.25]],
      ['POST', ['broken', 200], [0.25]],
      ['GET', [503, 503, 503, 503], [0.25, 0.5, 1]],
      ['GET', [429], []],
    ],
  });
});
