import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { Command } from 'commander';
import { makeProgram } from '../../cli/program.ts';
import { makeFolderForFile } from '../helpers/bootstrap.ts';
import { makeCommandLine, runOnTerminal } from '../helpers/processes/commandLine.ts';

setDefaultTimeout(60_000);

/** Commands that change nothing in the service. */
const reading = [
  ...['kinds', 'get', 'list', 'diff', 'history', 'export', 'watch'],
  ...['jobs list', 'jobs show', 'jobs follow', 'schedules list', 'schedules runs', 'queues list', 'queues jobs'],
  ...['dead-letters list', 'workers', 'limits list', 'retries list', 'notifications list', 'notifications show'],
  ...[
    'saved-queries list',
    'saved-queries show',
    'saved-queries run',
    'logs list',
    'logs show',
    'indexes list',
    'suppressions list',
    'mailbox list',
    'mailbox show',
  ],
  ...['templates formats', 'templates render', 'templates preview', 'scripts run'],
  ...['access me', 'access explain', 'access keys list', 'access sessions', 'access audit', 'context list'],
  // Change the file of contexts alone.
  ...['context use', 'context set', 'login', 'logout'],
  // Shows the record before anything is sent: a text that is left as it is changes nothing.
  'edit',
];

/** The commands that have an action, by the words that call them. */
function actionsOf(command: Command, words: readonly string[] = []): [string, Command][] {
  const own: [string, Command][] =
    '_actionHandler' in command && command['_actionHandler'] ? [[words.join(' '), command]] : [];
  return [...own, ...command.commands.flatMap((one) => actionsOf(one, [...words, one.name()]))];
}

test('every command that changes something has a dry run', () => {
  const actions = actionsOf(makeProgram());
  const without = actions
    .filter(([, command]) => !command.options.some(({ long }) => long === '--dry-run'))
    .map(([words]) => words);
  expect(without.toSorted()).toEqual(reading.toSorted());
  expect(actions.length).toBeGreaterThan(60);
});

const folder = makeFolderForFile();

/** A service that answers every request with the same JSON, and notes the requests. */
async function withService(answer: unknown, use: (url: string, requests: string[]) => Promise<void>): Promise<void> {
  const requests: string[] = [];
  const server = Bun.serve({
    port: 0,
    async fetch(request) {
      requests.push(`${request.method} ${new URL(request.url).pathname} ${(await request.text()).length}`);
      // The first attempt of a write is refused for the time.
      if (request.method === 'POST' && requests.length === 1)
        return new Response(null, { status: 503, headers: { 'retry-after': '0' } });
      return Response.json(answer);
    },
  });
  try {
    await use(server.url.origin, requests);
  } finally {
    await server.stop(true);
  }
}

test('a dry run reads, shows the question and the request, and sends nothing that changes', async () => {
  await withService([{ name: 'step.logs', ready: 7 }], async (url, requests) => {
    const run = makeCommandLine(folder, { WAYBILL_URL: url });
    const pause = await run(['queues', 'pause', 'step.logs', '--dry-run']);
    expect(pause).toEqual({
      out: 'Dry run: nothing was changed. The request would be POST /api/v2/admin/queues/step.logs/pause\n',
      stderr: 'Pause step.logs? 7 jobs wait in it.\n',
      code: 0,
    });
    const discard = await run(['dead-letters', 'discard', 'step.logs', 'one', '--dry-run']);
    expect(discard.out).toEndWith('POST /api/v2/admin/queues/step.logs/dead-letters/discard ["one"]\n');
    const concurrency = await run(['queues', 'concurrency', 'step.logs', '4', '--dry-run']);
    expect(concurrency.out).toEndWith('PUT /api/v2/admin/queues/step.logs/concurrency {"concurrency":4}\n');
    const any = await run(['api', 'users/novak', '-X', 'PATCH', '-f', 'email=x@example.com', '--dry-run']);
    expect(any.out).toEndWith('PATCH /api/v2/users/novak {"email":"x@example.com"}\n');
    expect((await run(['queues', 'pause', 'other', '--dry-run'])).code).toBe(2);
    expect(new Set(requests)).toEqual(new Set(['GET /api/v2/admin/queues 0']));
  });
});

test('an import shows how much is sent, and sends the file again after a refusal', async () => {
  const file = join(folder, 'types.json');
  await Bun.write(file, JSON.stringify(Array.from({ length: 20_000 }, (_, n) => ({ code: `t${n}`, name: `T${n}` }))));
  const { size } = Bun.file(file);
  await withService([{ diffType: 'DIFF_TYPE_NEW' }], async (url, requests) => {
    const words = ['import', file, '--kind', 'WorklogType', '--compare', 'code', '--yes'];
    const { screen, code } = await runOnTerminal(folder, words, { WAYBILL_URL: url }, []);
    expect(code).toBe(0);
    expect(screen).toMatch(/Sending types\.json: .* of \d+ kB \(\d+ %\)|types\.json is sent \(\d+ kB\)/);
    expect(screen).toContain('Saved: 1 new, 0 changed, 0 removed.');
    const lengths = requests.map((one) => Number(one.split(' ')[2]));
    expect(lengths).toEqual([lengths[0] as number, lengths[0] as number]);
    expect(lengths[0]).toBeGreaterThan(size);
  });
});
