import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import openapi from '../../docs/openapi.json' with { type: 'json' };
import { startAuthenticatedApiForFile } from '../helpers/api/callers.ts';
import { makeFolderForFile } from '../helpers/bootstrap.ts';
import { runTool } from '../helpers/processes/runTool.ts';
import { apiTools, areApiToolsMissing, pythonProgram } from '../helpers/servers/apiTools.ts';

// A limit on a hang, also of the longer runs that CONTRIBUTING.md describes.
setDefaultTimeout(14_400_000);

const root = join(import.meta.dir, '../..');
const settings = join(root, 'test/helpers/schemathesis');
const { SCHEMATHESIS_PHASES, SCHEMATHESIS_EXAMPLES = '4', SCHEMATHESIS_SEED, SCHEMATHESIS_PATHS } = process.env;

const paths = Object.keys(openapi.paths).map((path) => path.replace('/api/v2', ''));

/** The paths of the kinds whose records are written by PUT. */
const kinds = Object.entries<object>(openapi.paths)
  .filter(([path, operations]) => /^\/api\/v2\/[\w-]+\/\{idOrCode\}$/.test(path) && 'put' in operations)
  .map(([path]) => path.split('/')[3]);

/** The generic operations run the same code for all kinds. Those of a kind with links and of one without stand for all. */
const fuzzedKinds = ['users', 'worklog-types'];

/** The paths below that of a kind that all kinds have. */
const genericPaths = paths
  .filter((path) => path === '/worklog-types' || path.startsWith('/worklog-types/'))
  .map((path) => path.replace('/worklog-types', ''));

/** All operations of the other kinds, but for those of their own that user groups have. */
const ofOtherKinds = `^/api/v2/((${kinds.filter((kind = '') => ![...fuzzedKinds, 'user-groups'].includes(kind)).join('|')})(/.*)?|user-groups(${genericPaths.map(escaped).join('|')}))$`;

/**
 * The operations of records differ by the members of a kind. POST and PUT have one schema; that of PATCH is made from it for
 * all kinds alike. The other operations have limits of paths and parameters alone, which are the same for all kinds.
 */
const limitedOperations = `^((POST /api/v2/(${kinds.join('|')})|PATCH /api/v2/(${fuzzedKinds.join('|')})/\\{idOrCode\\})|\\w+ /api/v2/worklog-types(/\\{idOrCode\\})?)$`;

function escaped(path: string): string {
  return path.replaceAll(/[{}]/g, '\\$&');
}

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
      environment: {
        PYTHONPATH: settings,
        SCHEMATHESIS_HOOKS: 'schemathesis_hooks',
        PYTHONDONTWRITEBYTECODE: '1',
        // Hypothesis stores its tables of characters there, which take seconds to compute.
        HYPOTHESIS_STORAGE_DIRECTORY: join(apiTools(), 'hypothesis'),
      },
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
  test.skipIf(areApiToolsMissing)(
    'Schemathesis finds no fault with random requests to the operations of the service',
    async () => {
      await expectNoFaults(['--phases', 'fuzzing', '--exclude-path-regex', ofOtherKinds]);
    },
  );

  test.skipIf(areApiToolsMissing)(
    'Schemathesis finds no fault with every limit of the records of all kinds',
    async () => {
      await expectNoFaults(['--phases', 'coverage', '--include-name-regex', limitedOperations]);
    },
  );
}
