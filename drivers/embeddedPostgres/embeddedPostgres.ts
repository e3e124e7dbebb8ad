import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { OperatorError } from '../../domain/runtime/operatorError.ts';
import { freePort, tryPort } from '../net/freePort.ts';
import { type Binaries, findBinaries, type ServerAccount, serverAccount } from './binaries.ts';
import { accessFile, type ServerAccess, serverUrl } from './embeddedPostgresUrl.ts';
import { stopOrphan } from './stopOrphan.ts';

export interface EmbeddedPostgres {
  /** URL of the database `postgres`, with the password. */
  readonly url: string;
  /** Resolves when the server has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Fast shutdown: clients are disconnected, committed data is safe. */
  stop(): Promise<void>;
}

interface Options {
  /** Contains the cluster, its port and password, and its log. Created if missing. */
  folder: string;
  settings?: Readonly<Record<string, string>>;
  /** Removes the folder when the server ends, even if this process was killed. */
  temporary?: boolean;
}

/**
 * Returns an eighth of the memory, within bounds. A page outside the buffers costs 5 µs even where the system has it in
 * memory, and a LIKE with many matches reads most pages of its table. The memory is allocated only as it is used.
 */
function bufferMb(): number {
  const limit = process.constrainedMemory();
  const memory = limit > 0 ? Math.min(totalmem(), limit) : totalmem();
  return Math.min(Math.max(Math.floor(memory / 8 / 1024 / 1024), 128), 2_048);
}

const standard: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: `${bufferMb()}MB`,
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  wal_compression: 'on',
  max_wal_size: '2GB',
  // Recycled segments of the write-ahead log: all writers wait while a new one is filled with zeros.
  min_wal_size: '1GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  // Queries are short: compiling them costs more than it saves.
  jit: 'off',
  // An import and other writes may deadlock. The victim retries, so an early detection saves time.
  deadlock_timeout: '200ms',
  // The outbox and the queues delete rows at a high rate.
  autovacuum_naptime: '10s',
  log_min_messages: 'warning',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/**
 * A shell script that runs the server and ends it when standard input closes, so that the server never outlives the
 * process that started it, even one that was killed. It runs in a session of its own: Ctrl-C reaches the parent alone,
 * which stops the database last.
 */
const supervisor = `
signal=$1; remove=$2; shift 2
exec 3<&0
tidy() { [ -z "$remove" ] || { cd /; rm -rf "$remove"; }; }
"$@" </dev/null 3<&- & server=$!
(
  read -r _ <&3; kill -s "$signal" $server
  # The shell below may have been killed together with its parent; then this one cleans up.
  tries=100; while [ $tries -gt 0 ] && kill -0 $server; do sleep 0.1; tries=$((tries - 1)); done
  tidy
) >/dev/null 2>&1 & watch=$!
wait $server; code=$?
tidy
kill $watch 2>/dev/null
exit $code`;

/**
 * Starts PostgreSQL on a folder and resolves when it accepts connections. The first start creates the cluster; a later
 * one removes what a killed predecessor left, including its orphaned server.
 *
 * @throws OperatorError with one sentence for the operator
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new OperatorError('The embedded PostgreSQL needs Linux or macOS: set DATABASE_URL.');
  }
  mkdirSync(options.folder, { recursive: true, mode: 0o755 });
  const folder = realpathSync(options.folder);
  const cluster = join(folder, 'postgres');
  const account = serverAccount(cluster);
  const binaries = findBinaries(account);
  if (options.temporary && account.uid !== undefined) chownSync(folder, account.uid, account.gid ?? account.uid);

  const access = readAccess(accessFile(folder));
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    makeCluster({ cluster, account, binaries, password: access.password, sync: !options.temporary });
  }
  const major = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (major !== binaries.major) {
    throw new OperatorError(
      `${cluster} was written by PostgreSQL ${major}, and this is ${binaries.major}: move the data with pg_dump, or name another DATA_DIR.`,
    );
  }
  await stopOrphan(cluster);

  const logFile = join(folder, 'postgres.log');
  for (let attemptsLeft = 5; ; attemptsLeft--) {
    const port = await portFor(access.port);
    writeFileSync(accessFile(folder), JSON.stringify({ port, password: access.password }), { mode: 0o600 });
    const settings = { ...standard, ...options.settings, port: String(port) };
    const logStart = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
    const child = launch({ cluster, account, binaries, settings, logFile, remove: options.temporary ? folder : '' });
    if (await isReady(child, cluster)) return await running(child, access.password, port);
    const output = readFileSync(logFile, 'utf8').slice(logStart);
    // Another program took the port after it was found to be free.
    if (attemptsLeft > 1 && /Address already in use/.test(output)) continue;
    const reason = /(?:FATAL|PANIC):\s+(.*)/.exec(output)?.[1] ?? 'it ended at once';
    throw new OperatorError(`The embedded PostgreSQL in ${cluster} does not start: ${reason} (see ${logFile}).`);
  }
}

/** Returns the port of the last run if it is free, so that clients find the server again; otherwise any free one. */
async function portFor(last: number): Promise<number> {
  const host = '127.0.0.1';
  return last === 0 ? await freePort(host) : await tryPort(last, host).catch(() => freePort(host));
}

