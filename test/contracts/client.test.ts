import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import {
  BadRequestError,
  type Change,
  GoneError,
  KeyUsedError,
  PreconditionFailedError,
  TooManyRequestsError,
  Waybill,
  WaybillError,
} from '../../client/index.ts';
import { clientText } from '../../scripts/client.ts';
import { startApiForFile } from '../helpers/api.ts';

setDefaultTimeout(60_000);

const api = await startApiForFile();
let waybill: Waybill;

beforeAll(async () => {
  waybill = new Waybill({ url: `${api.url}/`, headers: { 'x-correlation-id': 'of-the-client' } });
});

type Puts = {
  [Name in keyof Waybill['api'] as Name extends `put${string}` ? Name : never]: Waybill['api'][Name];
};
interface Recorded {
  readonly auditInfo: object;
}
/** The names of the PUTs of records whose parameter does not accept the record that they return. */
type RefusedPuts = {
  [Name in keyof Puts]: Puts[Name] extends (id: string, record: infer Sent, ...others: never[]) => Promise<infer Read>
    ? Exclude<Extract<Read, Recorded>, Sent> extends never
      ? never
      : Name
    : never;
}[keyof Puts];

const caught = (error: unknown): unknown => error;

describe('the typed client', () => {
  test('client/api.ts is up to date (npm run client writes it)', async () => {
    const committed = await Bun.file(`${import.meta.dir}/../../client/api.ts`).text();
    expect(committed === (await clientText())).toBe(true);
  });

  test('requests records whose codes have characters of paths', async () => {
    const codes = ['a/b', 'a?b=c', 'a,b', 'Žluť 100 %', '..x'];
    for (const code of codes) await waybill.api.postWorklogTypes({ code, name: code });
    for (const code of codes) expect((await waybill.api.getWorklogTypesIdOrCode(code)).name).toBe(code);
    const some = await waybill.api.getWorklogTypesByIdsIds(codes);
    expect(some.map(({ code }) => code)).toEqual(codes);
  });

  test('keeps whole numbers that a double cannot hold', async () => {
    const text = '{"exact":9007199254740995,"long":[-123456789012345678901234567890],"short":1.5}';
    const chars = { exact: 9_007_199_254_740_995n, long: [-123_456_789_012_345_678_901_234_567_890n], short: 1.5 };
    await waybill.api.postUserGroupTypes({ code: 'exact', name: 'Exact', registry: {} });
    const body = `{"code":"exact","name":"Exact","type":"exact","chars":${text}}`;
    const headers = { 'content-type': 'application/json' };
    await waybill.fetch('/api/v2/user-groups', { method: 'POST', body, headers });
    const read = await waybill.api.getUserGroupsIdOrCode('exact');
    expect(read.chars).toEqual(chars);
    const written = await waybill.api.putUserGroupsIdOrCode('exact', { ...read, name: 'Renamed' });
    expect(written.chars).toEqual(chars);
    expect(await (await waybill.fetch('/api/v2/user-groups/exact')).text()).toContain(`"chars":${text}`);
  });

  test('has types by which each PUT accepts the record that it returns', () => {
    const acceptsAll: [RefusedPuts] extends [never] ? true : false = true;
    expect(acceptsAll).toBe(true);
  });

  test('sends a record with an embedded one back as it was read', async () => {
    await waybill.api.postUserGroupTypes({ code: 'team', name: 'Team', registry: {} });
    await waybill.api.postUserGroups({ code: 'team', name: 'Team', type: 'team', chars: {} });
    const regionId = crypto.randomUUID();
    const made = await waybill.api.postUserGroupRegions({ regionId, userGroup: { code: 'team' } });
    expect(await waybill.api.putUserGroupRegionsIdOrCode(made.id, made)).toEqual(made);
  });

  test('sends the version of a record alone, and a record as it was read', async () => {
    const made = await waybill.api.postWorklogTypes({ code: 'versioned', name: 'First' });
    const auditInfo = { version: 1 };
    const second = await waybill.api.putWorklogTypesIdOrCode('versioned', {
      code: 'versioned',
      name: 'Second',
      auditInfo,
    });
    expect(second.auditInfo.version).toBe(2);
    const stale = waybill.api.putWorklogTypesIdOrCode('versioned', made);
    expect(await stale.catch(caught)).toBeInstanceOf(BadRequestError);
  });

  test('sends a filtering as JSON', async () => {
    const filtering = { filters: [{ column: 'code', operator: 'LIKE' as const, value: '%100%' }] };
    expect(await waybill.api.getWorklogTypesSearchCount({ filtering })).toBe(1);
  });

  test('throws all problems, with the trace id', async () => {
    const refused = waybill.api.postWorklogTypes({ code: '', name: '' });
    const error = (await refused.catch((caught: unknown) => caught)) as WaybillError;
    expect(error).toBeInstanceOf(WaybillError);
    expect(error).toBeInstanceOf(BadRequestError);
    expect(error.code).toBe(400);
    expect(error.errors.length).toBe(2);
    expect(error.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(error.message).toContain('code: ');
  });

  test('returns headers of responses, and a 304, to requests of any path', async () => {
    await waybill.api.postRoles({ code: 'cached', name: 'Cached' });
    const path = '/api/v2/roles/cached';
    const etag = (await waybill.fetch(path)).headers.get('etag') ?? '';
    const unchanged = await waybill.fetch(path, { headers: { 'If-None-Match': etag } });
    expect([unchanged.status, unchanged.headers.get('etag')]).toEqual([304, etag]);
    const stale = waybill.fetch(path, { method: 'DELETE', headers: { 'If-Match': '"stale"' } });
    expect(await stale.catch(caught)).toBeInstanceOf(PreconditionFailedError);
  });

  test('throws classes of their own for a failed condition and for a used key', async () => {
    await waybill.api.postRoles({ code: 'conditional', name: 'Conditional' });
    const changed = { 'If-Match': '"another"' };
    const failed = await waybill.api
      .patchRolesIdOrCode('conditional', { description: null }, {}, { headers: changed })
      .catch(caught);
    expect(failed).toBeInstanceOf(PreconditionFailedError);
    const key = { headers: { 'Idempotency-Key': 'used-once' } };
    await waybill.api.postRoles({ code: 'keyed', name: 'Keyed' }, {}, key);
    const used = await waybill.api.postRoles({ code: 'other', name: 'Other' }, {}, key).catch(caught);
    expect(used).toBeInstanceOf(KeyUsedError);
  });

  test('sends its headers with every request', async () => {
    const sent = api.logged.filter(({ msg }) => msg === 'request');
    expect(sent.every(({ correlationId }) => correlationId === 'of-the-client')).toBe(true);
  });

  test('yields all records of a search, page by page', async () => {
    for (const code of ['p1', 'p2', 'p3']) await waybill.api.postLogTypes({ code, name: code });
    const found: (string | undefined)[] = [];
    for await (const { code } of waybill.records(waybill.api.postLogTypesSearchPage, { size: 2 })) found.push(code);
    expect(found).toEqual(['p1', 'p2', 'p3']);
    const disturbed: (string | undefined)[] = [];
    for await (const { code } of waybill.records(waybill.api.postLogTypesSearchPage, { size: 1 })) {
      disturbed.push(code);
      // Pages by number would now repeat a record.
      if (code === 'p1') await waybill.api.postLogTypes({ code: 'p0', name: 'before' });
    }
    expect(disturbed).toEqual(['p1', 'p2', 'p3']);
  });

  test('yields changes after a cursor, also when the connection breaks', async () => {
    const { cursor } = await waybill.api.getChanges({ after: 'latest' });
    let broken = 0;
    const breaking = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const response = await fetch(input, init);
      const reader = response.body?.getReader();
      // Each connection ends after its first change.
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          const { value } = (await reader?.read()) ?? {};
          if (value) controller.enqueue(value);
          if (!value || new TextDecoder().decode(value).includes('data:')) {
            broken++;
            controller.close();
            await reader?.cancel();
          }
        },
      });
      return new Response(body, response);
    };
    const fragile = new Waybill({ url: api.url, fetch: breaking as typeof fetch });
    const seen: Change[] = [];
    const write = (async () => {
      for (const code of ['c1', 'c2']) await waybill.api.postLogTypes({ code, name: code });
    })();
    for await (const change of fragile.changes({ after: cursor, kinds: ['LogType'] })) {
      seen.push(change);
      if (change.record?.['code'] === 'c2') break;
    }
    await write;
    expect(seen.map(({ record }) => record?.['code'])).toEqual(['c1', 'c2']);
    expect(broken).toBeGreaterThan(0);
    await api.sql`update record_change_state set deleted_to = last`;
    const first = waybill.changes({ after: cursor }).next();
    expect(await first.catch((error: unknown) => error)).toBeInstanceOf(GoneError);
  });
});

