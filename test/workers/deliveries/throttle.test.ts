import { expect, setDefaultTimeout, test } from 'bun:test';
import {
  ended,
  harness,
  post,
  rule,
  send,
  sms,
  smtp,
  spawnWorker,
  start,
  startDeliveriesForFile,
  story,
  url,
} from '../../helpers/deliveries/deliveryHarness.ts';
import { poll } from '../../helpers/waits/poll.ts';

// A limit on a hang.
setDefaultTimeout(120_000);

/** Throttles of rules by recipient. */

await startDeliveriesForFile();

const MAX = 5;
const REASON = `throttled: its recipient has had ${MAX} messages of the rule few within 60 minutes`;
const sendMany = (count: number, members: object) => Promise.all(Array.from({ length: count }, () => send(members)));
const endOf = (id: string) =>
  poll('the notification to end', async () => {
    const { status, notificationTo } = await story(id);
    return status === 'SENT' || status === 'SKIPPED' ? { status, reason: notificationTo[0]?.statusReason } : undefined;
  });

test('concurrent workers send exactly as many messages of a rule to a recipient as it allows; the rest is SKIPPED', async () => {
  await rule('few', { emailTemplateCode: 'mail', throttle: { max: MAX, minutes: 60 } });
  const ids = await sendMany(40, { templateCode: 'few', notificationTo: [{ email: 'often@example.com' }] });
  const others = await sendMany(2, { templateCode: 'few', notificationTo: [{ email: 'seldom@example.com' }] });
  await Promise.all([start(), start(), start()]);
  for (const id of others) await ended(id, 'SENT');
  const ends = await Promise.all(ids.map(endOf));
  expect(ends.filter(({ status }) => status === 'SENT')).toHaveLength(MAX);
  expect(new Set(ends.flatMap(({ status, reason }) => (status === 'SKIPPED' ? [reason] : [])))).toEqual(
    new Set([REASON]),
  );
  expect(smtp.accepted.filter(({ to }) => to === 'often@example.com')).toHaveLength(MAX);
  // Another rule has its own count, and so has a message after the window.
  const free = await send({ notificationTo: [{ email: 'often@example.com' }] });
  await ended(free, 'SENT');
  await harness.services.sql`update rule_throttle set permits = (
    select jsonb_object_agg(key, value::float8 - 3600000) from jsonb_each_text(permits))`;
  await ended(await send({ templateCode: 'few', notificationTo: [{ email: 'OFTEN@example.com' }] }), 'SENT');
});

test('a message whose worker was killed uses its own permit again', async () => {
  await rule('one', { emailTemplateCode: 'mail', throttle: { max: 1, minutes: 60 } });
  smtp.meet('rcpt', 'hang');
  const worker = await spawnWorker();
  const first = await send({ templateCode: 'one', notificationTo: [{ email: 'killed@example.com' }] });
  await smtp.changes.until('its connection to hang', () => smtp.unmet('rcpt') === 0);
  const second = await send({ templateCode: 'one', notificationTo: [{ email: 'killed@example.com' }] });
  await ended(second, 'SKIPPED');
  await worker.kill();
  smtp.recover();
  await start();
  await ended(first, 'SENT');
  expect(smtp.accepted.map(({ to }) => to)).toEqual(['killed@example.com']);
});

test('each channel of a rule has its own count, and a retry needs no second permit', async () => {
  await post('/users', {
    code: 'eva',
    type: 'person',
    chars: {},
    email: 'eva@example.com',
    phoneNumber: '+420601003001',
  });
  const throttle = { max: 1, minutes: 60 };
  await rule('two-channels', { emailTemplateCode: 'mail', smsTemplateCode: 'short', throttle });
  smtp.meet('rcpt', { code: 451, text: 'later' });
  await start();
  const notificationTo = [{ ownerType: 'User', ownerId: 'eva' }];
  const first = await ended(await send({ templateCode: 'two-channels', notificationTo }), 'SENT');
  expect(first.notificationTo.flatMap(({ attempts }) => attempts.map(({ outcome }) => outcome)).sort()).toEqual([
    'retry',
    'sent',
    'sent',
  ]);
  await ended(await send({ templateCode: 'two-channels', notificationTo }), 'SKIPPED');
  expect([smtp.accepted.length, sms.sent.length]).toEqual([1, 1]);
});

test('a wrong throttle is a 400', async () => {
  const answer = await fetch(`${url}/api/v2/notification-rules/few`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ config: { throttle: { max: 0, minutes: null, hours: 1 } } }),
  });
  expect(((await answer.json()) as { errors: string[] }).errors).toEqual([
    'config.throttle.hours: unknown member',
    'config.throttle.max: must be a whole number from 1 to 1000, not 0',
    'config.throttle.minutes: is required',
  ]);
});
