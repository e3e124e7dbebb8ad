import { expect, setDefaultTimeout, test } from 'bun:test';
import {
  ended,
  harness,
  post,
  rule,
  running,
  send,
  sms,
  smtp,
  start,
  startDeliveriesForFile,
  url,
} from '../../helpers/deliveries/deliveryHarness.ts';
import { poll } from '../../helpers/waits/poll.ts';

// A limit on a hang.
setDefaultTimeout(90_000);

/** An SMS to those whose e-mail is not delivered in time. */

await startDeliveriesForFile();
await rule('escalated', { emailTemplateCode: 'mail', smsTemplateCode: 'short', escalation: { minutes: 60 } });
const { sql } = harness.services;

const targetOf = async (notificationId: string, channel: 'email' | 'sms') =>
  (
    await sql<{ id: string; status: string; statusReason: string | null }[]>`
    select id, status, status_reason as "statusReason" from notification_target
    where notification_id = ${notificationId} and channel = ${channel}`
  )[0];

/** Waits until the SMS of a notification waits, and makes the notification an hour older. */
async function letPass(id: string): Promise<void> {
  const waiting = await poll('the SMS to wait', async () => {
    const target = await targetOf(id, 'sms');
    return target?.statusReason ? target : undefined;
  });
  expect(waiting.statusReason).toMatch(/^waits for the e-mail, and is sent if that is not delivered by /);
  await sql`update notification set incarnation = incarnation - 3600000000 where id = ${id}`;
  await sql`update notification_target set due_at = now() where notification_id = ${id} and channel = 'sms'`;
  const hastened = async () =>
    (
      await sql`update pgboss.job set start_after = now() where name = 'notification.sms' and state = 'created'
      and data->>'targetId' = ${String(waiting.id)} returning id`
    ).length === 1;
  await poll('its job to be due', hastened);
}

test('the SMS is sent if the e-mail fails, hangs or is suppressed, and not if the e-mail is sent', async () => {
  const person = (name: string, phone: string) => [{ email: `${name}@example.com`, phone }];
  await post('/suppressions', { channel: 'email', address: 'former@example.com' });
  await start();
  const well = await send({ templateCode: 'escalated', notificationTo: person('well', '+420601004001') });
  await poll('the e-mail to be sent', async () => (await targetOf(well, 'email'))?.status === 'SENT');
  // Another e-mail to the same person has failed: it is not the one that counts.
  await sql`insert into notification_target (id, notification_id, position, parent_id, input, channel, address, status)
    select gen_random_uuid(), notification_id, position, parent_id, input, channel, 'copy0@example.com', 'FAILED'
    from notification_target where notification_id = ${well} and channel = 'email'`;
  smtp.meet('rcpt', { code: 550, text: '5.7.1 no' });
  const failed = await send({ templateCode: 'escalated', notificationTo: person('failed', '+420601004002') });
  await poll('the e-mail to fail', async () => (await targetOf(failed, 'email'))?.status === 'FAILED');
  const suppressed = await send({ templateCode: 'escalated', notificationTo: person('former', '+420601004003') });
  await poll('the e-mail to be skipped', async () => (await targetOf(suppressed, 'email'))?.status === 'SKIPPED');
  smtp.meet('rcpt', 'hang');
  const hanging = await send({ templateCode: 'escalated', notificationTo: person('hanging', '+420601004004') });
  await smtp.changes.until('the e-mail to hang', () => smtp.unmet('rcpt') === 0);
  for (const id of [well, failed, suppressed, hanging]) await letPass(id);
  const skipped = await ended(well, 'PARTIALLY_SENT');
  expect(skipped.notificationTo.map(({ statusReason }) => statusReason)).toContain(
    'not necessary: the e-mail was sent',
  );
  for (const id of [failed, suppressed, hanging])
    await poll('the SMS to be sent', async () => (await targetOf(id, 'sms'))?.status === 'SENT');
  expect(sms.sent.map(({ to }) => to).sort()).toEqual(['+420601004002', '+420601004003', '+420601004004']);
  smtp.recover();
});

test('each member of a group has its own escalation, and one without an e-mail address gets the SMS at once', async () => {
  await post('/user-group-types', { code: 'crew', name: 'C', registry: {} });
  await post('/user-groups', { code: 'crew', name: 'C', type: 'crew', chars: {} });
  const member = { type: 'person', chars: {}, groups: ['crew'] };
  await post('/users', { ...member, code: 'ivo', email: 'ivo@example.com', phoneNumber: '+420601004005' });
  await post('/users', { ...member, code: 'ida', email: 'ida@example.com', phoneNumber: '+420601004006' });
  await post('/users', { ...member, code: 'jiri', phoneNumber: '+420601004007' });
  await start();
  const notificationTo = [{ ownerType: 'UserGroup', ownerId: 'crew' }];
  smtp.meet('rcpt', { code: 550, text: '5.7.1 no' });
  const id = await send({ templateCode: 'escalated', notificationTo });
  await poll('the SMS without an e-mail', async () => sms.sent.length === 1);
  expect(sms.sent[0]?.to).toBe('+420601004007');
  const states = () => sql<{ channel: string; status: string; reason: string | null; userId: string }[]>`
    select channel, status, status_reason as reason, user_id as "userId" from notification_target
    where notification_id = ${id} and channel is not null and address <> '+420601004007'`;
  const emailsEnded = async () =>
    (await states()).filter(({ channel, status }) => channel === 'email' && ['SENT', 'FAILED'].includes(status))
      .length === 2;
  await poll('both e-mails to end', emailsEnded);
  await poll('both SMS to wait', async () => {
    const waiting = (await states()).filter(({ channel, reason }) => channel === 'sms' && reason !== null);
    return waiting.length === 2;
  });
  await running.shift()?.stop();
  await sql`update notification set incarnation = incarnation - 3600000000 where id = ${id}`;
  await sql`update notification_target set due_at = now() where notification_id = ${id} and channel = 'sms'`;
  await sql`update pgboss.job set start_after = now() where name = 'notification.sms' and state = 'created'`;
  await start();
  await ended(id, 'PARTIALLY_SENT');
  const ends = await states();
  for (const { userId, status } of ends.filter(({ channel }) => channel === 'email')) {
    const ofUser = ends.find((one) => one.channel === 'sms' && one.userId === userId);
    expect(ofUser?.status).toBe(status === 'SENT' ? 'SKIPPED' : 'SENT');
  }
});

test('an escalation that cannot work is a 400', async () => {
  const answer = await fetch(`${url}/api/v2/notification-rules/by-mail`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ config: { escalation: { minutes: 15 }, digest: { minutes: 5 }, expireAfterMinutes: 15 } }),
  });
  expect(((await answer.json()) as { errors: string[] }).errors).toEqual([
    'config.escalation.minutes: must be less than expireAfterMinutes, because messages would expire before',
    'config.smsTemplateCode: is required beside escalation',
    'config.escalation: is not allowed beside digest',
  ]);
});