describe('the typed client', () => {
  test('throws the error of a program that follows a job', async () => {
    const job = await waybill.api.postJobs({
      jobType: 'OF_A_CLIENT',
      status: 'NEW',
      startDate: new Date().toISOString(),
      closed: false,
    });
    const fault = new Error('of the program');
    const followed = waybill.follow(job.id, () => {
      throw fault;
    });
    expect(await followed.catch((error: unknown) => error)).toBe(fault);
  });
});

describe('a request of the typed client', () => {
  /** Answers in turn with these statuses, then with a record. */
  function service(...answers: readonly (readonly [status: number, headers?: Record<string, string>] | 'broken')[]) {
    const left = [...answers];
    const requests: string[] = [];
    const send = async (_: string | URL | Request, init?: RequestInit): Promise<Response> => {
      requests.push(init?.method ?? 'GET');
      const next = left.shift();
      if (next === 'broken') throw new TypeError('the connection was closed');
      if (!next) return Response.json({ id: 'x', code: 'x', name: 'x' });
      const body = { status: 'X', message: 'No.', traceId: '0', timestamp: '', errors: [] };
      return Response.json(body, { status: next[0], headers: next[1] ?? {} });
    };
    const client = new Waybill({ url: api.url, pauseMs: 1, fetch: send as typeof fetch });
    return { client, requests };
  }

  test('is repeated while the service refuses it, and when a read fails', async () => {
    const refused = service([503], [429, { 'retry-after': '0' }]);
    await refused.client.api.postWorklogTypes({ code: 'x', name: 'x' });
    expect(refused.requests).toEqual(['POST', 'POST', 'POST']);
    const broken = service('broken', [502], [504]);
    await broken.client.api.getWorklogTypesIdOrCode('x');
    expect(broken.requests.length).toBe(4);
  });

  test('is not repeated if the service may have executed it, or after a refusal for good', async () => {
    for (const answer of ['broken', [502], [500], [400]] as const) {
      const { client, requests } = service(answer);
      await client.api.postWorklogTypes({ code: 'x', name: 'x' }).catch(() => {});
      expect(requests).toEqual(['POST']);
    }
    const search = service('broken');
    await search.client.api.postWorklogTypesSearchCount({});
    expect(search.requests.length).toBe(2);
  });

  test('fails after the last repetition, and at once if Retry-After is too far away', async () => {
    const often = service([503], [503], [503], [503]);
    await often.client.api.getWorklogTypesIdOrCode('x').catch(() => {});
    expect(often.requests.length).toBe(4);
    const late = service([429, { 'retry-after': '3600' }]);
    const error = await late.client.api.getWorklogTypesIdOrCode('x').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(TooManyRequestsError);
    expect((error as TooManyRequestsError).retryAfterSeconds).toBe(3_600);
    expect(late.requests.length).toBe(1);
  });
});
