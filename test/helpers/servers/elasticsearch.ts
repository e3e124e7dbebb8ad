import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { freePort } from '../../../drivers/net/freePort.ts';
import type { ProbeTimes } from '../../../drivers/search/elasticsearch/elasticsearchClient.ts';
import { makeServerFolder } from '../processes/serverFolder.ts';
import { findJdk, guardGroup, noJdk, serverCache } from './javaServers.ts';

/** A real Elasticsearch for tests: one node without security, with its data in a temporary folder. */
export interface TestElasticsearch {
  readonly url: string;
  /** Pauses the processes: they accept connections and never respond. */
  pause(): void;
  resume(): void;
  /** kill -9. */
  kill(): Promise<void>;
  /** Restarts the server on the same port and data folder. */
  restart(): Promise<void>;
  /** Stops the server and removes its data. Stopping twice is safe. */
  stop(): Promise<void>;
}

const VERSION = '9.5.0';
/** A limit on a hang: a start takes minutes on a busy machine of two cores. Hooks and tests that start one allow more. */
const START_LIMIT_MS = 400_000;
const isRoot = process.getuid?.() === 0;
/** A server of a test does little and lives shortly: the second compiler would take more than half of its processor time. */
const javaOptions = '-Xms512m -Xmx512m -XX:-AlwaysPreTouch -XX:TieredStopAtLevel=1 -XX:-UseG1GC -XX:+UseSerialGC';

/** For tests that do not test outages: an engine that is slow on a busy machine is not unavailable. */
export const patientProbeTimes: ProbeTimes = {
  search: { intervalMs: 20_000, pingMs: 20_000 },
  write: { intervalMs: 20_000, pingMs: 20_000 },
};

/** Where scripts/elasticsearch.sh puts the distribution. */
const distribution = (): string => join(serverCache(), `elasticsearch-${VERSION}`);

/**
 * The reason why Elasticsearch is not available, in one sentence; undefined if it is.
 *
 * @param own true for a suite that pauses and kills its server: it cannot use the one of TEST_ELASTICSEARCH_URL
 */
export function elasticsearchMissing(own = false): string | undefined {
  if (!own && process.env['TEST_ELASTICSEARCH_URL']) return undefined;
  if (!existsSync(join(distribution(), 'bin/elasticsearch')))
    return `Elasticsearch ${VERSION} is not in ${distribution()}: scripts/elasticsearch.sh fetches it.`;
  if (!findJdk()) return noJdk;
  return undefined;
}

let shared: Promise<string> | undefined;

/**
 * Returns the address of the Elasticsearch that all suites share: TEST_ELASTICSEARCH_URL, or a server that the first call
 * starts and that ends with this process. Each suite has its own prefix of index names.
 */
export function sharedElasticsearch(): Promise<string> {
  shared ??= process.env['TEST_ELASTICSEARCH_URL']
    ? Promise.resolve(process.env['TEST_ELASTICSEARCH_URL'])
    : startElasticsearch().then(({ url }) => url);
  return shared;
}

/** Starts an Elasticsearch that its caller may pause, kill and restart, and resolves when it is ready. */
export async function startElasticsearch(): Promise<TestElasticsearch> {
  const missing = elasticsearchMissing(true);
  const jdk = findJdk();
  if (missing || !jdk) throw new Error(missing ?? 'Elasticsearch cannot be started here.');
  const { folder, url, first } = await launchSomewhere(jdk);
  return control(first, url, folder, () => launch(folder, jdk, url));
}

/** Starts a cluster, and resolves with its nodes when it is ready. */
export async function startElasticsearchCluster(size: number): Promise<TestElasticsearch[]> {
  const missing = elasticsearchMissing(true);
  const jdk = findJdk();
  if (missing || !jdk) throw new Error(missing ?? 'Elasticsearch cannot be started here.');
  const name = `waybill-${crypto.randomUUID()}`;
  const newPorts = () => Promise.all(Array.from({ length: size }, () => freePort('127.0.0.1')));
  const [ports, transports] = [await newPorts(), await newPorts()];
  const nodes = ports.map((_, index) => `node${index}`).join(', ');
  const hosts = transports.map((port) => `"127.0.0.1:${port}"`).join(', ');
  const starting = ports.map(async (port, index) => {
    const folder = makeServerFolder('waybill-elasticsearch-');
    prepare(folder, port, [
      ...[`cluster.name: ${name}`, `node.name: node${index}`, `transport.port: ${transports[index]}`],
      ...[`discovery.seed_hosts: [${hosts}]`, `cluster.initial_master_nodes: [${nodes}]`],
    ]);
    const url = `http://127.0.0.1:${port}`;
    return control(await launch(folder, jdk, url, name), url, folder, () => launch(folder, jdk, url, name));
  });
  return await Promise.all(starting);
}

