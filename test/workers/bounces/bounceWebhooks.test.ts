import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { start } from '../../helpers/deliveries/deliveryHarness.ts';
import {
  accepted,
  reasonsOf,
  report,
  reported,
  sent,
  startWebhookApi,
  startWebhooksForFile,
} from '../../helpers/mail/webhookHarness.ts';

// A limit on a hang.
setDefaultTimeout(90_000);

/** Bounces that Postmark and Mailgun report, each in its format. */

const password = 'of the webhook';
const signingKey = 'key-mailgun';
await startWebhooksForFile({ postmark: { password }, mailgun: { signingKey } });

describe('Postmark', () => {
  const basic = (secret: string) => ({ authorization: `Basic ${btoa(`waybill:${secret}`)}` });
  const event = ({ targetId, address }: { targetId: string; address: string }, members: JsonObject) => ({
    ...{ RecordType: 'Bounce', ID: 42, MessageID: '883953f4-6105-42a2-a16a-77a8eac79483', Email: address },
    ...{ Description: 'The server was unable to deliver your message.', Metadata: { 'waybill-id': targetId } },
    ...members,
  });

  test('a hard bounce, a soft one and a complaint', async () => {
    await start();
    const [hard, soft, complaint] = [
      await sent('pm1@example.org'),
      await sent('pm2@example.org'),
      await sent('pm3@example.org'),
    ];
    const details = { Type: 'HardBounce', Inactive: true, Details: 'smtp;550 5.1.1 no' };
    expect(await report('postmark', event(hard, details), basic(password))).toEqual(accepted);
    expect(await report('postmark', event(soft, { Type: 'SoftBounce' }), basic(password))).toEqual(accepted);
    const spam = { RecordType: 'SpamComplaint', Type: 'SpamComplaint' };
    expect(await report('postmark', event(complaint, spam), basic(password))).toEqual(accepted);
    expect(await reported(hard.id)).toMatchObject({
      status: 'UNDELIVERED',
      statusReason: 'bounced: HardBounce smtp;550 5.1.1 no',
    });
    expect(await reported(soft.id)).toMatchObject({ status: 'SENT', attempts: [{}, { outcome: 'soft-bounced' }] });
    expect(await reported(complaint.id)).toMatchObject({ status: 'DELIVERED' });
    expect([await reasonsOf(hard.address), await reasonsOf(soft.address), await reasonsOf(complaint.address)]).toEqual([
      ['BOUNCED'],
      [],
      ['COMPLAINED'],
    ]);
  });

  test('without the password it is a 400; deliveries and foreign messages are ignored', async () => {
    const one = { targetId: crypto.randomUUID(), address: 'x@example.org' };
    const bounce = event(one, { Type: 'HardBounce' });
    for (const headers of [{}, basic('wrong'), basic(''), { authorization: `Bearer ${password}` }])
      expect((await report('postmark', bounce, headers as Record<string, string>)).status).toBe(400);
    for (const other of [
      { ...bounce, Metadata: {} },
      { RecordType: 'Delivery' },
      bounce,
      { ...bounce, Type: 'AutoResponder' },
    ])
      expect(await report('postmark', other, basic(password))).toEqual(accepted);
  });
});

