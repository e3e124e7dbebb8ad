import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { OperatorError } from '../domain/runtime/operatorError.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../drivers/embeddedPostgres/embeddedPostgres.ts';
import { lockFolder } from '../drivers/embeddedPostgres/folderLock.ts';
import { type Mailbox, makeMailbox } from '../drivers/mailbox/mailbox.ts';
import { freePort, tryPort } from '../drivers/net/freePort.ts';
import { type Child, makeChild, watchParent } from '../drivers/processPool/childProcess.ts';
import type { Config } from './config.ts';
import { end } from './lifecycle.ts';
import { makeLog } from './log.ts';

/**
 * `npm start`: the database, then one api process and the workers, each kept running, until Ctrl-C or SIGTERM.
 *
 * @param prepare brings the database at a URL up to date
 */
export async function start(config: Config, prepare: (databaseUrl: string) => Promise<void>): Promise<void> {
  const log = makeLog('start', config.logLevel === 'info' ? 'warn' : config.logLevel);
  const children: Child[] = [];
  let release = () => {};
  let database: EmbeddedPostgres | undefined;
  let mailbox: Mailbox | undefined;
  let announced = false;
  let ending: Promise<void> | undefined;
  let endingSince = 0;

  /** Children first, the database last. A second call does not wait for them to drain. */
  const stop = (): Promise<void> => {
    // npm passes a Ctrl-C on that the terminal has sent to us already: two at once are one.
    if (ending && Date.now() - endingSince > 500) for (const child of children) child.kill();
    if (!ending) endingSince = Date.now();
    ending ??= (async () => {
      await Promise.all(children.map((child) => child.stop()));
      await mailbox?.stop();
      await database?.stop();
      release();
    })();
    return ending;
  };
  const onSignal = () => {
    if (!ending) console.log('Stopping …');
    void stop().then(() => {
      console.log('Stopped.');
      process.exit(0);
    });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  watchParent(onSignal);

  try {
    const port = await portFor(config);
    let url = config.databaseUrl;
    if (!url) {
      const folder = resolve(config.dataDir);
      makeFolder(folder);
      release = lockFolder(folder);
      database = await startEmbeddedPostgres({ folder });
      url = database.url;
      void keepDatabase(folder, database);
    }
    if (ending) return;
    await prepare(url);
    if (ending) return;

    const databaseUrl = () => database?.url ?? (url as string);
    const receipts = keptHere(config).sms && !config.receiptUrl;
    mailbox = makeMailbox({ ...keptHere(config), smsFrom: config.twilioFrom || 'Waybill', databaseUrl, log });
    await mailbox.start();
    const environment = () => ({
      DATABASE_URL: databaseUrl(),
      PORT: String(port),
      ...mailbox?.environment(),
      // The embedded mailbox sends its receipts to this machine alone.
      ...(receipts && { RECEIPT_URL: `http://${reachable(config.host)}:${port}` }),
    });
    const givesUp = () => {
      if (announced) return false;
      void stop().then(() => process.exit(1));
      return true;
    };
    const run = async (word: string) => {
      const child = makeChild({ word, environment, log, givesUp });
      children.push(child);
      await child.start();
    };
    // The workers wait until the api answers: it comes up sooner when it has the processor to itself.
    await run('api');
    const at = `http://${reachable(config.host)}:${port}`;
    const givenUp = () => ending !== undefined;
    await untilOk(`${at}/health/live`, givenUp);
    for (let count = 0; count < config.workers && !ending; count++) await run('worker');
    await untilOk(`${at}/health/ready`, givenUp);
    if (ending) return;
    announced = true;
    console.log(
      [
        'Waybill is ready.',
        `  Console        ${at}/console`,
        `  API            ${at}/api/v2`,
        `  Documentation  ${at}/docs`,
        `  Health         ${at}/health/ready`,
        ...mailboxLines(keptHere(config), at),
        `  Data           ${config.databaseUrl ? 'in the database that DATABASE_URL names' : resolve(config.dataDir)}`,
        'Ctrl-C stops it.',
      ].join('\n'),
    );
  } catch (error) {
    if (ending) return;
    await stop();
    end(error);
  }

  /** A database that ends by itself is started again; its clients find it at the same address, or are replaced. */
  async function keepDatabase(folder: string, first: EmbeddedPostgres): Promise<void> {
    for (let current = first; ; ) {
      await current.ended;
      if (ending) return;
      log.error('the embedded database ended and is started again');
      try {
        current = await startEmbeddedPostgres({ folder });
      } catch (error) {
        await stop();
        end(error);
      }
      database = current;
      if (ending) await current.stop();
      else if (current.url !== first.url) for (const child of children) child.replace();
    }
  }
}

function mailboxLines({ smtp, sms }: { smtp: boolean; sms: boolean }, at: string): string[] {
  const kept = [...(smtp ? ['e-mail'] : []), ...(sms ? ['SMS'] : [])].join(' and ');
  return kept === '' ? [] : [`  Mailbox        ${at}/api/v2/admin/mailbox, where all ${kept} stays`];
}

/** What no server of the operator's takes is kept here. */
function keptHere(config: Config): { smtp: boolean; sms: boolean } {
  return { smtp: config.embeddedSmtp && !config.smtpUrl, sms: config.embeddedSms && !config.twilioAccountSid };
}

/** The port to listen on, looked at before anything is started for it. */
async function portFor({ host, port }: Config): Promise<number> {
  try {
    return port === 0 ? await freePort(host) : await tryPort(port, host);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new OperatorError(`PORT is ${port}, and another program listens there on ${host}.`);
    if (code === 'EACCES') throw new OperatorError(`PORT is ${port}, which this user may not listen on.`);
    throw new OperatorError(`HOST is ${JSON.stringify(host)}, which cannot be listened on: ${message}.`);
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new OperatorError(`DATA_DIR is ${folder}, which cannot be made: ${(error as Error).message}.`);
  }
}

/** An address that listens everywhere is reached here. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** What is still missing is said once, after a moment: a search engine may take its time. */
async function untilOk(url: string, givenUp: () => boolean): Promise<void> {
  const started = Date.now();
  for (let said = false; !givenUp(); ) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.status === 200) return;
    const patient = Date.now() - started < 3_000;
    if (response && !said && !patient) {
      const { notReady } = (await response.json()) as { notReady?: string[] };
      console.log(`Waiting, not ready yet: ${notReady?.join(', ')}.`);
      said = true;
    }
    await Bun.sleep(patient ? 20 : 500);
  }
}
