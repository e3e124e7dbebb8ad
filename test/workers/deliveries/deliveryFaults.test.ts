import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { makeRestartableHarnessForFile, type RestartableHarness, stopAfterFile } from '../../helpers/bootstrap.ts';
import {
  ended,
  send,
  smtp,
  spawnWorker,
  startDeliveriesForFile,
  story,
} from '../../helpers/deliveries/deliveryHarness.ts';
import type { ScriptProcess } from '../../helpers/processes/process.ts';
import { startTwilio } from '../../helpers/servers/twilio.ts';
import { poll } from '../../helpers/waits/poll.ts';

// A limit on a hang.
setDefaultTimeout(240_000);
const LIMIT_MS = 120_000;

/** What is in hand when the database, or a worker process, fails: it goes on, and nothing is sent twice. `npm run faults` measures how soon. */

let harness: RestartableHarness;
await startDeliveriesForFile(async (search) => {
  harness = await makeRestartableHarnessForFile(search);
  return harness;
});
const twilio = await startTwilio();
stopAfterFile(() => twilio.stop());
const { url, accountSid, authToken } = twilio;
const standard = { twilio: { url, accountSid, authToken }, lease: 'standard' } as const;

let phones = 0;
const newPhones = (count: number) =>
  Array.from({ length: count }, () => `+4206020${String(phones++).padStart(5, '0')}`);
const toPhones = (numbers: readonly string[]) => ({
  templateCode: 'by-sms',
  notificationTo: numbers.map((phone) => ({ phone })),
});
const toEmails = (name: string, count: number) => ({
  notificationTo: Array.from({ length: count }, (_, n) => ({ email: `${name}${n}@example.com` })),
});
const smsTo = (numbers: readonly string[]) =>
  twilio.accepted.flatMap(({ To }) => (To !== undefined && numbers.includes(To) ? [To] : []));
const recipientsOf = (name: string) => smtp.accepted.map(({ to }) => to).filter((to) => to.startsWith(name));
const sortedEmails = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${name}${n}@example.com`).sort();

const openAttempts = async (id: string) => {
  const [row] = await harness.services.sql<{ count: number }[]>`
    select count(*)::int as count from notification_target where notification_id = ${id} and open_since is not null`;
  return row?.count;
};
const heartbeatFailed = (worker: ScriptProcess) =>
  worker.printed('a heartbeat to fail', (output) => output.includes('the process row could not be written'));

describe('a restart of the database under load', () => {
  test('delays nothing that living workers have in hand, and repeats nothing', async () => {
    const workers = await Promise.all([1, 2].map(() => spawnWorker({ ...standard, smsConnections: 5 })));
    const [mails, numbers] = [800, newPhones(150)];
    smtp.meet('data', ...Array<number>(mails).fill(40));
    twilio.meet(...Array<number>(numbers.length).fill(100));
    const ids = await Promise.all([send(toEmails('restart', mails)), send(toPhones(numbers))]);
    await smtp.changes.until('some of the e-mails to arrive', () => recipientsOf('restart').length > 100);
    await harness.restart(() => Promise.all(workers.map(heartbeatFailed)));
    for (const id of ids) await ended(id, 'SENT', LIMIT_MS);
    expect(recipientsOf('restart').sort()).toEqual(sortedEmails('restart', mails));
    expect(smsTo(numbers).sort()).toEqual(numbers.toSorted());
  });
});

/** A worker with e-mails and SMS in hand: one of each is at its provider until `answer`, the others wait for it. */
async function workerWithDeliveries(name: string, settings: Parameters<typeof spawnWorker>[0]) {
  const worker = await spawnWorker(settings);
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const numbers = newPhones(3);
  // As many as the worker has connections: the content of none of them is sent.
  smtp.meet('rcpt', answered, answered, answered, answered);
  twilio.meet(answered);
  const [before, mails] = [twilio.accepted.length, 8];
  const ids = await Promise.all([send(toEmails(name, mails)), send(toPhones(numbers))]);
  // Otherwise the worker that takes over would meet what this one did not.
  await smtp.changes.until('each connection to wait', () => smtp.unmet('rcpt') === 0);
  await poll('all attempts to be open', async () => {
    const open = await Promise.all(ids.map(openAttempts));
    return open[0] === mails && open[1] === numbers.length && twilio.accepted.length === before + 1;
  });
  return {
    worker,
    ids,
    answer,
    /** Waits until all is sent, and checks that nothing is sent twice. */
    async sentOnce() {
      for (const id of ids) await ended(id, 'SENT', LIMIT_MS);
      expect(recipientsOf(name).sort()).toEqual(sortedEmails(name, mails));
      expect(smsTo(numbers).sort()).toEqual(numbers.toSorted());
    },
  };
}

/** Waits until a worker that was paused has finished what it had in hand. */
async function idle({ child }: ScriptProcess): Promise<void> {
  const [now] = await harness.services.sql<{ at: string }[]>`select clock_timestamp()::text as at`;
  const wokenAt = now?.at ?? '';
  await poll('the worker to finish its batch', async () => {
    const rows = await harness.services.sql`
      select from process where pid = ${child.pid} and seen_at > ${wokenAt}::text::timestamptz
        and status::json->'jobs'->>'notification.email' is null and status::json->'jobs'->>'notification.sms' is null`;
    return rows.length === 1;
  });
}

describe('a worker with deliveries in hand', () => {
  test('that is killed is replaced: its e-mails are sent, its SMS are looked up or sent', async () => {
    const { worker, ids, sentOnce } = await workerWithDeliveries('killed', standard);
    await spawnWorker(standard);
    const lookUps = twilio.lookUps;
    await worker.kill();
    await sentOnce();
    // Only the SMS that was handed over.
    expect(twilio.lookUps - lookUps).toBe(1);
    const { notificationTo } = await story(ids[1] ?? '');
    expect(notificationTo.map(({ attempts }) => attempts.length)).toEqual([1, 1, 1]);
  });

  test('that is paused past its lease sends nothing of what another worker has taken over', async () => {
    const { worker, answer, sentOnce } = await workerWithDeliveries('paused', { twilio: standard.twilio });
    worker.child.kill('SIGSTOP');
    await spawnWorker({ twilio: standard.twilio });
    await sentOnce();
    worker.child.kill('SIGCONT');
    answer();
    await idle(worker);
    await sentOnce();
  });

  test('that is paused while the database restarts is replaced, and sends nothing when it wakes', async () => {
    const { worker, answer, sentOnce } = await workerWithDeliveries('cut', standard);
    worker.child.kill('SIGSTOP');
    const other = await spawnWorker(standard);
    await harness.restart(() => heartbeatFailed(other));
    await sentOnce();
    worker.child.kill('SIGCONT');
    answer();
    await idle(worker);
    await sentOnce();
  });

  test('that is paused and wakes before its lease ends sends everything itself', async () => {
    const { worker, answer, sentOnce } = await workerWithDeliveries('woken', standard);
    worker.child.kill('SIGSTOP');
    const other = await spawnWorker(standard);
    await poll('the other worker to find the attempts', async () => {
      const rows = await harness.services.sql`
        select from pgboss.job where name = any('{notification.email,notification.sms}') and state = 'created' and retry_count > 1`;
      return rows.length > 0;
    });
    worker.child.kill('SIGCONT');
    answer();
    await sentOnce();
    expect(other.child.exitCode).toBeNull();
  });
});
