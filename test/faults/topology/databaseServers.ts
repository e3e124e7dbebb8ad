import { chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../../db/client.ts';
import { accessFile } from '../../../drivers/embeddedPostgres/embeddedPostgresUrl.ts';
import { freePort } from '../../../drivers/net/freePort.ts';
import { startHaproxy, type TestGateway } from '../../helpers/servers/haproxy.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { DatabaseNode } from './databaseNode.ts';

const SYNC_LIMIT_MS = 120_000;

/** Follows the primary: a server whose check fails gets no connection, and those that it has are ended. */
const configuration = (nodes: readonly DatabaseNode[]): string => `
global
  maxconn 2000
  hard-stop-after 1s
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen database
  bind 127.0.0.1:{port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 250ms fastinter 250ms downinter 250ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.serveHealth()}`).join('\n')}
`;

/**
 * A primary and a synchronous standby behind HAProxy. The harness does what Patroni does elsewhere: it promotes the
 * standby, makes the old primary a standby of the new one, and lets commits wait for a standby as long as there is one.
 */
export class DatabaseServers {
  readonly #nodes: [DatabaseNode, DatabaseNode];
  readonly #gateway: TestGateway;

  private constructor(nodes: [DatabaseNode, DatabaseNode], gateway: TestGateway) {
    this.#nodes = nodes;
    this.#gateway = gateway;
  }

  /** @param logFile of HAProxy */
  static async start(folder: string, logFile: string): Promise<DatabaseServers> {
    const primary = new DatabaseNode('a', join(folder, 'a'));
    const standby = new DatabaseNode('b', join(folder, 'b'));
    await primary.start();
    await copyCluster(primary, standby);
    await standby.start();
    const gateway = await startHaproxy(configuration([primary, standby]), {}, logFile);
    const servers = new DatabaseServers([primary, standby], gateway);
    await servers.#requireStandby();
    return servers;
  }

  get primary(): DatabaseNode {
    return this.#nodes[0];
  }
  get standby(): DatabaseNode {
    return this.#nodes[1];
  }
  /** A pool to the primary, without a proxy. */
  get sql(): Database {
    return this.primary.sql;
  }
  /** Where HAProxy listens. */
  get port(): number {
    return this.#gateway.port;
  }

  /** Ends the primary, and makes the standby the primary. Resolves when it accepts writes. */
  async failOver(): Promise<void> {
    await this.primary.crash();
    const { sql } = this.standby;
    await sql.unsafe(`alter system set synchronous_standby_names = ''`);
    await sql`select pg_reload_conf()`;
    await sql`select pg_promote(true, 60)`;
    this.standby.upstream = undefined;
    this.#nodes.reverse();
    await poll('the promotion', () => this.primary.isPrimary());
  }

  /** Makes the former primary a standby of the present one, and lets commits wait for it. */
  async rebuildStandby(): Promise<void> {
    await copyCluster(this.primary, this.standby);
    await this.standby.start();
    await this.#requireStandby();
  }

  /** Resolves when a commit waits for the standby alone. */
  async synchronized(): Promise<void> {
    await this.standby.available();
    await poll(
      'the standby to be synchronous',
      async () => {
        const rows = await this.sql`select from pg_stat_replication where sync_state = 'sync' and state = 'streaming'`;
        return rows.length === 1;
      },
      SYNC_LIMIT_MS,
      100,
    );
  }

  async #requireStandby(): Promise<void> {
    await poll(
      'the standby to receive the log',
      async () => {
        const rows = await this.sql`
          select from pg_stat_replication where state = 'streaming' and flush_lsn >= pg_current_wal_flush_lsn() - 1e6`;
        return rows.length === 1;
      },
      SYNC_LIMIT_MS,
      100,
    );
    await this.sql.unsafe(`alter system set synchronous_standby_names = 'standby'`);
    await this.sql`select pg_reload_conf()`;
    await this.synchronized();
  }

  async stop(): Promise<void> {
    await this.#gateway.stop();
    for (const node of this.#nodes) await node.stop();
  }
}

/** Makes a standby of a running server: a base backup by PostgreSQL's functions, as pg_basebackup makes it. */
async function copyCluster(source: DatabaseNode, target: DatabaseNode): Promise<void> {
  rmSync(target.cluster, { recursive: true, force: true });
  const { uid, gid } = statSync(source.cluster);
  const session = await source.sql.reserve();
  try {
    await session`select pg_backup_start('standby', true)`;
    mkdirSync(target.cluster, { mode: 0o700 });
    await copyFiles(source.cluster, target.cluster);
    const [stopped] = await session<{ labelfile: string }[]>`select labelfile from pg_backup_stop(false)`;
    writeFileSync(join(target.cluster, 'backup_label'), stopped?.labelfile ?? '');
    writeFileSync(join(target.cluster, 'standby.signal'), '');
  } finally {
    session.release();
  }
  for (const name of ['', 'backup_label', 'standby.signal']) chownSync(join(target.cluster, name), uid, gid);
  if (target.url === '') {
    const access = { port: await freePort('127.0.0.1'), password: new URL(source.url).password };
    writeFileSync(accessFile(target.folder), JSON.stringify(access), { mode: 0o600 });
  }
  target.upstream = source;
}

/** Copies a cluster, without its log, which a standby receives. Files may change and vanish meanwhile. */
async function copyFiles(source: string, target: string): Promise<void> {
  const excluded = ['./pg_wal/*', './pg_replslot/*', './postmaster.pid', './postmaster.opts'];
  const words = excluded.map((pattern) => `--exclude='${pattern}'`).join(' ');
  const script = `tar -C "$0" ${words} --warning=no-file-changed --warning=no-file-removed -cf - . | tar -C "$1" -xpf -`;
  const copy = Bun.spawn(['/bin/sh', '-c', script, source, target], { stdout: 'ignore', stderr: 'pipe' });
  if ((await copy.exited) !== 0) throw new Error(`${source} was not copied: ${await copy.stderr.text()}`);
}
