import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { expectOk } from '../../helpers/api/expectations.ts';

setDefaultTimeout(60_000);

/** Writes with `dryRun=true`: they answer as the write would, and store nothing. */

const api = await startAuthenticatedApiForFile();
const { administrator } = api;
const ok = (method: string, path: string, body?: object) => expectOk(administrator.request(method, path, { ...body }));

const countRows = async () => {
  const [rows] = await api.sql`
    select (select count(*)::int from worklog_type) as records, (select count(*)::int from history) as versions,
      (select count(*)::int from stored_answer) as answers`;
  return rows;
};

describe('a dry run stores nothing', () => {
  test('of a new record', async () => {
    const before = await countRows();
    const tried = await ok('POST', '/worklog-types?dryRun=true', { code: 'DR', name: 'Dry' });
    expect(tried).toMatchObject({ code: 'DR', name: 'Dry', auditInfo: { version: 1 } });
    expect(await countRows()).toEqual(before);
    expect((await ok('POST', '/worklog-types?dryRun=false', { code: 'DR', name: 'Dry' })).auditInfo.version).toBe(1);
  });

  test('of a changed, a replaced and a renamed record, by code and by id', async () => {
    const stored = await ok('POST', '/worklog-types', { code: 'KEPT', name: 'Kept', icon: 'car' });
    const before = await countRows();
    const { id } = stored;
    const patched = await ok('PATCH', '/worklog-types/KEPT?dryRun=true', { code: 'OTHER' });
    expect(patched).toMatchObject({ id, code: 'OTHER', icon: 'car', auditInfo: { version: 2 } });
    const replaced = await ok('PUT', `/worklog-types/by-id/${id}?dryRun=true`, { code: 'KEPT', name: 'New' });
    expect(Object.keys(replaced)).toEqual(['id', 'code', 'name', 'auditInfo']);
    await ok('PUT', '/worklog-types/KEPT?dryRun=true', { code: 'KEPT', name: 'New' });
    await ok('PATCH', `/worklog-types/by-id/${id}?dryRun=true`, { name: 'New' });
    await ok('POST', '/worklog-types?dryRun=true', { id, code: 'KEPT', name: 'New' });
    expect(await countRows()).toEqual(before);
    expect(await expectOk(administrator.request('GET', '/worklog-types/KEPT'))).toEqual(stored);
  });

  test('nor the answer of an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'dry' };
    const body = { code: 'KEYED', name: 'Keyed' };
    const before = await countRows();
    await expectOk(administrator.request('POST', '/worklog-types?dryRun=true', body, headers));
    expect(await countRows()).toEqual(before);
    const saved = await administrator.request('POST', '/worklog-types', body, headers);
    expect([saved.status, saved.headers.get('idempotency-replayed')]).toEqual([200, null]);
  });
});

describe('a dry run fails as the write would', () => {
  const errorsOf = async (method: string, path: string, body: object) => {
    const [tried, written] = [
      await administrator.request(method, `${path}?dryRun=true`, { ...body }),
      await administrator.request(method, path, { ...body }),
    ];
    expect(tried.status).toBe(written.status);
    expect(tried.errors).toEqual(written.errors);
    return [tried.status, ...tried.errors];
  };

  test('by what is wrong in the body, a taken code, an unknown reference and a stale version', async () => {
    await ok('POST', '/worklog-types', { code: 'TAKEN', name: 'Taken' });
    const stored = await ok('POST', '/worklog-types', { code: 'STALE', name: 'Stale' });
    await ok('PATCH', '/worklog-types/STALE', { name: 'Changed' });
    expect(await errorsOf('POST', '/worklog-types', { code: 'WRONG', nmae: 'x' })).toEqual([
      400,
      expect.stringContaining('nmae: unknown member'),
      'name: is required',
    ]);
    expect(await errorsOf('POST', '/worklog-types', { code: 'TAKEN', name: 'Other' })).toEqual([
      400,
      'code: "TAKEN" is taken by another WorklogType',
    ]);
    expect(await errorsOf('POST', '/users', { code: 'u', type: 'NONE', chars: {} })).toEqual([
      400,
      expect.stringMatching(/^type: no UserType has the code "NONE"/),
    ]);
    expect(await errorsOf('PUT', '/worklog-types/STALE', stored)).toEqual([
      400,
      'auditInfo.version: 1 was sent, the record is at 2',
    ]);
    expect((await errorsOf('PATCH', '/worklog-types/NONE', { name: 'x' }))[0]).toBe(400);
  });

  test('by the rights of the caller', async () => {
    const reader = await api.callerWith([{ entityName: 'WorklogType', accessRule: 'READ' }]);
    const body = { code: 'DENIED', name: 'Denied' };
    expect((await reader.request('POST', '/worklog-types?dryRun=true', body)).status).toBe(403);
  });
});

test('the parameter is true or false', async () => {
  const refused = await administrator.request('POST', '/worklog-types?dryRun=yes', { code: 'X', name: 'X' });
  expect([refused.status, ...refused.errors]).toEqual([400, 'dryRun: must be true or false, not "yes"']);
});
