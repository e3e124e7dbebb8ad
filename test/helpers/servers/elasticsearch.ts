import { type ChildProcess, spawn } from 'node:child_process';
import {
  accessSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { freePort } from '../../../drivers/net/freePort.ts';
import type { ProbeTimes } from '../../../drivers/search/elasticsearch/elasticsearchClient.ts';

/** A real Elasticsearch of the tests' own: one node, no security, its data in a temporary folder. */
export interface TestElasticsearch {
  readonly url: string;
  /** The processes stand still; connections are taken, answers never come. */
  pause(): void;
  resume(): void;
  /** kill -9. */
  kill(): Promise<void>;
  /** Starts again on the same port and data folder. */
  restart(): Promise<void>;
  /** Ends it and removes its data. Stopping twice is safe. */
  stop(): Promise<void>;
}

const VERSION = '9.5.0';
/** A limit on a hang: a busy machine of two cores takes minutes. Hooks and tests that start one have longer ones. */
const START_LIMIT_MS = 400_000;
const isRoot = process.getuid?.() === 0;

/** For engines whose absence is not what is tested: one that a busy machine makes wait is not away. */
export const patientProbeTimes: ProbeTimes = {
  search: { intervalMs: 20_000, pingMs: 20_000 },
  write: { intervalMs: 20_000, pingMs: 20_000 },
};

/** Where scripts/elasticsearch.sh puts the distribution. Root's home is closed to the user Elasticsearch runs as. */
function distribution(): string {
  const cache = process.env['WAYBILL_CACHE'] ?? (isRoot ? '/var/cache/waybill' : join(homedir(), '.cache/waybill'));
  return join(cache, `elasticsearch-${VERSION}`);
}

/** A JDK of 21 or newer, the newest there is. */
function findJdk(): string | undefined {
  const installed = '/usr/lib/jvm';
  const named = [process.env['ES_JAVA_HOME'], process.env['JAVA_HOME']].filter((home) => home !== undefined);
  const found = existsSync(installed) ? readdirSync(installed).map((name) => join(installed, name)) : [];
  return [...named, ...found]
    .map((home) => ({ home, version: jdkVersion(home) }))
    .filter(({ version }) => version >= 21)
    .sort((left, right) => right.version - left.version)[0]?.home;
}

function jdkVersion(home: string): number {
  try {
    accessSync(join(home, 'bin/java'), constants.X_OK);
    return Number(/JAVA_VERSION="(\d+)/.exec(readFileSync(join(home, 'release'), 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/**
 * Why there is no Elasticsearch here, in one sentence; undefined when there is.
 *
 * @param own a suite that pauses and kills its server: one given by TEST_ELASTICSEARCH_URL will not do
 */
export function elasticsearchMissing(own = false): string | undefined {
  if (!own && process.env['TEST_ELASTICSEARCH_URL']) return undefined;
  if (!existsSync(join(distribution(), 'bin/elasticsearch')))
    return `Elasticsearch ${VERSION} is not in ${distribution()}: scripts/elasticsearch.sh fetches it.`;
  if (!findJdk()) return 'No JDK of version 21 or newer is in /usr/lib/jvm, JAVA_HOME or ES_JAVA_HOME.';
  return undefined;
}

let shared: Promise<string> | undefined;

/**
 * The address of the Elasticsearch that a whole test run shares: TEST_ELASTICSEARCH_URL, or one that is started on the
 * first call and ends with this process. Suites keep apart by a prefix of their index names.
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
  let server = first;
  return {
    url,
    pause: () => server.signal('SIGSTOP'),
    resume: () => server.signal('SIGCONT'),
    kill: async () => {
      server.kill();
      await server.ended;
    },
    restart: async () => {
      server.kill();
      await server.ended;
      server = await launch(folder, jdk, url);
    },
    stop: async () => {
      server.kill();
      await server.ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** On a port of its own, and on another where somebody takes that one before the server does. */
async function launchSomewhere(jdk: string): Promise<{ folder: string; url: string; first: Server }> {
  for (let attempts = 3; ; attempts--) {
    const folder = mkdtempSync(join(tmpdir(), 'waybill-elasticsearch-'));
    const port = await freePort('127.0.0.1');
    prepare(folder, port);
    const url = `http://127.0.0.1:${port}`;
    try {
      return { folder, url, first: await launch(folder, jdk, url) };
    } catch (error) {
      if (attempts === 1 || !/BindException: Address already in use/.test(logOf(folder))) throw error;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    }
  }
}

/** Why it does not start stands there alone. */
function logOf(folder: string): string {
  const file = join(folder, 'logs', `${basename(folder)}.log`);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function prepare(folder: string, port: number): void {
  for (const name of ['data', 'logs', 'tmp']) mkdirSync(join(folder, name));
  cpSync(join(distribution(), 'config'), join(folder, 'config'), { recursive: true });
  writeFileSync(
    join(folder, 'config/elasticsearch.yml'),
    [
      `cluster.name: ${basename(folder)}`,
      'discovery.type: single-node',
      'xpack.security.enabled: false',
      'network.host: 127.0.0.1',
      `http.port: ${port}`,
      'transport.port: 0',
      `path.data: ${join(folder, 'data')}`,
      `path.logs: ${join(folder, 'logs')}`,
      // A disk that is nearly full must not make the test server refuse writes.
      'cluster.routing.allocation.disk.threshold_enabled: false',
    ].join('\n'),
  );
  if (isRoot) handOver(folder, nobody());
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** Elasticsearch refuses to run as root: the unprivileged user every system has. */
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

async function launch(folder: string, jdk: string, url: string): Promise<Server> {
  const child = spawn(join(distribution(), 'bin/elasticsearch'), {
    ...(isRoot ? nobody() : {}),
    cwd: folder,
    // A process group of its own: the launcher and the server it starts are signalled together.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      ES_JAVA_HOME: jdk,
      ES_PATH_CONF: join(folder, 'config'),
      ES_TMPDIR: join(folder, 'tmp'),
      ES_JAVA_OPTS: '-Xms512m -Xmx512m',
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
      // The group has ended already.
    }
  };
  const server: Server = { signal, kill: () => signal('SIGKILL'), ended };
  const limit = AbortSignal.timeout(START_LIMIT_MS);
  while (!(await isReady(url, basename(folder)))) {
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

/**
 * Ends the server and removes its folder when this process has ended, however it did: its end of the guard's standard
 * input closes then. No handler runs after a kill -9, and `bun test` runs none at all.
 */
function guardGroup(group: number | undefined, folder: string): ChildProcess {
  const script = 'cat > /dev/null; kill -s KILL -- "-$0"; sleep 1; rm -rf "$1"';
  const guard = spawn('/bin/sh', ['-c', script, String(group), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  return guard;
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

/** Whether it is this one that answers there, and not another's that has the port. */
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
