import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { preferredCoding } from '../../../api/http/contentCoding.ts';
import { makeApi } from '../../../api/http/server.ts';
import { streamOf } from '../../../api/http/stream.ts';
import { startApiForFile } from '../../helpers/api.ts';
import { stopAfterFile } from '../../helpers/bootstrap.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();
const LONG = 'long '.repeat(1_000).trim();
const decoders = { gzip: gunzipSync, zstd: zstdDecompressSync } as const;
type Coding = keyof typeof decoders;
const codings = Object.keys(decoders) as Coding[];

/** Sends a request below `/api/v2` and returns the body as it is transferred. */
async function send(path: string, headers: Record<string, string>, init: RequestInit = {}, url = api.url) {
  // Without an Accept-Encoding of its own, `fetch` adds one.
  const all = { 'accept-encoding': 'identity', ...headers };
  const response = await fetch(`${url}/api/v2${path}`, { ...init, headers: all, decompress: false });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
const sendCoded = (path: string, coding: string, headers: Record<string, string> = {}) =>
  send(path, { 'accept-encoding': coding, ...headers });

beforeAll(async () => {
  await api.request('POST', '/worklog-types', { code: 'small', name: 'S' });
  await api.request('POST', '/worklog-types', { code: 'large', name: 'L', description: LONG });
});

describe('a client prefers the coding', () => {
  test.each([
    [null, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['GZIP;q=1.0, zstd;q=0.5', 'gzip'],
    ['gzip;q=0, zstd;q=0.1', 'zstd'],
    ['gzip;q=0.5, identity', undefined],
    ['gzip;q=0.5, identity;q=0.1', 'gzip'],
    ['*', 'gzip'],
    ['*;q=0', undefined],
    ['gzip;q=0, *', undefined],
    ['br', undefined],
    ['gzip;q=wrong', undefined],
  ] as const)('of %p: %p', (header, coding) => {
    expect(preferredCoding(header)).toBe(coding as never);
  });
});

describe.each(codings)('an answer in %s', (coding) => {
  const decoded = ({ bytes }: { readonly bytes: Buffer }): string => decoders[coding](bytes).toString();

  test('is the same text, of records and of streams', async () => {
    const filtering = encodeURIComponent('{}');
    for (const path of [
      '/worklog-types/large',
      '/worklog-types',
      `/worklog-types/search/page?filtering=${filtering}`,
    ]) {
      const plain = await send(path, {});
      const coded = await sendCoded(path, coding);
      expect(coded.headers.get('content-encoding')).toBe(coding);
      expect(coded.bytes.length).toBeLessThan(plain.bytes.length);
      expect(decoded(coded)).toBe(plain.bytes.toString());
      for (const { headers } of [plain, coded]) expect(headers.get('vary')).toEndWith('Accept-Encoding');
      expect(plain.headers.get('content-encoding')).toBeNull();
    }
    const backup = await send(
      '/worklog-types/backup',
      { 'accept-encoding': coding, 'content-type': 'application/json' },
      { method: 'POST', body: '{"entityType":"WorklogType"}' },
    );
    expect(JSON.parse(decoded(backup)).data).toHaveLength(2);
  });

  test('has an ETag of its own, which every condition accepts', async () => {
    const plain = (await send('/worklog-types/large', {})).headers.get('etag') ?? '';
    const tag = (await sendCoded('/worklog-types/large', coding)).headers.get('etag') ?? '';
    expect(tag).toBe(`${plain.slice(0, -1)}-${coding}"`);
    for (const known of [plain, tag, `W/${tag}`]) {
      const answer = await sendCoded('/worklog-types/large', coding, { 'if-none-match': known });
      expect({ known, status: answer.status, bytes: answer.bytes.length }).toEqual({ known, status: 304, bytes: 0 });
      expect(answer.headers.get('etag')).toBe(tag);
      expect(answer.headers.get('vary')).toBe('Accept-Encoding');
      expect(answer.headers.get('content-encoding')).toBeNull();
    }
    const patch = (etag: string) =>
      api.request('PATCH', '/worklog-types/large', {}, { 'if-match': etag, 'accept-encoding': 'identity' });
    expect((await patch(tag)).status).toBe(200);
    expect((await patch(`W/${tag}`)).status).toBe(412);
    const other = tag[1] === 'x' ? 'y' : 'x';
    expect((await patch(`"${other}${tag.slice(2)}`)).status).toBe(412);
  });

  test('to HEAD has the headers of GET and no body', async () => {
    for (const path of ['/worklog-types/large', '/worklog-types']) {
      const [get, head] = [
        await sendCoded(path, coding),
        await send(path, { 'accept-encoding': coding }, { method: 'HEAD' }),
      ];
      expect(head.bytes.length).toBe(0);
      for (const name of ['etag', 'vary', 'content-encoding', 'content-type'])
        expect({ name, value: head.headers.get(name) }).toEqual({ name, value: get.headers.get(name) });
    }
  });
});

test('small answers, errors, and answers to clients that name no coding are sent as they are', async () => {
  for (const path of ['/worklog-types/small', '/worklog-types/nosuch', `/worklog-types/small?fields=${LONG}`]) {
    const { headers, bytes } = await sendCoded(path, 'gzip, zstd');
    expect({ path, coding: headers.get('content-encoding'), vary: headers.get('vary') }).toEqual({
      path,
      coding: null,
      vary: null,
    });
    expect(bytes.toString()).toStartWith('{');
  }
});

describe('a coded stream', () => {
  let released = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const encoder = new TextEncoder();
  const streaming = (path: string, body: () => ReadableStream<Uint8Array>) => ({
    kind: 'Test',
    title: 'Stream',
    description: 'A stream.',
    method: 'GET' as const,
    path: `/api/v2/${path}`,
    access: 'public' as const,
    success: null,
    codes: [200],
    handle: async () => ({ body: body() }),
  });
  const server = makeApi(api.services, {
    host: '127.0.0.1',
    port: 0,
    maxBody: 1_000,
    routes: [
      streaming('slow', () =>
        streamOf(async function* () {
          yield '[1';
          await released.promise;
          yield ']';
        }),
      ),
      streaming('broken', () =>
        streamOf(async function* () {
          yield LONG;
          throw new Error('interrupted');
        }),
      ),
      streaming(
        'endless',
        () =>
          new ReadableStream({
            async pull(controller) {
              controller.enqueue(encoder.encode(crypto.randomUUID()));
            },
            cancel: () => left.resolve(),
          }),
      ),
    ],
  });

  beforeAll(async () => {
    await server.start();
    stopAfterFile(() => server.stop());
  });

  test.each(codings)('in %s passes each part on when it comes', async (coding) => {
    released = Promise.withResolvers<void>();
    const response = await fetch(`${server.url}/api/v2/slow`, { headers: { 'accept-encoding': coding } });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe('[1');
    released.resolve();
    let rest = '';
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) rest += next.value;
    expect(rest).toBe(']');
  });

  test.each(codings)('in %s that is interrupted has no end', async (coding) => {
    await expect(send('/broken', { 'accept-encoding': coding }, {}, server.url)).rejects.toThrow();
  });

  test('ends its source when the client leaves', async () => {
    const response = await fetch(`${server.url}/api/v2/endless`, { headers: { 'accept-encoding': 'gzip' } });
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await left.promise;
  });
});
