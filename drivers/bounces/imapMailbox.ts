import { type FetchMessageObject, ImapFlow } from 'imapflow';
import type { BounceMailbox } from '../../domain/ports/bounceMailbox.ts';
import type { BounceReport } from '../../domain/queue/bounceReport.ts';
import { OperatorError } from '../../domain/runtime/operatorError.ts';
import { reportsOf } from './dsnReports.ts';

export interface ImapOptions {
  /** `imaps://user:password@host/INBOX`, or `imap://…` with STARTTLS. */
  readonly url: string;
  /** The folder into which messages are moved that were read. */
  readonly folder: string;
  /** Interval at which the mailbox is read, even if the server reports no message; ms. */
  readonly pollMs: number;
  /** For a connection, and for a reply; ms. */
  readonly timeoutMs: number;
}

/** Messages that are read at a time. */
const MAX_BATCH = 50;
/** Bytes of a message that are read. Reports begin with what matters; the returned message may have large attachments. */
const MAX_BYTES = 256 * 1024;

/**
 * Reads reports from a mailbox over IMAP. A message stays in the mailbox until its reports are stored; then it is moved. One
 * that has no report is moved unseen, for a person to read.
 */
export function makeImapMailbox(options: ImapOptions): BounceMailbox {
  const { mailbox, ...connection } = connectionOf(options);
  const { folder, pollMs } = options;

  async function follow(
    store: (reports: readonly BounceReport[]) => Promise<void>,
    signal: AbortSignal,
    opened: () => void = () => {},
  ): Promise<void> {
    const client = new ImapFlow(connection);
    const ended = Promise.withResolvers<never>();
    ended.promise.catch(() => {});
    let wake = (): void => {};
    let hasArrived = false;
    client.on('exists', () => {
      hasArrived = true;
      wake();
    });
    client.on('error', ended.reject);
    client.on('close', () => ended.reject(new Error('the mail server has closed the connection')));
    const onAbort = (): void => {
      wake();
      client.close();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      await Promise.race([client.connect(), ended.promise]);
      // Answers whether it was created; an existing one stays.
      await client.mailboxCreate(folder);
      await client.mailboxOpen(mailbox);
      opened();
      while (!signal.aborted) {
        hasArrived = false;
        const count = await Promise.race([readPart(client, store), ended.promise]);
        if (count > 0 || hasArrived || signal.aborted) continue;
        const arrival = new Promise<void>((resolve) => {
          wake = resolve;
        });
        // Ends with the next command, or at the end of the interval.
        client.idle().catch(ended.reject);
        await Promise.race([arrival, Bun.sleep(pollMs), ended.promise]);
      }
    } catch (error) {
      if (!signal.aborted) throw withAnswer(error);
    } finally {
      signal.removeEventListener('abort', onAbort);
      client.close();
    }
  }

  /** Reads the first messages of the mailbox, and returns how many there were. */
  async function readPart(
    client: ImapFlow,
    store: (reports: readonly BounceReport[]) => Promise<void>,
  ): Promise<number> {
    // The server may have more messages than it has reported to this connection.
    await client.noop();
    const total = client.mailbox === false ? 0 : client.mailbox.exists;
    if (total === 0) return 0;
    const range = `1:${Math.min(total, MAX_BATCH)}`;
    const messages = await client.fetchAll(range, { uid: true, source: { maxLength: MAX_BYTES } });
    const read = await Promise.all(
      messages.map(async (message) => ({ uid: message.uid, reports: await parsed(message) })),
    );
    await store(read.flatMap(({ reports }) => reports));
    const reporting = read.filter(({ reports }) => reports.length > 0).map(({ uid }) => uid);
    if (reporting.length > 0) await client.messageFlagsAdd(reporting, ['\\Seen'], { uid: true });
    const uids = read.map(({ uid }) => uid);
    if (uids.length > 0 && !(await client.messageMove(uids, folder, { uid: true })))
      throw new Error(`the messages that were read could not be moved to the folder ${folder}`);
    return uids.length;
  }

  return { follow };
}

/** The answer of the server says more than that a command has failed. */
const withAnswer = (error: unknown): unknown =>
  error instanceof Error && 'responseText' in error && typeof error.responseText === 'string'
    ? new Error(`${error.message}: ${error.responseText}`, { cause: error })
    : error;

const parsed = ({ source }: FetchMessageObject): Promise<BounceReport[]> =>
  source ? reportsOf(source) : Promise.resolve([]);

/** @throws OperatorError if the URL names no user */
function connectionOf({ url, timeoutMs, pollMs }: ImapOptions) {
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(url);
  if (username === '' || password === '')
    throw new OperatorError('BOUNCE_MAILBOX_URL must contain a user and a password, like imaps://user:password@host.');
  const secure = protocol === 'imaps:';
  const rejectUnauthorized = searchParams.get('tls.rejectUnauthorized') !== 'false';
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (secure ? 993 : 143) : Number(port),
    secure,
    // Without TLS, everybody on the way could read the password.
    ...(!secure && { doSTARTTLS: searchParams.get('requireTLS') !== 'false' }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    tls: { rejectUnauthorized },
    logger: false as const,
    disableAutoIdle: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    // A server that is silent for longer has lost the connection: the mailbox is read once in an interval.
    socketTimeout: pollMs + timeoutMs,
    mailbox: decodeURIComponent(pathname.replace(/^\/+/, '')) || 'INBOX',
  };
}
