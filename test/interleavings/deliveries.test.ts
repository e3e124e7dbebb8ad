import { setDefaultTimeout } from 'bun:test';
import pino from 'pino';
import type { Database } from '../../db/client.ts';
import { openAttempts, renewAttempts } from '../../db/queries/notifications/attemptRows.ts';
import { notificationRule as rule } from '../../domain/kinds/processing/notificationRule.ts';
import { setNotificationState } from '../../domain/notifications/commands.ts';
import type { DeliveryRules } from '../../domain/notifications/retries.ts';
import type { Channel, SmsMessage } from '../../domain/ports/channels.ts';
import type { Services } from '../../domain/ports/services.ts';
import type { Broker } from '../../domain/queue/broker.ts';
import { newId } from '../../domain/records/record.ts';
import { saveRecord } from '../../domain/records/write/saveRecord.ts';
import { DeliveryEngine } from '../../workers/deliveries/engine.ts';
import { makeOutcomeWriter } from '../../workers/deliveries/writer.ts';
import { makeWorkContext } from '../../workers/runtime/workContext.ts';
import { makeDatabaseForFile } from '../helpers/bootstrap.ts';
import { type Race, testRace } from '../helpers/interleavings/race.ts';
import { makeTestServices } from '../helpers/services.ts';
import { caller } from '../helpers/workerHarness.ts';
import { makeNotification } from './notificationRows.ts';

// A limit on a hang.
setDefaultTimeout(120_000);

const database = await makeDatabaseForFile();
await saveRecord(
  makeTestServices(database.sql),
  rule,
  { code: 'R', name: 'R', config: {} },
  { caller, refresh: false },
);
const log = pino({ level: 'silent' });

interface Rows {
  readonly id: string;
  readonly target: string;
  /** The messages that the provider has got. */
  readonly sent: string[];
  /** The workers whose job has returned into the queue. */
  readonly returned: string[];
}

/** Stores a notification with one SMS. */
async function prepare(sql: Database): Promise<Rows> {
  const plan = { templateCode: 'T', channels: { sms: {} }, data: {}, context: { requestId: 'r', traceId: 't' } };
  const rows = await makeNotification(sql, { channel: 'sms', address: '+420601123456', plan });
  return { ...rows, sent: [], returned: [] };
}

/** No lease and no backoff: another worker takes an attempt over as soon as it sees it. */
const rules: DeliveryRules = {
  maxAttempts: 3,
  backoff: () => 0,
  leaseMs: 0,
  circuitBreaker: { failures: 0, pauseSeconds: 0 },
};

/** A worker that takes all others for gone. */
function makeEngine(services: Services, worker: string, sent: string[]): DeliveryEngine {
  const sms: Channel<SmsMessage> = {
    provider: 'sms:test',
    maxSendMs: 1_000,
    confirmsHandOver: true,
    async send({ id }, _signal, confirm) {
      await confirm?.();
      sent.push(id);
      return { outcome: 'sent', provider: 'sms:test', answer: 'queued' };
    },
    lookUp: async () => undefined,
  };
  const context = makeWorkContext(
    {
      services,
      broker: {} as Broker,
      log,
      workerId: newId(),
      worker,
      isWorkerGone: async () => true,
      searchUnavailable: () => {},
    },
    { channels: { sms: [sms], email: [], webhook: [] }, deliveryRules: rules, typeHandlers: {} },
  );
  return new DeliveryEngine(context);
}

/** Runs its job of the target, and again while that returns into the queue. */
const worker =
  (name: string, deliveries: number): Race<Rows>['sides'][string] =>
  async (services, { target, sent, returned }) => {
    const engine = makeEngine(services, name, sent);
    const { signal } = new AbortController();
    const data = { targetId: target, context: { requestId: 'r', traceId: 't' } };
    const job = { id: newId(), queue: 'notification.sms', data, retryCount: 0, signal };
    for (let delivery = 1; delivery <= deliveries; delivery++) {
      const settlement = (await engine.deliver([job])).get(job.id);
      if (settlement?.type !== 'retry') return `${name} has run`;
    }
    returned.push(name);
    return `${name} has run`;
  };

/** Describes the target. One that is open needs a job. */
async function stateOfTarget(sql: Database, { id, target, sent, returned }: Rows): Promise<string> {
  const [row] = await sql<{ status: string; reason: string | null; notification: string; attempts: number }[]>`
    select t.status, t.status_reason as reason, n.status as notification, t.attempt_count as attempts
    from notification_target t join notification n on n.id = t.notification_id where t.id = ${target} and n.id = ${id}`;
  const reason = row?.reason?.split(':')[0];
  const status = `${row?.status}${reason ? ` ${reason}` : ''}`;
  const isOpen = row?.status === 'PLAN' || row?.status === 'IN_PROGRESS';
  const jobs = isOpen ? `, ${returned.length > 0 ? 'with' : 'without'} a job` : '';
  return `${sent.length} SMS, ${status}, ${row?.notification}, ${row?.attempts} attempts${jobs}`;
}

