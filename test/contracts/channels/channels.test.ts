import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readConfig } from '../../../app/config.ts';
import { makeSemaphore } from '../../../domain/runtime/semaphore.ts';
import { makeChannels } from '../../../drivers/channels/channels.ts';
import { startSmtp } from '../../helpers/servers/smtp.ts';

// A limit on a hang.
setDefaultTimeout(60_000);

const open: { stop(): unknown }[] = [];
afterAll(async () => {
  for (const one of open.reverse()) await one.stop();
});

const account = { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'token', TWILIO_FROM: 'Waybill' };
const channelsOf = (environment: Record<string, string>) => {
  const channels = makeChannels(readConfig(environment));
  open.push(channels);
  return channels;
};

describe('the channels of a configuration', () => {
  test('are those that are configured, and webhooks', () => {
    const providers = (environment: Record<string, string>) => {
      const { email, sms, webhook } = channelsOf(environment);
      return [email, sms, webhook].map((channels) => channels.map(({ provider }) => provider));
    };
    expect(providers({})).toEqual([[], [], ['webhook']]);
    expect(
      providers({ SMTP_URL: 'smtp://us:pw@mail.example.org,smtps://b.example.org, smtp://c:2525', ...account }),
    ).toEqual([
      ['smtp:mail.example.org:587', 'smtp:b.example.org:465', 'smtp:c:2525'],
      ['twilio:api.twilio.com'],
      ['webhook'],
    ]);
  });

  test('have the maximum duration of a hand-over', () => {
    const { email, sms, webhook } = channelsOf({ SMTP_URL: 'smtp://a', ...account, SMTP_TIMEOUT_SECONDS: '1' });
    expect([email, sms, webhook].map(([channel]) => channel?.maxSendMs)).toEqual([9_000, 40_000, 10_000]);
  });

  test('an incomplete or invalid setting is named', () => {
    const wrong: [Record<string, string>, string][] = [
      [{ SMTP_URL: 'smtp://a', SMTP_FROM: 'nobody' }, 'SMTP_FROM is "nobody"'],
      [{ SMTP_URL: 'smtp://a', SMTP_FROM: 'a@b.cz, c@d.cz' }, 'SMTP_FROM is'],
      [{ DKIM_DOMAIN: 'example.org' }, 'DKIM_SELECTOR'],
      [{ DKIM_DOMAIN: 'example.org', DKIM_SELECTOR: 'a', DKIM_KEY_FILE: '/nowhere.pem' }, 'DKIM_KEY_FILE is /nowhere'],
      [
        { DKIM_DOMAIN: 'example.org', DKIM_SELECTOR: 'a', DKIM_KEY_FILE: import.meta.path },
        'does not contain a private key',
      ],
      [{ ...account, TWILIO_ACCOUNT_SID: 'SK1' }, 'TWILIO_ACCOUNT_SID'],
      [{ ...account, TWILIO_AUTH_TOKEN: '' }, 'TWILIO_AUTH_TOKEN is not'],
      [{ ...account, TWILIO_FROM: '' }, 'TWILIO_FROM'],
    ];
    for (const [environment, message] of wrong) expect(() => channelsOf(environment)).toThrow(message);
    expect(() => readConfig({ SMTP_URL: 'http://us:pw@a' })).toThrow('http://us:***@a');
    expect(() => readConfig({ SMTP_URL: 'smtp://a:pw1@a,ftp://b:pw2@b' })).toThrow('smtp://a:***@a,ftp://b:***@b');
  });

  test('ALLOWED_HOSTS accepts only names, patterns, addresses and ports', () => {
    const hosts = 'api.example.org, *.example.org,10.1.2.3:8080,*,localhost,::1';
    expect(readConfig({ ALLOWED_HOSTS: hosts }).allowedHosts).toHaveLength(6);
    for (const wrong of ['http://a', 'a b', 'a/b', 'a:b', ',']) {
      expect(() => readConfig({ ALLOWED_HOSTS: wrong })).toThrow('ALLOWED_HOSTS is');
    }
  });

  test('the name of a server is resolved', async () => {
    const smtp = await startSmtp();
    open.push(smtp);
    const [channel] = channelsOf({ SMTP_URL: smtp.url.replace('127.0.0.1', 'localhost') }).email;
    const mail = { id: '1', to: 'a@example.org', subject: 's', text: 't', attachments: [] };
    expect((await channel?.send(mail))?.outcome).toBe('sent');
    const [none] = channelsOf({ SMTP_URL: 'smtp://nowhere.invalid' }).email;
    expect(await none?.send(mail)).toMatchObject({ outcome: 'retry', providerUnavailable: true });
  });
});

test('slots are assigned in the order of the requests, and awaited no longer than the limit', async () => {
  const slots = makeSemaphore(1);
  const first = await slots.acquire(1_000);
  const order: number[] = [];
  const late = slots.acquire(1).then((slot) => order.push(slot === undefined ? 1 : -1));
  await late;
  const abort = new AbortController();
  const aborted = slots.acquire(10_000, abort.signal);
  const waiting = [2, 3].map((n) =>
    slots.acquire(10_000).then((give) => {
      order.push(n);
      give?.();
    }),
  );
  abort.abort(new Error('no more'));
  await expect(aborted).rejects.toThrow('no more');
  first?.();
  await Promise.all(waiting);
  expect(order).toEqual([1, 2, 3]);
  expect(await slots.acquire(0)).toBeFunction();
  expect(await slots.acquire(1)).toBeUndefined();
});
