import { afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { type AddressInfo, createServer } from 'node:net';
import type { EmailMessage } from '../../../domain/ports/channels.ts';
import { type SmtpFault, type SmtpPhase, startMute, startSmtp, type TestSmtp } from '../../helpers/servers/smtp.ts';
import { type ChannelHarness, describeChannel } from './channelContract.ts';
import { ANSWER, emailServers, PATIENT, plain } from './emailSetup.ts';

// A limit on a hang.
setDefaultTimeout(60_000);

const { makeChannel, server, open } = emailServers();

describeChannel(
  'e-mail',
  async (): Promise<ChannelHarness<EmailMessage>> => {
    const smtp = await startSmtp();
    return {
      channel: makeChannel(smtp.url),
      hasty: makeChannel(smtp.url, { timeouts: { ...PATIENT, answer: ANSWER } }),
      unavailable: makeChannel('smtp://127.0.0.1:1'),
      message: (id) => plain(id),
      meet: (meeting) => {
        if (meeting === 'refused') smtp.meet('rcpt', { code: 550, text: '5.1.1 no such mailbox' });
        if (meeting === 'retry') smtp.meet('data', { code: 451, text: '4.3.0 later' });
        if (meeting === 'unknown') smtp.meet('data', 'drop');
        if (meeting === 'silent') smtp.meet('mail', 'hang');
        if (meeting === 'slow') smtp.meet('data', 125);
      },
      forget: smtp.forget,
      reached: () => smtp.complete,
      changes: smtp.changes,
      taken: () => smtp.accepted.length,
      stop: () => smtp.stop(),
    };
  },
  { silence: 'retry' },
);

describe('a reply of an SMTP server', () => {
  let smtp: TestSmtp;
  let channel: ReturnType<typeof makeChannel>;
  beforeAll(async () => {
    smtp = await server();
    channel = makeChannel(smtp.url);
  });
  afterEach(() => smtp.forget());

  const answers: [SmtpPhase, number, string, Record<string, unknown>][] = [
    ['rcpt', 550, '5.1.1 no such user', { outcome: 'rejected', address: 'bounced' }],
    ['rcpt', 550, 'no such user', { outcome: 'rejected', address: 'bounced' }],
    ['rcpt', 550, '5.7.1 you are on a list', { outcome: 'rejected' }],
    ['rcpt', 552, '5.2.2 mailbox full', { outcome: 'rejected' }],
    ['rcpt', 450, '4.2.0 greylisted', { outcome: 'retry', providerUnavailable: false }],
    ['rcpt', 421, '4.3.2 closing', { outcome: 'retry', providerUnavailable: true }],
    ['mail', 452, '4.3.1 no room', { outcome: 'retry', providerUnavailable: false }],
    ['mail', 553, '5.1.8 sender not allowed', { outcome: 'rejected' }],
    ['mail', 503, '5.5.1 not now', { outcome: 'retry', providerUnavailable: false }],
    ['data', 554, '5.7.1 looks like spam', { outcome: 'rejected' }],
    ['data', 550, '5.1.1 gone', { outcome: 'rejected', address: 'bounced' }],
    ['data', 421, '4.3.2 closing', { outcome: 'retry', providerUnavailable: true }],
    ['greeting', 554, 'no service for you', { outcome: 'retry', providerUnavailable: true }],
    ['greeting', 421, 'busy', { outcome: 'retry', providerUnavailable: true }],
  ];
  for (const [phase, code, text, expected] of answers) {
    test(`${code} ${text} to ${phase} is ${Object.values(expected).join(', ')}`, async () => {
      // A 421 on an idle connection ends only that connection.
      const own = phase === 'greeting' || code === 421 ? makeChannel(smtp.url) : channel;
      smtp.meet(phase, { code, text });
      const ended = await own.send(plain(`${phase}-${code}`));
      expect(ended).toMatchObject(expected);
      expect('address' in ended).toBe('address' in expected);
      expect(ended.answer).toContain(text);
    });
  }

  for (const phase of ['greeting', 'mail', 'rcpt', 'data'] as const) {
    for (const fault of ['hang', 'drop'] as const) {
      const outcome = phase === 'data' ? 'unknown' : 'retry';
      test(`a ${fault} at ${phase} is ${outcome}`, async () => {
        const silent = { [phase === 'greeting' ? 'connect' : 'answer']: ANSWER };
        // A new connection: a reused one that is dropped before its message would be replaced.
        const own = makeChannel(smtp.url, { timeouts: { ...PATIENT, ...(fault === 'hang' && silent) } });
        smtp.meet(phase, fault, ...(fault === 'drop' && phase === 'greeting' ? [fault] : []));
        const ended = await own.send(plain(`${phase}-${fault}`));
        expect(ended).toMatchObject({ outcome, ...(outcome === 'retry' && { providerUnavailable: true }) });
        expect((await own.send(plain(`${phase}-${fault}-after`))).outcome).toBe('sent');
      });
    }
  }

  const hasty = { ...PATIENT, connect: ANSWER, answer: ANSWER };

  test('a server that is silent or disconnects at EHLO or DATA is unavailable', async () => {
    const hello = ['220 there', '250-there\r\n250 8BITMIME', '250 from', '250 to'];
    for (const lines of [[], ['220 there'], ['220 there', undefined], hello, [...hello, undefined]]) {
      const mute = await startMute(lines);
      open.push(mute);
      const ended = await makeChannel(`smtp://127.0.0.1:${mute.port}`, { timeouts: hasty }).send(plain('mute'));
      expect(ended).toMatchObject({ outcome: 'retry', providerUnavailable: true });
    }
  });

  test('an endless reply ends at the time-out', async () => {
    const mute = await startMute(['220 there', '250-there']);
    open.push(mute);
    const ended = await makeChannel(`smtp://127.0.0.1:${mute.port}`, { timeouts: hasty }).send(plain('trickle'));
    expect(ended).toMatchObject({ outcome: 'retry', providerUnavailable: true });
  });

  test('a connection that is lost during the content delivers nothing', async () => {
    const content = new Uint8Array(8 * 1024 * 1024);
    const large = { attachments: [{ name: 'a.bin', mediaType: 'application/octet-stream', content }] };
    const before = smtp.accepted.length;
    smtp.meet('content', 'drop');
    expect(await makeChannel(smtp.url).send(plain('half', large))).toMatchObject({
      outcome: 'retry',
      providerUnavailable: true,
    });
    expect(smtp.accepted).toHaveLength(before);
  });

  test('under hundreds of random faults a message is reported as sent only if it was accepted', async () => {
    const own = await server();
    const chaos = makeChannel(own.url, { connections: 8, timeouts: { ...PATIENT, answer: ANSWER } });
    const phases = ['mail', 'rcpt', 'content', 'data'] as const;
    const faults: SmtpFault[] = [
      'drop',
      { code: 451, text: 'later' },
      { code: 550, text: 'never' },
      { code: 421, text: 'bye' },
      1,
    ];
    const ends = new Map<string, string>();
    let next = 0;
    const lane = async () => {
      while (next < 300) {
        const n = next++;
        const phase = phases[n % 4] as (typeof phases)[number];
        if (n % 3 === 0) own.meet(phase, n % 60 === 0 ? 'hang' : (faults[(n / 3) % 5] as SmtpFault));
        ends.set(`chaos-${n}`, (await chaos.send(plain(`chaos-${n}`))).outcome);
      }
    };
    await Promise.all(Array.from({ length: 12 }, lane));
    const taken = new Map<string, number>();
    for (const { raw } of own.accepted) {
      const id = /^Message-ID: <(.*)@/im.exec(String(raw))?.[1] ?? '';
      taken.set(id, (taken.get(id) ?? 0) + 1);
    }
    const wrong = [...ends].filter(([id, end]) => {
      const times = taken.get(id) ?? 0;
      return end === 'sent' ? times !== 1 : end === 'unknown' ? times > 1 : times !== 0;
    });
    expect(wrong).toEqual([]);
    expect(new Set(ends.values())).toEqual(new Set(['sent', 'retry', 'rejected', 'unknown']));
  });

  test('a slow reply ends at the time-out, before and after the message', async () => {
    const trickle = createServer((socket) => {
      socket.on('error', () => {});
      socket.write('220 there\r\n');
      const drip = setInterval(() => socket.write('250-more\r\n'), ANSWER / 5);
      socket.once('close', () => clearInterval(drip));
    });
    await new Promise<void>((listening) => void trickle.listen(0, '127.0.0.1', listening));
    open.push({ stop: () => trickle.close() });
    const { port } = trickle.address() as AddressInfo;
    const timeouts = { ...PATIENT, whole: ANSWER };
    const before = await makeChannel(`smtp://127.0.0.1:${port}`, { timeouts }).send(plain('trickle-1'));
    expect(before).toMatchObject({ outcome: 'retry', providerUnavailable: true });
    // Sufficient time for the message to be sent before.
    const slow = makeChannel(smtp.url, { timeouts: { ...PATIENT, whole: 5_000 } });
    smtp.meet('data', 'hang');
    expect((await slow.send(plain('trickle-2'))).outcome).toBe('unknown');
  });

  test('the connection is encrypted if the server supports it, and its certificate must be valid', async () => {
    const own = await server({ tls: true });
    const refused = await makeChannel(own.url).send(plain('tls-1'));
    expect(refused).toMatchObject({ outcome: 'retry', providerUnavailable: true });
    const trusting = makeChannel(`${own.url}?tls.rejectUnauthorized=false&requireTLS=true`);
    expect((await trusting.send(plain('tls-2'))).outcome).toBe('sent');
    expect(String(own.accepted[0]?.raw)).toContain('<tls-2@example.org>');
    expect(own.secured).toBe(1);
    const plainOnly = makeChannel(`${smtp.url}?requireTLS=true`);
    expect(await plainOnly.send(plain('tls-3'))).toMatchObject({ outcome: 'retry', providerUnavailable: true });
  });

  test('a connection that was dropped while idle fails no message', async () => {
    const own = makeChannel(smtp.url, { connections: 1 });
    await own.send(plain('idle-1'));
    smtp.dropAll();
    expect((await own.send(plain('idle-2'))).outcome).toBe('sent');
    smtp.meet('mail', 'drop');
    expect((await own.send(plain('idle-3'))).outcome).toBe('sent');
    expect(smtp.accepted.filter(({ raw }) => raw.includes('<idle-3@'))).toHaveLength(1);
  });

  test('connections are reused, up to their limit', async () => {
    const own = await server();
    const few = makeChannel(own.url, { connections: 2 });
    await Promise.all(Array.from({ length: 30 }, (_, n) => few.send(plain(`pool-${n}`))));
    expect(own.accepted).toHaveLength(30);
    expect(own.connections).toBe(2);
  });

  test('credentials are sent, and wrong ones do not reject the message', async () => {
    const own = await server({ credentials: { user: 'us', pass: 's3cret' } });
    expect((await makeChannel(own.url).send(plain('auth'))).outcome).toBe('sent');
    const wrong = await makeChannel(own.url.replace('s3cret', 'guess')).send(plain('auth'));
    expect(wrong).toMatchObject({ outcome: 'retry', providerUnavailable: true });
    expect(JSON.stringify(wrong)).not.toContain('guess');
  });
});
