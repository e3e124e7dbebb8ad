import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createSign } from 'node:crypto';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { signedText } from '../../../domain/notifications/bounces/snsMessage.ts';
import { makeSnsClient } from '../../../drivers/bounces/snsClient.ts';
import { stopAfterFile } from '../../helpers/bootstrap.ts';
import { start } from '../../helpers/deliveries/deliveryHarness.ts';
import {
  accepted,
  reasonsOf,
  report,
  reported,
  sent,
  startWebhooksForFile,
  targetOf,
} from '../../helpers/mail/webhookHarness.ts';
import { selfSigned } from '../../helpers/servers/certificateAuthority.ts';

// A limit on a hang.
setDefaultTimeout(90_000);

/** Bounces that Amazon SES reports by Amazon SNS. */

const topic = 'arn:aws:sns:eu-west-1:123456789012:bounces';
const identity = selfSigned('sns.amazonaws.com');
/** Stands for Amazon SNS: the certificate, and the confirmations of subscriptions. */
const confirmed: string[] = [];
const sns = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: ({ url }) => {
    const { pathname, search } = new URL(url);
    if (pathname === '/SimpleNotificationService.pem') return new Response(identity.certificate);
    if (pathname === '/broken.pem') return new Response('busy', { status: 503 });
    if (pathname === '/other.pem') return new Response('no certificate');
    confirmed.push(search);
    return new Response('<ConfirmSubscriptionResponse/>');
  },
});
stopAfterFile(() => sns.stop(true));
const snsUrl = `http://127.0.0.1:${sns.port}`;

await startWebhooksForFile({ ses: { topics: [topic], sns: makeSnsClient({ baseUrl: snsUrl, timeoutMs: 20_000 }) } });

function signed(message: JsonObject, version: '1' | '2' = '2'): JsonObject {
  const whole = {
    MessageId: crypto.randomUUID(),
    TopicArn: topic,
    Timestamp: '2026-11-26T10:00:00.000Z',
    SignatureVersion: version,
    SigningCertURL: `${snsUrl}/SimpleNotificationService.pem`,
    ...message,
  };
  const signer = createSign(version === '1' ? 'RSA-SHA1' : 'RSA-SHA256').update(signedText(whole));
  return { ...whole, Signature: signer.sign(identity.key, 'base64') };
}

