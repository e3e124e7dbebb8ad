import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scripts, version } from '../../package.json';
import { makeEmptyDatabase } from '../helpers/database.ts';
import { packRelease } from '../helpers/upgrade/releases.ts';
import { Signal } from '../helpers/waits/signal.ts';

setDefaultTimeout(240_000);

/** A packed release, installed by npm into an empty folder from the registry of this machine. */
const root = join(import.meta.dir, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'waybill-install-'));
const project = join(folder, 'project');
let database: Awaited<ReturnType<typeof makeEmptyDatabase>>;

beforeAll(async () => {
  mkdirSync(project);
  database = await makeEmptyDatabase();
  // npm must not take a parent folder for the project.
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  // Without install scripts, as npm does by default where they are not allowed one by one.
  await run('npm', 'install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', packRelease(folder));
});

afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const spawn = (...command: string[]) => spawnIn(project, { DATABASE_URL: database.url }, command);

function spawnIn(cwd: string, environment: Record<string, string>, command: string[]) {
  return Bun.spawn(command, {
    cwd,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], HOST: '127.0.0.1', PORT: '0', ...environment },
    // In a process group of its own.
    detached: true,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
}

/** Returns what the output of a process first matches, and reads on until the process has ended. */
async function printed(
  child: ReturnType<typeof spawnIn>,
  pattern: RegExp,
): Promise<{ text: string; ended: Promise<void> }> {
  let output = '';
  const changes = new Signal();
  const ended = (async () => {
    const decoder = new TextDecoder();
    for await (const bytes of child.stdout) {
      output += decoder.decode(bytes, { stream: true });
      changes.notify();
    }
  })();
  return { text: await changes.until(`${pattern} on the output`, () => pattern.exec(output)?.[1]), ended };
}

async function run(...command: string[]): Promise<string> {
  const child = spawn(...command);
  const [out, errors, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${out}${errors}`);
  return out;
}

describe('a release that npm has installed', () => {
  test('brings the patched postgres.js', () => {
    for (const file of ['src/index.js', 'src/connection.js']) {
      const path = join('node_modules', 'postgres', file);
      expect(readFileSync(join(project, 'node_modules', 'waybill', path), 'utf8')).toBe(
        readFileSync(join(root, path), 'utf8'),
      );
    }
  });

  test('runs by npx, with the Bun that it depends on', async () => {
    expect(await run('npx', 'waybill', '--version')).toBe(`${version}\n`);
    expect(await run('npx', 'waybill', 'migrate')).toContain('up to date');
  });

  test('starts a process, and passes SIGTERM and the exit code on', async () => {
    await run('npx', 'waybill', 'migrate');
    const api = spawn(join(project, 'node_modules', '.bin', 'waybill'), 'api');
    const { text: url, ended } = await printed(api, /"url":"(http[^"]*)"/);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    api.kill('SIGTERM');
    expect(await api.exited).toBe(0);
    await ended;
    const unknown = spawn(join(project, 'node_modules', '.bin', 'waybill'), 'nonsense');
    expect(await unknown.exited).toBe(2);
  });

  test('runs the whole service in an empty folder', async () => {
    const empty = join(project, 'empty');
    mkdirSync(empty);
    const service = spawnIn(empty, { SAMPLE_DATA: 'false', WORKERS: '1' }, ['npx', 'waybill', 'start']);
    const { text: url, ended } = await printed(service, /Console +(http\S+)\/console/);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    const listed = spawnIn(empty, { WAYBILL_URL: url }, ['npx', 'waybill', 'list', 'UserType', '--jq', 'type']);
    expect(await listed.stdout.text()).toBe('array\n');
    // As Ctrl-C does: npx passes a signal for itself alone only to the shell in which it runs the command.
    process.kill(-service.pid, 'SIGINT');
    await ended;
    await service.exited;
  });

  test('has no install script of its own', () => {
    expect(Object.keys(scripts).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([]);
  });
});
