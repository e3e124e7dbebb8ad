import { expect, setDefaultTimeout, test } from 'bun:test';
import { makeFolderForFile } from '../helpers/bootstrap.ts';
import { makeCommandLine } from '../helpers/processes/commandLine.ts';

setDefaultTimeout(120_000);

const run = makeCommandLine(makeFolderForFile(), {});

test('the help of a command that does not exist is refused, with the nearest one', async () => {
  const hint = 'Run the command with --help to see how it is used.\n';
  expect(await run(['queues', 'lst', '--help'])).toMatchObject({
    code: 2,
    out: '',
    stderr: expect.stringContaining(`unknown command 'lst'\n(Did you mean list?)\n${hint}`),
  });
  expect((await run(['quues', '-h'])).stderr).toContain("unknown command 'quues'\n(Did you mean queues?)\n");
});

test.each([[['queues', '--help']], [['queues', 'help']], [['help', 'queues']]])('%j shows the help', async (words) => {
  expect(await run(words)).toMatchObject({ code: 0, stderr: '', out: expect.stringContaining('waybill queues [') });
});

test('a group of commands lists if it is called alone', async () => {
  using server = Bun.serve({ port: 0, fetch: ({ url }) => Response.json([{ name: new URL(url).pathname }]) });
  const words = ['queues', 'indexes', 'limits', 'retries'];
  for (const word of words) {
    const { code, out } = await run([word, '--jq', '.[].name'], { environment: { WAYBILL_URL: server.url.origin } });
    const path = { limits: 'claim-limits', retries: 'retry-policies' }[word] ?? word;
    expect([code, out]).toEqual([0, `/api/v2/admin/${path}\n`]);
  }
  expect(await run(['queues', 'lst'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean list?'),
  });
});

test('commands that do not ask accept --yes', async () => {
  const queue = { name: 'step.logs', ready: 0, workerConcurrency: 1 };
  using server = Bun.serve({ port: 0, fetch: () => Response.json([queue]) });
  const environment = { WAYBILL_URL: server.url.origin };
  for (const words of [
    ['resume', 'step.logs'],
    ['concurrency', 'step.logs', '4'],
    ['pause', 'step.logs'],
  ])
    expect(await run(['queues', ...words, '--yes'], { environment })).toMatchObject({ code: 0, stderr: '' });
});
