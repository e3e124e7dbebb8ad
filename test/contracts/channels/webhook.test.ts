import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import type { WebhookMessage } from '../../../domain/ports/channels.ts';
import { type Address, isPublic } from '../../../domain/validation/allowedHosts.ts';
import { makeWebhookChannel } from '../../../drivers/channels/webhook/webhookChannel.ts';
import { makeGuardedRequest } from '../../../drivers/net/guardedRequest.ts';
import { NotAnswered, NotReached } from '../../../drivers/net/httpFaults.ts';
import { HostRefused, makeHostGuard } from '../../../drivers/net/ssrfGuard.ts';
import { startWebhookHost, type WebhookHost } from '../../helpers/servers/webhookHost.ts';
import { type ChannelHarness, describeChannel } from './channelContract.ts';

// A limit on a hang.
setDefaultTimeout(60_000);

/** Time-out for hosts that respond: a limit on a hang. */
const LIMIT = 20_000;
/** Time-out for silent hosts, in ms. */
const SILENCE = 1_000;

/** A self-signed certificate, valid for a day. */
function makeCertificate(name: string): { cert: string; key: string } {
  const what = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=${name}
    -addext subjectAltName=DNS:${name} -keyout - -out -`;
  const made = Bun.spawnSync(['openssl', ...what.split(/\s+/)]).stdout.toString();
  const part = (kind: string) => new RegExp(`-----BEGIN ${kind}-----[^]*?-----END ${kind}-----`).exec(made)?.[0] ?? '';
  return { cert: part('CERTIFICATE'), key: part('PRIVATE KEY') };
}

const open: { stop(): unknown }[] = [];
afterAll(async () => {
  for (const one of open.reverse()) await one.stop();
});
const host = (): WebhookHost => {
  const started = startWebhookHost();
  open.push(started);
  return started;
};
const local = makeHostGuard(['127.0.0.1']);

describeChannel(
  'webhook',
  async (): Promise<ChannelHarness<WebhookMessage>> => {
    const server = startWebhookHost();
    const channel = makeWebhookChannel({ guard: local, timeoutMs: LIMIT });
    const unavailable = {
      ...channel,
      send: (message: WebhookMessage) => channel.send({ ...message, url: 'http://127.0.0.1:1' }),
    };
    return {
      channel,
      hasty: makeWebhookChannel({ guard: local, timeoutMs: SILENCE }),
      unavailable,
      message: (id) => ({ id, url: server.url, body: '{}' }),
      meet: (meeting) => {
        if (meeting === 'refused') server.meet(new Response('no', { status: 400 }));
        if (meeting === 'retry') server.meet(new Response('later', { status: 503 }));
        if (meeting === 'unknown' || meeting === 'silent') server.meet('hang');
        if (meeting === 'slow') server.meet(200);
      },
      forget: server.forget,
      reached: () => server.requests,
      changes: server.changes,
      taken: () => server.received.length,
      stop: () => server.stop(),
    };
  },
  { silence: 'unknown' },
);

describe('a webhook', () => {
  const channel = makeWebhookChannel({ guard: local, timeoutMs: LIMIT });

  test('is signed over its id, the time and the body', async () => {
    const server = host();
    const body = '{"text":"Výpadek 🚨"}';
    const base64 = `whsec_${Buffer.from('raw key').toString('base64')}`;
    for (const [secret, key] of [
      ['tajemství', 'tajemství'],
      [base64, 'raw key'],
    ] as const) {
      const ended = await channel.send({ id: 'm-1', url: server.url, body, secret });
      expect(ended).toEqual({ outcome: 'sent', answer: '200 thanks', provider: `webhook:${server.host}` });
      const { headers, body: got } = server.received.at(-1) as (typeof server.received)[number];
      expect(got).toBe(body);
      expect(headers.get('content-type')).toBe('application/json');
      const [id, time] = [headers.get('webhook-id'), headers.get('webhook-timestamp')];
      expect(id).toBe('m-1');
      expect(Math.abs(Number(time) - Date.now() / 1_000)).toBeLessThan(60);
      const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
      expect(headers.get('webhook-signature')).toBe(`v1,${signature}`);
    }
    await channel.send({ id: 'm-2', url: server.url, body });
    expect(server.received.at(-1)?.headers.has('webhook-signature')).toBe(false);
  });

  const answers: [number, Record<string, string>, Record<string, unknown>][] = [
    [204, {}, { outcome: 'sent' }],
    [302, { location: 'http://127.0.0.1:1/' }, { outcome: 'rejected' }],
    [410, {}, { outcome: 'rejected' }],
    [408, {}, { outcome: 'retry' }],
    [429, { 'retry-after': '5' }, { outcome: 'retry', afterSeconds: 5 }],
    [429, { 'retry-after': new Date(Date.now() + 90_000).toUTCString() }, { outcome: 'retry' }],
    [500, {}, { outcome: 'retry', providerUnavailable: false }],
  ];
  for (const [status, headers, expected] of answers) {
    test(`answered ${status} ${JSON.stringify(headers)} is ${Object.values(expected).join(', ')}`, async () => {
      const server = host();
      server.meet(new Response(status === 204 ? null : 'as scripted', { status, headers }));
      expect(await channel.send({ id: '1', url: server.url, body: '{}' })).toMatchObject(expected);
      expect(server.requests).toBe(1);
    });
  }

  test('is not sent to a private address that is not listed', async () => {
    const server = host();
    const guarded = makeWebhookChannel({ guard: makeHostGuard([]), timeoutMs: LIMIT });
    const { port } = new URL(server.url);
    for (const name of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '2130706433',
      '0177.0.0.1',
      '0x7f.1',
    ]) {
      const ended = await guarded.send({ id: '1', url: `http://${name}:${port}/`, body: '{}' });
      expect({ name, ended }).toMatchObject({ name, ended: { outcome: 'rejected' } });
    }
    for (const url of ['file:///etc/passwd', 'nonsense', '', 'http://user:pass@127.0.0.1/']) {
      expect((await channel.send({ id: '1', url, body: '{}' })).outcome).toBe('rejected');
    }
    expect((await channel.send({ id: 'a\r\nb', url: server.url, body: '{}' })).outcome).toBe('rejected');
    expect(server.requests).toBe(0);
  });
});

