import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { PgBoss } from 'pg-boss';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import {
  codes,
  database,
  harness,
  post,
  publish,
  rule,
  sent,
  settled,
  startEventsForFile,
  url,
  whole,
} from '../../helpers/deliveries/eventHarness.ts';
import { poll } from '../../helpers/waits/poll.ts';

/** Rules that events trigger. */

setDefaultTimeout(60_000);
await startEventsForFile();

async function dead(): Promise<string[]> {
  const response = await fetch(`${url}/api/v2/admin/queues/event.notification/dead-letters`);
  return ((await response.json()) as { content: { reason: string }[] }).content.map(({ reason }) => reason);
}
describe('an event', () => {
  test('is evaluated by the rules of its type, each once, however often it is published', async () => {
    const [first, second] = [await rule('PROCESS'), await rule('PROCESS')];
    await rule('PG_BOSS');
    const eventId = crypto.randomUUID();
    for (let attempt = 0; attempt < 3; attempt++) await publish({ eventType: 'PROCESS', eventId, ...whole });
    await settled();
    expect(await codes()).toEqual([first, second]);
    expect((await sent())[0]).toMatchObject({ ownerType: 'Order', ownerId: '7', data: { total: 3 } });
    await publish({ eventType: 'PROCESS', ...whole });
    await settled();
    expect(await codes()).toHaveLength(4);
  });

  test('that names a rule is evaluated only by that rule', async () => {
    await rule('PG_BOSS');
    const named = await rule('PG_BOSS');
    await publish({ ruleCode: named, ...whole });
    await settled();
    expect(await codes()).toEqual([named]);
  });

  test('that cannot be evaluated becomes a dead letter with the reason, and does not affect other rules', async () => {
    const lacking = await rule('PG_BOSS', {}, { requiredParams: ['street'] });
    const good = await rule('PG_BOSS');
    const rest = await rule('REST');
    await publish({ eventType: 'PG_BOSS', ...whole });
    await publish({ ruleCode: 'nowhere', ...whole });
    await publish({ ruleCode: rest, ...whole });
    await publish({ ...whole, speed: 1 });
    await settled();
    expect(await codes()).toEqual([good]);
    expect((await dead()).sort()).toEqual(
      [
        `data.street: is required by the rule "${lacking}"`,
        'ruleCode: no NotificationRule has the code "nowhere"',
        `templateCode: the rule "${rest}" is of the type REST, and this takes those of PG_BOSS`,
        'speed: unknown member; eventType: is required (PROCESS, PG_BOSS, SYSTEM), or else ruleCode',
      ].sort(),
    );
  });

  test('can be published by SQL and by pg-boss, as documented', async () => {
    const named = await rule('PG_BOSS');
    const { sql } = harness.services;
    const text = await Bun.file(new URL('../../../docs/notifications.md', import.meta.url)).text();
    const statements = [...text.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, statement = '']) =>
      statement.replaceAll('outage-by-event', named),
    );
    expect(statements).toHaveLength(2);
    for (const statement of statements) await sql.unsafe(statement);
    await settled();
    expect(await codes()).toEqual([named, named]);
    const boss = new PgBoss({
      connectionString: database.url,
      migrate: false,
      supervise: false,
      schedule: false,
      max: 1,
    });
    boss.on('error', () => {});
    await boss.start();
    const id = crypto.randomUUID();
    for (let attempt = 0; attempt < 2; attempt++)
      await boss.send('event.notification', { ruleCode: named, ...whole }, { id });
    await boss.stop({ graceful: false });
    await settled();
    expect(await codes()).toHaveLength(3);
  });

  test('of the platform triggers SYSTEM rules: a failed Job, a dead letter', async () => {
    const notificationTo = [{ email: 'ops@example.com' }];
    const code = await rule('SYSTEM', {}, { notificationTo });
    const ofDeadLetters = await rule('SYSTEM', {}, { event: 'DEAD_LETTER', notificationTo });
    const job = await post('/jobs', {
      ...{ jobType: 'OURS', status: 'NEW', startDate: new Date().toISOString() },
      jobSteps: [{ name: 's', status: 'NEW' }],
    });
    const [step] = job.jobSteps as JsonObject[];
    for (const status of ['IN_PROGRESS', 'FAILED']) {
      await fetch(`${url}/api/v2/job-steps/${step?.id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ status }),
      });
    }
    await poll('the notification of the failed Job', async () => (await sent()).length === 1);
    expect(await sent()).toMatchObject([
      {
        templateCode: code,
        ownerType: 'Job',
        ownerId: job.id,
        data: { event: 'JOB_FAILED', jobType: 'OURS' },
        notificationTo: [{ email: 'ops@example.com' }],
      },
    ]);
    await harness.services.sql`
      insert into outbox (id, queue, data) values (gen_random_uuid(), 'notification.evaluate', '{"deadline": "soon", "faults": 2}')`;
    const notifications = await poll('the notification of the dead letter', async () => {
      const all = await sent();
      return all.length === 3 ? all : undefined;
    });
    expect(notifications.map(({ templateCode }) => templateCode)).toEqual([code, code, ofDeadLetters]);
    expect(notifications.find(({ ownerType }) => ownerType === 'Queue')).toMatchObject({
      ownerId: 'notification.evaluate',
      data: { event: 'DEAD_LETTER', queue: 'notification.evaluate', reason: expect.any(String) },
    });
  });
});

describe('a queue job whose lease expires too often', () => {
  /** Inserts a queue job as if its last attempt belonged to a worker that died long ago. */
  async function lapse(queue: string): Promise<string> {
    const id = crypto.randomUUID();
    await harness.services.sql.begin((sql) => harness.broker.insert(sql, queue, [{ id, data: {} }]));
    await harness.services.sql`
      update pgboss.job set state = 'active', retry_count = 25, retry_limit = 25, started_on = now() - interval '1 minute',
        heartbeat_on = now() - interval '1 minute' where name = ${queue} and id = ${id}`;
    return id;
  }

  test('becomes a dead letter of pg-boss, with one notification', async () => {
    await rule('SYSTEM', {}, { notificationTo: [{ email: 'ops@example.com' }] });
    // A queue with its own table, one without, and those whose dead letters trigger no rule.
    const rendered = await lapse('document.render');
    await lapse('job.plan');
    await lapse('notification.deliver');
    // A failed step makes the event of its Job only.
    await lapse('step.documents');
    await poll('pg-boss to make them dead letters', async () => {
      const [row] = await harness.services.sql<{ count: number }[]>`
        select count(*)::int as count from pgboss.job where name in ('document.render.dead', 'job.plan.dead', 'notification.deliver.dead', 'step.documents.dead')`;
      return row?.count === 4;
    });
    await poll('the notifications of both', async () => (await sent()).length === 2);
    await settled();
    const notifications = await sent();
    expect(notifications.map(({ ownerId }) => ownerId as string).sort()).toEqual(['document.render', 'job.plan']);
    expect(notifications.find(({ ownerId }) => ownerId === 'document.render')).toMatchObject({
      data: {
        event: 'DEAD_LETTER',
        queue: 'document.render',
        jobId: rendered,
        reason: expect.stringContaining('heartbeat'),
      },
    });
  });
});
