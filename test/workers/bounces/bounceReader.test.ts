import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import pino from 'pino';
import type { BounceMailbox } from '../../../domain/ports/bounceMailbox.ts';
import { SearchUnavailable } from '../../../domain/ports/search.ts';
import { makeImapMailbox } from '../../../drivers/bounces/imapMailbox.ts';
import { makeBounceReader } from '../../../workers/mailbox/bounceReader.ts';
import { makeHarnessForFile, stopAfterFile } from '../../helpers/bootstrap.ts';
import { ofPostfix } from '../../helpers/mail/bouncedMails.ts';
import { dovecotMissing, startDovecot, type TestMailServer } from '../../helpers/mail/dovecot.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { Signal } from '../../helpers/waits/signal.ts';
import { engineOf, RecordingEngine } from '../../helpers/workerHarness.ts';

// A limit on a hang.
setDefaultTimeout(90_000);

/** Who reads the mailbox of bounces, and what interrupts it. */

const log = pino({ level: 'silent' });
const folder = 'Waybill';
const harness = await makeHarnessForFile(engineOf(new RecordingEngine(), SearchUnavailable));
let server: TestMailServer;
if (!dovecotMissing) {
  server = await startDovecot();
  stopAfterFile(() => server.stop());
}
const mailbox = (url = server.url): BounceMailbox =>
  makeImapMailbox({ url, folder, pollMs: 60_000, timeoutMs: 20_000 });

describe.skipIf(dovecotMissing !== undefined)(`the reader of a mailbox ${dovecotMissing ?? ''}`, () => {
  test('one worker reads at a time, and another takes over', async () => {
    const readers = new Set<string>();
    let greatest = 0;
    const changes = new Signal();
    const reader = (name: string) =>
      makeBounceReader(
        { ...harness.services, log },
        {
          follow: async (_store, signal) => {
            readers.add(name);
            greatest = Math.max(greatest, readers.size);
            changes.notify();
            await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
            readers.delete(name);
            changes.notify();
          },
        },
      );
    const [first, second] = [reader('first'), reader('second')];
    await first.start();
    await changes.until('the first to read', () => readers.has('first'));
    await second.start();
    const sessions = () => harness.services.sql<{ pid: number }[]>`
      select pid from pg_stat_activity where application_name = 'waybill bounce mailbox' and datname = current_database()`;
    await poll('the second to try', async () => (await sessions()).length === 2);
    expect(greatest).toBe(1);
    // As when the connection of the first is lost: the second may read before the first has noticed, and both have one effect.
    await harness.services.sql`
      select pg_terminate_backend(a.pid) from pg_stat_activity a join pg_locks l on l.pid = a.pid
      where a.application_name = 'waybill bounce mailbox' and a.datname = current_database()
        and l.locktype = 'advisory' and l.granted`;
    await changes.until('the first to end', () => !readers.has('first') || readers.size === 2);
    await changes.until('one to read', () => readers.size === 1);
    greatest = 1;
    await first.stop();
    await changes.until('the second to read', () => readers.has('second'));
    await second.stop();
    expect([readers.size, greatest]).toEqual([0, 1]);
  });

  test('a message stays until its reports are stored, and is read again after an interruption', async () => {
    const bounced = { targetId: crypto.randomUUID(), address: 'kept@example.org' };
    await server.deliver(ofPostfix(bounced));
    const stored: string[] = [];
    const failing = mailbox().follow(async (reports) => {
      stored.push(...reports.map(({ reportId }) => reportId));
      throw new Error('the database is gone');
    }, new AbortController().signal);
    await expect(failing).rejects.toThrow('the database is gone');
    expect(await server.messages('INBOX')).toMatchObject([{ flags: [] }]);
    const ending = new AbortController();
    const reading = mailbox().follow(async (reports) => {
      stored.push(...reports.map(({ reportId }) => reportId));
    }, ending.signal);
    await poll('the message to be moved', async () => (await server.messages(folder)).length === 1);
    ending.abort();
    await reading;
    expect(stored).toHaveLength(2);
    expect(new Set(stored).size).toBe(1);
  });

  test('a mail server that ends is connected again, by STARTTLS too, and a wrong password is an error', async () => {
    const arrived: string[] = [];
    const changes = new Signal();
    const follow = (one: BounceMailbox, signal: AbortSignal) =>
      one.follow(async (reports) => {
        arrived.push(...reports.map(({ targetId }) => targetId));
        changes.notify();
      }, signal);
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    const reading = follow(mailbox(server.plainUrl), new AbortController().signal);
    await server.deliver(ofPostfix({ targetId: first, address: 'a@example.org' }));
    await changes.until('the first report', () => arrived.includes(first));
    await server.halt();
    await expect(reading).rejects.toThrow();
    await server.resume();
    await server.deliver(ofPostfix({ targetId: second, address: 'a@example.org' }));
    const ending = new AbortController();
    const readingAgain = follow(mailbox(), ending.signal);
    await changes.until('the second report', () => arrived.includes(second));
    ending.abort();
    await readingAgain;
    const wrong = mailbox(server.url.replace('Only', 'Wrong'));
    await expect(follow(wrong, new AbortController().signal)).rejects.toThrow(/Authentication failed|Command failed/);
  });
});
