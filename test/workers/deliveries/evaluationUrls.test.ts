import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import {
  inner,
  post,
  publish,
  requests,
  respondWith,
  rule,
  sent,
  service,
  settled,
  startEventsForFile,
  whole,
} from '../../helpers/deliveries/eventHarness.ts';

/** Data that the evalNotificationUrl of a rule returns for an event or an evaluation. */

setDefaultTimeout(60_000);
await startEventsForFile();

describe('a member that an event lacks', () => {
  test('is requested from the URL repeatedly while its service is unavailable', async () => {
    const named = await rule('PG_BOSS', { evalNotificationUrl: '/orders', microserviceCode: 'crm' });
    let failures = 1;
    respondWith(() => (failures-- > 0 ? new Response('busy', { status: 503 }) : Response.json(whole)));
    await publish({ ruleCode: named, ownerId: '8', ownerType: 'Order' });
    await settled();
    expect(await sent()).toMatchObject([{ ownerId: '8', data: { total: 3 } }]);
    expect(requests.map((one) => new URL(one.url).pathname)).toEqual(['/api/orders', '/api/orders']);
  });
});

describe('evaluate', () => {
  const evaluate = (code: string, body: object = {}) =>
    post(`/notification-rules/${code}/evaluate`, body, { 'x-correlation-id': 'c-1' });

  test('requests members that the body lacks from the URL; the body wins', async () => {
    const code = await rule('REST', { evalNotificationUrl: '/orders?full=1', microserviceCode: 'crm' });
    respondWith(() => Response.json({ ...whole, more: 'is its own business' }));
    expect((await evaluate(code, { ownerType: 'Order', ownerId: '9' })).status).toBe(200);
    expect(await sent()).toMatchObject([{ ownerId: '9', data: { total: 3 }, templateCode: code }]);
    const { pathname, searchParams } = new URL(requests[0]?.url ?? '');
    expect([pathname, Object.fromEntries(searchParams)]).toEqual([
      '/api/orders',
      { full: '1', ruleCode: code, ownerType: 'Order', ownerId: '9' },
    ]);
    expect(requests[0]?.headers.get('x-correlation-id')).toBe('c-1');
    // A complete body needs no request.
    expect((await evaluate(code, whole)).status).toBe(200);
    expect(requests).toHaveLength(1);
  });

  test('reports the problem of an invalid response, and sends nothing', async () => {
    const code = await rule('REST', { evalNotificationUrl: '/orders', microserviceCode: 'crm' });
    const refusalOf = async (response: () => Response) => {
      respondWith(response);
      const { status, errors, message } = await evaluate(code, { ownerType: 'Order' });
      return [status, errors.length > 0 ? errors : message];
    };
    expect(await refusalOf(() => new Response('none', { status: 404 }))).toEqual([
      400,
      ['evalNotificationUrl: answered 404, and must answer 200'],
    ]);
    expect(await refusalOf(() => new Response('<html>'))).toEqual([
      400,
      ['evalNotificationUrl: answered what is not JSON'],
    ]);
    expect(await refusalOf(() => Response.json({ ownerId: 3 }))).toEqual([
      400,
      [expect.stringContaining('evalNotificationUrl.ownerId: ')],
    ]);
    expect(await refusalOf(() => Response.json({ ownerId: '3' }))).toEqual([400, ['notificationTo: is required']]);
    expect(await refusalOf(() => new Response('x', { status: 500 }))).toEqual([
      500,
      'The evalNotificationUrl answered 500.',
    ]);
    expect(await sent()).toEqual([]);
  });

  test('reaches no private address and no other service, neither by name nor by redirect', async () => {
    const port = inner.port;
    const refusal = async (members: object) => (await evaluate(await rule('REST', members))).errors;
    const listed = 'is not among ALLOWED_HOSTS';
    expect(await refusal({ evalNotificationUrl: 'http://169.254.169.254/latest/meta-data' })).toEqual([
      `evalNotificationUrl: is not called: 169.254.169.254 is a private address, and 169.254.169.254 ${listed}`,
    ]);
    for (const host of ['localhost', 'rebound.example']) {
      expect(await refusal({ evalNotificationUrl: `http://${host}:${port}/` })).toEqual([
        `evalNotificationUrl: is not called: ${host} is 127.0.0.1, which is a private address, and ${host} ${listed}`,
      ]);
    }
    expect(await refusal({ evalNotificationUrl: `http://[::ffff:127.0.0.1]:${port}/` })).toHaveLength(1);
    respondWith(() => new Response(null, { status: 302, headers: { location: `http://127.0.0.1:${port}/` } }));
    expect(await refusal({ evalNotificationUrl: `http://127.0.0.1:${service.port}/` })).toEqual([
      `evalNotificationUrl: is not called: 127.0.0.1 is a private address, and 127.0.0.1 ${listed}`,
    ]);
    expect(await refusal({ evalNotificationUrl: '/x', microserviceCode: 'unknown' })).toEqual([
      'evalNotificationUrl: is not called: MICROSERVICE_URLS has no URL for "unknown"',
    ]);
    expect((await refusal({ evalNotificationUrl: '../admin', microserviceCode: 'crm' }))[0]).toContain('leads out of');
    expect(await sent()).toEqual([]);
  });
});
