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
  story,
  url,
} from '../../helpers/deliveries/deliveryHarness.ts';
import { poll } from '../../helpers/waits/poll.ts';

// A limit on a hang.
setDefaultTimeout(90_000);

/** Quiet hours and languages of users. */

await startDeliveriesForFile();

const HOUR = 3_600_000;
/** The time of day in Kathmandu, which is 5:45 ahead of UTC all year. */
const timeZone = 'Asia/Kathmandu';
const clock = (moment: number) => new Date(moment + 5.75 * HOUR).toISOString().slice(11, 16);
const quiet = { quietFrom: clock(Date.now() - HOUR), quietTo: clock(Date.now() + 2 * HOUR), timeZone };

async function user(code: string, notificationConfig: object): Promise<void> {
  const phoneNumber = `+4206010020${code.length}${code.charCodeAt(0) % 10}`;
  await post('/users', {
    code,
    type: 'person',
    chars: {},
    email: `${code}@example.com`,
    phoneNumber,
    notificationConfig,
  });
}
const toUser = (ownerId: string) => [{ ownerType: 'User', ownerId }];
const patch = (path: string, body: object) =>
  fetch(`${url}/api/v2${path}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('messages wait for the end of the quiet hours of their recipient, in its time zone; critical ones do not', async () => {
  await user('sleeper', quiet);
  await user('awake', { quietFrom: clock(Date.now() + HOUR), quietTo: clock(Date.now() + 3 * HOUR), timeZone });
  await rule('alarm', { emailTemplateCode: 'mail', critical: true });
  await start();
  const [asleep, alarm, other] = await Promise.all([
    send({ templateCode: 'both', notificationTo: toUser('sleeper') }),
    send({ templateCode: 'alarm', notificationTo: toUser('sleeper') }),
    send({ notificationTo: toUser('awake') }),
  ]);
  await ended(alarm, 'SENT');
  await ended(other, 'SENT');
  const waiting = await poll('both channels to wait', async () => {
    const { notificationTo } = await story(asleep);
    const own = notificationTo.filter(({ status }) => status === 'PLAN');
    return own.length === 2 && own.every(({ statusReason }) => statusReason) ? own : undefined;
  });
  for (const { statusReason, attempts } of waiting) {
    const [, end] = /^waits for the end of the quiet hours of its recipient at (.*)$/.exec(String(statusReason)) ?? [];
    expect(clock(Date.parse(end ?? ''))).toBe(quiet.quietTo);
    expect(attempts).toEqual([]);
  }
  expect(smtp.accepted.map(({ to }) => to).sort()).toEqual(['awake@example.com', 'sleeper@example.com']);
  expect(sms.sent).toEqual([]);
  // The quiet hours are those of the record at the time of the attempt.
  expect((await patch('/users/sleeper', { notificationConfig: { quietFrom: null, quietTo: null } })).status).toBe(200);
  await running.shift()?.stop();
  await harness.services.sql`update notification_target set due_at = now() where notification_id = ${asleep}`;
  await harness.services.sql`
    update pgboss.job set start_after = now() where state = 'created' and name in ('notification.email', 'notification.sms')`;
  await start();
  await ended(asleep, 'SENT');
});

test('a message whose window lies within the quiet hours is FAILED, with the reason', async () => {
  await user('never', quiet);
  const [from, to] = [Date.now() + 0.5 * HOUR, Date.now() + HOUR].map(clock);
  await rule('narrow', { emailTemplateCode: 'mail', deliveryFrom: from, deliveryTo: to, timeZone });
  await start();
  const { notificationTo } = await ended(
    await send({ templateCode: 'narrow', notificationTo: toUser('never') }),
    'FAILED',
  );
  expect(notificationTo[0]).toMatchObject({ statusReason: 'its window lies within the quiet hours of its recipient' });
});

test('each recipient gets the templates of its language, or those of the rule', async () => {
  await user('jan', { language: 'cs-CZ' });
  await user('kim', { language: 'en-GB' });
  await user('luc', { language: 'fr' });
  await user('mia', {});
  await post('/formatter-templates', { code: 'posta', inputType: 'HTML', documentType: 'EMAIL', content: 'Dobrý den' });
  await post('/formatter-templates', { code: 'letter', inputType: 'HTML', documentType: 'EMAIL', content: 'Good day' });
  await post('/formatter-templates', { code: 'zprava', inputType: 'HTML', documentType: 'SOURCE', content: 'Ahoj' });
  const languages = {
    cs: { emailTemplateCode: 'posta', smsTemplateCode: 'zprava', subject: 'Odstávka {{what}}' },
    'en-gb': { emailTemplateCode: 'letter' },
  };
  await rule('polyglot', { emailTemplateCode: 'mail', smsTemplateCode: 'short', subject: 'S {{what}}', languages });
  await start();
  const id = await send({
    templateCode: 'polyglot',
    notificationTo: ['jan', 'kim', 'luc', 'mia'].flatMap(toUser),
  });
  await ended(id, 'SENT');
  const mails = new Map(smtp.accepted.map(({ to, raw }) => [to, raw.toString()]));
  const subjects = ['jan', 'kim', 'luc', 'mia'].map((code) =>
    /^subject: (.*)$/im.exec(mails.get(`${code}@example.com`) ?? '')?.[1]?.trim(),
  );
  expect(subjects.slice(1)).toEqual(['S it', 'S it', 'S it']);
  expect(
    decodeURIComponent(
      (subjects[0] ?? '')
        .replace(/^=\?UTF-8\?Q\?|\?=$/g, '')
        .replaceAll('_', ' ')
        .replaceAll('=', '%'),
    ),
  ).toBe('Odstávka it');
  expect(mails.get('kim@example.com')).toContain('Good day');
  expect(mails.get('luc@example.com')).not.toContain('Good day');
  expect(sms.sent.map(({ text }) => text).sort()).toEqual(['Ahoj', 'Outage: C', 'Outage: C', 'Outage: C']);
});

test('wrong preferences of users and languages of rules are a 400', async () => {
  const notificationConfig = { quietFrom: '25:00', language: 'c', timeZone: 'Europe/Praha' };
  const wrong = await patch('/users/jan', { notificationConfig });
  expect((await wrong.json()) as object).toMatchObject({
    errors: [
      'notificationConfig.quietFrom: must be a time of day as HH:mm, not "25:00"',
      'notificationConfig.timeZone: must be a time zone such as Europe/Prague, not "Europe/Praha"',
      'notificationConfig.quietTo: is required beside quietFrom',
      'notificationConfig.language: must be a language tag such as cs or en-GB, not "c"',
    ],
  });
  const languages = { cs: { emailTemplateCode: 'nothing', subject: '{{#if' }, 'not a tag': {}, en: { url: 'x' } };
  const rejected = await patch('/notification-rules/polyglot', { config: { languages, critical: 'yes' } });
  expect(((await rejected.json()) as { errors: string[] }).errors).toEqual([
    'config.critical: must be true or false, not "yes"',
    expect.stringMatching(/^config\.languages\.cs\.subject: /),
    'config.languages.not a tag: must be named by a language tag such as cs or en-GB',
    'config.languages.en.url: unknown member',
    'config.languages.cs.emailTemplateCode: no FormatterTemplate has the code "nothing"',
  ]);
  const used = await fetch(`${url}/api/v2/formatter-templates/letter`, { method: 'DELETE' });
  expect(used.status).toBe(400);
});
