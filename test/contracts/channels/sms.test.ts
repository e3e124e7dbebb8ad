import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import twilio from 'twilio';
import { deliveryOf, isForward, isSignedByTwilio } from '../../../domain/notifications/recipients/receipts.ts';
import type { SmsMessage } from '../../../domain/ports/channels.ts';
import { makeSmsChannel, type SmsOptions, segmentsOf } from '../../../drivers/channels/sms/smsChannel.ts';
import { startMute } from '../../helpers/servers/smtp.ts';
import { startTwilio, type TestTwilio, type TwilioFault } from '../../helpers/servers/twilio.ts';
import { type ChannelHarness, describeChannel } from './channelContract.ts';

// A limit on a hang.
setDefaultTimeout(60_000);

/** Time-out for servers that respond: a limit on a hang. */
const LIMIT = 20_000;
/** Time-out for silent servers, in ms. */
const hasty: Partial<SmsOptions> = { timeouts: { connect: LIMIT, whole: 1_000 } };
const open: { stop(): unknown }[] = [];
afterAll(async () => {
  for (const one of open.reverse()) await one.stop();
});

const makeChannel = ({ url, accountSid, authToken }: TestTwilio, more: Partial<SmsOptions> = {}) =>
  makeSmsChannel({
    accountSid,
    authToken,
    from: '+420800123456',
    baseUrl: url,
    concurrency: 10,
    timeouts: { connect: LIMIT, whole: LIMIT },
    ...more,
  });

const sms = (id: string, more: Partial<SmsMessage> = {}): SmsMessage => ({
  id,
  to: '+420777123456',
  text: `Výpadek ${id}`,
  ...more,
});

const bad: TwilioFault = { status: 400, code: 21211 };

describeChannel(
  'SMS',
  async (): Promise<ChannelHarness<SmsMessage>> => {
    const server = await startTwilio();
    return {
      channel: makeChannel(server),
      hasty: makeChannel(server, hasty),
      unavailable: makeChannel(server, { baseUrl: 'http://127.0.0.1:1' }),
      message: sms,
      meet: (meeting) => {
        if (meeting === 'refused') server.meet(bad);
        if (meeting === 'retry') server.meet({ status: 429, code: 20429 });
        if (meeting === 'unknown') server.meet('hang');
        if (meeting === 'silent') server.meet('hang');
        if (meeting === 'slow') server.meet(200);
      },
      forget: server.forget,
      reached: () => server.requests,
      changes: server.changes,
      taken: () => server.accepted.length,
      stop: () => server.stop(),
    };
  },
  { silence: 'unknown' },
);

