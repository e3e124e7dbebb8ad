import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { startEmbeddedPostgres } from '../../drivers/embeddedPostgres/embeddedPostgres.ts';
import { freePort } from '../../drivers/net/freePort.ts';
import { SUPERVISED } from '../../drivers/processPool/childProcess.ts';
import { countsStatements, reportStatements, resetStatements } from './statements.ts';

/** A PostgreSQL server for one benchmark, as durable as the embedded one. */
export interface BenchDatabases {
  /** Creates and migrates a database, and returns its URL. */
  make(name: string): Promise<string>;
  stop(): Promise<void>;
}

const root = join(import.meta.dir, '..', '..');

/** With `BENCH_SIDE=own`, the peers do not run, which leaves them out of profiles. The ratios are no numbers then. */
export const runsPeer = process.env['BENCH_SIDE'] !== 'own';

export async function startDatabases(): Promise<BenchDatabases> {
  const server = await startEmbeddedPostgres({
    folder: mkdtempSync(join(tmpdir(), 'waybill-bench-')),
    temporary: true,
    ...(countsStatements && {
      settings: {
        shared_preload_libraries: 'pg_stat_statements',
        'pg_stat_statements.track': 'all',
        'pg_stat_statements.track_planning': 'on',
      },
    }),
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
      if (countsStatements) await resetStatements(server.url);
      return url.href;
    },
    async stop() {
      if (countsStatements) await reportStatements(server.url);
      await server.stop();
    },
  };
}

export interface Running {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Database connections of each side; a worker uses its own default. */
const CONNECTIONS = '16';

/** A process ends with this one, also where that fails: its standard input closes. */
const supervised = { [SUPERVISED]: '1' };

/** Starts `bun main.ts api` or `worker` on the database, without its standard output. */
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
    env: {
      // As every way to start a process sets it.
      MIMALLOC_PURGE_HOLES_MIN_INTERVAL: '5000',
      // An office converter computes for 13 s when it starts, which would be in the first rounds.
      OFFICE_START: 'document',
      ...process.env,
      DATABASE_URL: url,
      DATABASE_CONNECTIONS: CONNECTIONS,
      PORT: String(port),
      ...env,
      ...supervised,
    },
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'inherit',
  });
  if (word === 'api') await answers(`http://127.0.0.1:${port}/health/live`);
  return { port, pid: child.pid, stop: () => stopped(child) };
}

/** Starts the bare server (bareServer.ts) on the database. */
export async function startBare(url: string, env: Record<string, string> = {}): Promise<Running> {
  const port = await freePort('127.0.0.1');
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'bareServer.ts'), String(port), url, CONNECTIONS], {
    cwd: root,
    env: { ...process.env, ...env, ...supervised },
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'inherit',
  });
  await answers(`http://127.0.0.1:${port}/`);
  return { port, pid: child.pid, stop: () => stopped(child) };
}

/** Starts a proxy to the database whose round trips take so many ms longer (delayProxy.ts), and returns the URL through it. */
export async function startDelay(databaseUrl: string, ms: number): Promise<{ url: string; stop(): Promise<void> }> {
  const url = new URL(databaseUrl);
  if (ms === 0) return { url: url.href, stop: async () => {} };
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'delayProxy.ts'), url.port, String(ms)], {
    env: { ...process.env, ...supervised },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const { value } = await child.stdout.getReader().read();
  url.port = new TextDecoder().decode(value).trim();
  return { url: url.href, stop: () => stopped(child) };
}

async function stopped(child: Bun.Subprocess): Promise<void> {
  child.kill('SIGTERM');
  await child.exited;
}

async function answers(url: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await fetch(url);
      return;
    } catch (error) {
      if (attempt === 300) throw error;
      await Bun.sleep(50);
    }
  }
}

/**
 * Returns the ratio of two sides that ran alternately, as the median over the pairs, so that other load on the machine,
 * in one round or in all of them, has little effect.
 */
export function pairedRatio(waybill: readonly number[], peer: readonly number[]): string {
  return median(waybill.map((one, at) => one / (peer[at] as number))).toFixed(2);
}

/** Returns the median: the middle number, or the mean of the two in the middle. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((left, right) => left - right);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
