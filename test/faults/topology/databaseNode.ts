import { readFileSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Database, openDatabase } from '../../../db/client.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../drivers/embeddedPostgres/embeddedPostgres.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { type Disk, mountDisk } from './dataDisk.ts';

const START_LIMIT_MS = 90_000;
const ANSWER_LIMIT_MS = 700;

const settings: Readonly<Record<string, string>> = {
  max_connections: '200',
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  wal_keep_size: '512MB',
  wal_retrieve_retry_interval: '500ms',
  // Servers are killed here, not machines: the system has what they have written.
  fsync: 'off',
};

/** One PostgreSQL server, on a disk of its own. */
export class DatabaseNode {
  readonly name: string;
  readonly folder: string;
  readonly disk: Disk;
  /** The server from which it receives the log as a standby. */
  upstream: DatabaseNode | undefined;
  #server: EmbeddedPostgres | undefined;
  #hasEnded = true;
  #url = '';
  #sql: Database | undefined;
  #health: ReturnType<typeof Bun.serve> | undefined;

  constructor(name: string, folder: string) {
    this.name = name;
    this.folder = folder;
    this.disk = mountDisk(folder);
  }

  get url(): string {
    return this.#url;
  }
  get port(): string {
    return new URL(this.#url).port;
  }
  get cluster(): string {
    return join(this.folder, 'postgres');
  }

  /** A pool of the harness, without a proxy. */
  get sql(): Database {
    this.#sql ??= openDatabase(this.#url, { name: 'waybill faults', max: 4 });
    return this.#sql;
  }

  /** Starts the server, unless it runs. A server that ends at once, as on a full disk, is started again. */
  async start(): Promise<void> {
    if (!this.#hasEnded) return;
    const { upstream } = this;
    const conninfo = upstream && connectionInfo(upstream.url);
    this.#server = await poll(
      `PostgreSQL ${this.name} to start`,
      () =>
        startEmbeddedPostgres({
          folder: this.folder,
          settings: { ...settings, ...(conninfo && { primary_conninfo: conninfo }) },
        }),
      START_LIMIT_MS,
      500,
    );
    const { url, ended } = this.#server;
    if (this.#url !== '' && this.#url !== url) throw new Error(`PostgreSQL ${this.name} has moved to ${url}`);
    this.#url = url;
    this.#hasEnded = false;
    void ended.then(() => {
      this.#hasEnded = true;
    });
  }

  /** Ends the server at once, as if killed: it recovers at its next start. */
  async crash(): Promise<void> {
    if (this.#hasEnded) return;
    process.kill(this.#pid(), 'SIGQUIT');
    await this.#server?.ended;
  }

  /** Resolves when it accepts connections; starts it if it has ended. */
  async available(): Promise<void> {
    await poll(
      `PostgreSQL ${this.name} to be available`,
      async () => {
        await this.start();
        return (await this.#recovers()) !== undefined;
      },
      START_LIMIT_MS,
      100,
    );
  }

  /** Kills one of its processes that serve clients, and resolves when all are replaced. @param choice 0 to 1 */
  async killBackend(choice: number): Promise<void> {
    const checkpointer = async () =>
      (await this.sql<{ pid: number }[]>`select pid from pg_stat_activity where backend_type = 'checkpointer'`)[0]?.pid;
    const before = await checkpointer();
    const rows = await this.sql<{ pid: number }[]>`
      select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() order by pid`;
    const { pid } = rows[Math.floor(choice * rows.length)] ?? {};
    if (pid === undefined) return;
    process.kill(pid, 'SIGKILL');
    await poll(
      'PostgreSQL to recover',
      async () => {
        const now = await checkpointer();
        return now !== undefined && now !== before;
      },
      START_LIMIT_MS,
      100,
    );
  }

  /** Starts to serve its role at `/primary`, as Patroni does: 200 if this is the primary. Returns the port. */
  serveHealth(): number {
    this.#health ??= Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: async () => {
        const isPrimary = await Promise.race([this.isPrimary(), Bun.sleep(ANSWER_LIMIT_MS).then(() => false)]);
        return new Response(null, { status: isPrimary ? 200 : 503 });
      },
    });
    return this.#health.port ?? 0;
  }

  async isPrimary(): Promise<boolean> {
    return !this.#hasEnded && (await this.#recovers()) === false;
  }

  /** Whether it is a standby; undefined if it does not answer. */
  async #recovers(): Promise<boolean | undefined> {
    const rows = await this.sql<{ recovers: boolean }[]>`select pg_is_in_recovery() as recovers`.catch(() => []);
    return rows[0]?.recovers;
  }

  async stop(): Promise<void> {
    await this.#health?.stop(true);
    await this.#sql?.end({ timeout: 1 });
    if (!this.#hasEnded) await this.#server?.stop();
    this.disk.unmount();
  }

  #pid(): number {
    const pid = Number(readFileSync(join(this.cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
    if (basename(readlinkSync(`/proc/${pid}/exe`)) !== 'postgres')
      throw new Error(`PostgreSQL ${this.name} does not run as ${pid}.`);
    return pid;
  }
}

/** The URL of a server as `primary_conninfo`. */
function connectionInfo(url: string): string {
  const { hostname, port, username, password } = new URL(url);
  return `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`;
}
