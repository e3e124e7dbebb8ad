import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import pino from 'pino';
import type { Answer, ApiRequest, Route } from '../../../api/http/route.ts';
import { makeApi } from '../../../api/http/server.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import type { Services } from '../../../domain/ports/services.ts';
import { Metrics } from '../../../domain/runtime/metrics.ts';
import { noTracing } from '../../../domain/runtime/tracing.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { SignalledList } from '../../helpers/waits/signal.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

/** The HTTP side alone, with routes made for the test: streams, stopping, and which route a path leads to. */

const started: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((api) => api.stop()));
});

const lines = new SignalledList<JsonObject>();
const logged = lines.items;
const log = pino({ level: 'info' }, { write: (line: string) => lines.add(JSON.parse(line)) });

const route = (
  path: string,
  handle: (request: ApiRequest) => Promise<Answer>,
  method: Route['method'] = 'GET',
): Route => ({
  kind: 'Test',
  title: path,
  description: path,
  method,
  path,
  access: 'public',
  success: {},
  codes: [200],
  handle,
});

async function serve(...routes: Route[]) {
  const api = makeApi(
    { log, metrics: new Metrics(), tracing: noTracing, refusals: { add() {} } } as unknown as Services,
    {
      host: '127.0.0.1',
      port: 0,
      maxBody: 1_000_000,
      routes,
    },
  );
  await api.start();
  started.push(api);
  return api;
}

/** A body that is sent part by part, as the test says. */
function makeSource() {
  let source: ReadableStreamDefaultController<Uint8Array> | undefined;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      source = controller;
    },
    cancel() {
      cancelled = true;
    },
  });
  return {
    body,
    send: (text: string) => source?.enqueue(new TextEncoder().encode(text)),
    end: () => source?.close(),
    fail: (error: Error) => source?.error(error),
    get cancelled() {
      return cancelled;
    },
  };
}

