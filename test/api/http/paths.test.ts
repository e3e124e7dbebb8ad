import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { connect } from 'node:net';
import { storeWorklogType } from '../../helpers/api/worklogTypes.ts';
import { startApiForFile, type TestRecord } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();

/** A request line as it is, which no client library puts right first; answers all that came back. */
function rawRequest(line: string): Promise<string> {
  const { hostname, port } = new URL(api.url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${line}\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`),
    );
    socket.on('data', (data) => {
      answer += data.toString();
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('paths', () => {
  test('an unknown one is a 404', async () => {
    for (const path of ['/nowhere', '//nowhere', '/worklog-types/by-code/a/b', '/worklog-types/', '//api/v1/x']) {
      const { status, json } = await api.request('GET', path);
      expect({ path, status }).toEqual({ path, status: 404 });
      expect(json<{ status: string }>().status).toBe('NOT_FOUND');
    }
  });

  test('a wrong method on a known one is a 405 that names the right ones', async () => {
    for (const [method, path, allow] of [
      ['DELETE', '/worklog-types', 'GET, POST'],
      ['POST', '/worklog-types/x', 'DELETE, GET, PATCH, PUT'],
      ['DELETE', '/worklog-types/search/page', 'GET, POST'],
      ['GET', '/worklog-types/diff/only', 'POST'],
      ['PUT', '/worklog-types/by-ids/a', 'GET'],
      ['PROPFIND', '/worklog-types', 'GET, POST'],
    ] as const) {
      const { status, headers, json } = await api.request(method, path);
      expect({ method, path, status }).toEqual({ method, path, status: 405 });
      expect(json<{ status: string }>().status).toBe('METHOD_NOT_ALLOWED');
      expect(headers.get('allow')).toBe(allow);
    }
  });

  test('HEAD is answered as GET, without the body', async () => {
    for (const path of ['/worklog-types', '//docs/reference', '//openapi.json']) {
      const { status, text, headers } = await api.request('HEAD', path);
      expect({ path, status, text }).toEqual({ path, status: 200, text: '' });
      expect(headers.has('content-type')).toBe(true);
    }
    expect((await api.request('HEAD', '/nowhere')).status).toBe(404);
    expect((await api.request('HEAD', '/worklog-types/diff/only')).status).toBe(405);
  });

  test('one that also reads as a path with a parameter is that', async () => {
    const { status, errors } = await api.request('GET', '/user-group-types/backup');
    expect({ status, errors }).toEqual({
      status: 400,
      errors: ['idOrCode: no UserGroupType has the id or code "backup"'],
    });
    for (const path of ['/worklog-types/search', '/worklog-types/by-code', '/worklog-types/diff']) {
      expect((await api.request('GET', path)).status).toBe(400);
    }
  });

  test('codes that read like static segments work where their place is a parameter alone', async () => {
    for (const code of ['search', 'by-code', 'by-ids', 'by-id', 'diff', 'backup', 'history', 'page', 'expanded']) {
      const { id } = await storeWorklogType(api, { code });
      expect((await api.request('GET', `/worklog-types/${code}`)).json().id).toBe(id);
      expect((await api.request('GET', `/worklog-types/by-code/${code}`)).json().id).toBe(id);
      expect((await api.request('GET', `/worklog-types/by-ids/${code}`)).json<TestRecord[]>()[0]?.id).toBe(id);
      const patched = await api.request('PATCH', `/worklog-types/${code}`, { name: 'patched' });
      expect(patched.json()).toMatchObject({ id, name: 'patched' });
      expect((await api.request('PUT', `/worklog-types/${code}`, { code, name: 'put' })).json().name).toBe('put');
      const versions = (await api.request('GET', `/worklog-types/${id}/history`)).json<unknown[]>();
      expect(versions).toHaveLength(3);
      expect((await api.request('DELETE', `/worklog-types/${code}`)).status).toBe(200);
      expect((await api.request('GET', `/worklog-types/${id}`)).status).toBe(400);
    }
  });

  test('a static segment wins over a code', async () => {
    const { id } = await storeWorklogType(api, { code: 'by-code' });
    await storeWorklogType(api, { code: 'history' });
    // Not the history of "by-code": the record "history" by its code.
    expect((await api.request('GET', '/worklog-types/by-code/history')).json().code).toBe('history');
    expect((await api.request('GET', `/worklog-types/${id}/history`)).json<unknown[]>()).toHaveLength(1);
  });

  test('an idOrCode that is a UUID is an id first, a code second', async () => {
    const first = await storeWorklogType(api, { code: 'first' });
    const second = await storeWorklogType(api, { code: first.id });
    expect((await api.request('GET', `/worklog-types/${first.id}`)).json().code).toBe('first');
    expect((await api.request('GET', `/worklog-types/${first.id.toUpperCase()}`)).json().code).toBe('first');
    expect((await api.request('GET', `/worklog-types/by-code/${first.id}`)).json().id).toBe(second.id);
    await api.request('DELETE', '/worklog-types/first');
    expect((await api.request('GET', `/worklog-types/${first.id}`)).json().id).toBe(second.id);
  });

  test('what is encoded is part of its segment', async () => {
    for (const code of [
      'a/b',
      'a,b',
      'a%2Fb',
      '100%',
      'a?b',
      'a#b',
      'a b',
      'a+b',
      '\u017dlu\u0165',
      '..a',
      '\u{1F600}',
    ]) {
      const { id } = await storeWorklogType(api, { code });
      const at = encodeURIComponent(code);
      expect((await api.request('GET', `/worklog-types/${at}`)).json()).toMatchObject({ id, code });
      expect((await api.request('GET', `/worklog-types/by-code/${at}`)).json().id).toBe(id);
      expect((await api.request('GET', `/worklog-types/by-ids/${at}`)).json<TestRecord[]>()).toHaveLength(1);
      expect((await api.request('GET', `/worklog-types/${at}/history`)).json<unknown[]>()).toHaveLength(1);
      expect((await api.request('DELETE', `/worklog-types/${at}`)).status).toBe(200);
    }
  });

  test('one with malformed percent-encoding is a 400', async () => {
    for (const segment of ['%zz', '%', '%E0%A4%A', '%ff', '%ED%A0%80', 'a%']) {
      for (const path of [`/worklog-types/${segment}`, `/worklog-types/by-ids/a,${segment}`]) {
        const raw = await rawRequest(`GET /api/v2${path} HTTP/1.1`);
        expect({ path, start: raw.slice(0, 12) }).toEqual({ path, start: 'HTTP/1.1 400' });
        expect(raw).toContain('is not percent-encoded UTF-8');
      }
    }
  });
});
