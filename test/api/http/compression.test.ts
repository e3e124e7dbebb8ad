import { expect, setDefaultTimeout, test } from 'bun:test';
import { expectOk } from '../../helpers/api/expectations.ts';
import { startApiForFile } from '../../helpers/api.ts';

setDefaultTimeout(60_000);

const api = await startApiForFile();
await api.sql`
  insert into worklog_type (id, code, version, incarnation, index_version, doc, audit, search)
  select id, code, 1, 1, 1, json_build_object('id', id, 'code', code, 'name', 'A worklog type')::text, '{}', '{}'
  from (select gen_random_uuid() as id, 'C' || n as code from generate_series(1, 3000) n) generated`;

const decoders = {
  zstd: (bytes: Uint8Array<ArrayBuffer>) => Bun.zstdDecompressSync(bytes),
  gzip: (bytes: Uint8Array<ArrayBuffer>) => Bun.gunzipSync(bytes),
  none: (bytes: Uint8Array<ArrayBuffer>) => bytes,
};

/** Sends a request without decompressing its answer. */
async function send(path: string, encodings: string | undefined, init: BunFetchRequestInit = {}) {
  const headers = { 'accept-encoding': encodings ?? 'identity', ...(init.headers as Record<string, string>) };
  const response = await fetch(`${api.url}${path}`, { ...init, headers, decompress: false });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const coding = response.headers.get('content-encoding') ?? 'none';
  const text = new TextDecoder().decode(decoders[coding as keyof typeof decoders](bytes));
  return { coding, bytes, text, status: response.status, vary: response.headers.get('vary') };
}

const streamed = '/api/v2/worklog-types';
const text = '/openapi.json';

test.each([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip', 'gzip'],
  ['zstd;q=0.5, gzip;q=0.8', 'gzip'],
  ['*', 'zstd'],
  ['zstd;q=0, *', 'gzip'],
  ['br', 'none'],
  ['gzip;q=0', 'none'],
  ['identity, gzip;q=0.5', 'none'],
  [undefined, 'none'],
])('Accept-Encoding %p selects %s', async (encodings, coding) => {
  for (const path of [streamed, text]) {
    const plain = await send(path, undefined);
    const answer = await send(path, encodings);
    expect([path, answer.coding, answer.vary, answer.text === plain.text]).toEqual([
      path,
      coding,
      'Accept-Encoding',
      true,
    ]);
    if (coding !== 'none') expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 3);
  }
});

test('short answers, errors and secrets are not compressed', async () => {
  const short = await send('/api/v2/worklog-types/C1', 'gzip');
  expect([short.coding, short.vary]).toEqual(['none', 'Accept-Encoding']);
  const long = 'x'.repeat(3_000);
  const error = await send(`/api/v2/worklog-types?${long}=1`, 'gzip');
  expect([error.status, error.coding]).toEqual([400, 'none']);
  await expectOk(api.request('POST', '/user-types', { code: 'P', name: 'P', type: 'INDIVIDUAL', registry: {} }));
  await expectOk(api.request('POST', '/users', { code: 'u', type: 'P', chars: {} }));
  const body = JSON.stringify({ name: 'n'.repeat(200), user: 'u' });
  const headers = { 'content-type': 'application/json' };
  const key = await send('/api/v2/api-keys', 'gzip', { method: 'POST', body, headers });
  expect([key.coding, key.vary, key.status]).toEqual(['none', null, 200]);
});

test('HEAD has no body, and event streams and other types are sent as they are', async () => {
  const head = await fetch(`${api.url}${streamed}`, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
  expect([head.status, await head.text()]).toEqual([200, '']);
  const page = await send('/docs', 'gzip');
  expect([page.coding, page.vary]).toEqual(['none', null]);
});
