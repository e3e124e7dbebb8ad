import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { startAuthenticatedApiForFile } from '../helpers/api/callers.ts';
import { expectOk } from '../helpers/api/expectations.ts';
import { makeFolderForFile } from '../helpers/bootstrap.ts';
import { makeCommandLine } from '../helpers/processes/commandLine.ts';

setDefaultTimeout(60_000);

/** The values that the service completes, with the rights of the key. */

const api = await startAuthenticatedApiForFile();
const { administrator } = api;
const folder = makeFolderForFile();
const run = makeCommandLine(folder, { WAYBILL_URL: api.url, WAYBILL_KEY: administrator.key });
const ok = (method: string, path: string, body: object) => expectOk(administrator.request(method, path, { ...body }));

async function complete(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const { out, stderr, code } = await run(['complete', '--', ...words], { environment });
  expect([stderr, code]).toEqual(['', 0]);
  const lines = out.split('\n').slice(0, -1);
  expect(lines.pop()).toBe(':4');
  return lines.map((line) => line.split('\t')[0] ?? '');
}

await ok('POST', '/user-types', { code: 'STAFF', name: 'Staff', type: 'INDIVIDUAL', registry: {} });
await ok('POST', '/users', { code: 'marta', type: 'STAFF', chars: {} });
await ok('PATCH', '/users/marta', { givenName: 'Marta' });

describe('the command itself completes', () => {
  test('kinds, in lower case by their paths', async () => {
    expect(await complete(['get', 'user-t'])).toEqual(['user-types']);
    expect(await complete(['get', 'users'])).toEqual(['users']);
    expect(await complete(['get', 'UserT'])).toEqual(['UserType']);
  });

  test('members and values of conditions', async () => {
    expect(await complete(['list', 'User', '-f', 'sta'])).toEqual(['status=']);
    expect(await complete(['list', 'users', '--filter', 'status=E'])).toEqual(['status=ENABLE']);
    expect(await complete(['delete', 'Job', '-f', 'status!=CAN'])).toEqual(['status!=CANCELLED']);
    expect(await complete(['logs', 'list', '-f', 'logT'])).toEqual(['logType=', 'logTypeCode=']);
    expect(await complete(['list', 'None', '-f', 'sta'])).toEqual([]);
  });

  test('members of orders and of lists', async () => {
    expect(await complete(['list', 'WorklogType', '--sort', 'na'])).toEqual(['name']);
    expect(await complete(['list', 'WorklogType', '--sort', 'name:d'])).toEqual(['name:desc']);
    expect(await complete(['get', 'WorklogType', 'x', '--fields', 'code,na'])).toEqual(['code,name']);
    expect(await complete(['list', 'User', '--sort', 'auditInfo.whenE'])).toEqual(['auditInfo.whenEdited']);
  });

  test('options that a command requires, when it has its arguments', async () => {
    expect(await complete(['restore', 'User', 'marta', ''])).toEqual(['--to-version']);
    expect(await complete(['restore', 'User', 'marta', '--to-version', '1', ''])).toEqual([]);
  });
});

describe('the service completes', () => {
  test('versions of a record', async () => {
    expect(await complete(['restore', 'User', 'marta', '--to-version', ''])).toEqual(['2', '1']);
    expect(await complete(['history', 'User', 'marta', '--at-version', ''])).toEqual(['2', '1']);
  });

  test('codes in conditions: of the record, and of those that it names', async () => {
    expect(await complete(['list', 'User', '-f', 'code=ma'])).toEqual(['code=marta']);
    expect(await complete(['list', 'User', '-f', 'type=ST'])).toEqual(['type=STAFF']);
  });

  test('records in paths', async () => {
    expect(await complete(['api', 'users/mar'])).toEqual(['users/marta']);
    expect(await complete(['api', '/api/v2/users/mar'])).toEqual(['/api/v2/users/marta']);
  });

  test('paths below a record', async () => {
    expect(await complete(['api', 'users/marta/'])).toContain('users/marta/history');
    expect(await complete(['api', '/api/v2/users/marta/hi'])).toEqual(['/api/v2/users/marta/history']);
    expect(await complete(['api', 'notifications/1/sta'])).toEqual(['notifications/1/state/{newState}']);
    expect(await complete(['api', 'users/search/hi'])).toEqual([]);
    expect(await complete(['api', 'users//hi'])).toEqual([]);
  });

  test('dead letters of a queue', async () => {
    const id = crypto.randomUUID();
    const server = Bun.serve({
      port: 0,
      fetch(request) {
        const { pathname, searchParams } = new URL(request.url);
        expect([pathname, searchParams.get('size')]).toEqual(['/api/v2/admin/queues/job.callback/dead-letters', '100']);
        return Response.json({ content: [{ id, reason: 'one\ntwo\tthree' }], totalElements: 1 });
      },
    });
    for (const command of ['discard', 'resend']) {
      const words = ['dead-letters', command, 'job.callback', id.slice(0, 2)];
      expect(await complete(words, { WAYBILL_URL: server.url.origin })).toEqual([id]);
    }
    await server.stop(true);
  });

  test('nothing that the key may not read, and nothing if it cannot be reached', async () => {
    const { key } = await api.callerWith([{ entityName: 'WorklogType', accessRule: 'READ' }]);
    for (const words of [
      ['restore', 'User', 'marta', '--to-version', ''],
      ['list', 'User', '-f', 'code=ma'],
      ['api', 'users/mar'],
      ['dead-letters', 'discard', 'job.callback', ''],
    ]) {
      expect(await complete(words, { WAYBILL_KEY: key })).toEqual([]);
      expect(await complete(words, { WAYBILL_URL: 'http://127.0.0.1:1' })).toEqual([]);
    }
  });
});
