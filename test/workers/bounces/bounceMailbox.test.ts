import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { makeApi } from '../../../api/http/server.ts';
import { metricsRoutes } from '../../../api/routes/metrics.ts';
import { makeLiveStats } from '../../../domain/monitoring/liveStats.ts';
import type { BounceMailbox } from '../../../domain/ports/bounceMailbox.ts';
import { makeImapMailbox } from '../../../drivers/bounces/imapMailbox.ts';
import { stopAfterFile } from '../../helpers/bootstrap.ts';
import {
  ended,
  harness,
  post,
  rule,
  send,
  sms,
  smtp,
  start,
  startDeliveriesForFile,
  story,
  url,
} from '../../helpers/deliveries/deliveryHarness.ts';
import { ofExim, ofFeedbackLoop, ofPostfix, outOfOffice } from '../../helpers/mail/bouncedMails.ts';
import { dovecotMissing, startDovecot, type TestMailServer } from '../../helpers/mail/dovecot.ts';
import { poll } from '../../helpers/waits/poll.ts';

// A limit on a hang.
setDefaultTimeout(90_000);

/** Bounces that arrive by mail, with a real IMAP server, a real mail server and real workers. */

const folder = 'Waybill';
let server: TestMailServer;

if (!dovecotMissing) {
  await startDeliveriesForFile();
  await rule('escalated', { emailTemplateCode: 'mail', smsTemplateCode: 'short', escalation: { minutes: 60 } });
  server = await startDovecot();
  stopAfterFile(() => server.stop());
}

const mailbox = (address = server.url, pollMs = 60_000): BounceMailbox =>
  makeImapMailbox({ url: address, folder, pollMs, timeoutMs: 20_000 });
const startReading = () => start({ worker: { bounceMailbox: mailbox(), logExchanges: 'meta' } });

/** Sends an e-mail, and returns what a report about it needs. */
async function sent(address: string, members: object = {}) {
  const id = await send({ notificationTo: [{ email: address }], ...members });
  const { notificationTo } = await ended(id, 'SENT');
  const [target] = notificationTo;
  return { id, bounced: { targetId: String(target?.id), address } };
}
const targetOf = async (id: string) => (await story(id)).notificationTo[0];
const suppressionsOf = async (address: string) => {
  const filtering = encodeURIComponent(JSON.stringify({ filters: [{ column: 'address', value: address }] }));
  const page = (await (await fetch(`${url}/api/v2/suppressions?filtering=${filtering}`)).json()) as {
    content: { reason: string; description: string; notificationToId: string }[];
  };
  return page.content;
};
/** Waits until the server has no message that was not read, and returns those that were. */
async function read(text: string) {
  return poll('the messages to be read', async () => {
    const [waiting, done] = [await server.messages('INBOX'), await server.messages(folder)];
    return waiting.length === 0 && done.filter((one) => one.text.includes(text));
  });
}

