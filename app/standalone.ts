import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { codeOf, messageOf } from '../domain/runtime/errorDetails.ts';
import { OperatorError } from '../domain/runtime/operatorError.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../drivers/embeddedPostgres/embeddedPostgres.ts';
import { lockFolder } from '../drivers/embeddedPostgres/folderLock.ts';
import { type Mailbox, makeMailbox } from '../drivers/mailbox/mailbox.ts';
import { freePort, tryPort } from '../drivers/net/freePort.ts';
import { type Child, makeChild, watchParent } from '../drivers/processPool/childProcess.ts';
import { accessModeOf } from './accessMode.ts';
import type { Config } from './config.ts';
import { exitWithError } from './lifecycle.ts';
import { makeLog } from './log.ts';
import { isMigrated, prepareDatabase } from './migrate.ts';
import { checkQueues } from './wiring.ts';

/** `npm start`: runs the database, then one api process and the workers, each restarted when it ends. */
export async function runStandalone(config: Config): Promise<void> {
  checkQueues(config);
  accessModeOf(config);
  await new Standalone(config).run();
}

/** ms within which two signals are one: npm passes on a Ctrl-C that the terminal has sent to every process. */
const SAME_SIGNAL_MS = 500;
const SEARCH_RETRY_MS = 2_000;

class Standalone {
  readonly #config: Config;
  readonly #log: Logger;
  readonly #children: Child[] = [];
  #unlockFolder = () => {};
  #database: EmbeddedPostgres | undefined;
  #mailbox: Mailbox | undefined;
  #isReady = false;
  #stopping: Promise<void> | undefined;
  #stoppingSince = 0;

  constructor(config: Config) {
    this.#config = config;
    this.#log = makeLog('start', config.logLevel === 'info' ? 'warn' : config.logLevel);
  }