describe('a response of Twilio', () => {
  let server: TestTwilio;
  let channel: ReturnType<typeof makeChannel>;
  let impatient: ReturnType<typeof makeChannel>;
  beforeAll(async () => {
    server = await startTwilio();
    open.push(server);
    channel = makeChannel(server);
    impatient = makeChannel(server, hasty);
  });
  afterEach(() => server.forget());

  const answers: [TwilioFault, Record<string, unknown>][] = [
    [bad, { outcome: 'rejected', address: 'bounced' }],
    [
      { status: 400, code: 21614 },
      { outcome: 'rejected', address: 'bounced' },
    ],
    [
      { status: 400, code: 21610 },
      { outcome: 'rejected', address: 'opted-out' },
    ],
    [{ status: 400, code: 21408 }, { outcome: 'rejected' }],
    [{ status: 404 }, { outcome: 'rejected' }],
    [
      { status: 429, headers: { 'retry-after': '7' } },
      { outcome: 'retry', afterSeconds: 7, providerUnavailable: false },
    ],
    [
      { status: 429, code: 20429 },
      { outcome: 'retry', providerUnavailable: false },
    ],
    [
      { status: 401, code: 20003 },
      { outcome: 'retry', providerUnavailable: true },
    ],
    [
      { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
      { outcome: 'retry', providerUnavailable: true },
    ],
    [{ status: 500 }, { outcome: 'unknown' }],
    [{ status: 503 }, { outcome: 'unknown' }],
    ['hang', { outcome: 'unknown' }],
  ];
  for (const [fault, expected] of answers) {
    test(`${JSON.stringify(fault)} is ${Object.values(expected).join(', ')}`, async () => {
      const before = server.requests;
      server.meet(fault);
      const ended = await (fault === 'hang' ? impatient : channel).send(sms('answer'));
      expect(ended).toMatchObject(expected);
      expect('address' in ended).toBe('address' in expected);
      expect(server.requests).toBe(before + 1);
      expect(JSON.stringify(ended)).not.toContain(server.authToken);
    });
  }

  test('a host that accepts connections and does not respond makes the outcome unknown', async () => {
    const mute = await startMute([]);
    open.push(mute);
    const baseUrl = `http://127.0.0.1:${mute.port}`;
    const ended = await makeChannel(server, { ...hasty, baseUrl }).send(sms('mute'));
    expect(ended.outcome).toBe('unknown');
  });

  test('an accepted message has its id and its segments', async () => {
    const ended = await channel.send(sms('sid', { receiptUrl: 'https://example.org/receipts' }));
    expect(ended).toMatchObject({ outcome: 'sent', providerId: expect.stringMatching(/^SM/), segments: 1 });
    expect(server.accepted.at(-1)).toEqual({
      To: '+420777123456',
      From: '+420800123456',
      Body: 'Výpadek sid',
      StatusCallback: 'https://example.org/receipts',
    });
  });

  test('a name or a messaging service can be the sender; invalid senders and numbers are rejected without a request', async () => {
    const service = `MG${'a'.repeat(32)}`;
    await channel.send(sms('name', { from: 'Waybill' }));
    expect(server.accepted.at(-1)).toMatchObject({ From: 'Waybill' });
    await channel.send(sms('service', { from: service }));
    expect(server.accepted.at(-1)).toMatchObject({ MessagingServiceSid: service });
    const before = server.requests;
    for (const more of [{ from: 'a name too long' }, { from: '12' }, { from: 'Evil\r\nX' }, { text: '' }]) {
      expect((await channel.send(sms('wrong', more))).outcome).toBe('rejected');
    }
    for (const to of ['777123456', '+0', '+420 777', '+420777123456\n', 'whatsapp:+420777123456']) {
      expect(await channel.send(sms('wrong', { to }))).toMatchObject({ outcome: 'rejected', address: 'bounced' });
    }
    expect(server.requests).toBe(before);
  });

  test('a message with an unknown outcome is found only if it was accepted', async () => {
    const since = new Date();
    server.meet('hang', { status: 500 });
    const [taken, lost] = [sms('taken'), sms('lost')];
    expect((await impatient.send(taken)).outcome).toBe('unknown');
    expect((await channel.send(lost)).outcome).toBe('unknown');
    const found = await channel.lookUp?.(taken, since);
    expect(found).toMatchObject({ outcome: 'sent', providerId: expect.stringMatching(/^SM/) });
    expect(await channel.lookUp?.(lost, since)).toBeUndefined();
    expect(await channel.lookUp?.(taken, new Date(Date.now() + 600_000))).toBeUndefined();
    const unavailable = makeChannel(server, { baseUrl: 'http://127.0.0.1:1' });
    expect(await unavailable.lookUp?.(taken, since)).toBeUndefined();
  });
});

test('segments are counted as billed', async () => {
  const counts: [string, number][] = [
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['č'.repeat(70), 1],
    ['č'.repeat(71), 2],
    ['🚨'.repeat(35), 1],
    ['🚨'.repeat(36), 2],
  ];
  for (const [text, segments] of counts) expect({ text, segments: await segmentsOf(text) }).toEqual({ text, segments });
});

describe('receipts', () => {
  const token = '12345';
  const params = { MessageSid: 'SM1', MessageStatus: 'delivered', To: '+420777123456', Body: 'žluťoučký' };

  test('have the signature of Twilio, with and without a port', () => {
    const urls = [
      'https://example.org/api/v2/receipts?a=1',
      'https://example.org:8443/r',
      'http://example.org',
      'https://[::1]/r',
      'https://[::1]:8443/r',
      'https://user:p@example.org/r',
    ];
    const { getExpectedTwilioSignature: sign, validateRequest } = twilio;
    for (const url of urls) {
      for (const signedUrl of [url, url.replace('example.org/', 'example.org:443/')]) {
        const signature = sign(token, signedUrl, params);
        expect({ url, ok: isSignedByTwilio(token, signature, url, params) }).toEqual({
          url,
          ok: validateRequest(token, signature, url, params),
        });
      }
      const signature = sign(token, url, params);
      expect(isSignedByTwilio(token, signature, url, params)).toBe(true);
      for (const forged of [undefined, '', 'x', signature.slice(1), `A${signature.slice(1)}`]) {
        expect(isSignedByTwilio(token, forged, url, params)).toBe(false);
      }
      expect(isSignedByTwilio('other', signature, url, params)).toBe(false);
      expect(isSignedByTwilio(token, signature, `${url}x`, params)).toBe(false);
      expect(isSignedByTwilio(token, signature, url, { ...params, MessageStatus: 'failed' })).toBe(false);
    }
  });

  test('move a message only forward', () => {
    const order = ['accepted', 'queued', 'sending', 'sent', 'delivered', 'read'];
    for (const [at, known] of order.entries()) {
      for (const [to, status] of order.entries()) expect(isForward(known, status)).toBe(to > at);
    }
    expect(isForward(undefined, 'sent')).toBe(true);
    expect(isForward('sent', 'undelivered')).toBe(true);
    expect(isForward('undelivered', 'delivered')).toBe(false);
    expect(isForward('delivered', 'undelivered')).toBe(false);
    expect(isForward('undelivered', 'read')).toBe(false);
    expect(isForward('sent', 'nonsense')).toBe(false);
    expect(['sent', 'delivered', 'read', 'undelivered', 'failed'].map(deliveryOf)).toEqual([
      undefined,
      'DELIVERED',
      'DELIVERED',
      'UNDELIVERED',
      'UNDELIVERED',
    ]);
  });
});