function control(first: Server, url: string, folder: string, relaunch: () => Promise<Server>): TestElasticsearch {
  let server = first;
  const kill = async () => {
    server.kill();
    await server.ended;
  };
  return {
    url,
    pause: () => server.signal('SIGSTOP'),
    resume: () => server.signal('SIGCONT'),
    kill,
    restart: async () => {
      await kill();
      server = await relaunch();
    },
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** Starts the server on a free port; tries another port if a different process takes it first. */
async function launchSomewhere(jdk: string): Promise<{ folder: string; url: string; first: Server }> {
  for (let attempts = 3; ; attempts--) {
    const folder = makeServerFolder('waybill-elasticsearch-');
    const port = await freePort('127.0.0.1');
    prepare(folder, port, [`cluster.name: ${basename(folder)}`, 'discovery.type: single-node', 'transport.port: 0']);
    const url = `http://127.0.0.1:${port}`;
    try {
      return { folder, url, first: await launch(folder, jdk, url) };
    } catch (error) {
      if (attempts === 1 || !/BindException: Address already in use/.test(logOf(folder))) throw error;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    }
  }
}

/** Returns the log of the server. Only the log has the reason of a failed start. */
function logOf(folder: string): string {
  const file = join(folder, 'logs', `${basename(folder)}.log`);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** @param cluster lines of its settings about its cluster */
function prepare(folder: string, port: number, cluster: readonly string[]): void {
  for (const name of ['data', 'logs', 'tmp']) mkdirSync(join(folder, name));
  cpSync(join(distribution(), 'config'), join(folder, 'config'), { recursive: true });
  writeFileSync(
    join(folder, 'config/elasticsearch.yml'),
    [
      ...cluster,
      'xpack.security.enabled: false',
      // It starts one more process.
      'xpack.ml.enabled: false',
      'network.host: 127.0.0.1',
      `http.port: ${port}`,
      `path.data: ${join(folder, 'data')}`,
      `path.logs: ${join(folder, 'logs')}`,
      // The test server must accept writes on a nearly full disk.
      'cluster.routing.allocation.disk.threshold_enabled: false',
    ].join('\n'),
  );
  if (isRoot) handOver(folder, nobody());
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** Elasticsearch does not run as root; every system has this unprivileged user. */
function nobody(): User {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}

function handOver(folder: string, user: User): void {
  chownSync(folder, user.uid, user.gid);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chownSync(join(entry.parentPath, entry.name), user.uid, user.gid);
}

interface Server {
  signal(name: NodeJS.Signals): void;
  kill(): void;
  readonly ended: Promise<void>;
}

async function launch(folder: string, jdk: string, url: string, cluster = basename(folder)): Promise<Server> {
  const child = spawn(join(distribution(), 'bin/elasticsearch'), {
    ...(isRoot ? nobody() : {}),
    cwd: folder,
    // A process group: the launcher and its server receive signals together.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      ES_JAVA_HOME: jdk,
      ES_PATH_CONF: join(folder, 'config'),
      ES_TMPDIR: join(folder, 'tmp'),
      ES_JAVA_OPTS: javaOptions,
    },
  });
  const errors = collectErrors(child);
  const guard = guardGroup(child.pid, folder);
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      guard.kill('SIGKILL');
      resolve();
    });
  });
  const signal = (name: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name);
    } catch {
      // The process group has ended already.
    }
  };
  const server: Server = { signal, kill: () => signal('SIGKILL'), ended };
  const limit = AbortSignal.timeout(START_LIMIT_MS);
  while (!(await isReady(url, cluster))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`Elasticsearch ended while it started: ${errors()}`);
    if (limit.aborted) {
      server.kill();
      throw new Error(`Elasticsearch was not ready after ${START_LIMIT_MS / 1000} s: ${errors()}`);
    }
    await Bun.sleep(100);
  }
  child.unref();
  return server;
}

function collectErrors(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-4_000);
  });
  child.once('error', (error) => {
    text += error.message;
  });
  return () => text.trim() || 'it said nothing';
}

/** Whether this server responds on the port, not another one. */
async function isReady(url: string, cluster: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/_cluster/health?wait_for_status=yellow&timeout=1s`, {
      signal: AbortSignal.timeout(5_000),
    });
    const { cluster_name: name } = (await answer.json()) as { cluster_name?: string };
    return answer.ok && name === cluster;
  } catch {
    return false;
  }
}