  async run(): Promise<void> {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => this.#stopAndExit());
    watchParent(() => this.#stopAndExit());
    try {
      await this.#start();
    } catch (error) {
      if (this.#stopping) return;
      await this.#stop();
      exitWithError(error);
    }
  }

  async #start(): Promise<void> {
    const config = this.#config;
    const port = await portFor(config);
    const databaseUrl = await this.#startDatabase();
    if (this.#stopping) return;
    // With nothing to migrate, the api starts meanwhile, as apis run during an upgrade.
    const preparesFirst = !(await isMigrated({ ...config, databaseUrl: databaseUrl() }));
    if (preparesFirst) await this.#prepare(databaseUrl());
    if (this.#stopping) return;
    const embedded = embeddedServers(config);
    const mailbox = makeMailbox({ ...embedded, smsFrom: config.twilioFrom || 'Waybill', databaseUrl, log: this.#log });
    this.#mailbox = mailbox;
    await mailbox.start();
    const url = `http://${localAddress(config.host)}:${port}`;
    const environment = () =>
      withoutFiles({
        DATABASE_URL: databaseUrl(),
        PORT: String(port),
        ...mailbox.environment(),
        // The embedded mailbox sends its receipts to this machine alone.
        ...(embedded.sms && !config.receiptUrl && { RECEIPT_URL: url }),
      });
    const isStopping = () => this.#stopping !== undefined;
    // The workers start once the api answers: it starts faster with the processor to itself.
    await this.#startChild('api', environment);
    if (!preparesFirst) await this.#prepare(databaseUrl());
    await untilOk(`${url}/health/live`, isStopping);
    for (let count = 0; count < config.workers && !this.#stopping; count++) {
      await this.#startChild('worker', environment);
    }
    await untilOk(`${url}/health/ready`, isStopping);
    if (this.#stopping) return;
    this.#isReady = true;
    console.log(readyText(config, url));
  }

  /** @returns the function that gives the current URL of the database */
  async #startDatabase(): Promise<() => string> {
    const { databaseUrl, dataDir } = this.#config;
    if (databaseUrl) return () => databaseUrl;
    const folder = resolve(dataDir);
    makeFolder(folder);
    this.#unlockFolder = lockFolder(folder);
    const first = await startEmbeddedPostgres({ folder });
    this.#database = first;
    void this.#superviseDatabase(folder, first);
    return () => (this.#database ?? first).url;
  }

  /** Restarts a database that ends. Its clients find it at the same address, or are replaced. */
  async #superviseDatabase(folder: string, first: EmbeddedPostgres): Promise<void> {
    for (let current = first; ; ) {
      await current.ended;
      if (this.#stopping) return;
      this.#log.error('the embedded database ended and is restarted');
      try {
        current = await startEmbeddedPostgres({ folder });
      } catch (error) {
        await this.#stop();
        exitWithError(error);
      }
      this.#database = current;
      if (this.#stopping) await current.stop();
      else if (current.url !== first.url) for (const child of this.#children) child.replace();
    }
  }

  /** Without a search engine reads by id and writes work; the indexes are made once the engine answers. */
  async #prepare(databaseUrl: string): Promise<void> {
    const { sampleData } = this.#config;
    const unavailable = await prepareDatabase({ ...this.#config, databaseUrl }, { sampleData });
    if (unavailable) setTimeout(() => this.#prepare(databaseUrl).catch(exitWithError), SEARCH_RETRY_MS);
  }

  async #startChild(word: 'api' | 'worker', environment: () => Readonly<Record<string, string>>): Promise<void> {
    const givesUp = () => {
      if (this.#isReady) return false;
      void this.#stop().then(() => process.exit(1));
      return true;
    };
    const child = makeChild({ word, environment, log: this.#log, givesUp });
    this.#children.push(child);
    await child.start();
  }

  #stopAndExit(): void {
    if (!this.#stopping) console.log('Stopping …');
    void this.#stop().then(() => {
      console.log('Stopped.');
      process.exit(0);
    });
  }

  /** Stops the children first and the database last. A second call kills the children instead of draining them. */
  #stop(): Promise<void> {
    if (this.#stopping && Date.now() - this.#stoppingSince > SAME_SIGNAL_MS) {
      for (const child of this.#children) child.kill();
    }
    if (!this.#stopping) this.#stoppingSince = Date.now();
    this.#stopping ??= (async () => {
      await Promise.all(this.#children.map((child) => child.stop()));
      await this.#mailbox?.stop();
      await this.#database?.stop();
      this.#unlockFolder();
    })();
    return this.#stopping;
  }
}

/** Unsets the `…_FILE` of each variable: only one of the two may be set. */
const withoutFiles = (variables: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => [
      [name, value],
      [`${name}_FILE`, ''],
    ]),
  );

function readyText(config: Config, url: string): string {
  return [
    'Waybill is ready.',
    `  Console        ${url}/console`,
    `  API            ${url}/api/v2`,
    `  Documentation  ${url}/docs`,
    `  Health         ${url}/health/ready`,
    ...mailboxLines(embeddedServers(config), url),
    `  Data           ${config.databaseUrl ? 'in the database that DATABASE_URL names' : resolve(config.dataDir)}`,
    'Ctrl-C stops it.',
  ].join('\n');
}

function mailboxLines({ smtp, sms }: { smtp: boolean; sms: boolean }, url: string): string[] {
  const messages = [...(smtp ? ['e-mail'] : []), ...(sms ? ['SMS'] : [])].join(' and ');
  return messages === '' ? [] : [`  Mailbox        ${url}/console#/mailbox, where all ${messages} stays`];
}

/** Whether e-mail and SMS go to the embedded mailbox, because no server of the operator is configured for them. */
function embeddedServers(config: Config): { smtp: boolean; sms: boolean } {
  return { smtp: config.embeddedSmtp && !config.smtpUrl, sms: config.embeddedSms && !config.twilioAccountSid };
}

/** Returns the port to listen on, after a check that it is free. */
async function portFor({ host, port }: Config): Promise<number> {
  try {
    return port === 0 ? await freePort(host) : await tryPort(port, host);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EADDRINUSE')
      throw new OperatorError(`PORT is ${port}, and another program listens there on ${host}.`);
    if (code === 'EACCES') throw new OperatorError(`PORT is ${port}, which this user may not listen on.`);
    throw new OperatorError(`HOST is ${JSON.stringify(host)}, which cannot be listened on: ${messageOf(error)}.`);
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new OperatorError(`DATA_DIR is ${folder}, which cannot be created: ${messageOf(error)}.`);
  }
}

/** Returns the address at which this machine reaches a server that listens on `host`. */
function localAddress(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** Waits until `url` answers 200. Prints once what is not ready, after a moment: a search engine may start slowly. */
async function untilOk(url: string, isStopping: () => boolean): Promise<void> {
  const started = Date.now();
  for (let printed = false; !isStopping(); ) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.status === 200) return;
    const isEarly = Date.now() - started < 3_000;
    if (response && !printed && !isEarly) {
      const { notReady }: { notReady?: string[] } = JSON.parse(await response.text());
      console.log(`Waiting, not ready yet: ${notReady?.join(', ')}.`);
      printed = true;
    }
    await Bun.sleep(isEarly ? 20 : 500);
  }
}
