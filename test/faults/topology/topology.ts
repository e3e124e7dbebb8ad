import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../drivers/net/freePort.ts';
import { asRole } from '../../helpers/servers/databaseRoles.ts';
import type { FaultOptions } from '../options.ts';
import { Random } from '../random.ts';
import { DatabaseServers } from './databaseServers.ts';
import { type EngineNodes, startEngineNodes } from './engineNodes.ts';
import { type Providers, startProviders } from './providers.ts';
import { SupervisedProcess } from './supervisedProcess.ts';
import { startTcpProxy, type TcpProxy } from './tcpProxy.ts';

export interface Topology {
  readonly folder: string;
  readonly apis: readonly Api[];
  readonly workers: readonly SupervisedProcess[];
  readonly database: DatabaseServers;
  readonly engine: EngineNodes | undefined;
  readonly providers: Providers;
  /** By the name of a process: its way to the database. */
  readonly links: ReadonlyMap<string, TcpProxy>;
  /** API key of an administrator. */
  readonly key: string;
  /** Stops everything. Returns the names of the processes that had to be killed. */
  stop(): Promise<string[]>;
}

export interface Api {
  readonly process: SupervisedProcess;
  readonly url: string;
}

/** Number of apis and of workers. */
const APIS = 2;
const WORKERS = 3;
const root = join(import.meta.dir, '..', '..', '..');
const passwords = { api: 'of the api', worker: 'of the worker' };

export const processesOf = ({ apis, workers }: Topology): SupervisedProcess[] => [
  ...apis.map(({ process }) => process),
  ...workers,
];

/** Starts everything, as an operator would: roles of their own, access control, and proxies between all. */
export async function startTopology({ seed, engine: engineName }: FaultOptions, folder: string): Promise<Topology> {
  const stops: (() => Promise<unknown>)[] = [];
  const stopOnError = async (error: unknown): Promise<never> => {
    for (const stop of stops.reverse()) await stop();
    throw error;
  };
  const starting = (async (): Promise<Topology> => {
    mkdirSync(folder, { recursive: true });
    const providers = await startProviders(new Random(seed + 1));
    stops.push(() => providers.stop());
    const database = await DatabaseServers.start(folder, join(folder, 'haproxy.log'));
    stops.push(() => database.stop());
    const engine = engineName === 'elasticsearch' ? await startEngineNodes() : undefined;
    if (engine) stops.push(() => engine.stop());
    const environment = { ...environmentOf(providers), ...engine?.environment };
    const key = await prepare(database, environment);
    const links = new Map<string, TcpProxy>();
    stops.push(() => Promise.all([...links.values()].map((link) => link.stop())));
    const makeProcess = async (role: 'api' | 'worker', name: string, more: Record<string, string>) => {
      const link = await startTcpProxy(database.port);
      links.set(name, link);
      const url = withPort(asRole(database.primary.url, `waybill_${role}`, passwords[role]), link.port);
      const process = new SupervisedProcess({
        ...{ role, name, folder },
        environment: { ...environment, ...more, DATABASE_URL: url },
      });
      process.start();
      return process;
    };
    const apis: Api[] = [];
    const workers: SupervisedProcess[] = [];
    stops.push(() => Promise.all([...apis.map(({ process }) => process), ...workers].map((one) => one.stop())));
    for (let number = 1; number <= APIS; number++) {
      const port = await freePort('127.0.0.1');
      apis.push({
        process: await makeProcess('api', `api${number}`, { PORT: String(port) }),
        url: `http://127.0.0.1:${port}`,
      });
    }
    for (let number = 1; number <= WORKERS; number++) workers.push(await makeProcess('worker', `worker${number}`, {}));
    const topology: Topology = {
      ...{ folder, apis, workers, database, engine, providers, links, key },
      async stop() {
        const all = processesOf(topology);
        const inTime = await Promise.all(all.map((process) => process.stop()));
        for (const stop of stops.reverse()) await stop();
        return all.filter((_, index) => !inTime[index]).map(({ name }) => name);
      },
    };
    await Promise.all(processesOf(topology).map((process) => process.ready()));
    return topology;
  })();
  return await starting.catch(stopOnError);
}

function environmentOf({ smtp, twilio }: Providers): Record<string, string> {
  return {
    ...{ HOST: '127.0.0.1', AUTH: 'on', DATABASE_CONNECTIONS: '8' },
    ...{ SMTP_URL: smtp.url, SMTP_FROM: 'waybill@example.com' },
    ...{ TWILIO_ACCOUNT_SID: twilio.accountSid, TWILIO_AUTH_TOKEN: twilio.authToken },
    ...{ TWILIO_BASE_URL: twilio.url, TWILIO_FROM: '+420800123456' },
    // What the providers refuse is delivered soon, and no circuit breaker holds up the other messages.
    ...{ DELIVERY_PAUSE_SECONDS: '1', PROVIDER_FAILURES: '0' },
  };
}

/** Migrates the database, and makes an administrator. Returns its key. */
async function prepare({ primary }: DatabaseServers, environment: Record<string, string>): Promise<string> {
  const owner = { ...environment, DATABASE_URL: primary.url };
  await runMain(['migrate'], {
    ...owner,
    ...{ DATABASE_API_ROLE: 'waybill_api', DATABASE_API_PASSWORD: passwords.api },
    ...{ DATABASE_WORKER_ROLE: 'waybill_worker', DATABASE_WORKER_PASSWORD: passwords.worker },
  });
  const output = await runMain(['admin', 'create', '--code', 'harness'], owner);
  return output.trimEnd().split('\n').at(-1) ?? '';
}

/** Runs a command of the service to its end, and returns its output. */
async function runMain(words: readonly string[], environment: Record<string, string>): Promise<string> {
  const child = Bun.spawn([process.execPath, join(root, 'main.ts'), ...words], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [output, errors, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${output}${errors}`);
  return output;
}

function withPort(url: string, port: number): string {
  const changed = new URL(url);
  changed.port = String(port);
  return changed.href;
}
