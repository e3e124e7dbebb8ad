import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { startEmbeddedPostgres } from '../../drivers/embeddedPostgres/embeddedPostgres.ts';
import { freePort } from '../../drivers/net/freePort.ts';

/** A server of the benchmark's own, as durable as the embedded one; databases are made on it as they are needed. */
export interface BenchDatabases {
  /** Makes and migrates a database and answers its URL. */
  make(name: string): Promise<string>;
  stop(): Promise<void>;
}

const root = join(import.meta.dir, '..', '..');

export async function startDatabases(): Promise<BenchDatabases> {
  const server = await startEmbeddedPostgres({
    folder: mkdtempSync(join(tmpdir(), 'waybill-bench-')),
    temporary: true,
  });
  return {
    async make(name) {
      const admin = postgres(server.url, { max: 1, onnotice: () => {} });
      await admin.unsafe(`create database ${name}`);
      await admin.end();
      const url = new URL(server.url);
      url.pathname = `/${name}`;
      const migrate = Bun.spawn([process.execPath, 'main.ts', 'migrate'], {
        cwd: root,
        env: { ...process.env, DATABASE_URL: url.href, ELASTICSEARCH_URL: '' },
        stdout: 'ignore',
        stderr: 'inherit',
      });
      if ((await migrate.exited) !== 0) throw new Error('the database could not be migrated');
      return url.href;
    },
    stop: () => server.stop(),
  };
}

export interface Running {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Connections to the database of each side; a worker has its own default. */
const CONNECTIONS = '16';

/** `bun main.ts api` or `worker` on the database; standard output goes nowhere. */
export async function startProcess(
  word: 'api' | 'worker',
  url: string,
  env: Record<string, string> = {},
): Promise<Running> {
  const port = await freePort('127.0.0.1');
  const flags = (process.env[word === 'api' ? 'BENCH_BUN_FLAGS' : 'BENCH_WORKER_FLAGS'] ?? '')
    .split(' ')
    .filter(Boolean);
  const child = Bun.spawn([process.execPath, ...flags, 'main.ts', word], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: url, DATABASE_CONNECTIONS: CONNECTIONS, PORT: String(port), ...env },
    stdout: 'ignore',
    stderr: 'inherit',
  });
  if (word === 'api') await answers(`http://127.0.0.1:${port}/health/live`);
  return { port, pid: child.pid, stop: () => stopped(child) };
}

/** @param env of the bare server */
export async function startBare(url: string, env: Record<string, string> = {}): Promise<Running> {
  const port = await freePort('127.0.0.1');
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'bareServer.ts'), String(port), url, CONNECTIONS], {
    cwd: root,
    env: { ...process.env, ...env },
    stdout: 'ignore',
    stderr: 'inherit',
  });
  await answers(`http://127.0.0.1:${port}/`);
  return { port, pid: child.pid, stop: () => stopped(child) };
}

async function stopped(child: Bun.Subprocess): Promise<void> {
  child.kill('SIGTERM');
  await child.exited;
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await fetch(url);
      return;
    } catch (error) {
      if (tries === 300) throw error;
      await Bun.sleep(50);
    }
  }
}

/**
 * The ratio of two sides that ran in turns: the median over the pairs, so that what else the machine does in one of
 * them, and what it does in all of them, both count little.
 */
export function pairedRatio(ours: readonly number[], theirs: readonly number[]): string {
  return median(ours.map((one, at) => one / (theirs[at] as number))).toFixed(2);
}

/** The middle one, or the mean of the two in the middle. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((left, right) => left - right);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
