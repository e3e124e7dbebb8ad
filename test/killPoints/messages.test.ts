import { setDefaultTimeout } from 'bun:test';
import type { DrivenProcess } from '../helpers/killPoints/drivenProcess.ts';
import type { Scenario } from '../helpers/killPoints/killPoints.ts';
import {
  emailOf,
  makeMessageStageForFile,
  onceProblems,
  phoneOf,
  queuesOf,
  type Sent,
} from '../helpers/killPoints/messageStage.ts';
import { indexProblems, unequal } from '../helpers/killPoints/recovery.ts';
import { testBrokenTwin, testKillPoints, testReachedHandlers } from '../helpers/killPoints/stage.ts';

/** Workers that die while they evaluate rules and deliver messages. */

setDefaultTimeout(120_000);
const stage = await makeMessageStageForFile();
const { url, sql, providers, makeRule, ok, sending, statusesOf, emailProblems, newNumber } = stage;
const { smtp, twilio, webhooks } = providers;

const kinds = ['Notification'];

testKillPoints<Sent>(url, {
  name: 'a worker sends an e-mail',
  drivers: providers.drivers(queuesOf('notification.email')),
  prepare: sending('by-mail', { emailTemplateCode: 'mail' }, (number) => [{ email: emailOf(number) }]),
  problems: async ({ services }, { id, number }) => [
    ...(await emailProblems(emailOf(number))),
    ...unequal('the statuses', await statusesOf(id), ['SENT', 'SENT']),
    ...(await indexProblems(services, kinds)),
  ],
});

async function accept(process: DrivenProcess, { id, number }: Sent, expected: readonly number[]): Promise<void> {
  const notificationTo = [{ email: emailOf(number) }, { email: emailOf(number, 'second') }];
  const body = { id, ownerType: 'Ticket', ownerId: '1', templateCode: 'by-mail', data: { number }, notificationTo };
  const { status, text } = await process.request('POST', '/notifications', { ...body, subject: 'S' });
  if (!expected.includes(status)) throw new Error(text);
  await process.relay();
}

testKillPoints<Sent>(url, {
  name: 'an api accepts a notification',
  drivers: providers.drivers(queuesOf('notification.email')),
  prepare: async (survivor) => {
    await makeRule(survivor, 'by-mail', { emailTemplateCode: 'mail' });
    return { id: crypto.randomUUID(), number: newNumber() };
  },
  act: (process, sent) => accept(process, sent, [200]),
  // The first request may have stored it.
  repeat: (survivor, sent) => accept(survivor, sent, [200, 400]),
  problems: async ({ services }, { id, number }) => [
    ...(await emailProblems(emailOf(number))),
    ...(await emailProblems(emailOf(number, 'second'))),
    ...unequal('the statuses', await statusesOf(id), ['SENT', 'SENT', 'SENT']),
    ...(await indexProblems(services, kinds)),
  ],
});

const smsScenario: Scenario<Sent> = {
  name: 'a worker sends an SMS',
  drivers: providers.drivers(queuesOf('notification.sms')),
  prepare: sending('by-sms', { smsTemplateCode: 'short' }, (number) => [{ phone: phoneOf(number) }]),
  problems: async ({ services }, { id, number }, point) => {
    const { length: received } = twilio.accepted.filter(({ To }) => To === phoneOf(number));
    const ending = { statuses: await statusesOf(id), received, isListed: true };
    return [...onceProblems(ending, point), ...(await indexProblems(services, kinds))];
  },
};
testKillPoints(url, smsScenario);
testBrokenTwin(
  url,
  {
    ...smsScenario,
    drivers: providers.drivers(queuesOf('notification.sms'), (sms) => ({
      ...sms,
      send: (message) => sms.send(message),
    })),
  },
  { without: 'recording its hand-over', problem: /2 messages arrived/, sample: Number.POSITIVE_INFINITY },
);

