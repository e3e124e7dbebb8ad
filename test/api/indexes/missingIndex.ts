import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Database } from '../../../db/client.ts';
import { worklogType as kind } from '../../../domain/kinds/processing/worklogType.ts';
import { exposeMetrics } from '../../../domain/monitoring/exposeMetrics.ts';
import type { SearchEngine } from '../../../domain/ports/search.ts';
import { missingIndexes, registerNewIndex } from '../../../domain/search/indexes.ts';
import { prepareIndexes } from '../../../domain/search/rebuild/startReindex.ts';
import { type IndexResult, startIndexingApiForFile } from '../../helpers/api/indexRequests.ts';
import type { TestApi } from '../../helpers/api.ts';
import { jobEnd } from '../../helpers/waits/jobEnd.ts';
import { pauseSeen } from '../../helpers/waits/pauseSeen.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { caller } from '../../helpers/workerHarness.ts';

interface ListedIndex {
  readonly kind: string;
  readonly index: string;
  readonly state: string;
  readonly documents: number;
  readonly records: number;
}

/** What holds when the index of a kind is deleted in the engine, on every engine. `remove` deletes a physical index. */
export async function describeMissingIndex(
  name: string,
  search: (sql: Database) => SearchEngine,
  remove: (api: TestApi, index: string) => Promise<void>,
  { rebuildsAll = false }: { readonly rebuildsAll?: boolean } = {},
): Promise<void> {
  // For each file: this module is loaded once for all of a process.
  setDefaultTimeout(120_000);
  const api = await startIndexingApiForFile(search);
  const worklogTypes = async (): Promise<ListedIndex> => {
    const answer = await api.request('GET', '/admin/indexes');
    expect(answer.status, answer.text).toBe(200);
    return answer.json<ListedIndex[]>().find(({ kind }) => kind === 'WorklogType') as ListedIndex;
  };
  const save = (code: string) => api.request('POST', '/worklog-types', { code, name: code });
  const pageOf = (code: string) => {
    const filtering = JSON.stringify({ filters: [{ column: 'code', value: code }] });
    return api.request('GET', `/worklog-types/search/page?filtering=${encodeURIComponent(filtering)}`);
  };
  const expectFound = async (...codes: string[]): Promise<void> => {
    for (const code of codes) expect((await pageOf(code)).json<{ totalElements: number }>().totalElements).toBe(1);
    expect(await worklogTypes()).toMatchObject({ state: 'LIVE' });
    expect((await save(`${codes[0]}-later`)).headers.get('x-search-refresh')).toBeNull();
    expect(await missingIndexes(api.services)).toEqual([]);
  };

  describe(`an index that was deleted in ${name}`, () => {
    test('is listed as missing, and named by searches, writes that wait for searches, and readiness', async () => {
      expect((await save('before')).headers.get('x-search-refresh')).toBeNull();
      const { index } = await worklogTypes();
      await remove(api, index);
      expect(await worklogTypes()).toMatchObject({ index, state: 'MISSING', documents: 0, records: 1 });
      const found = await pageOf('before');
      expect(found.status).toBe(500);
      expect(found.text).toContain('The search index of worklog types (worklog-types) is missing');
      expect(found.text).toContain('POST /api/v2/admin/indexes');
      const saved = await save('meanwhile');
      expect(saved.status, saved.text).toBe(200);
      expect(saved.headers.get('x-search-refresh')).toBe('delayed');
      expect(await missingIndexes(api.services)).toEqual(['worklog-types']);
      expect(await exposeMetrics(api.services, undefined)).toMatch(/^waybill_search_indexes_missing\{.*\} 1$/m);
      const compared = (await api.request('POST', '/admin/indexes/worklog-types/compare')).json<{ jobId: string }>();
      await jobEnd(api.url, compared.jobId);
      const job = await api.request('GET', `/jobs/${compared.jobId}?expand=JOB_STEPS`);
      expect(job.text).toContain('the index has to be created first');
    });

    test('is created by POST /admin/indexes', async () => {
      const results = (await api.request('POST', '/admin/indexes')).json<IndexResult[]>();
      expect(results.flatMap(({ failures }) => failures)).toEqual([]);
      await expectFound('before', 'meanwhile');
    });

    test('is created by a rebuild', async () => {
      await remove(api, (await worklogTypes()).index);
      const { id } = (
        await api.request('POST', '/jobs', {
          jobType: 'REINDEX',
          status: 'NEW',
          startDate: new Date().toISOString(),
          data: { kind: 'WorklogType' },
        })
      ).json<{ id: string }>();
      await jobEnd(api.url, id);
      await expectFound('before', 'meanwhile', 'before-later');
    });

    // In Elasticsearch, the indexes of all kinds take half a minute.
    if (rebuildsAll)
      test('is named by the rebuild of all kinds that was filling it, and the others are promoted', async () => {
        const paused = await api.request('POST', '/admin/queues/step.reindex/pause');
        expect(paused.status, paused.text).toBe(200);
        await pauseSeen(api.sql);
        const { jobId } = (await api.request('POST', '/admin/reindex/all')).json<{ jobId: string }>();
        const filling = async (): Promise<ListedIndex[]> =>
          (await api.request('GET', '/admin/indexes')).json<ListedIndex[]>().filter(({ state }) => state === 'FILLING');
        const deleted = await poll('the index to be registered', async () =>
          (await filling()).find(({ kind }) => kind === 'WorklogType'),
        );
        await remove(api, deleted.index);
        expect((await api.request('POST', '/admin/queues/step.reindex/resume')).status).toBe(200);
        await jobEnd(api.url, jobId);
        const job = await api.request('GET', `/jobs/${jobId}?expand=JOB_STEPS`);
        expect(job.json()).toMatchObject({ status: 'FAILED' });
        expect(job.text).toContain(`These indexes do not exist any more: ${deleted.index}. The others were promoted.`);
        const all = (await api.request('GET', '/admin/indexes')).json<(ListedIndex & { readonly jobId?: string })[]>();
        const promoted = all.filter(({ state, jobId: by }) => state === 'LIVE' && by === jobId);
        expect(promoted.map(({ kind }) => kind).sort()).toEqual(
          [...new Set(all.map(({ kind }) => kind))].filter((kind) => kind !== 'WorklogType').sort(),
        );
        await expectFound('before', 'meanwhile');
      });

    test('is created by migrate, also after a rebuild that has failed', async () => {
      await remove(api, (await worklogTypes()).index);
      const body = { jobType: 'MINE', startDate: '2026-11-20', status: 'FAILED' };
      const failed = (await api.request('POST', '/jobs', body)).json<{ id: string }>();
      await registerNewIndex(api.services, kind, failed.id);
      await prepareIndexes(api.services, caller);
      const [job] = await api.sql<{ id: string }[]>`
        select id from job where job_type = 'REINDEX' order by id desc limit 1`;
      await jobEnd(api.url, job?.id ?? '');
      await expectFound('before', 'meanwhile');
    });
  });
}