describe('Amazon SES', () => {
  const bounce = ({ targetId, address }: { targetId: string; address: string }, members: JsonObject = {}) => ({
    Type: 'Notification',
    Message: JSON.stringify({
      notificationType: 'Bounce',
      bounce: {
        ...{ bounceType: 'Permanent', bounceSubType: 'General', feedbackId: `feedback ${targetId}` },
        bouncedRecipients: [
          { emailAddress: address, action: 'failed', status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 unknown' },
        ],
        ...members,
      },
      mail: {
        messageId: '0100019abc-000000',
        headers: [{ name: 'Message-ID', value: `<${targetId}@example.com>` }],
      },
    }),
  });

  test('a permanent bounce, sent twice and as text/plain', async () => {
    await start();
    const one = await sent('ses@example.org');
    const message = signed(bounce(one));
    expect(await report('ses', message, { 'content-type': 'text/plain; charset=UTF-8' })).toEqual(accepted);
    expect(await reported(one.id)).toMatchObject({
      status: 'UNDELIVERED',
      statusReason: 'bounced: Permanent/General 550 5.1.1 unknown',
      attempts: [{ outcome: 'sent' }, { outcome: 'bounced', provider: 'ses' }],
    });
    expect(await reasonsOf(one.address)).toEqual(['BOUNCED']);
    // The same report in another message: it is handled before the one that follows it.
    expect(await report('ses', signed(bounce(one), '1'))).toEqual(accepted);
    const two = await sent('ses2@example.org');
    const transient = { bounceType: 'Transient', bounceSubType: 'General' };
    expect(await report('ses', signed(bounce(two, transient)))).toEqual(accepted);
    expect(await reported(two.id)).toMatchObject({ status: 'SENT', attempts: [{}, { outcome: 'soft-bounced' }] });
    expect((await targetOf(one.id))?.attempts).toHaveLength(2);
    expect(await reasonsOf(two.address)).toEqual([]);
  });

  test('a complaint of event publishing, whose message has our header alone', async () => {
    await start();
    const one = await sent('ses3@example.org');
    const complaint = {
      eventType: 'Complaint',
      complaint: {
        complainedRecipients: [{ emailAddress: one.address }],
        complaintFeedbackType: 'abuse',
        feedbackId: 'f',
      },
      mail: { headers: [{ name: 'x-waybill-id', value: one.targetId }], commonHeaders: { messageId: 'other' } },
    };
    expect(
      await report('ses', signed({ Type: 'Notification', Subject: 'S', Message: JSON.stringify(complaint) })),
    ).toEqual(accepted);
    expect(await reported(one.id)).toMatchObject({ status: 'DELIVERED', statusReason: 'complained: abuse' });
    expect(await reasonsOf(one.address)).toEqual(['COMPLAINED']);
  });

  test('the subscription is confirmed at Amazon SNS alone', async () => {
    const subscription = { Type: 'SubscriptionConfirmation', Token: 't', Message: 'You have chosen to subscribe' };
    const SubscribeURL = `${snsUrl}/?Action=ConfirmSubscription&Token=t`;
    expect(await report('ses', signed({ ...subscription, SubscribeURL }))).toEqual(accepted);
    expect(confirmed).toEqual(['?Action=ConfirmSubscription&Token=t']);
    for (const other of [
      'http://169.254.169.254/latest/meta-data',
      `http://localhost:${sns.port}/`,
      'file:///etc/passwd',
      '',
    ]) {
      const { status, errors } = await report('ses', signed({ ...subscription, SubscribeURL: other }));
      expect([status, errors[0]]).toEqual([400, expect.stringContaining('SubscribeURL: ')]);
    }
    expect(await report('ses', signed({ ...subscription, Type: 'UnsubscribeConfirmation', SubscribeURL }))).toEqual(
      accepted,
    );
    expect(confirmed).toHaveLength(1);
  });

  test('a forged, foreign or malformed message is a 400, and an unreachable certificate a 500', async () => {
    const one = { targetId: crypto.randomUUID(), address: 'x@example.org' };
    const good = signed(bounce(one));
    const refusals: readonly [JsonObject, string][] = [
      [{ ...good, Message: `${good.Message} ` }, 'Signature: '],
      [{ ...good, Signature: '' }, 'Signature: '],
      [{ ...good, SignatureVersion: '3' }, 'SignatureVersion: '],
      [{ ...good, Type: 'constructor' }, 'Type: '],
      [signed({ ...bounce(one), TopicArn: 'arn:aws:sns:eu-west-1:999999999999:theirs' }), 'TopicArn: '],
      [{ ...good, SigningCertURL: 'https://sns.eu-west-1.amazonaws.com.evil.example/x.pem' }, 'SigningCertURL: '],
      [{ ...good, SigningCertURL: `${snsUrl}/other.pem` }, 'SigningCertURL: '],
    ];
    for (const [message, member] of refusals) {
      const { status, errors } = await report('ses', message);
      expect([status, errors[0]]).toEqual([400, expect.stringContaining(member)]);
    }
    expect((await report('ses', '[]')).status).toBe(400);
    expect((await report('ses', 'no JSON')).status).toBe(400);
    expect((await report('ses', { ...good, SigningCertURL: `${snsUrl}/broken.pem` })).status).toBe(500);
    // Not of Amazon SES, but signed: a test message of the topic.
    expect(await report('ses', signed({ Type: 'Notification', Message: 'Hello' }))).toEqual(accepted);
  });
});

describe('Amazon SNS without a base URL', () => {
  const client = makeSnsClient({ timeoutMs: 20_000 });
  test('other hosts and ports, and plain HTTP, are not called', async () => {
    for (const url of [
      'http://sns.eu-west-1.amazonaws.com/x.pem',
      'https://sns.eu-west-1.amazonaws.com:8443/x.pem',
      'https://sns.eu-west-1.amazonaws.com@169.254.169.254/x.pem',
      'https://evil.amazonaws.com/x.pem',
      'https://sns.evil.example/sns.eu-west-1.amazonaws.com',
      'https://user:pass@sns.eu-west-1.amazonaws.com/x.pem',
      'no URL',
    ])
      await expect(client.certificate(url)).rejects.toMatchObject({ name: 'SnsRefused' });
  });
});