describe('the guard', () => {
  const resolver = (names: Record<string, string[]>) => async (name: string) =>
    (names[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const verdict = async (allowed: string[], url: string, names: Record<string, string[]> = {}) =>
    await makeHostGuard(allowed, resolver(names))
      .addressesOf(new URL(url))
      .then((found) => found.map(({ address }) => address).join())
      .catch((error: unknown) => (error instanceof HostRefused ? 'refused' : error));

  test('distinguishes public addresses from others', () => {
    const at = (address: string): Address => ({ address, family: address.includes(':') ? 6 : 4 });
    const inner = `0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1
      198.18.0.1 224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 fe80::1
      fc00::1 fd12::1 ff02::1 2002:7f00:1:: 2001:0:7f00:1:: 2001:db8::1 ::127.0.0.1`;
    for (const address of inner.split(/\s+/))
      expect({ address, open: isPublic(at(address)) }).toEqual({ address, open: false });
    const outer = '8.8.8.8 1.1.1.1 172.32.0.1 172.15.0.1 100.128.0.1 11.0.0.1 2606:4700::1111 2a00:1450::1';
    for (const address of outer.split(' '))
      expect({ address, open: isPublic(at(address)) }).toEqual({ address, open: true });
  });

  test('allows public hosts if none are listed, and private ones only if they are listed', async () => {
    const names = { 'a.org': ['8.8.8.8'], 'in.corp': ['10.0.0.1'], 'mixed.org': ['8.8.8.8', '127.0.0.1'] };
    expect(await verdict([], 'http://a.org', names)).toBe('8.8.8.8');
    expect(await verdict([], 'http://in.corp', names)).toBe('refused');
    expect(await verdict([], 'http://mixed.org', names)).toBe('refused');
    expect(await verdict(['in.corp'], 'http://in.corp', names)).toBe('10.0.0.1');
    expect(await verdict(['in.corp'], 'http://IN.corp.:80/x', names)).toBe('10.0.0.1');
    expect(await verdict(['in.corp:8080'], 'http://in.corp', names)).toBe('refused');
    expect(await verdict(['in.corp:8080'], 'http://in.corp:8080', names)).toBe('10.0.0.1');
    expect(await verdict(['*.corp'], 'http://in.corp', names)).toBe('10.0.0.1');
    expect(await verdict(['in.corp'], 'http://a.org', names)).toBe('refused');
    expect(await verdict(['in.corp', '*'], 'http://a.org', names)).toBe('8.8.8.8');
    expect(await verdict(['*'], 'http://in.corp', names)).toBe('refused');
    expect(await verdict(['169.254.169.254'], 'http://169.254.169.254/latest')).toBe('169.254.169.254');
    for (const url of ['http://169.254.169.254/', 'http://[::ffff:a9fe:a9fe]/', 'http://2852039166/', 'http://0/']) {
      expect({ url, is: await verdict([], url) }).toEqual({ url, is: 'refused' });
    }
    expect(await verdict([], 'http://nowhere.org', names)).toBe('refused');
  });
});

describe('a guarded request', () => {
  let server: WebhookHost;
  beforeAll(() => {
    server = host();
  });
  const options = { timeoutMs: LIMIT, maxBytes: 1_000 };

  test('connects to the checked address, with its own host name', async () => {
    let lookups = 0;
    // The second lookup would return another address.
    const guard = makeHostGuard(['rebound.test'], async () => [
      { address: lookups++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 },
    ]);
    const { port } = new URL(server.url);
    const { status } = await makeGuardedRequest({ ...options, guard })(`http://rebound.test:${port}/x`, {
      method: 'GET',
    });
    expect(status).toBe(200);
    expect(lookups).toBe(1);
    expect(server.received.at(-1)?.headers.get('host')).toBe(`rebound.test:${port}`);
  });

  test.skipIf(!Bun.which('openssl'))(
    'holds the certificate against the name (openssl makes it), not the address',
    async () => {
      const { cert, key } = makeCertificate('named.test');
      const tls = Bun.serve({
        hostname: '127.0.0.1',
        port: 0,
        tls: { cert, key },
        fetch: () => new Response('secret'),
      });
      open.push(tls);
      const guard = makeHostGuard(['*.test'], async () => [{ address: '127.0.0.1', family: 4 }]);
      const call = (name: string, ca?: string) =>
        makeGuardedRequest({ ...options, guard, ...(ca && { ca }) })(`https://${name}:${tls.port}/`, { method: 'GET' });
      expect((await call('named.test', cert)).body.toString()).toBe('secret');
      await expect(call('other.test', cert)).rejects.toBeInstanceOf(NotReached);
      await expect(call('named.test')).rejects.toBeInstanceOf(NotReached);
    },
  );

  test('follows redirects through the guard', async () => {
    const to = (location: string) => new Response(null, { status: 302, headers: { location } });
    const request = makeGuardedRequest({ ...options, guard: makeHostGuard([server.host]), redirects: 2 });
    server.meet(to('/next'));
    expect((await request(server.url, { method: 'GET' })).status).toBe(200);
    for (const place of ['http://169.254.169.254/', 'http://localhost:1/', 'file:///etc/passwd', '//[::1]/']) {
      server.meet(to(place));
      await expect(request(server.url, { method: 'GET' })).rejects.toBeInstanceOf(HostRefused);
    }
    const other = host();
    const both = makeGuardedRequest({ ...options, guard: makeHostGuard(['127.0.0.1']), redirects: 2 });
    const headers = { authorization: 'Bearer secret', accept: 'application/json' };
    server.meet(to('/same'));
    await both(server.url, { method: 'GET', headers });
    expect(server.received.at(-1)?.headers.get('authorization')).toBe('Bearer secret');
    server.meet(to(other.url));
    await both(server.url, { method: 'GET', headers });
    expect(other.received.at(-1)?.headers.get('accept')).toBe('application/json');
    expect(other.received.at(-1)?.headers.has('authorization')).toBe(false);
    server.meet(to('/1'), to('/2'), to('/3'));
    expect((await request(server.url, { method: 'GET' })).status).toBe(302);
    server.meet(to('/next'));
    expect((await request(server.url, { method: 'POST', body: '' })).status).toBe(302);
  });

  test('has limits of time and size', async () => {
    const hasty = { ...options, timeoutMs: SILENCE };
    const request = makeGuardedRequest({ ...options, guard: local });
    const requestHastily = makeGuardedRequest({ ...hasty, guard: local });
    server.meet(new Response('x'.repeat(2_000)));
    await expect(request(server.url, { method: 'GET' })).rejects.toBeInstanceOf(NotAnswered);
    server.meet('hang');
    await expect(requestHastily(server.url, { method: 'GET' })).rejects.toBeInstanceOf(NotAnswered);
    server.meet(
      new Response(new ReadableStream({ pull: (out) => Bun.sleep(50).then(() => out.enqueue(Buffer.from('x'))) })),
    );
    await expect(requestHastily(server.url, { method: 'GET' })).rejects.toBeInstanceOf(NotAnswered);
    await expect(request('http://127.0.0.1:1/', { method: 'GET' })).rejects.toBeInstanceOf(NotReached);
    const never = makeHostGuard(['slow.test'], () => new Promise(() => {}));
    const unresolved = makeGuardedRequest({ ...hasty, guard: never });
    await expect(unresolved('http://slow.test/', { method: 'GET' })).rejects.toBeInstanceOf(NotReached);
  });
});
