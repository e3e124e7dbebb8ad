import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../drivers/net/freePort.ts';
import { ShellSession, shellExamples } from '../test/helpers/examples/shellExamples.ts';
import { Signal } from '../test/helpers/waits/signal.ts';

/**
 * `bun scripts/newcomer.ts`: does what a newcomer does, with nothing but the commands of the README. It clones the last
 * commit, starts the service, renders a document, watches a Job and sends a message, and prints the seconds since the clone.
 * Fails if they exceed the limit. The packages come from the registry or the cache of npm.
 */
const LIMIT_SECONDS = 120;

const root = join(import.meta.dir, '..');
const folder = mkdtempSync(join(tmpdir(), 'waybill-newcomer-'));
const clone = join(folder, 'waybill');
const started = performance.now();
const seconds = (): number => Math.round((performance.now() - started) / 100) / 10;
const report = (what: string): void => console.log(`${String(seconds()).padStart(6)} s  ${what}`);

async function run(command: string[], cwd: string): Promise<void> {
  const code = await Bun.spawn(command, { cwd, stdout: 'ignore', stderr: 'inherit' }).exited;
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}`);
}

/** Starts `npm start`, and waits until it says that the service is ready. */
async function start(port: number) {
  const child = Bun.spawn(['npm', 'start'], {
    cwd: clone,
    env: { ...process.env, PORT: String(port) },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
    // In a process group of its own, so that a signal reaches what npm has started.
    detached: true,
  });
  let output = '';
  const changes = new Signal();
  void (async () => {
    const decoder = new TextDecoder();
    for await (const bytes of child.stdout) {
      output += decoder.decode(bytes, { stream: true });
      changes.notify();
    }
  })();
  await changes.until('the service to be ready', () => output.includes('Waybill is ready.'), 600_000);
  return async () => {
    process.kill(-child.pid, 'SIGINT');
    await child.exited;
  };
}

/** What each of the commands shows that it has done; the README has one block of each. */
const landmarks: readonly { readonly in: string; readonly what: string; readonly done: (output: string) => boolean }[] =
  [
    {
      in: '-o invoice.pdf',
      what: 'a document',
      done: () => statSync(join(clone, 'invoice.pdf')).size > 10_000,
    },
    { in: '/admin/mailbox', what: 'a message', done: (output) => output.includes('jana@example.com') },
    { in: '/events', what: 'a Job', done: (output) => output.includes('"status":"COMPLETED"') },
  ];

async function firstRequests(port: number): Promise<void> {
  const readme = readFileSync(join(clone, 'README.md'), 'utf8');
  const examples = shellExamples(/\n## First requests\n(.*?)\n## /s.exec(readme)?.[1] ?? '');
  const shell = new ShellSession(clone, {});
  try {
    const left = new Set(landmarks);
    for (const { commands } of examples) {
      const text = commands.replaceAll('http://127.0.0.1:3000', `http://127.0.0.1:${port}`);
      const landmark = landmarks.find((one) => commands.includes(one.in));
      let { output } = await shell.run(text);
      // The message arrives a moment after its notification.
      while (landmark?.what === 'a message' && !landmark.done(output)) ({ output } = await shell.run(text));
      if (!landmark) continue;
      if (!landmark.done(output)) throw new Error(`${commands}\nmade nothing: ${output}`);
      left.delete(landmark);
      report(landmark.what);
    }
    if (left.size > 0) throw new Error(`the README has no ${[...left].map(({ what }) => what).join(', ')}`);
  } finally {
    await shell.stop();
  }
}

try {
  await run(['git', 'clone', '--quiet', '--depth', '1', `file://${root}`, clone], folder);
  report('the clone');
  const port = await freePort('127.0.0.1');
  const stop = await start(port);
  report('the service, installed and started');
  try {
    await firstRequests(port);
  } finally {
    await stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(seconds() > LIMIT_SECONDS ? 1 : 0);
