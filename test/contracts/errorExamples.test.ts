import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { deleteOldChanges } from '../../db/queries/changes/changeRows.ts';
import { ProviderUnavailable } from '../../domain/ports/identity.ts';
import { SearchUnavailable } from '../../domain/ports/search.ts';
import { makeSandbox } from '../../drivers/sandbox/sandbox.ts';
import { startAuthenticatedApiForFile } from '../helpers/api/callers.ts';
import { document, problemsOf } from '../helpers/api/openApiContract.ts';
import { startApiForFile, type TestAnswer } from '../helpers/api.ts';
import { stopAfterFile } from '../helpers/bootstrap.ts';
import { makeSilentSearch } from '../helpers/servers/silentSearch.ts';
import { engineOf, RecordingEngine, startWorker } from '../helpers/workerHarness.ts';

setDefaultTimeout(120_000);

/** The examples of errors in the OpenAPI document: the service gives these answers, word for word. */

const isDown = async (): Promise<never> => {
  throw new SearchUnavailable('it does not respond');
};
const api = await startAuthenticatedApiForFile({
  search: () => makeSilentSearch({ search: isDown }),
  tokenVerifier: { verify: () => Promise.reject(new ProviderUnavailable('it does not respond')) },
});
const { administrator } = api;
const hasty = await startApiForFile({ resultWaitMs: 1_000 });
const limited = await startApiForFile({ http: { ratePerCaller: 1 } });
const { request } = administrator;

/** A record that the examples change. */
await api.store('WorklogType', { code: 'TRAVEL', name: 'Travel' });
await request('PATCH', '/worklog-types/TRAVEL', { description: 'On the way to a site and back.' });

/** Causes each error, by the names of its response and its example. */
const causes: Readonly<Record<string, () => Promise<TestAnswer>>> = {
  'BadRequest members': () =>
    request('POST', '/worklog-types', { code: 'SURVEY', nmae: 'Survey', validityFrom: 'yesterday' }),
  'BadRequest taken': () => request('POST', '/worklog-types', { code: 'TRAVEL', name: 'Travel' }),
  'BadRequest unknownRecord': () =>
    request('POST', '/users', { code: 'novak', type: 'PLUMBER', familyName: 'Novák', chars: {} }),
  'BadRequest oldVersion': () => request('PATCH', '/worklog-types/TRAVEL', { icon: 'car', auditInfo: { version: 1 } }),
  'BadRequest filtering': () =>
    request(
      'GET',
      `/worklog-types/search/list?filtering=${encodeURIComponent('{"filters":[{"column":"colour","value":"red"}]}')}`,
    ),
  'BadRequest parameter': () => request('GET', '/worklog-types/TRAVEL?field=code'),
  'BadRequest syntax': () => request('POST', '/worklog-types', '{\n  "code": "SURVEY",\n  name: "Survey"\n}'),
  'BadRequest state': async () => {
    const job = { startDate: '2026-11-20T09:00:00Z', status: 'NEW', jobType: 'METER_READING' };
    const step = { name: 'read', status: 'NEW', chunkId: 'b8f5b1a6-3c3c-4d0a-9a58-5d3f6f0c2b11', chunk: [] };
    const { jobSteps } = (await request('POST', '/jobs', { ...job, jobSteps: [step] })).json() as unknown as {
      jobSteps: { id: string }[];
    };
    return request('PATCH', `/job-steps/${jobSteps[0]?.id}`, { status: 'COMPLETED' });
  },
  'BadRequestOfJob script': async () => {
    const source = 'return { twice: input.number.toFixed(2) };';
    await api.store('Script', { code: 'double', name: 'Double', source });
    const sandbox = makeSandbox({ log: api.services.log, size: 1 });
    stopAfterFile(() => sandbox.stop());
    const engine = engineOf(new RecordingEngine(), SearchUnavailable);
    const worker = await startWorker(api.databaseUrl, engine, {}, { sandbox });
    stopAfterFile(() => worker.stop());
    return request('POST', '/scripts/double/evaluate', {});
  },
  'Unauthorized credential': () => api.request('GET', '/worklog-types/TRAVEL'),
  'Unauthorized signIn': () => api.request('POST', '/session', { code: 'jana', password: 'a wrong password' }),
  'Forbidden right': async () => {
    const reader = await api.callerWith([{ entityName: 'WorklogType', accessRule: 'READ', fullAccess: true }]);
    return reader.request('PATCH', '/worklog-types/TRAVEL', { icon: 'car' });
  },
  'Forbidden origin': () =>
    api.request('PATCH', '/worklog-types/TRAVEL', {}, { origin: 'https://shop.example', cookie: 'waybill-session=a' }),
  'NotFound record': () => request('GET', `/jobs/${crypto.randomUUID()}`),
  'Gone cursor': async () => {
    const { cursor } = (await request('GET', '/changes?size=1')).json() as unknown as { cursor: string };
    await api.sql`update record_change set numbered_at = now() - interval '2 days'`;
    await deleteOldChanges(api.sql, 1);
    return request('GET', `/changes?after=${cursor}`);
  },
  'LeaseLost lapsed': () =>
    request('POST', '/job-steps/complete', { worker: 'tour-1', steps: [{ id: crypto.randomUUID(), token: 1 }] }),
  'PreconditionFailed changed': () =>
    request('PATCH', '/worklog-types/TRAVEL', { icon: 'car' }, { 'if-match': '"Xk3v1mZ0aQp8sT5uWb2c4w"' }),
  'KeyUsed otherBody': async () => {
    const key = { 'idempotency-key': '5f0c1c2e-6f0e-4f2b-9d6a-1f9f7f1c8a11' };
    await request('POST', '/worklog-types', { code: 'SURVEY', name: 'Survey' }, key);
    return request('POST', '/worklog-types', { code: 'TRAINING', name: 'Training' }, key);
  },
  'TooManyRequests rate': async () => {
    for (;;) {
      const answer = await limited.request('GET', '/worklog-types');
      if (answer.status !== 200) return answer;
    }
  },
  'HeadTooLarge url': () => request('GET', `/worklog-types/by-ids/${'x'.repeat(262_144)}`),
  'Failure unexpected': async () => {
    await api.sql`alter table log_type rename to other_log_type`;
    const answer = await request('GET', '/log-types/BILLING');
    await api.sql`alter table other_log_type rename to log_type`;
    return answer;
  },
  'Failure search': () => request('GET', '/worklog-types/search/list?filtering={}'),
  'FailureOfJob late': async () => {
    await hasty.request('POST', '/scripts', { code: 'double', name: 'Double', source: 'return {};' });
    return hasty.request('POST', '/scripts/double/evaluate', {});
  },
  'Unconfirmed provider': () =>
    api.request('GET', '/worklog-types/TRAVEL', undefined, { authorization: 'Bearer a.b.c' }),
};