testRace<Rows>(database, {
  name: 'two deliveries of one target',
  prepare,
  sides: { first: worker('first', 1), second: worker('second', 2) },
  state: stateOfTarget,
  outcomes: [
    'first has run, second has run: 1 SMS, SENT, SENT, 1 attempts',
    'first has run, second has run: 0 SMS, PLAN, PLAN, 0 attempts, with a job',
    'first has run, second has run: 1 SMS, FAILED OUTCOME_UNKNOWN, FAILED, 1 attempts',
  ],
  without: {
    name: 'the comparison of fence and worker before the hand-over',
    replacements: [
      [
        /and t\.fence = g\.fence and t\.open_worker = \$\d+ and t\.open_since is not null returning t\.id/,
        'returning t.id',
      ],
    ],
  },
});

testRace<Rows>(database, {
  name: 'the opening of an attempt and the cancellation of its notification',
  prepare,
  sides: {
    worker: worker('worker', 1),
    cancel: async (services, { id }) => {
      await setNotificationState(services, id, 'CANCELLED', caller);
      return 'cancelled';
    },
  },
  state: stateOfTarget,
  outcomes: [
    'worker has run, cancel refused: 1 SMS, SENT, SENT, 1 attempts',
    'worker has run, cancelled: 0 SMS, CANCELLED, CANCELLED, 0 attempts',
  ],
  without: { name: 'the share lock of the notification', replacements: [[/order by id for share/, 'order by id']] },
});

testRace<Rows>(database, {
  name: 'the end of an attempt and the receipt of its message',
  async prepare(sql) {
    const rows = await prepare(sql);
    const opening = { fence: 0, provider: 'sms:test', counts: true, recordsHandOver: true };
    await openAttempts(sql, 'worker', [{ id: rows.target, notificationId: rows.id, ...opening }]);
    await renewAttempts(sql, 'worker', [{ id: rows.target, fence: 1 }]);
    return rows;
  },
  sides: {
    end: async (services, { id, target }) => {
      const write = makeOutcomeWriter(services);
      const isWritten = await write({
        ...{ id: target, notificationId: id, fence: 1, openWorker: 'worker', openToken: null },
        ...{ status: 'SENT', statusReason: null, record: '{}', providerId: `M${target}`, successor: null },
      });
      return isWritten ? 'end written' : 'end discarded';
    },
    receipt: async (services, { target }) => {
      await services.receiptWriter.submit({ targetId: target, messageId: `M${target}`, status: 'delivered' });
      return 'receipt stored';
    },
  },
  state: stateOfTarget,
  outcomes: ['end written, receipt stored: 0 SMS, DELIVERED, SENT, 1 attempts'],
  without: {
    name: 'the locks of the notification and the target',
    replacements: [
      [/ for no key update/, ''],
      [/ for update/, ''],
    ],
  },
});

testRace<Rows>(database, {
  name: 'a resend of a notification and a queue job from before it',
  /** The notification waits for its window. Its rule has none any more, and a resend obeys the rule. */
  async prepare(sql) {
    const rows = await prepare(sql);
    const closed = { from: clock(2), to: clock(3), timeZone: 'UTC' };
    await sql`update notification set window_override = ${JSON.stringify(closed)},
      plan = left(plan, -1) || ',"ruleCode":"R"}' where id = ${rows.id}`;
    return rows;
  },
  sides: {
    worker: worker('worker', 1),
    resend: async (services, { id }) => {
      await setNotificationState(services, id, 'CANCELLED', caller);
      await setNotificationState(services, id, 'PLAN', caller);
      return 'planned';
    },
  },
  async state(sql, { target, sent }) {
    const [row] = await sql<{ status: string; isLate: boolean; jobs: number }[]>`
      select status, due_at > now() as "isLate",
        (select count(*)::int from outbox where data like ${`%${target}%`} and start_after is null) as jobs
      from notification_target where id = ${target}`;
    return `${sent.length} SMS, ${row?.status}, due ${row?.isLate ? 'later' : 'now'}, ${row?.jobs} new job`;
  },
  outcomes: [
    'worker has run, planned: 0 SMS, PLAN, due now, 1 new job',
    'worker has run, planned: 1 SMS, SENT, due now, 1 new job',
  ],
  without: {
    name: 'the new fence of the resend',
    replacements: [
      [/status_reason = null, fence = fence \+ 1, attempt_count = 0/, 'status_reason = null, attempt_count = 0'],
    ],
  },
});

/** The time of day in so many hours, in UTC. */
function clock(hours: number): string {
  return new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
}