describe('Mailgun', () => {
  const now = () => Math.floor(Date.now() / 1_000);

  function signedEvent(event: JsonObject, key = signingKey, at = now()): JsonObject {
    const [timestamp, token] = [String(at), crypto.randomUUID()];
    const signature = createHmac('sha256', key)
      .update(timestamp + token)
      .digest('hex');
    return { signature: { timestamp, token, signature }, 'event-data': event };
  }
  const failed = ({ targetId, address }: { targetId: string; address: string }, members: JsonObject) => ({
    ...{ event: 'failed', id: `event-${targetId}`, recipient: address, severity: 'permanent', reason: 'bounce' },
    message: { headers: { 'message-id': `${targetId}@example.com` } },
    'delivery-status': { code: 550, message: '5.1.1 unknown' },
    ...members,
  });

  test('a bounce, the end of attempts, a temporary failure and a complaint', async () => {
    await start();
    const [hard, old, soft, complaint] = [
      await sent('mg1@example.org'),
      await sent('mg2@example.org'),
      await sent('mg3@example.org'),
      await sent('mg4@example.org'),
    ];
    expect(await report('mailgun', signedEvent(failed(hard, {})))).toEqual(accepted);
    expect(await report('mailgun', signedEvent(failed(old, { reason: 'old' })))).toEqual(accepted);
    expect(await report('mailgun', signedEvent(failed(soft, { severity: 'temporary', reason: 'generic' })))).toEqual(
      accepted,
    );
    expect(await report('mailgun', signedEvent(failed(complaint, { event: 'complained' })))).toEqual(accepted);
    expect(await reported(hard.id)).toMatchObject({
      status: 'UNDELIVERED',
      statusReason: 'bounced: 550 5.1.1 unknown',
    });
    expect(await reported(old.id)).toMatchObject({ status: 'UNDELIVERED' });
    expect(await reported(soft.id)).toMatchObject({ status: 'SENT', attempts: [{}, { outcome: 'soft-bounced' }] });
    expect(await reported(complaint.id)).toMatchObject({ status: 'DELIVERED' });
    const all = [hard, old, soft, complaint].map(({ address }) => reasonsOf(address));
    expect(await Promise.all(all)).toEqual([['BOUNCED'], [], [], ['COMPLAINED']]);
  });

  test('a signature is for one event, and for some hours', async () => {
    await start();
    const [first, second] = [await sent('mg5@example.org'), await sent('mg6@example.org')];
    const signed = signedEvent(failed(first, {}));
    expect(await report('mailgun', signed)).toEqual(accepted);
    expect(await report('mailgun', signed)).toEqual(accepted);
    const forged = await report('mailgun', { ...signed, 'event-data': failed(second, {}) });
    expect([forged.status, forged.errors]).toEqual([400, ['signature.token: was used for another event']]);
    for (const at of [now() - 13 * 3_600, now() + 600, Number.NaN]) {
      const { status, errors } = await report('mailgun', signedEvent(failed(second, {}), signingKey, at));
      expect([status, errors[0]]).toEqual([
        400,
        expect.stringMatching(/^signature\.timestamp: must be of the last 12 hours/),
      ]);
    }
    expect(await reported(first.id)).toMatchObject({ status: 'UNDELIVERED' });
    expect(await reasonsOf(second.address)).toEqual([]);
  });

  test('a wrong signature is a 400, and so is every report without configuration', async () => {
    const event = failed({ targetId: crypto.randomUUID(), address: 'x@example.org' }, {});
    expect((await report('mailgun', signedEvent(event, 'key-other'))).errors[0]).toContain('signature: ');
    expect((await report('mailgun', { 'event-data': event })).status).toBe(400);
    expect(await report('mailgun', signedEvent({ ...event, event: 'opened' }))).toEqual(accepted);
    const bareUrl = await startWebhookApi();
    for (const [provider, variable] of [
      ['ses', 'SES_TOPIC_ARNS'],
      ['postmark', 'POSTMARK_WEBHOOK_PASSWORD'],
      ['mailgun', 'MAILGUN_SIGNING_KEY'],
    ] as const) {
      const { status, errors } = await report(provider, {}, {}, bareUrl);
      expect([status, errors[0]]).toEqual([400, expect.stringContaining(variable)]);
    }
  });
});

test('reports that arrive together are recorded together, each once', async () => {
  await start();
  const targets = await Promise.all(Array.from({ length: 20 }, (_, index) => sent(`many${index}@example.org`)));
  const basic = { authorization: `Basic ${btoa(`waybill:${password}`)}` };
  const event = ({ targetId, address }: (typeof targets)[number], ID: number) => ({
    ...{ RecordType: 'Bounce', Type: 'HardBounce', ID, Email: address, Metadata: { 'waybill-id': targetId } },
  });
  const twice = [...targets, ...targets].map((target, index) => report('postmark', event(target, index % 20), basic));
  expect(new Set((await Promise.all(twice)).map(({ status }) => status))).toEqual(new Set([200]));
  for (const { id, address } of targets) {
    expect(await reported(id)).toMatchObject({ status: 'UNDELIVERED' });
    expect(await reasonsOf(address)).toEqual(['BOUNCED']);
  }
});