const documented = Object.entries<{ content: Record<string, { examples: Record<string, { value: object }> }> }>(
  document.components.responses,
).flatMap(([response, { content }]) =>
  Object.entries(content['application/json']?.examples ?? {}).map(([name, { value }]) => ({
    name: `${response} ${name}`,
    value,
  })),
);

test('every error response has examples, and every example a cause', () => {
  const names = documented.map(({ name }) => name);
  expect(names.toSorted()).toEqual(Object.keys(causes).toSorted());
  const responses = new Set(names.map((name) => name.split(' ')[0]));
  expect(Object.keys(document.components.responses).filter((name) => !responses.has(name))).toEqual([]);
});

describe('the service answers as the example says', () => {
  test.each(documented)('$name', async ({ name, value }) => {
    const cause = causes[name];
    if (!cause) throw new Error(`${name} has no cause`);
    const { text, status } = await cause();
    expect(steady(JSON.parse(text))).toEqual(steady(value));
    expect(problemsOf({ $ref: '#/components/schemas/ErrorBody' }, value)).toEqual([]);
    const codes = codesOf(name.split(' ')[0] ?? '');
    expect(codes).toEqual([String(status)]);
  });
});

/** Returns the codes of the operations that have a response. */
const codesOf = (response: string): string[] => [
  ...new Set(
    Object.values<Record<string, { responses: Record<string, { $ref?: string }> }>>(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ responses }) =>
        Object.entries(responses).flatMap(([code, { $ref }]) =>
          $ref === `#/components/responses/${response}` ? [code] : [],
        ),
      ),
    ),
  ),
];

/** An error without what differs from call to call: times, ids, tags, sizes, and how long the test waits. */
const steady = (error: object): unknown =>
  JSON.parse(
    JSON.stringify({ ...error, timestamp: '', traceId: '' })
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'an id')
      .replaceAll(/\\"[\w-]{22}\\"/g, 'a tag')
      .replaceAll(/has \d+ bytes/g, 'has many bytes')
      .replaceAll(/after \d+ s/g, 'after a while'),
  );
