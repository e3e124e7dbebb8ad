import { setDefaultTimeout } from 'bun:test';
import PostalMime from 'postal-mime';
import { setNotificationState } from '../../domain/notifications/commands.ts';
import type { DrivenProcess } from '../helpers/killPoints/drivenProcess.ts';
import {
  emailOf,
  makeMessageStageForFile,
  onceProblems,
  phoneOf,
  queuesOf,
  type Sent,
} from '../helpers/killPoints/messageStage.ts';
import { indexProblems, unequal } from '../helpers/killPoints/recovery.ts';
import { testKillPoints } from '../helpers/killPoints/stage.ts';
import { caller } from '../helpers/workerHarness.ts';

/** Workers that die while they deliver by rules with digests, throttles and escalations. */

setDefaultTimeout(120_000);
const { url, sql, providers, sending, statusesOf, emailProblems, lastNumber } = await makeMessageStageForFile();
const { smtp, twilio } = providers;
const kinds = ['Notification'];
/** Most of the boundaries are those of messages.test.ts. */
const part = { sample: 5 };

interface Digest extends Sent {
  readonly events: readonly Sent[];
}

/** Sends the notification of another event to the recipient of the first. */
const another = (survivor: DrivenProcess, { number }: Sent): Promise<Sent> =>
  sending('by-digest', { emailTemplateCode: 'mail', digest: { minutes: 60 } }, () => [{ email: emailOf(number) }])(
    survivor,
  );

async function openDigest(survivor: DrivenProcess): Promise<Sent> {
  const first = await another(survivor, { id: '', number: lastNumber() + 1 });
  await survivor.work();
  return first;
}

/** The numbers of the events in the e-mails to the recipient, without the copies of an e-mail. */
async function eventsIn(number: number): Promise<number[]> {
  const byId = new Map<string, number[]>();
  for (const { raw } of smtp.accepted.filter(({ to }) => to === emailOf(number))) {
    const { messageId = '', text = '{}' } = await PostalMime.parse(raw);
    const { items = [] } = JSON.parse(text) as { items?: { number: number }[] };
    byId.set(
      messageId,
      items.map((item) => item.number),
    );
  }
  return [...byId.values()].flat().sort((one, other) => one - other);
}

testKillPoints<Digest>(
  url,
  {
    name: 'a worker adds messages to a digest',
    drivers: providers.drivers(queuesOf('notification.email')),
    prepare: async (survivor) => {
      const first = await openDigest(survivor);
      return { ...first, events: [await another(survivor, first), await another(survivor, first)] };
    },
    problems: async ({ services }, { id, number, events }, point) => [
      ...unequal('the events', await eventsIn(number), [number, ...events.map((event) => event.number)]),
      ...unequal('the status', await statusesOf(id), ['SENT', 'SENT']),
      // The digest may close before another process goes on: then the event is in a digest of its own.
      ...(point ? [] : await emailProblems(emailOf(number))),
      ...(await indexProblems(services, kinds)),
    ],
  },
  part,
);

testKillPoints<Digest>(
  url,
  {
    name: 'a worker finds a digest whose first notification was cancelled',
    drivers: providers.drivers(queuesOf('notification.email')),
    prepare: async (survivor) => {
      const first = await openDigest(survivor);
      const events = [await another(survivor, first), await another(survivor, first)];
      await survivor.work();
      await setNotificationState(survivor.services, first.id, 'CANCELLED', caller);
      await sql`update digest set closes_at = now()`;
      await sql`update pgboss.job set start_after = now() where state = 'created'`;
      return { ...first, events };
    },
    problems: async ({ services }, { id, number, events }) => [
      ...(await emailProblems(emailOf(number))),
      ...unequal(
        'the events',
        await eventsIn(number),
        events.map((event) => event.number),
      ),
      ...unequal('the status', await statusesOf(id), ['CANCELLED', 'CANCELLED']),
      // Either of them is the first.
      ...unequal('the statuses', (await Promise.all(events.map((event) => statusesOf(event.id)))).map(String).sort(), [
        'SENT,SENT',
        'SKIPPED,SKIPPED',
      ]),
      ...(await indexProblems(services, kinds)),
    ],
  },
  part,
);

testKillPoints<Digest>(
  url,
  {
    name: 'a worker sends one of two messages that a throttle lets through',
    drivers: providers.drivers(queuesOf('notification.email')),
    prepare: async (survivor) => {
      const throttled = { emailTemplateCode: 'mail', throttle: { max: 1, minutes: 60 } };
      const number = lastNumber() + 1;
      const send = sending('by-throttle', throttled, () => [{ email: emailOf(number) }]);
      const first = await send(survivor);
      return { ...first, events: [await send(survivor)] };
    },
    problems: async ({ services }, { id, number, events }) => {
      const statuses = await Promise.all([id, ...events.map((event) => event.id)].map(statusesOf));
      return [
        ...(await emailProblems(emailOf(number))),
        ...unequal('the statuses', statuses.map(String).sort(), ['SENT,SENT', 'SKIPPED,SKIPPED']),
        ...(await indexProblems(services, kinds)),
      ];
    },
  },
  part,
);

testKillPoints<Sent>(
  url,
  {
    name: 'a worker sends the SMS after an e-mail that failed',
    drivers: providers.drivers(queuesOf('notification.deliver', 'notification.email', 'notification.sms')),
    prepare: async (survivor) => {
      const escalated = { emailTemplateCode: 'mail', smsTemplateCode: 'short', escalation: { minutes: 60 } };
      const person = (number: number) => [{ email: emailOf(number), phone: phoneOf(number) }];
      smtp.meet('rcpt', { code: 550, text: '5.7.1 no' });
      const sent = await sending('by-escalation', escalated, person)(survivor);
      await survivor.work();
      await sql`update notification set incarnation = incarnation - 3600000000 where id = ${sent.id}`;
      await sql`update notification_target set due_at = now() where notification_id = ${sent.id} and status = 'PLAN'`;
      await sql`update pgboss.job set start_after = now() where state = 'created'`;
      return sent;
    },
    problems: async ({ services }, { id, number }, point) => {
      const { length: received } = twilio.accepted.filter(({ To }) => To === phoneOf(number));
      const ends = await sql<{ channel: string; status: string; reason: string | null }[]>`
      select channel, status, status_reason as reason from notification_target
      where notification_id = ${id} and channel is not null order by channel`;
      const [email, sms] = ends.map(({ status, reason }) =>
        reason?.startsWith('OUTCOME_UNKNOWN') ? 'UNKNOWN' : status,
      );
      return [
        ...unequal('the e-mail', email, 'FAILED'),
        ...onceProblems({ statuses: ['', sms ?? ''], received, isListed: true }, point),
        ...(await indexProblems(services, kinds)),
      ];
    },
  },
  part,
);
