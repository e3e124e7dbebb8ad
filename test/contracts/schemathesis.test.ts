import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import openapi from '../../docs/openapi.json' with { type: 'json' };
import { startAuthenticatedApiForFile } from '../helpers/api/callers.ts';
import { makeFolderForFile } from '../helpers/bootstrap.ts';
import { runTool } from '../helpers/processes/runTool.ts';
import { areApiToolsMissing, pythonProgram } from '../helpers/servers/apiTools.ts';

// A limit on a hang, also of the longer runs that CONTRIBUTING.md describes.
setDefaultTimeout(14_400_000);

const root = join(import.meta.dir, '../..');
const settings = join(root, 'test/helpers/schemathesis');
const { SCHEMATHESIS_PHASES, SCHEMATHESIS_EXAMPLES = '4', SCHEMATHESIS_SEED, SCHEMATHESIS_PATHS } = process.env;

/**
 * The generic operations below a record and of searches, diffs and backups run the same code for all kinds: those of the
 * kinds that are not named stand for all. The operations that read and write a record differ by its members.
 */
const genericOfOtherKinds =
  '^/api/v2/(access-rules|formatter-templates|log-types|notification-rules|role-access-rules|roles|schedules|scripts|sharings|user-group-regions|user-group-types|user-roles|user-types|user-user-groups)/(?!\\{idOrCode\\}$)';

/** The paths of the records of all kinds that are written by PUT. */
const recordPaths = Object.entries<object>(openapi.paths)
  .filter(([path, operations]) => /^\/api\/v2\/[\w-]+\/\{idOrCode\}$/.test(path) && 'put' in operations)
  .map(([path]) => path.split('/')[3]);

/** Runs Schemathesis with all its checks on a service of its own. */
async function expectNoFaults(options: readonly string[]): Promise<void> {
  const api = await startAuthenticatedApiForFile({ resultWaitMs: 100 });
  const { code, output } = await runTool(
    [
      pythonProgram('schemathesis'),
      ...['--config-file', join(settings, 'schemathesis.toml'), 'run', join(root, 'docs/openapi.json')],
      ...['--url', api.url, '--header', `Authorization: Bearer ${api.administrator.key}`],
      ...['--checks', 'all', '--max-examples', SCHEMATHESIS_EXAMPLES],
      // Without a seed, every run sends the same requests.
      ...(SCHEMATHESIS_SEED === undefined ? ['--generation-deterministic'] : ['--seed', SCHEMATHESIS_SEED]),
      ...['--no-color', '--no-shrink', '--continue-on-failure', ...options],
    ],
    {
      cwd: makeFolderForFile(),
      environment: { PYTHONPATH: settings, SCHEMATHESIS_HOOKS: 'schemathesis_hooks', PYTHONDONTWRITEBYTECODE: '1' },
    },
  );
  expect(output).toContain('No issues found');
  expect(code).toBe(0);
}

if (SCHEMATHESIS_PHASES !== undefined || SCHEMATHESIS_PATHS !== undefined)
  test('Schemathesis finds no fault in a run by the environment', async () => {
    const phases = ['--phases', SCHEMATHESIS_PHASES ?? 'examples,coverage,fuzzing,stateful'];
    await expectNoFaults([...phases, '--include-path-regex', SCHEMATHESIS_PATHS ?? '']);
  });
else {
  test.skipIf(areApiToolsMissing)('Schemathesis finds no fault with random requests to every operation', async () => {
    await expectNoFaults(['--phases', 'examples,fuzzing', '--exclude-path-regex', genericOfOtherKinds]);
  });

  test.skipIf(areApiToolsMissing)(
    'Schemathesis finds no fault with every limit of the operations of the records of all kinds',
    async () => {
      const paths = `^/api/v2/(${recordPaths.join('|')})(/\\{idOrCode\\})?$`;
      await expectNoFaults(['--phases', 'coverage', '--include-path-regex', paths]);
    },
  );
}
