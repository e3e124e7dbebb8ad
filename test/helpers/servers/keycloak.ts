import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../drivers/net/freePort.ts';
import { findJdk, guardGroup, noJdk, serverCache } from './javaServers.ts';

/** A real Keycloak for tests, with its data in memory. Realms are made by `makeRealm`. */
export interface TestKeycloak {
  /** `http://localhost:…`: browsers trust pages of localhost like those of HTTPS. */
  readonly url: string;
  /** Sends a request to the administration of Keycloak. @throws if its status is none of success */
  admin(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Stopping twice is safe. */
  stop(): Promise<void>;
}

const VERSION = '26.7.3';
const ADMIN = 'admin';
/** A limit on a hang: a start takes a minute on a busy machine of two cores. Hooks and tests that start one allow more. */
const START_LIMIT_MS = 240_000;

/** Where scripts/keycloak.sh puts the distribution. */
const distribution = (): string => join(serverCache(), `keycloak-${VERSION}`);

/** The reason why Keycloak is not available, in one sentence; undefined if it is. */
export function keycloakMissing(): string | undefined {
  if (!existsSync(join(distribution(), 'built')))
    return `Keycloak ${VERSION} is not in ${distribution()}: scripts/keycloak.sh fetches it.`;
  return findJdk() ? undefined : noJdk;
}

/** Starts a Keycloak, and resolves when it is ready. */
export async function startKeycloak(): Promise<TestKeycloak> {
  const jdk = findJdk();
  const missing = keycloakMissing();
  if (missing || !jdk) throw new Error(missing ?? noJdk);
  for (let attempts = 3; ; attempts--) {
    const port = await freePort('127.0.0.1');
    const server = await launch(jdk, port);
    const url = `http://localhost:${port}`;
    if (server.isReady) return { url, admin: (...request) => administer(url, ...request), stop: server.stop };
    await server.stop();
    if (attempts === 1 || !/already in use|Port already bound/i.test(server.output()))
      throw new Error(`Keycloak ended while it started: ${server.output().slice(-4_000)}`);
  }
}

async function launch(jdk: string, port: number) {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-keycloak-'));
  // Keycloak writes into its home, and finds everything else there.
  for (const name of ['lib', 'conf', 'providers', 'themes'])
    symlinkSync(join(distribution(), name), join(folder, name));
  for (const name of ['data', 'tmp']) mkdirSync(join(folder, name));
  const child = spawn(join(jdk, 'bin/java'), javaArguments(folder, port), {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN,
      KC_BOOTSTRAP_ADMIN_PASSWORD: ADMIN,
    },
  });
  const guard = guardGroup(child.pid, folder);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let text = '';
  const limit = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS);
  const isReady = await new Promise<boolean>((resolve) => {
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      // The last line of a start: `Keycloak 26.7.3 on JVM (…) started in 6.2s. Listening on: http://127.0.0.1:…`
      if (text.includes(`Listening on: http://127.0.0.1:${port}`)) resolve(true);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', (error) => read(Buffer.from(error.message)));
    child.once('close', () => resolve(false));
  });
  clearTimeout(limit);
  // The process of the tests may end while the server runs.
  child.unref();
  return {
    isReady,
    output: () => text.trim() || 'it wrote nothing',
    async stop() {
      child.kill('SIGKILL');
      await ended;
      guard.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** What bin/kc.sh passes to Java, without the shell and with less memory. */
const javaArguments = (home: string, port: number): string[] => [
  '-Xms128m',
  '-Xmx384m',
  // A short start is worth more than fast code in a server that lives for seconds.
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  `-Djava.io.tmpdir=${home}/tmp`,
  `-Dkc.home.dir=${home}`,
  `-Djboss.server.config.dir=${home}/conf`,
  '-Djava.util.logging.manager=org.jboss.logmanager.LogManager',
  '-Djava.util.concurrent.ForkJoinPool.common.threadFactory=io.quarkus.bootstrap.forkjoin.QuarkusForkJoinWorkerThreadFactory',
  '--add-opens=java.base/java.lang=ALL-UNNAMED',
  '-cp',
  `${home}/lib/quarkus-run.jar`,
  'io.quarkus.bootstrap.runner.QuarkusEntryPoint',
  '--profile=prod',
  'start',
  '--optimized',
  '--cache=local',
  '--http-enabled=true',
  '--http-host=127.0.0.1',
  `--http-port=${port}`,
  `--hostname=http://localhost:${port}`,
];

async function administer(url: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const granted = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', username: ADMIN, password: ADMIN }),
  });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const response = await fetch(`${url}/admin/realms${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} of Keycloak: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
