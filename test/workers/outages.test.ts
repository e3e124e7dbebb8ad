import { expect, setDefaultTimeout, test } from 'bun:test';
import pino from 'pino';
import { readDeliveries } from '../../db/queries/notifications/deliveryRows.ts';
import { startJob } from '../../domain/jobs/create.ts';
import type { Channel, SmsMessage } from '../../domain/ports/channels.ts';
import { SearchUnavailable } from '../../domain/ports/search.ts';
import type { Broker } from '../../domain/queue/broker.ts';
import { makeRelay } from '../../domain/queue/relay.ts';
import { startWorkerForFile } from '../helpers/bootstrap.ts';
import { makeTestDatabase } from '../helpers/database.ts';
import { makeDocumentHarnessForFile } from '../helpers/documentHarness.ts';
import { plainRenderer } from '../helpers/plainRenderer.ts';
import { poll } from '../helpers/waits/poll.ts';
import { caller, engineOf, RecordingEngine } from '../helpers/workerHarness.ts';

setDefaultTimeout(90_000);

/** Errors of an outage of the database or the network, more than a queue job has attempts. */
const codes = ['EHOSTUNREACH', '57P04', '57P05', 'ENETUNREACH', '53100', '25006'];

/** Throws the next error of the outage until it is over. */
class Outage {
  #left: string[] = [];
  start(): void {
    this.#left = [...codes];
  }
  check(): void {
    const code = this.#left.shift();
    if (code !== undefined) throw Object.assign(new Error(`out of reach: ${code}`), { code });
  }
  get isOver(): boolean {
    return this.#left.length === 0;
  }
}

const outage = new Outage();
const sms: Channel<SmsMessage> = {
  provider: 'sms:test',
  maxSendMs: 1_000,
  send: async () => ({ outcome: 'sent', provider: 'sms:test', answer: 'queued' }),
};
const harness = await makeDocumentHarnessForFile();
const renderer = plainRenderer(async () => outage.check() as undefined);
const run = async () => outage.check() as undefined;
const plan = async function* () {
  yield [{ key: 'chunk 0', name: 'chunk 0', chunk: ['0'] }];
};
await startWorkerForFile(
  harness.database.url,
  engineOf(new RecordingEngine(), SearchUnavailable),
  { TEST: { plan, run } },
  {
    renderer,
    channels: { email: [], sms: [sms], webhook: [] },
    deliveryRules: { maxAttempts: 3, backoff: () => 0.05 },
    drainMs: 500,
  },
);

/** Waits for a condition and skips the backoff between attempts. */
function untilSoon<T>(what: string, read: () => Promise<T>): Promise<NonNullable<T>> {
  return poll(what, async () => {
    await harness.database.sql`update pgboss.job set start_after = now() where state in ('created', 'retry')`;
    return read();
  });
}

test('an outage is no fault of a step', async () => {
  outage.start();
  const id = await startJob(harness.services, 'TEST', {}, { caller });
  const { sql } = harness.database;
  const [step] = await untilSoon('the step to end', async () => {
    const rows = await sql<{ outcome: string; faults: number }[]>`
      select outcome, faults from job_step where job_id = ${id} and outcome is not null`;
    return rows.length > 0 ? rows : undefined;
  });
  expect([step?.outcome, step?.faults, outage.isOver]).toEqual(['COMPLETED', 0, true]);
});

test('an outage is no fault of a document', async () => {
  const code = await harness.template('x');
  outage.start();
  const answer = harness.send('POST', `/documents/generate/${code}/html`, {});
  await untilSoon('the outage to be over', async () => outage.isOver);
  expect([(await answer).status, await (await answer).json()]).toEqual([200, 'html x {}']);
});

test('an outage is no fault of one of many documents', async () => {
  const code = await harness.template('x');
  outage.start();
  const items = [{ documentId: 'a', documentTemplateCode: code, data: {} }];
  const answer = harness.send('POST', '/documents/generate-many/html', items);
  await untilSoon('the outage to be over', async () => outage.isOver);
  expect([(await answer).status, await (await answer).json()]).toMatchObject([
    200,
    [{ documentId: 'a', data: 'html x {}' }],
  ]);
  const rows = await harness.database.sql`select from job_step where faults > 0`;
  expect(rows).toHaveLength(0);
});

test('an outage is no attempt of a delivery', async () => {
  const smsTemplateCode = await harness.template('x', { documentType: 'SOURCE' });
  await harness.send('POST', '/notification-rules', { code: 'rule', name: 'rule', config: { smsTemplateCode } });
  outage.start();
  const target = crypto.randomUUID();
  const answer = await harness.send('POST', '/notifications', {
    ownerType: 'Ticket',
    ownerId: '1',
    templateCode: 'rule',
    data: {},
    notificationTo: [{ id: target, ownerType: 'Contact', ownerId: '1', phone: '+420777000001' }],
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
  const { sql } = harness.database;
  const row = await untilSoon('the delivery to end', async () => {
    const [one] = await readDeliveries(sql, [target]);
    return one && !['PLAN', 'IN_PROGRESS'].includes(one.status) ? one : undefined;
  });
  expect([row.status, row.attemptCount, outage.isOver]).toEqual(['SENT', 1, true]);
});

test('an outage makes the relay reject no row', async () => {
  const database = await makeTestDatabase();
  const { sql } = database;
  const inserted: string[] = [];
  const broker: Pick<Broker, 'queueNames' | 'insert'> = {
    queueNames: async () => new Set(['step.test']),
    insert: async (_transaction, _queue, jobs) => {
      outage.check();
      inserted.push(...jobs.map(({ id }) => id));
    },
  };
  const relay = makeRelay(sql, broker as Broker, pino({ level: 'silent' }));
  const id = crypto.randomUUID();
  await sql`insert into outbox (id, queue, data) values (${id}, 'step.test', '{}')`;
  outage.start();
  await relay.start();
  try {
    await poll('the row to be moved', () => {
      relay.wake();
      return inserted.includes(id);
    });
    expect(await sql`select from outbox`).toHaveLength(0);
  } finally {
    await relay.stop();
    await database.drop();
  }
});
