import { setDefaultTimeout } from 'bun:test';
import PostalMime from 'postal-mime';
import { sendNotification } from '../../domain/notifications/send.ts';
import type { QueueName } from '../../domain/queue/definitions.ts';
import type { DrivenProcess } from '../helpers/killPoints/drivenProcess.ts';
import type { Scenario } from '../helpers/killPoints/killPoints.ts';
import type { KillPoint } from '../helpers/killPoints/processFate.ts';
import { startProvidersForFile } from '../helpers/killPoints/providers.ts';
import { indexProblems, unequal } from '../helpers/killPoints/recovery.ts';
import { makeStageForFile, testBrokenTwin, testKillPoints } from '../helpers/killPoints/stage.ts';
import { caller } from '../helpers/workerHarness.ts';

/** Workers that die while they evaluate rules and deliver messages. */

setDefaultTimeout(120_000);
const { url, sql } = await makeStageForFile();
const providers = await startProvidersForFile();
const { smtp, twilio, webhooks } = providers;

interface Sent {
  readonly id: string;
  readonly number: number;
}
let count = 0;
const emailOf = (number: number, name = 'm'): string => `${name}${number}@example.com`;
const phoneOf = (number: number): string => `+420601${String(100_000 + number)}`;

const made = new Set<string>();
/** Makes the templates and a rule, unless they exist. */
async function makeRule(survivor: DrivenProcess, code: string, config: object, members: object = {}): Promise<void> {
  if (made.has(code)) return;
  made.add(code);
  const templates = { mail: 'EMAIL', short: 'SOURCE' };
  for (const [template, documentType] of made.size === 1 ? Object.entries(templates) : [])
    await ok(survivor, '/formatter-templates', { code: template, inputType: 'HTML', documentType, content: 'x' });
  await ok(survivor, '/notification-rules', { code, name: code, config, ...members });
}

async function ok(survivor: DrivenProcess, path: string, body: object): Promise<void> {
  const { status, text } = await survivor.request('POST', path, body);
  if (status !== 200) throw new Error(text);
}

/** Sends a notification by a rule. */
const sending =
  (code: string, config: object, targetsOf: (number: number) => object[], members: object = {}) =>
  async (survivor: DrivenProcess): Promise<Sent> => {
    await makeRule(survivor, code, config, members);
    const number = ++count;
    const id = crypto.randomUUID();
    const body = { id, ownerType: 'Ticket', ownerId: '1', templateCode: code, data: { number }, subject: 'S' };
    await sendNotification(survivor.services, { ...body, notificationTo: targetsOf(number) }, 'single', caller);
    return { id, number };
  };

/** The statuses of the deliveries of a notification, and its own. */
async function statusesOf(id: string): Promise<string[]> {
  const targets = await sql<{ status: string; reason: string | null }[]>`
    select status, status_reason as reason from notification_target where notification_id = ${id} order by position, address`;
  const [notification] = await sql<{ status: string }[]>`select status from notification where id = ${id}`;
  return [
    notification?.status ?? '',
    ...targets.map(({ status, reason }) => (reason?.startsWith('OUTCOME_UNKNOWN') ? 'UNKNOWN' : status)),
  ];
}

/** An e-mail arrives, and a second time at most, with the same Message-ID. */
async function emailProblems(address: string): Promise<string[]> {
  const received = smtp.accepted.filter(({ to }) => to === address);
  const ids = new Set<string | undefined>();
  for (const { raw } of received) ids.add((await PostalMime.parse(raw)).messageId);
  const isRight = ids.size === 1 && received.length <= 2;
  return isRight ? [] : [`${received.length} e-mails to ${address} with ${ids.size} ids`];
}

/** Each queue adds kill points, so that a scenario works on those that it needs. */
const queuesOf = (...names: QueueName[]): readonly QueueName[] => [...names, 'index.sync'];
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
    return { id: crypto.randomUUID(), number: ++count };
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

/** From the confirmation of a hand-over to the answer of the provider, no other worker knows if a message was sent. */
const handOvers = /unsent_fence = null|^(?:twilio|webhook) POST/;

interface Ending {
  readonly statuses: readonly string[];
  /** The number of messages that the provider got. */
  readonly received: number;
  /** Whether the provider can look a message up. */
  readonly isListed: boolean;
}

/** A message is sent once, or its outcome is unknown and it is never sent again. */
function onceProblems({ statuses, received, isListed }: Ending, point: KillPoint | undefined): string[] {
  const [, status] = statuses;
  const isInDoubt = point !== undefined && handOvers.test(point.label);
  const isRight =
    (status === 'SENT' && received === 1) ||
    (status === 'UNKNOWN' && ((received === 0 && isInDoubt) || (received === 1 && point !== undefined && !isListed)));
  return isRight ? [] : [`${received} messages arrived, and the statuses are ${statuses}`];
}

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
    if (!made.has('by-both')) {
      await ok(survivor, '/user-group-types', { code: 'TEAM', name: 'T', registry: {} });
      await ok(survivor, '/user-types', { code: 'PERSON', name: 'P', type: 'INDIVIDUAL', registry: {} });
      await ok(survivor, '/user-groups', { code: 'team', name: 'T', type: 'TEAM', chars: {} });
    }
    const code = `u${count + 1}`;
    await sql`delete from user_user_group`;
    for (const name of ['first', 'second'])
      await ok(survivor, '/users', {
        ...{ code: `${code}-${name}`, type: 'PERSON', chars: {}, groups: ['team'], email: emailOf(count + 1, name) },
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
    const number = ++count;
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
