import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { deleteLogs } from '../../workers/handlers/deleteLogs.ts';
import type { StepContext } from '../../workers/runtime/handler.ts';
import { startApiForFile } from '../helpers/api.ts';

setDefaultTimeout(60_000);

const api = await startApiForFile();
const operation = 'POST /api/v2/admin/queues/{name}/pause';

const forged = (members: JsonObject = {}): JsonObject => ({
  ownerType: 'Operation',
  ownerId: operation,
  logTypeCode: 'OPERATOR_ACTION',
  startDate: '2026-11-20T08:00:00.000Z',
  endDate: '2026-11-20T08:00:01.500Z',
  request: '{}',
  response: '',
  resultCode: '200',
  relatedData: {},
  ...members,
});

const entries = async (): Promise<(JsonObject & { id: string })[]> => {
  const found = await api.request('GET', `/logs/by-owner/Operation/${encodeURIComponent(operation)}`);
  return found.json<(JsonObject & { id: string })[]>().filter(({ logTypeCode }) => logTypeCode === 'OPERATOR_ACTION');
};
const reserved = ['logTypeCode: OPERATOR_ACTION is reserved for Logs that the service writes'];

beforeAll(async () => {
  expect((await api.request('POST', '/admin/queues/step.logs/pause')).status).toBe(200);
});

describe('a client cannot forge an entry about an action of an operator', () => {
  test('by creating one, with any id and in any case', async () => {
    for (const members of [{}, { id: crypto.randomUUID() }, { logTypeCode: 'operator_Action' }]) {
      const rejected = await api.request('POST', '/logs', forged(members));
      expect(rejected.status).toBe(400);
      expect(rejected.errors).toEqual(reserved);
    }
  });

  test('through a LogType that exists', async () => {
    const type = (await api.request('POST', '/log-types', { code: 'OPERATOR_ACTION', name: 'Actions' })).json();
    for (const logType of [{ id: type.id }, { code: type.code }]) {
      const { logTypeCode: _, ...rest } = forged();
      const rejected = await api.request('POST', '/logs', { ...rest, logType });
      expect(rejected.status).toBe(400);
      expect(rejected.errors).toEqual(reserved);
    }
  });

  test('by changing the type of its own Log', async () => {
    const own = (await api.request('POST', '/logs', forged({ logTypeCode: 'OWN' }))).json();
    const rejected = await api.request('PUT', `/logs/${own.id}`, forged());
    expect(rejected.status).toBe(400);
    expect(rejected.errors).toEqual(reserved);
    expect((await api.request('GET', `/logs/${own.id}`)).json<JsonObject>().logTypeCode).toBe('OWN');
  });

  test('by any other operation: none writes Logs', async () => {
    expect((await api.request('PATCH', `/logs/${crypto.randomUUID()}`, forged())).status).toBe(405);
    for (const path of ['/logs/diff/save', '/logs/diff/file?save=true'])
      expect((await api.request('POST', path, [])).status).toBe(404);
  });
});

describe('a client cannot change or delete an entry', () => {
  test('by replacing it, even with another type', async () => {
    const [entry] = await entries();
    for (const members of [{}, { logTypeCode: 'OWN' }]) {
      const rejected = await api.request('PUT', `/logs/${entry?.id}`, forged(members));
      expect(rejected.status).toBe(400);
      expect(rejected.errors).toEqual(reserved);
    }
    expect((await entries())[0]).toEqual(entry as JsonObject & { id: string });
  });

  test('by its id', async () => {
    const [entry] = await entries();
    const rejected = await api.request('POST', '/logs', forged({ id: entry?.id as string, logTypeCode: 'OWN' }));
    expect(rejected.status).toBe(400);
    expect((await api.request('DELETE', `/logs/${entry?.id}`)).status).toBe(405);
  });

  test('as logs of their owner', async () => {
    const selection = { code: 'OPERATOR_ACTION', olderThan: '2100-01-01', ownerType: 'Operation', ownerId: operation };
    const path = Object.values(selection).map(encodeURIComponent).join('/');
    const rejected = await api.request('DELETE', `/logs/${path}`);
    expect(rejected.status).toBe(400);
    expect(rejected.errors).toEqual(['code: OPERATOR_ACTION is reserved for Logs that the service writes']);
    expect((await entries()).length).toBe(1);
  });

  test('by a Job, whatever its data became after it was accepted', async () => {
    const data = { code: 'OPERATOR_ACTION', olderThan: '2100-01-01', ownerType: 'Operation', ownerId: operation };
    const job = { jobType: 'DELETE_LOGS', status: 'NEW', startDate: new Date().toISOString(), data };
    const rejected = await api.request('POST', '/jobs', job);
    expect(rejected.status).toBe(400);
    expect(rejected.errors).toEqual(['data.code: OPERATOR_ACTION is reserved for Logs that the service writes']);

    const first = { startDate: '2000-01-01T00:00:00.000Z', id: '00000000-0000-0000-0000-000000000000' };
    const last = { startDate: '2100-01-01T00:00:00.000Z', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
    const step = { job: { data }, stepData: { from: first, to: last, until: Number.MAX_SAFE_INTEGER } };
    const context = {
      services: api.services,
      caller: { user: 'anonymous', requestId: 'r', traceId: 't' },
      signal: new AbortController().signal,
    };
    const run = deleteLogs.run(step as unknown as Parameters<typeof deleteLogs.run>[0], context as StepContext);
    await expect(run).rejects.toThrow('cannot be deleted');
    expect((await entries()).length).toBe(1);
  });
});
