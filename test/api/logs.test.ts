import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { createLog } from '../../domain/logs/logs.ts';
import { sampleLog, storeLog } from '../helpers/api/logRequests.ts';
import { startApiForFile } from '../helpers/api.ts';

setDefaultTimeout(60_000);

const api = await startApiForFile();

/** No such member. */
const without = (record: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));

async function logType(code: string) {
  const answer = await api.request('POST', '/log-types', { code, name: `Name of ${code}` });
  return answer.json();
}

describe('POST', () => {
  test('keeps a log and answers it as GET does, with its duration and the correlation id of the request', async () => {
    const log = await storeLog(api, {}, { 'x-correlation-id': 'order 7' });
    expect(log).toMatchObject({ duration: 1_500, correlationId: 'order 7', auditInfo: { version: 1 } });
    expect(Object.keys(log)).toEqual(
      'id ownerType ownerId logTypeCode startDate request response endDate correlationId duration relatedData auditInfo'.split(
        ' ',
      ),
    );
    const got = await api.request('GET', `/logs/${log.id}`);
    expect(got.json<JsonObject>()).toEqual(log);
    const [row] = await api.sql`select data from outbox where data like ${`%${log.id}%`}`;
    expect(JSON.parse(row?.data)).toMatchObject({ kind: 'Log', ids: [log.id], context: { correlationId: 'order 7' } });
  });

  test('what the client sends wins over what would be filled', async () => {
    const log = await storeLog(api, { correlationId: 'own', duration: 7 }, { 'x-correlation-id': 'header' });
    expect(log).toMatchObject({ correlationId: 'own', duration: 7 });
    const [one, other] = [await storeLog(api), await storeLog(api)];
    expect(one.correlationId).toMatch(/^[\da-f-]{36}$/);
    expect(other.correlationId).not.toBe(one.correlationId);
  });

  test('all problems come at once', async () => {
    const { status, errors } = await api.request('POST', '/logs', { ownerId: 3, surprise: true });
    expect(status).toBe(400);
    expect(errors).toContain('surprise: unknown member');
    expect(errors).toContain('ownerType: is required');
    expect(errors).toContain('ownerId: must be a string, not 3');
    expect(errors).toContain('logTypeCode: is required, or else logType');
  });

  test('an end before the start is a 400', async () => {
    const { status, errors } = await api.request('POST', '/logs', sampleLog({ endDate: '2026-11-20T07:00:00Z' }));
    expect([status, errors]).toEqual([400, ['endDate: must not be before startDate']]);
  });

  test('a taken id is a 400 and replaces nothing, whoever made the id', async () => {
    const id = crypto.randomUUID();
    expect(await storeLog(api, { id })).toMatchObject({ id });
    const own = await storeLog(api);
    for (const taken of [id, own.id]) {
      const { status, errors } = await api.request('POST', '/logs', sampleLog({ id: taken, request: 'other' }));
      expect([status, errors]).toEqual([400, [`id: ${taken} is taken by another Log`]]);
      expect((await api.request('GET', `/logs/${taken}`)).json<JsonObject>()).toMatchObject({ request: '<a/>' });
    }
  });

  test('of many that bring the same id at once, one is kept', async () => {
    const id = crypto.randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => api.request('POST', '/logs', sampleLog({ id, messageId: String(at) }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
    const [row] = await api.sql`select count(*)::int as n from log where id = ${id}`;
    expect(row?.n).toBe(1);
  });

  test('an id that names another month is found all the same', async () => {
    const id = Bun.randomUUIDv7('hex', Date.UTC(2019, 4, 5));
    await storeLog(api, { id });
    expect((await api.request('GET', `/logs/${id}`)).json<JsonObject>()).toMatchObject({ id });
    expect((await api.request('POST', '/logs', sampleLog({ id }))).status).toBe(400);
  });

  test('any date that a Log can have', async () => {
    for (const startDate of ['0000-01-01', '0001-01-01', '9999-12-31T23:59:59.999Z']) {
      const log = await storeLog(api, { startDate, endDate: '9999-12-31T23:59:59.999Z', ownerId: 'any date' });
      expect((await api.request('GET', `/logs/${log.id}`)).json<JsonObject>()).toEqual(log);
    }
  });

  test('an owner named by very long texts', async () => {
    const ownerId = Array.from({ length: 2_000 }, () => Math.random().toString(36)).join('');
    const log = await storeLog(api, { ownerId });
    expect((await api.request('GET', `/logs/${log.id}`)).json<JsonObject>()).toEqual(log);
  });

  test('the first write of a month without a partition makes it', async () => {
    const [{ months }] = await api.sql<[{ months: string[] }]>`
      select array_agg(inhrelid::regclass::text) as months from pg_inherits where inhparent = 'log'::regclass`;
    for (const month of months) await api.sql.unsafe(`drop table ${month}`);
    const logs = await Promise.all(Array.from({ length: 6 }, () => storeLog(api)));
    for (const { id } of logs) expect((await api.request('GET', `/logs/${id}`)).status).toBe(200);
  });
});

describe('the type of a log', () => {
  test('is filled from its code, its id or the whole record, and is a copy of what it was', async () => {
    const type = await logType('SMS');
    const expected = { logTypeCode: 'SMS', logType: { id: type.id, code: 'SMS', name: 'Name of SMS' } };
    expect(await storeLog(api, { logTypeCode: 'SMS' })).toMatchObject(expected);
    expect(await storeLog(api, { logTypeCode: null, logType: { id: type.id } })).toMatchObject(expected);
    expect(await storeLog(api, { logTypeCode: null, logType: { code: 'SMS' } })).toMatchObject(expected);
    expect(await storeLog(api, { logTypeCode: 'SMS', logType: type })).toMatchObject(expected);
  });

  test('a code without a LogType is taken as it is', async () => {
    const log = await storeLog(api, { logTypeCode: null, logType: { code: 'NOBODY' } });
    expect(log.logTypeCode).toBe('NOBODY');
    expect(log).not.toHaveProperty('logType');
  });

  test('counts from the moment it is made, changed or deleted', async () => {
    const typeOf = async () => (await storeLog(api, { logTypeCode: 'LATE' })).logType as JsonObject | undefined;
    expect(await typeOf()).toBeUndefined();
    const { id } = await logType('LATE');
    expect(await typeOf()).toMatchObject({ id, name: 'Name of LATE' });
    await api.request('PATCH', `/log-types/${id}`, { name: 'Renamed' });
    expect(await typeOf()).toMatchObject({ id, name: 'Renamed' });
    await api.sql`delete from log where log_type_code = 'LATE'`;
    await api.request('DELETE', `/log-types/${id}`);
    expect(await typeOf()).toBeUndefined();
  });

  test('has to exist where REQUIRE_LOG_TYPES says so, and counts from its making on', async () => {
    const services = { ...api.services, requireLogTypes: true };
    const caller = { user: 'u', requestId: 'r', traceId: 't' };
    const create = () => createLog(services, sampleLog({ logTypeCode: 'MUST_BE' }), caller);
    await expect(create()).rejects.toMatchObject({ errors: ['logTypeCode: no LogType has the code "MUST_BE"'] });
    const type = await logType('MUST_BE');
    expect(JSON.parse(await create())).toMatchObject({ logType: { id: type.id } });
  });

  test('code and record that do not agree are a 400, and so is an id that is none', async () => {
    const type = await logType('MAIL');
    const refused = async (members: JsonObject) => (await api.request('POST', '/logs', sampleLog(members))).errors;
    expect(await refused({ logTypeCode: 'SMS', logType: { code: 'MAIL' } })).toEqual([
      'logType.code: "MAIL" does not agree with logTypeCode "SMS"',
    ]);
    expect(await refused({ logTypeCode: 'SMS', logType: { id: type.id } })).toEqual([
      `logTypeCode: "SMS" does not agree with the LogType ${type.id}, whose code is "MAIL"`,
    ]);
    const id = crypto.randomUUID();
    expect(await refused({ logType: { id } })).toEqual([`logType.id: no LogType has the id "${id}"`]);
    expect(await refused({ logTypeCode: null, logType: {} })).toEqual(['logType: needs an id or a code']);
  });
});

describe('PUT', () => {
  test('replaces all members and stays in its partition', async () => {
    const log = await storeLog(api, { description: 'gone' });
    const answer = await api.request('PUT', `/logs/${log.id}`, sampleLog({ response: 'late' }));
    expect(answer.json<JsonObject>()).toMatchObject({ id: log.id, response: 'late', auditInfo: { version: 2 } });
    expect(answer.json<JsonObject>()).not.toHaveProperty('description');
    expect((await api.request('GET', `/logs/${log.id}`)).text).toBe(answer.text);
  });

  test('what is sent back as it was got changes nothing, though its type is gone', async () => {
    const type = await logType('FLEETING');
    const log = await storeLog(api, { logTypeCode: 'FLEETING' });
    await api.request('DELETE', `/log-types/${type.id}`);
    const answer = await api.request('PUT', `/logs/${log.id}`, log);
    expect(answer.json<JsonObject>()).toEqual(log);
  });

  test('of a version that is not the stored one, of another id, of no log: 400', async () => {
    const log = await storeLog(api);
    const stale = await api.request('PUT', `/logs/${log.id}`, sampleLog({ auditInfo: { version: 4 } }));
    expect([stale.status, stale.errors]).toEqual([400, ['auditInfo.version: 4 was sent, the record is at 1']]);
    const id = crypto.randomUUID();
    expect((await api.request('PUT', `/logs/${log.id}`, sampleLog({ id }))).status).toBe(400);
    const missing = await api.request('PUT', `/logs/${id}`, sampleLog());
    expect([missing.status, missing.errors]).toEqual([400, [`id: no Log has the id "${id}"`]]);
  });
});

describe('GET', () => {
  test('a log that is not there is a 404, an id that is none a 400', async () => {
    expect((await api.request('GET', `/logs/${crypto.randomUUID()}`)).status).toBe(404);
    expect((await api.request('GET', `/logs/${Bun.randomUUIDv7()}`)).status).toBe(404);
    const { status, errors } = await api.request('GET', '/logs/abc');
    expect([status, errors]).toEqual([400, ['id: type mismatch, "abc" is not a UUID']]);
  });

  test('by owner: newest first, nobody else’s, an empty array for an unknown one', async () => {
    const ownerId = 'a/b, č';
    for (const day of ['02', '04', '03']) {
      await storeLog(api, { ownerId, startDate: `2026-11-${day}`, endDate: `2026-11-${day}` });
    }
    await storeLog(api, { ownerId, ownerType: 'Order' });
    const answer = await api.request('GET', `/logs/by-owner/Ticket/${encodeURIComponent(ownerId)}`);
    expect(answer.json<{ startDate: string }[]>().map(({ startDate }) => startDate.slice(8, 10))).toEqual([
      '04',
      '03',
      '02',
    ]);
    expect((await api.request('GET', '/logs/by-owner/Ticket/nobody')).text).toBe('[]');
    expect((await api.request('GET', '/logs/by-owner/Ticket/%00')).text).toBe('[]');
  });
});

test('required members cannot be left out', async () => {
  for (const name of 'ownerType ownerId startDate endDate request response relatedData'.split(' ')) {
    const { status, errors } = await api.request('POST', '/logs', without(sampleLog(), name));
    expect([status, errors]).toEqual([400, [`${name}: is required`]]);
  }
});
