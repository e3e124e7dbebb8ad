import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { makeError } from '../../client/errors.ts';
import { Waybill } from '../../client/index.ts';
import { lapseLeases } from '../../domain/jobs/leases/lapseLeases.ts';
import { version } from '../../package.json' with { type: 'json' };
import { startAuthenticatedApiForFile } from '../helpers/api/callers.ts';
import { makeFolderForFile, stopAfterFile } from '../helpers/bootstrap.ts';
import { endOfTour } from '../helpers/clientWorker/tour.ts';
import { type ScriptProcess, spawnProgram } from '../helpers/processes/process.ts';
import { runTool } from '../helpers/processes/runTool.ts';
import { apiTools, areApiToolsMissing, pythonProgram } from '../helpers/servers/apiTools.ts';
import { caller } from '../helpers/workerHarness.ts';

setDefaultTimeout(300_000);

const root = join(import.meta.dir, '../..');
const api = await startAuthenticatedApiForFile();
const folder = makeFolderForFile();

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
  back: {
    embedded: ['UserGroup', true],
    unchanged: [true, 1],
    changed: ['Second', 2],
    refused: ['BadRequestError', 'auditInfo.version'],
  },
  unauthorized: 'UnauthorizedError',
});

describe.skipIf(areApiToolsMissing)('the Python client', () => {
  let seen: Record<string, unknown>;
  let shown: string;
  let python = '';

  beforeAll(async () => {
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
    python = join(folder, 'venv/bin/python');
    const readme = await Bun.file(join(root, 'client/python/README.md')).text();
    const [, example = ''] = /```python\n(.*?)```/s.exec(readme) ?? [];
    const ownUrl = example.replace('http://127.0.0.1:3000', api.url);
    const ownKey = ownUrl.replace('os.environ.get("WAYBILL_KEY")', `"${api.administrator.key}"`);
    shown = await run(['venv/bin/python', '-W', 'error', '-c', ownKey]);
    await api.administrator.request('DELETE', '/worklog-types/REPAIR');
    await api.store('UserGroupType', { code: 'TEAM', name: 'Team', registry: {} });
    await api.store('UserGroup', { code: 'members', name: 'Members', type: 'TEAM', chars: { size: [1, null] } });
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

  /** Starts a Job of a type of its own, and a worker of that type. */
  async function startWork(type: string, does: readonly string[], { lease = 600, grace = 20 } = {}) {
    const jobSteps = does.map((what) => ({ name: what, status: 'NEW', stepData: { does: what } }));
    const job = { jobType: type, startDate: '2026-11-20T08:00:00Z', status: 'NEW', data: { city: 'Bergen' }, jobSteps };
    const made = (await api.administrator.request('POST', '/jobs', job)).json<{
      id: string;
      jobSteps: { id: string }[];
    }>();
    return {
      ids: made.jobSteps.map(({ id }) => id),
      ended: () => new Waybill({ url: api.url, key: api.administrator.key }).follow(made.id),
      start: (name: string) => startWorker([type, name, String(lease), String(grace)]),
    };
  }

  function startWorker(words: readonly string[]): ScriptProcess {
    const script = join(root, 'test/helpers/pythonClient/worker.py');
    const worker = spawnProgram([python, '-B', '-W', 'error', script, api.url, api.administrator.key, ...words]);
    stopAfterFile(() => worker.kill());
    return worker;
  }

  const read = async (id = '') => (await api.administrator.request('GET', `/job-steps/${id}`)).json<object>();

  async function lapse(id = ''): Promise<void> {
    await api.sql`update job_step set claimable_at = now() - interval '1 second' where id = ${id}`;
    await lapseLeases(api.services, caller);
  }

  test('has a worker that runs steps, reports their progress, and fails and retries them', async () => {
    const { ids, ended, start } = await startWork('PY_TOUR', ['end', 'fail', 'retry', 'refused']);
    const worker = start('tour');
    expect(await ended()).toMatchObject({ status: 'FAILED' });
    worker.child.kill('SIGTERM');
    expect(await worker.child.exited, worker.output()).toBe(0);
    expect(await Promise.all(ids.map(read))).toMatchObject([
      { status: 'COMPLETED', processingInfo: { attempt: 1, city: 'Bergen', worker: 'tour' } },
      { status: 'FAILED', log: 'no berth\uFFFD', processingInfo: { berths: 0 } },
      { status: 'COMPLETED', processingInfo: { attempt: 2, halfway: true } },
      { status: 'FAILED', log: expect.stringContaining('the service refused the result') },
    ]);
  });

  test('has a worker whose step goes to another when it is killed', async () => {
    const { ids, ended, start } = await startWork('PY_KILLED', ['wait']);
    const killed = start('killed');
    await killed.printed('the step to run', (output) => output.includes('runs wait 1'));
    await killed.kill();
    await lapse(ids[0]);
    start('heir');
    expect(await ended()).toMatchObject({ status: 'COMPLETED' });
    expect(await read(ids[0])).toMatchObject({ processingInfo: { attempt: 2, attempts: 2, worker: 'heir' } });
  });

  test('has a worker that aborts a step which it has lost', async () => {
    const { ids, ended, start } = await startWork('PY_LOST', ['wait'], { lease: 3 });
    const worker = start('late');
    await worker.printed('the step to run', (output) => output.includes('runs wait 1'));
    await lapse(ids[0]);
    await worker.printed('the step to be aborted', (output) => output.includes('aborted wait 1'));
    expect(await ended()).toMatchObject({ status: 'COMPLETED' });
    expect(await read(ids[0])).toMatchObject({ processingInfo: { attempt: 2 } });
  });

  test('has a worker that releases its steps at SIGTERM', async () => {
    const { ids, start } = await startWork('PY_STOPPED', ['wait'], { grace: 0 });
    const worker = start('stopped');
    await worker.printed('the step to run', (output) => output.includes('runs wait 1'));
    worker.child.kill('SIGTERM');
    expect(await worker.child.exited, worker.output()).toBe(0);
    expect(worker.output()).toBe('runs wait 1\naborted wait 1\nstopped\n');
    expect(await read(ids[0])).toMatchObject({ status: 'NEW' });
  });

  test('runs the worker of docs/workers.md', async () => {
    const page = await Bun.file(join(root, 'docs/workers.md')).text();
    const script = join(folder, 'worker.py');
    await Bun.write(script, /^```python\n(.*?)^```/ms.exec(page)?.[1] ?? '');
    const { key } = api.administrator;
    const worker = spawnProgram(['env', `WAYBILL_URL=${api.url}`, `WAYBILL_KEY=${key}`, python, '-B', script]);
    stopAfterFile(() => worker.kill());
    expect(await endOfTour(api, key)).toEqual([
      { status: 'COMPLETED', processingInfo: expect.objectContaining({ stop: 2, boat: 'Vltava' }) },
      { status: 'FAILED', log: 'The tour is too long.' },
    ]);
    worker.child.kill('SIGINT');
    expect(await worker.child.exited, worker.output()).toBe(0);
  });
});
