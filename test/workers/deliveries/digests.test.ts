import { expect, setDefaultTimeout, test } from 'bun:test';
import PostalMime from 'postal-mime';
import {
  ended,
  harness,
  post,
  rule,
  send,
  setState,
  smtp,
  spawnWorker,
  start,
  startDeliveriesForFile,
  story,
} from '../../helpers/deliveries/deliveryHarness.ts';
import { poll } from '../../helpers/waits/poll.ts';

// A limit on a hang.
setDefaultTimeout(240_000);

/** Many events to one recipient become one message. */

await startDeliveriesForFile();
await post('/formatter-templates', {
  code: 'list',
  inputType: 'HTML',
  documentType: 'EMAIL',
  content: '<p>{{#each items}}[{{n}}]{{/each}}</p>',
});
await rule('gathered', { emailTemplateCode: 'list', subject: '{{items.length}}', digest: { minutes: 60 } });

const { sql } = harness.services;
const event = (n: number, email: string) =>
  send({ templateCode: 'gathered', data: { n }, notificationTo: [{ email }] });

/** Lets all open digests close now instead of in an hour. A job that ran before its target is due would end as a repeated one. */
async function closeDigests(): Promise<void> {
  await sql`update digest set closes_at = now()`;
  await sql`update notification_target set due_at = now() where id in (select leader from digest)`;
  await sql`
    update pgboss.job set start_after = now() where name = 'notification.email' and state = 'created'
      and (data->>'targetId')::uuid in (
        select t.id from digest join notification_target t on t.id = digest.leader where t.due_at <= now())`;
}

const numbersOfItems = (text: string) => [...text.matchAll(/\[(\d+)\]/g)].map(([, n]) => Number(n));
/** The processes of workers send their data as it is. */
const numbersOfData = (text: string) => (JSON.parse(text) as { items: { n: number }[] }).items.map(({ n }) => n);

/** The numbers of the events in each message to an address, without the copies of a message. */
async function messagesTo(address: string): Promise<number[][]> {
  const byId = new Map<string, number[]>();
  for (const { to, raw } of smtp.accepted) {
    if (to !== address) continue;
    const { messageId = '', text = '', subject } = await PostalMime.parse(raw);
    const numbers = text.trim().startsWith('{') ? numbersOfData(text) : numbersOfItems(text);
    if (!text.trim().startsWith('{')) expect(subject).toBe(String(numbers.length));
    const former = byId.get(messageId);
    if (former) expect(numbers).toEqual(former);
    byId.set(messageId, numbers);
  }
  return [...byId.values()];
}

const openTargets = async () =>
  (
    await sql<{ count: number }[]>`
    select count(*)::int as count from notification_target where status in ('PLAN', 'IN_PROGRESS')`
  )[0]?.count;

/** Closes the digest of a notification that was cancelled: its queue job is due. */
const closeDigestOf = (id: string) =>
  sql`with due as (
    update digest set closes_at = now() from notification_target t where t.id = leader and t.notification_id = ${id} returning leader)
    update pgboss.job set start_after = now() from due
    where name = 'notification.email' and state = 'created' and data->>'targetId' = due.leader::text returning id`;

/** Closes digests until no target is open. */
const closeAll = () =>
  poll(
    'all targets to end',
    async () => {
      await closeDigests();
      return (await openTargets()) === 0;
    },
    100_000,
  );

const ordered = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other);
const numbersUpTo = (count: number) => Array.from({ length: count }, (_, n) => n);

test('the messages of a rule to one recipient are sent as one, with the data of each', async () => {
  await Promise.all([start(), start()]);
  const [first, second, other] = [
    await event(0, 'a@example.com'),
    await event(1, 'a@example.com'),
    await event(2, 'b@example.com'),
  ];
  const stories = await poll('one to join the other', async () => {
    const both = await Promise.all([first, second].map(story));
    const isSettled = both.every(({ notificationTo }) => notificationTo[0]?.statusReason !== undefined);
    return isSettled ? both : undefined;
  });
  const leader = stories.find(({ status }) => status === 'PLAN');
  const follower = stories.find(({ status }) => status === 'SKIPPED');
  expect(follower?.notificationTo[0]?.statusReason).toBe(
    `part of the digest that the notification ${leader?.id} sends`,
  );
  expect(leader?.notificationTo[0]?.statusReason).toMatch(/^waits for its digest, which closes at /);
  expect(smtp.accepted).toEqual([]);
  await closeAll();
  await ended(other, 'SENT');
  expect((await messagesTo('a@example.com')).map(ordered)).toEqual([[0, 1]]);
  expect(await messagesTo('b@example.com')).toEqual([[2]]);
});

