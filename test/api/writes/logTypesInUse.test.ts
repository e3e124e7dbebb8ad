import { beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { expectErrors, expectOk } from '../../helpers/api/expectations.ts';
import { sampleLog } from '../../helpers/api/logRequests.ts';

setDefaultTimeout(60_000);

/** LogTypes that logs name, and their deletion. */

const api = await startAuthenticatedApiForFile();
const { administrator } = api;
const ok = (method: string, path: string, body?: JsonObject | JsonObject[]) =>
  expectOk<JsonObject>(administrator.request(method, path, body));
let code = '';
let count = 0;
let type: JsonObject;
beforeEach(async () => {
  code = `TYPE${++count}`;
  type = await ok('POST', '/log-types', { code, name: code });
});
const log = (more: JsonObject = {}): JsonObject => ({ ...sampleLog(), logTypeCode: code, ...more });

test('a LogType is deleted once no log names it', async () => {
  await ok('POST', '/logs', log());
  const path = `/log-types/${code}`;
  expect(await expectErrors(administrator.request('DELETE', path))).toEqual(['id: 1 Log points to it by logTypeCode']);
  await ok('POST', '/logs', log({ id: crypto.randomUUID() }));
  expect(await expectErrors(administrator.request('DELETE', `/log-types/by-id/${type['id']}`))).toEqual([
    'id: 2 logs point to it by logTypeCode',
  ]);
  const removal = [{ diffType: 'DIFF_TYPE_REMOVE', left: type }];
  expect(await expectErrors(administrator.request('POST', '/log-types/diff/save', removal))).toEqual([
    '[0].left.id: 2 logs point to it by logTypeCode',
  ]);
  await api.sql`delete from log where log_type_code = ${code}`;
  await ok('DELETE', path);
});

test('logs that the caller may not read are not counted', async () => {
  await ok('POST', '/logs', log({ ownerType: 'Hidden' }));
  const clerk = await api.callerWith([
    { entityName: 'LogType', accessRule: 'READ_WRITE' },
    { entityName: 'Log', accessRule: 'READ', expression: [{ column: 'ownerType', value: 'Shown' }] },
  ]);
  expect(await expectErrors(clerk.request('DELETE', `/log-types/${code}`))).toEqual(['id: is still in use']);
});

test('a log is not stored with a LogType that was deleted since it was read', async () => {
  const made = await ok('POST', '/logs', log());
  expect(made['logType']).toMatchObject({ code });
  await api.sql`delete from log where log_type_code = ${code}`;
  const other = await ok('POST', '/logs', log({ logTypeCode: 'OTHER' }));
  await ok('DELETE', `/log-types/${code}`);
  // The api has cached the LogType.
  for (const body of [log(), log({ id: crypto.randomUUID() })]) {
    const stored = await ok('POST', '/logs', body);
    expect([stored['logTypeCode'], stored['logType']]).toEqual([code, undefined as never]);
  }
  const keyed = await administrator.request('POST', '/logs', log(), { 'idempotency-key': crypto.randomUUID() });
  expect([keyed.status, keyed.json<JsonObject>()['logType']]).toEqual([200, undefined]);
  const changed = await ok('PUT', `/logs/${other['id']}`, log());
  expect([changed['logTypeCode'], changed['logType']]).toEqual([code, undefined as never]);
});

test('of a deletion and a new log at the same time, one sees the other', async () => {
  const stored: (readonly [deleted: number, logs: number])[] = [];
  for (let round = 0; round < 8; round++) {
    const raced = `RACE${round}`;
    await ok('POST', '/log-types', { code: raced, name: raced });
    const [deletion, ...logs] = await Promise.all([
      administrator.request('DELETE', `/log-types/${raced}`),
      ...[1, 2, 3].map((n) =>
        administrator.request(
          'POST',
          '/logs',
          log({ logTypeCode: raced, ...(n === 1 && { id: crypto.randomUUID() }) }),
        ),
      ),
    ]);
    for (const { status, text } of logs) expect(status, text).toBe(200);
    const dangling = await api.sql`
      select from log where log_type_code = ${raced} and doc::json -> 'logType' ->> 'id' is not null
        and not exists (select from log_type where code = ${raced})`;
    stored.push([deletion.status, dangling.length]);
  }
  expect(stored.filter(([, dangling]) => dangling > 0)).toEqual([]);
});

test('a LogType that logs name can be changed', async () => {
  await ok('POST', '/logs', log());
  expect((await ok('PATCH', `/log-types/${code}`, { name: 'Other' }))['name']).toBe('Other');
});

const importTypes = (records: readonly JsonObject[], query = '') => {
  const tar = pack();
  tar.entry({ name: 'log-types.json' }, JSON.stringify({ filtering: [], data: records }));
  tar.finalize();
  return Array.fromAsync(tar as unknown as AsyncIterable<Buffer>).then((chunks) => {
    const form = new FormData();
    form.set('file', new Blob([gzipSync(Buffer.concat(chunks))]), 'all.tar.gz');
    return administrator.request('POST', `/admin/import${query}`, form);
  });
};

test('the import of an archive removes no LogType that logs name', async () => {
  await api.sql`truncate log_type cascade`;
  await api.sql`delete from log`;
  const used = await ok('POST', '/log-types', { code: 'USED', name: 'Used' });
  const unused = await ok('POST', '/log-types', { code: 'UNUSED', name: 'Unused' });
  await ok('POST', '/logs', log({ logTypeCode: 'USED' }));
  const problem = ['log-types: "USED" would be removed, and 1 Log points to it by logTypeCode'];
  for (const query of ['', '?dryRun=true']) expect(await expectErrors(importTypes([unused], query))).toEqual(problem);
  expect((await ok('GET', '/log-types/USED'))['id']).toBe(used['id'] as string);
  await expectOk(importTypes([used]));
  expect((await administrator.request('GET', '/log-types/UNUSED')).status).toBe(400);
  // Another LogType has the code then.
  await expectOk(importTypes([{ ...unused, code: 'USED' }]));
});

test('of an import that removes a LogType and a new log at the same time, one sees the other', async () => {
  for (let round = 0; round < 6; round++) {
    await api.sql`delete from log`;
    const raced = `IMPORTED${round}`;
    const left = await ok('POST', '/log-types', { code: `LEFT${round}`, name: 'Left' });
    await ok('POST', '/log-types', { code: raced, name: raced });
    const [, ...logs] = await Promise.all([
      importTypes([left]),
      ...[1, 2, 3].map(() => administrator.request('POST', '/logs', log({ logTypeCode: raced }))),
    ]);
    for (const { status, text } of logs) expect(status, text).toBe(200);
    const dangling = await api.sql`
      select from log where log_type_code = ${raced} and doc::json -> 'logType' ->> 'id' is not null
        and not exists (select from log_type where code = ${raced})`;
    expect(dangling.length).toBe(0);
  }
});