function readAccess(file: string): ServerAccess {
  if (!existsSync(file)) return { port: 0, password: randomBytes(18).toString('hex') };
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * Returns the data folder as the server opens it. On Linux that is its working directory, which is set before root is
 * given up: so the folder may be where only root can enter.
 */
function dataArgument(cluster: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : cluster;
}

/** Creates the cluster under another name and renames it when complete: an interrupted start leaves no partial cluster. */
function makeCluster(options: {
  cluster: string;
  account: ServerAccount;
  binaries: Binaries;
  password: string;
  sync: boolean;
}): void {
  const { cluster, account, binaries } = options;
  const unfinished = `${cluster}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const passwordFile = join(tmpdir(), `waybill-${randomBytes(8).toString('hex')}`);
  writeFileSync(passwordFile, `${options.password}\n`, { mode: 0o600, flag: 'wx' });
  try {
    if (account.uid !== undefined) {
      for (const path of [unfinished, passwordFile]) chownSync(path, account.uid, account.gid ?? account.uid);
    }
    const result = spawnSync(
      binaries.initdb,
      [
        `--pgdata=${dataArgument(unfinished)}`,
        '--username=waybill',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        // By default the environment decides, with SQL_ASCII where LANG is not set.
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--no-instructions',
        ...(options.sync ? [] : ['--no-sync']),
      ],
      { ...account, cwd: unfinished, env: { PATH: process.env['PATH'], LC_ALL: 'C' }, encoding: 'utf8' },
    );
    if (result.status !== 0) {
      const reason = `${result.stderr ?? ''}`.trim().split('\n').at(-1) || String(result.error ?? 'unknown reason');
      throw new OperatorError(`The embedded PostgreSQL could not create its files in ${cluster}: ${reason}`);
    }
    renameSync(unfinished, cluster);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function launch(options: {
  cluster: string;
  account: ServerAccount;
  binaries: Binaries;
  settings: Readonly<Record<string, string>>;
  logFile: string;
  remove: string;
}): ChildProcess {
  const { cluster, settings } = options;
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const signal = options.remove ? 'QUIT' : 'INT';
  const server = [options.binaries.postgres, '-D', dataArgument(cluster), ...flags];
  // A larger log is truncated.
  const large = (statSync(options.logFile, { throwIfNoEntry: false })?.size ?? 0) > 16 * 1024 * 1024;
  const log = openSync(options.logFile, large ? 'w' : 'a', 0o600);
  const child = spawn('/bin/sh', ['-c', supervisor, 'waybill-postgres', signal, options.remove, ...server], {
    ...options.account,
    cwd: cluster,
    env: { PATH: process.env['PATH'], LC_ALL: 'C', WAYBILL_TEST_RUN: process.env['WAYBILL_TEST_RUN'] },
    stdio: ['pipe', log, log],
    detached: true,
  });
  closeSync(log);
  child.stdin?.on('error', () => {});
  return child;
}

/** Waits for the last line of postmaster.pid, written when connections are accepted: recovery may come first. */
async function isReady(child: ChildProcess, cluster: string): Promise<boolean> {
  let ended = false;
  child.once('error', () => {
    ended = true;
  });
  child.once('exit', () => {
    ended = true;
  });
  for (;;) {
    if (ended) return false;
    try {
      if (/^ready/.test(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[7] ?? '')) return true;
    } catch {
      // Not written yet.
    }
    await pause(10);
  }
}

async function running(child: ChildProcess, password: string, port: number): Promise<EmbeddedPostgres> {
  const ended = new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    child.once('exit', () => resolve());
  });
  return {
    url: serverUrl({ port, password }),
    ended,
    stop() {
      child.stdin?.end();
      return ended;
    },
  };
}