test('an event whose digest is open joins it when it is accepted, and one to a suppressed address does not', async () => {
  const worker = await start();
  const first = await event(0, 'early@example.com');
  await poll('its digest to be open', async () => (await story(first)).notificationTo[0]?.statusReason);
  await worker.stop();
  const reason = `part of the digest that the notification ${first} sends`;
  // Alone, then by the digest that the api remembers, and in a batch.
  const joined = [await event(1, 'early@example.com'), await event(2, 'EARLY@example.com')];
  const [third, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const ofBatch = (id: string, n: number, email: string) => ({
    ...{ id, ownerType: 'Test', ownerId: '1', templateCode: 'gathered', data: { n }, notificationTo: [{ email }] },
  });
  await post('/notifications/batch', [ofBatch(third, 3, 'early@example.com'), ofBatch(other, 4, 'late@example.com')]);
  for (const id of [...joined, third])
    expect(await story(id)).toMatchObject({ status: 'SKIPPED', notificationTo: [{ statusReason: reason }] });
  expect(await story(other)).toMatchObject({ status: 'PLAN' });
  await post('/suppressions', { channel: 'email', address: 'early@example.com' });
  const suppressed = await event(5, 'early@example.com');
  expect(await story(suppressed)).toMatchObject({ status: 'PLAN' });
  await sql`delete from suppression`;
  expect(await story(await event(6, 'early@example.com'))).toMatchObject({ status: 'SKIPPED' });
  await start();
  await poll('the worker to add the other one', async () => (await story(suppressed)).status === 'SKIPPED');
  await closeAll();
  // In the order of their acceptance, although the sixth has joined before the fifth.
  expect(await messagesTo('early@example.com')).toEqual([[0, 1, 2, 3, 5, 6]]);
});

test('each event is in exactly one message, while concurrent workers add to digests and close them', async () => {
  const count = 60;
  await Promise.all([start(), start(), start()]);
  const sent = Promise.all(numbersUpTo(count).map((n) => event(n, 'busy@example.com')));
  for (let round = 0; round < 5; round++) {
    await poll(
      'a digest to be open',
      async () => (await sql`select from digest`).length > 0 || (await openTargets()) === 0,
    );
    await closeDigests();
  }
  await sent;
  await closeAll();
  const messages = await messagesTo('busy@example.com');
  expect(ordered(messages.flat())).toEqual(numbersUpTo(count));
  expect(messages.length).toBeLessThan(count);
});

test('a worker that is killed loses no event of a digest, and repeats none', async () => {
  const count = 40;
  const workers = await Promise.all([spawnWorker(), spawnWorker()]);
  smtp.meet('rcpt', 'hang', 'hang');
  await Promise.all(numbersUpTo(count / 2).map((n) => event(n, 'killed@example.com')));
  await poll(
    'its message to hang',
    async () => {
      await closeDigests();
      return smtp.unmet('rcpt') < 2;
    },
    100_000,
  );
  await Promise.all(numbersUpTo(count / 2).map((n) => event(n + count / 2, 'killed@example.com')));
  await Promise.all(workers.map((worker) => worker.kill()));
  smtp.recover();
  await start();
  await closeAll();
  expect(ordered((await messagesTo('killed@example.com')).flat())).toEqual(numbersUpTo(count));
});

test('a digest whose first notification is cancelled goes to the next event', async () => {
  await start();
  const first = await event(0, 'c@example.com');
  await poll('its digest to be open', async () => (await story(first)).notificationTo[0]?.statusReason);
  const second = await event(1, 'c@example.com');
  await ended(second, 'SKIPPED');
  expect((await setState(first, 'CANCELLED')).status).toBe(200);
  const third = await event(2, 'c@example.com');
  await poll('the third to take over', async () => (await story(third)).notificationTo[0]?.statusReason);
  await closeAll();
  await ended(third, 'SENT');
  expect((await messagesTo('c@example.com')).map(ordered)).toEqual([[1, 2]]);
});

/** Opens a digest with the data of three notifications, and returns their ids; the first one sends it. */
async function threeEvents(address: string): Promise<[string, string, string]> {
  const first = await event(0, address);
  await poll('its digest to be open', async () => (await story(first)).notificationTo[0]?.statusReason);
  const [second, third] = [await event(1, address), await event(2, address)];
  for (const id of [second, third]) await ended(id, 'SKIPPED');
  return [first, second, third];
}

const isSent = async (...ids: string[]) => (await Promise.all(ids.map(story))).some(({ status }) => status === 'SENT');

test('a digest whose first notification is cancelled is sent by another one, without a further event', async () => {
  await start();
  const [first, second, third] = await threeEvents('d@example.com');
  expect((await setState(first, 'CANCELLED')).status).toBe(200);
  await poll('the job of the cancelled one to be due', async () => (await closeDigestOf(first)).length === 1);
  await poll('one of the others to be sent', () => isSent(second, third), 100_000);
  expect((await messagesTo('d@example.com')).map(ordered)).toEqual([[1, 2]]);
  expect((await story(first)).status).toBe('CANCELLED');
  const planned = await setState(first, 'PLAN');
  expect(planned.status).toBe(200);
  await closeAll();
  await ended(first, 'SENT');
  expect((await messagesTo('d@example.com')).map(ordered)).toEqual([[1, 2], [0]]);
});

test('a digest whose first notification expires is sent by another one', async () => {
  await start();
  const [first, second, third] = await threeEvents('e@example.com');
  await sql`update notification set expires_at = now() where id = ${first}`;
  await poll(
    'one of the others to be sent',
    async () => {
      await closeDigests();
      return isSent(second, third);
    },
    100_000,
  );
  await ended(first, 'EXPIRED');
  expect((await messagesTo('e@example.com')).map(ordered)).toEqual([[1, 2]]);
});