testKillPoints<Sent>(url, {
  name: 'a worker calls a webhook',
  drivers: providers.drivers(queuesOf('notification.webhook')),
  prepare: sending('by-webhook', { url: webhooks.url }, (number) => [{ email: emailOf(number) }], {
    apiSenderBeanName: 'webhookSender',
  }),
  problems: async ({ services }, { id, number }, point) => {
    const { length: received } = webhooks.received.filter(({ body }) => JSON.parse(body).data.number === number);
    const ending = { statuses: await statusesOf(id), received, isListed: false };
    return [...onceProblems(ending, point), ...(await indexProblems(services, kinds))];
  },
});

testKillPoints<Sent>(url, {
  name: 'a worker sends e-mails to a target with two channels and to a group',
  drivers: providers.drivers(queuesOf('notification.deliver', 'notification.email', 'notification.sms')),
  prepare: async (survivor) => {
    if (!stage.hasRule('by-both')) {
      await ok(survivor, '/user-group-types', { code: 'TEAM', name: 'T', registry: {} });
      await ok(survivor, '/user-types', { code: 'PERSON', name: 'P', type: 'INDIVIDUAL', registry: {} });
      await ok(survivor, '/user-groups', { code: 'team', name: 'T', type: 'TEAM', chars: {} });
    }
    const next = stage.lastNumber() + 1;
    const code = `u${next}`;
    await sql`delete from user_user_group`;
    for (const name of ['first', 'second'])
      await ok(survivor, '/users', {
        ...{ code: `${code}-${name}`, type: 'PERSON', chars: {}, groups: ['team'], email: emailOf(next, name) },
      });
    await survivor.work();
    const targets = (number: number) => [{ email: emailOf(number), phone: phoneOf(number) }, group];
    const group = { ownerType: 'UserGroup', ownerId: 'team' };
    return sending('by-both', { emailTemplateCode: 'mail', smsTemplateCode: 'short' }, targets)(survivor);
  },
  problems: async ({ services }, { id, number }) => {
    const sms = twilio.accepted.filter(({ To }) => To === phoneOf(number)).length;
    const statuses = (await statusesOf(id)).sort();
    const counts = Map.groupBy(statuses, (status) => status);
    return [
      ...(await Promise.all(['m', 'first', 'second'].map((name) => emailProblems(emailOf(number, name))))).flat(),
      ...(sms > 1 ? [`${sms} SMS were sent`] : []),
      ...unequal('EXPANDED targets', counts.get('EXPANDED')?.length, 2),
      ...unequal('targets', statuses.length, 7),
      ...(await indexProblems(services, kinds)),
    ];
  },
});

testKillPoints<Sent>(url, {
  name: 'a worker evaluates an event',
  drivers: providers.drivers(queuesOf('event.notification', 'notification.email')),
  prepare: async (survivor) => {
    for (const code of ['event-a', 'event-b'])
      await makeRule(survivor, code, { emailTemplateCode: 'mail' }, { eventType: 'PROCESS' });
    const number = newNumber();
    const id = crypto.randomUUID();
    const event = { ownerType: 'Order', ownerId: id, notificationTo: [{ email: emailOf(number) }], data: { number } };
    await sql`insert into outbox (id, queue, data)
      values (${id}, 'event.notification', ${JSON.stringify({ eventType: 'PROCESS', ...event })})`;
    return { id, number };
  },
  problems: async ({ services }, { id, number }) => {
    const sent = await sql<{ id: string }[]>`select id from notification where owner_id = ${id}`;
    const statuses = await Promise.all(sent.map((one) => statusesOf(one.id)));
    const received = smtp.accepted.filter(({ to }) => to === emailOf(number)).length;
    return [
      ...unequal('the notifications', statuses, [
        ['SENT', 'SENT'],
        ['SENT', 'SENT'],
      ]),
      ...(received >= 2 && received <= 4 ? [] : [`${received} e-mails arrived`]),
      ...(await indexProblems(services, kinds)),
    ];
  },
});

testReachedHandlers(import.meta.file);
