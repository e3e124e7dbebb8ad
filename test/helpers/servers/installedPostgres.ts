import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type ServerAccount, serverAccount } from '../../../drivers/embeddedPostgres/binaries.ts';
import { freePort } from '../../../drivers/net/freePort.ts';
import { processes } from '../service.ts';
import { poll } from '../waits/poll.ts';
import { guardGroup } from './javaServers.ts';

const packaged = '/usr/lib/postgresql';
const folders = existsSync(packaged) ? readdirSync(packaged).sort((one, other) => Number(other) - Number(one)) : [];
const binaries = [...folders.map((version) => join(packaged, version, 'bin')), '/usr/local/pgsql/bin'].find((folder) =>
  existsSync(join(folder, 'pg_basebackup')),
);

/** The reason why a PostgreSQL with its client programs cannot be started, in one sentence; undefined if it can. */
export const installedPostgresMissing: string | undefined = binaries
  ? undefined
  : 'PostgreSQL with pg_basebackup is not installed: `apt-get install postgresql` brings it.';

const START_LIMIT_MS = 90_000;
const PASSWORD = 'of-tests';

/** Runs a program of the installation. Throws an error with its output unless it succeeds. */
async function run(account: ServerAccount, program: string, ...words: string[]): Promise<void> {
  const child = spawn(join(binaries ?? '', program), words, {
    ...account,
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C', PGPASSWORD: PASSWORD },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const code = await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  if (code !== 0) throw new Error(`${program} failed: ${errors}`);
}

/** The `archive_command` that docs/restore.md recommends. */
async function archiveCommand(): Promise<string> {
  const file = join(import.meta.dir, '..', '..', '..', 'deploy', 'patroni', 'patroni.yml');
  const { bootstrap }: Patroni = parse(await Bun.file(file).text());
  return bootstrap.dcs.postgresql.parameters.archive_command;
}

interface Patroni {
  readonly bootstrap: {
    readonly dcs: { readonly postgresql: { readonly parameters: { readonly archive_command: string } } };
  };
}

/** A PostgreSQL of the distribution, as an operator runs it: with a WAL archive, base backups and restores. */
export class InstalledPostgres {
  readonly #folder: string;
  readonly #account: ServerAccount;
  #server: ChildProcess | undefined;
  #guard: ChildProcess | undefined;
  #ended: Promise<unknown> = Promise.resolve();
  #port = 0;
  /** Number of restores. Each has a data folder of its own, as the damaged one is kept. */
  #restores = 0;

  /** @param folder is empty, and has only this server's files */
  constructor(folder: string) {
    if (!binaries) throw new Error(installedPostgresMissing);
    this.#folder = folder;
    this.#account = serverAccount(folder);
    this.#own(folder);
    for (const path of [this.#archive, join(folder, 'backup')]) {
      mkdirSync(path);
      this.#own(path);
    }
  }

  get #cluster(): string {
    return join(this.#folder, this.#restores === 0 ? 'data' : `restored-${this.#restores}`);
  }
  get #archive(): string {
    return join(this.#folder, 'archive');
  }

  url(database: string): string {
    return `postgres://waybill:${PASSWORD}@127.0.0.1:${this.#port}/${database}`;
  }

  /** Creates the cluster with the settings of docs/restore.md, and starts it. */
  async create(): Promise<void> {
    const passwordFile = join(this.#folder, 'password');
    writeFileSync(passwordFile, PASSWORD);
    this.#own(passwordFile);
    const access = ['--username=waybill', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    await run(
      this.#account,
      'initdb',
      `--pgdata=${this.#cluster}`,
      ...access,
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    );
    this.#port = await freePort('127.0.0.1');
    this.#configure({
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      port: String(this.#port),
      max_connections: '200',
      wal_level: 'replica',
      archive_mode: 'on',
      archive_command: (await archiveCommand()).replaceAll('/mnt/archive', this.#archive),
      fsync: 'off',
    });
    await this.start();
  }

  async start(): Promise<void> {
    const server = spawn(join(binaries ?? '', 'postgres'), ['-D', this.#cluster], {
      ...this.#account,
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    this.#guard = guardGroup(server.pid, this.#folder);
    this.#server = server;
    this.#ended = new Promise((resolve) => server.once('close', resolve));
    const isReady = async () => {
      await run(this.#account, 'pg_isready', ...this.#access, '--dbname=postgres');
      return true;
    };
    await poll('PostgreSQL to start', isReady, START_LIMIT_MS, 100);
  }

  /** Makes a streaming standby of this server in another empty folder, and starts it. */
  async startStandby(folder: string): Promise<InstalledPostgres> {
    const standby = new InstalledPostgres(folder);
    const words = ['--write-recovery-conf', '--checkpoint=fast', '--wal-method=stream', '--no-sync'];
    await run(this.#account, 'pg_basebackup', ...this.#access, `--pgdata=${standby.#cluster}`, ...words);
    standby.#port = await freePort('127.0.0.1');
    standby.#configure({ port: String(standby.#port), archive_mode: 'off' });
    await standby.start();
    return standby;
  }

  /** Stops (SIGSTOP) all processes of the server, so that it responds to nothing, or continues them (SIGCONT). */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const server = this.#server?.pid;
    for (const { pid, parent } of processes()) if (pid === server || parent === server) process.kill(pid, signal);
  }

  /** Ends the server at once, as if killed. */
  async kill(): Promise<void> {
    this.#server?.kill('SIGQUIT');
    await this.#ended;
  }

  /** Makes a base backup, and verifies it by its manifest. */
  async baseBackup(): Promise<void> {
    const target = join(this.#folder, 'backup', 'base');
    await run(
      this.#account,
      'pg_basebackup',
      ...this.#access,
      `--pgdata=${target}`,
      '--checkpoint=fast',
      '--wal-method=stream',
    );
    await run(this.#account, 'pg_verifybackup', target);
  }

  /**
   * Restores the base backup into a new data folder, replays the archive until a point, and starts the server as a primary
   * on the same port. The server must have been stopped.
   *
   * @param target settings that name the point, such as `recovery_target_name`
   */
  async restore(target: Readonly<Record<string, string>>): Promise<void> {
    const backup = join(this.#folder, 'backup', 'base');
    this.#restores++;
    const copied = spawnSync('cp', ['-a', backup, this.#cluster]);
    if (copied.status !== 0) throw new Error(`the base backup was not copied: ${copied.stderr}`);
    this.#configure({
      restore_command: `cp "${this.#archive}/%f" "%p"`,
      recovery_target_action: 'promote',
      ...target,
    });
    const signal = join(this.#cluster, 'recovery.signal');
    writeFileSync(signal, '');
    this.#own(signal);
    await this.start();
    await poll('the recovery to end', () => !existsSync(signal), START_LIMIT_MS);
  }

  /** Fast shutdown, which archives the last WAL segment. Stopping twice is safe. */
  async stop(): Promise<void> {
    if (this.#server?.exitCode === null) this.#server.kill('SIGINT');
    await this.#ended;
    this.#guard?.kill('SIGKILL');
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #access(): string[] {
    return ['--host=127.0.0.1', `--port=${this.#port}`, '--username=waybill'];
  }

  #configure(settings: Readonly<Record<string, string>>): void {
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
    appendFileSync(join(this.#cluster, 'postgresql.conf'), lines.join(''));
  }

  #own(path: string): void {
    const { uid, gid } = this.#account;
    if (uid !== undefined) chownSync(path, uid, gid ?? uid);
  }
}