describe('a streamed answer', () => {
  test('that fails before its first part is an ErrorBody', async () => {
    const source = makeSource();
    const api = await serve(route('/stream', async () => ({ body: source.body })));
    const answer = fetch(`${api.url}/stream`);
    source.fail(new Error('secret reason'));
    const response = await answer;
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
  });

  test('that fails later is cut, so that no client takes it for whole, and logged', async () => {
    const source = makeSource();
    const api = await serve(route('/stream', async () => ({ body: source.body })));
    source.send('[1,');
    const response = await fetch(`${api.url}/stream`, { headers: { 'x-request-id': 'cut' } });
    expect(response.status).toBe(200);
    const rest = response.text().then(
      () => 'whole',
      () => 'cut',
    );
    source.fail(new Error('secret reason'));
    expect(await rest).toBe('cut');
    const line = await lines.until('the failure to be logged', () =>
      logged.find(({ msg }) => msg === 'response interrupted'),
    );
    expect(line.requestId).toBe('cut');
  });

  test('is ended at its source when the client goes away', async () => {
    const source = makeSource();
    const api = await serve(route('/stream', async () => ({ body: source.body })));
    const client = new AbortController();
    source.send('x');
    const response = await fetch(`${api.url}/stream`, { signal: client.signal });
    expect(response.status).toBe(200);
    client.abort();
    const before = logged.length;
    await poll('the source to be cancelled', () => {
      if (!source.cancelled) source.send('x'.repeat(100_000));
      return source.cancelled;
    });
    expect(logged.slice(before).filter(({ level }) => Number(level) > 30)).toEqual([]);
  });

  test('is ended at its source when only its head is asked for', async () => {
    const source = makeSource();
    const api = await serve(route('/stream', async () => ({ body: source.body })));
    const response = await fetch(`${api.url}/stream`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(source.cancelled).toBe(true);
  });
});

describe('stopping', () => {
  test('waits for what is being answered, streams too, and takes nothing new', async () => {
    const source = makeSource();
    const { promise, resolve } = Promise.withResolvers<void>();
    const api = await serve(
      route('/stream', async () => ({ body: source.body })),
      route('/slow', async () => {
        await promise;
        return '"slow"';
      }),
    );
    const { url } = api;
    const slow = fetch(`${url}/slow`);
    source.send('first ');
    const stream = await fetch(`${url}/stream`);
    let stopped = false;
    const stopping = api.stop().then(() => {
      stopped = true;
    });
    await poll('new connections to be refused', () =>
      fetch(url).then(
        () => false,
        () => true,
      ),
    );
    resolve();
    expect(await (await slow).text()).toBe('"slow"');
    expect(stopped).toBe(false);
    source.send('last');
    source.end();
    expect(await stream.text()).toBe('first last');
    await stopping;
    await api.stop();
  });

  test('does not wait for event streams', async () => {
    const source = makeSource();
    const api = await serve(route('/events', async () => ({ body: source.body, contentType: 'text/event-stream' })));
    source.send('data: 1\n\n');
    const response = await fetch(`${api.url}/events`);
    const rest = response.text().catch(() => 'cut');
    await api.stop();
    await rest;
  });
});

describe('a path', () => {
  test('prefers static segments, and falls back where they lead nowhere', async () => {
    const replyWith =
      (name: string) =>
      async ({ params }: ApiRequest) =>
        JSON.stringify({ name, ...params });
    const api = await serve(
      route('/a/{x}', replyWith('one')),
      route('/a/b', replyWith('static')),
      route('/a/b/c', replyWith('deep static')),
      route('/a/{x}/d', replyWith('parameter first')),
      route('/a/b/{y}', replyWith('static first')),
      route('/a/{x}', replyWith('patch'), 'PATCH'),
    );
    const get = async (path: string, method = 'GET') => (await fetch(api.url + path, { method })).json();
    expect(await get('/a/b')).toEqual({ name: 'static' });
    expect(await get('/a/z')).toEqual({ name: 'one', x: 'z' });
    expect(await get('/a/b/c')).toEqual({ name: 'deep static' });
    expect(await get('/a/b/d')).toEqual({ name: 'static first', y: 'd' });
    expect(await get('/a/z/d')).toEqual({ name: 'parameter first', x: 'z' });
    // The static path has no PATCH: then it reads as the one with a parameter.
    expect(await get('/a/b', 'PATCH')).toEqual({ name: 'patch', x: 'b' });
    expect(await get('/a/%2F%20')).toEqual({ name: 'one', x: '/ ' });
    expect(await get('/a/z/e')).toMatchObject({ status: 'NOT_FOUND' });
    expect(await get('/a/b/c', 'POST')).toMatchObject({ status: 'METHOD_NOT_ALLOWED' });
  });
});

test('what leads to a token is not logged', async () => {
  const say = async () => 'null';
  const fail = async () => {
    throw new Error('a fault');
  };
  const path = '/unsubscribe/{token}';
  const api = await serve(route(path, say), { ...route(path, fail, 'POST'), ignoresUnknownQuery: true });
  logged.length = 0;
  const request = (method: string, path: string) => fetch(`${api.url}${path}`, { method, redirect: 'manual' });
  const codes = [
    await request('GET', '/unsubscribe/tOkEn'),
    await request('POST', '/unsubscribe/tOkEn?List-Unsubscribe=One-Click'),
    await request('PUT', '/unsubscribe/tOkEn'),
    await request('GET', '/unsubscribe/tOkEn/'),
    await request('GET', '//unsubscribe/tOkEn'),
    await request('GET', '/Unsubscribe/tOkEn'),
  ].map(({ status }) => status);
  expect(codes).toEqual([200, 500, 405, 404, 200, 404]);
  expect(JSON.stringify(logged)).not.toContain('tOkEn');
  expect(logged.map(({ url }) => url)).toContain(`${api.url}/unsubscribe/…`);
});
