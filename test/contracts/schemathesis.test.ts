import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { startAuthenticatedApiForFile } from '../helpers/api/callers.ts';
import { makeFolderForFile } from '../helpers/bootstrap.ts';
import { apiTools, pythonEnvironment, runTool } from '../helpers/servers/apiTools.ts';

setDefaultTimeout(600_000);

const root = join(import.meta.dir, '../..');
const settings = join(root, 'test/helpers/schemathesis');
const tools = apiTools() ?? '';

/** The generic operations of all kinds run the same code: those of one kind stand for all. */
const otherKinds =
  '^/api/v2/(?!worklog-types)(access-rules|formatter-templates|log-types|notification-rules|role-access-rules|roles|scripts|sharings|user-group-regions|user-group-types|user-roles|user-types|user-user-groups)(/|$)';

test.skipIf(tools === '')('Schemathesis finds no fault in the service or in the document', async () => {
  const api = await startAuthenticatedApiForFile({ resultWaitMs: 100 });
  const options = [
    ['--url', api.url],
    ['--header', `Authorization: Bearer ${api.administrator.key}`],
    ['--exclude-path-regex', process.env['ST_EXCLUDE'] ?? otherKinds],
    ['--phases', process.env['ST_PHASES'] ?? 'examples,coverage'],
    ['--workers', '2'],
    ['--checks', 'all'],
    ['--warnings', 'off'],
    ['--request-timeout', '30'],
    ['--seed', '1'],
    ['--generation-database', 'none'],
  ].flat();
  const { code, output } = await runTool(
    [
      'python3',
      ...['-m', 'schemathesis.cli', '--config-file', join(settings, 'schemathesis.toml'), 'run'],
      join(root, 'docs/openapi.json'),
      ...options,
      ...['--no-color', '--no-shrink', '--continue-on-failure'],
    ],
    { cwd: makeFolderForFile(), environment: { ...pythonEnvironment(tools, settings), SCHEMATHESIS_HOOKS: 'schemathesis_hooks' } },
  );
  if (process.env['ST_OUT']) await Bun.write(process.env['ST_OUT'], output);
  expect(output.slice(-20_000)).toContain('No issues found');
  expect(code).toBe(0);
});