describe.skipIf(dovecotMissing !== undefined)(`bounces in a mailbox ${dovecotMissing ?? ''}`, () => {
  test('a hard bounce makes the target UNDELIVERED and suppresses the address, and is told in its story and a Log', async () => {
    await startReading();
    const { id, bounced } = await sent('gone@example.org');
    await server.deliver(ofPostfix(bounced));
    const answer = '550 5.1.1 <gone@example.org>: Recipient address rejected: as the test wants it';
    expect(await ended(id, 'FAILED')).toMatchObject({
      notificationTo: [
        {
          status: 'UNDELIVERED',
          statusReason: `bounced: ${answer}`,
          attempts: [
            { attempt: 1, outcome: 'sent' },
            { outcome: 'bounced', provider: 'mailbox', answer, at: expect.any(String) },
          ],
        },
      ],
    });
    expect((await targetOf(id))?.attempts[1]).not.toHaveProperty('attempt');
    expect(await suppressionsOf('gone@example.org')).toMatchObject([
      { reason: 'BOUNCED', description: `bounced: ${answer}`, notificationToId: bounced.targetId },
    ]);
    const logs = await (await fetch(`${url}/api/v2/logs/by-owner/Notification/${id}`)).json();
    expect(logs).toMatchObject([{ resultCode: 'bounced', response: answer }, { resultCode: 'sent' }]);
    expect(await read(bounced.targetId)).toMatchObject([{ flags: ['\\Seen'] }]);
    const next = await send({ notificationTo: [{ email: 'GONE@example.org' }] });
    expect((await ended(next, 'SKIPPED')).notificationTo).toMatchObject([
      { statusReason: 'its address is suppressed' },
    ]);
  });

  test('a failure that is not the fault of the address, a delay and a complaint', async () => {
    await startReading();
    const [full, slow, annoyed] = [
      await sent('full@example.org'),
      await sent('slow@example.org'),
      await sent('annoyed@example.org'),
    ];
    await server.deliver(ofPostfix(full.bounced, '5.2.2'));
    await server.deliver(ofPostfix(slow.bounced, '4.4.1', 'delayed'));
    await server.deliver(ofFeedbackLoop(annoyed.bounced));
    expect((await ended(full.id, 'FAILED')).notificationTo).toMatchObject([{ status: 'UNDELIVERED' }]);
    const delayed = await poll('the delay in the story', async () => {
      const target = await targetOf(slow.id);
      return target?.attempts.length === 2 ? target : undefined;
    });
    expect(delayed).toMatchObject({ status: 'SENT', attempts: [{ outcome: 'sent' }, { outcome: 'soft-bounced' }] });
    const complained = await poll('the complaint', async () => {
      const target = await targetOf(annoyed.id);
      return target?.status === 'DELIVERED' ? target : undefined;
    });
    expect(complained).toMatchObject({ statusReason: 'complained: abuse Example-FBL/1.0' });
    expect(await suppressionsOf('full@example.org')).toEqual([]);
    expect(await suppressionsOf('slow@example.org')).toEqual([]);
    expect(await suppressionsOf('annoyed@example.org')).toMatchObject([{ reason: 'COMPLAINED' }]);
  });

  test('what is no report, is forged, of unknown messages or repeated changes nothing, and is moved too', async () => {
    await startReading();
    const [one, other] = [await sent('one@example.org'), await sent('other@example.org')];
    const unsent = await send({ notificationTo: [{ email: 'one@example.org' }] });
    await ended(unsent, 'SENT');
    const waiting = crypto.randomUUID();
    await server.deliver(outOfOffice(one.bounced));
    await server.deliver('Subject: nonsense\n\n\u0000\u0001');
    // The id of one target with the address of another, of no target, and of a target that nothing was sent to.
    await server.deliver(ofPostfix({ ...one.bounced, address: 'other@example.org' }));
    await server.deliver(ofPostfix({ targetId: waiting, address: 'one@example.org' }));
    await server.deliver(ofExim(other.bounced));
    await server.deliver(ofExim(other.bounced));
    await ended(other.id, 'FAILED');
    await read('Until Monday.');
    await poll('all reports to be handled', async () => {
      const rows = await harness.services.sql`
        select from pgboss.job where name = 'notification.bounce' and state < 'completed' limit 1`;
      const waitingRows = await harness.services.sql`select from outbox where queue = 'notification.bounce' limit 1`;
      return rows.length + waitingRows.length === 0;
    });
    expect(await targetOf(one.id)).toMatchObject({ status: 'SENT', attempts: [{ outcome: 'sent' }] });
    expect((await targetOf(other.id))?.attempts).toHaveLength(2);
    expect(await suppressionsOf('one@example.org')).toEqual([]);
    expect(await read('Until Monday.')).toMatchObject([{ flags: [] }]);
  });

  test('a mailbox that cannot be read is shown with its worker, and by a metric', async () => {
    interface Reader {
      readonly bounceMailbox?: { readonly state: string; readonly since: string; readonly reason?: string };
    }
    const reader = (state: string) =>
      poll(`a worker to be ${state}`, async () => {
        const workers = (await (await fetch(`${url}/api/v2/admin/workers`)).json()) as Reader[];
        return workers.find(({ bounceMailbox }) => bounceMailbox?.state === state)?.bounceMailbox;
      });
    const { services } = harness;
    const routes = metricsRoutes(
      undefined,
      makeLiveStats(services, async () => ({})),
    );
    const api = makeApi(services, { host: '127.0.0.1', port: 0, maxBody: 1_024, routes });
    await api.start();
    const metrics = async () => (await fetch(`${api.url}/metrics`)).text();
    const stopped = await start({ worker: { bounceMailbox: mailbox(server.url.replace('Only', 'Wrong')) } });
    expect((await reader('FAILING')).reason).toContain('Authentication failed');
    expect(await metrics()).toContain('\nwaybill_bounce_mailbox_up 0\n');
    await stopped.stop();
    await startReading();
    expect(await reader('READING')).toEqual({ state: 'READING', since: expect.any(String) });
    expect(await metrics()).toContain('\nwaybill_bounce_mailbox_up 1\n');
    await api.stop();
  });

  test('a bounce that arrives before the end of the attempt waits for it', async () => {
    await startReading();
    const released = Promise.withResolvers<void>();
    smtp.meet('data', released.promise);
    const id = await send({ notificationTo: [{ email: 'quick@example.org' }] });
    await smtp.changes.until('the message to be handed over', () => smtp.unmet('data') === 0);
    const targetId = String((await targetOf(id))?.id);
    await server.deliver(ofPostfix({ targetId, address: 'quick@example.org' }));
    await read(targetId);
    const { sql } = harness.services;
    await poll('the report to wait', async () => {
      const [row] = await sql<{ waits: boolean }[]>`
        select state in ('retry', 'created') and start_after > now() as waits from pgboss.job
        where name = 'notification.bounce' and data->>'targetId' = ${targetId}`;
      return row?.waits;
    });
    expect(await targetOf(id)).toMatchObject({ status: 'IN_PROGRESS' });
    released.resolve();
    expect((await ended(id, 'FAILED')).notificationTo).toMatchObject([
      { status: 'UNDELIVERED', attempts: [{ outcome: 'sent' }, { outcome: 'bounced' }] },
    ]);
  });

  test('the SMS of an escalation is sent, also if it was not necessary before the bounce', async () => {
    await startReading();
    const { sql } = harness.services;
    const address = 'escalated@example.org';
    const notificationTo = [{ email: address, phone: '+420601004321' }];
    const id = await send({ templateCode: 'escalated', notificationTo });
    const targets = async () =>
      Object.fromEntries(
        (
          await sql<{ channel: string; id: string; status: string; reason: string | null }[]>`
          select channel, id, status, status_reason as reason from notification_target
          where notification_id = ${id} and channel is not null`
        ).map((row) => [row.channel, row]),
      );
    await poll('the SMS to wait', async () => (await targets()).sms?.reason?.startsWith('waits for the e-mail'));
    await poll('the e-mail to be sent', async () => (await targets()).email?.status === 'SENT');
    await sql`update notification set incarnation = incarnation - 3600000000 where id = ${id}`;
    await sql`update notification_target set due_at = now() where notification_id = ${id} and channel = 'sms'`;
    await poll('its job to be due', async () => {
      const due =
        await sql`update pgboss.job set start_after = now() where name = 'notification.sms' and state = 'created' returning id`;
      return due.length > 0;
    });
    await poll('the SMS to be unnecessary', async () => (await targets()).sms?.status === 'SKIPPED');
    expect(sms.sent).toEqual([]);
    await server.deliver(ofPostfix({ targetId: String((await targets()).email?.id), address }));
    await poll('the SMS to be sent', async () => (await targets()).sms?.status === 'SENT');
    expect(sms.sent).toMatchObject([{ to: '+420601004321' }]);
    await ended(id, 'PARTIALLY_SENT');
  });

  test('rules follow bounces and complaints by their events, and the bounces of their messages cause none', async () => {
    await post('/notification-rules', {
      ...{ code: 'bounces', name: 'B', eventType: 'SYSTEM' },
      config: {
        event: 'MESSAGE_BOUNCED',
        emailTemplateCode: 'mail',
        subject: '{{email}} {{reason}}',
        notificationTo: [{ email: 'operator@example.org' }],
      },
    });
    await startReading();
    const { id, bounced } = await sent('event@example.org');
    await server.deliver(ofPostfix(bounced));
    await ended(id, 'FAILED');
    const { sql } = harness.services;
    const reported = await poll('the message of the rule', async () => {
      const [row] = await sql<{ id: string; target: string; status: string }[]>`
        select n.id, t.id as target, n.status from notification n join notification_target t on t.notification_id = n.id
        where n.owner_type = 'Notification' and n.owner_id = ${id}`;
      return row?.status === 'SENT' ? row : undefined;
    });
    expect((await smtp.last()).subject).toStartWith('event@example.org 550 5.1.1');
    await server.deliver(ofPostfix({ targetId: reported.target, address: 'operator@example.org' }, '5.7.1'));
    await ended(reported.id, 'FAILED');
    const events =
      await sql`select from pgboss.job where name = 'event.notification' and data->>'ownerId' = ${reported.id}`;
    expect(events).toHaveLength(0);
  });
});
