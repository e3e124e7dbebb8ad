import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { differences } from '../../domain/actions/compareIndex.ts';
import { liveIndex } from '../../domain/actions/indexes.ts';
import { worklogType as kind } from '../../domain/kinds/worklogType.ts';
import type { Platform } from '../../domain/ports.ts';
import { type ElasticsearchSearch, makeElasticsearchSearch } from '../../drivers/search.elasticsearch.ts';
import { makeTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { elasticsearchMissing, startElasticsearch, type TestElasticsearch } from '../helpers/elasticsearch.ts';
import { type RunningService, startService } from '../helpers/service.ts';
import { until } from '../helpers/until.ts';

setDefaultTimeout(240_000);

const missing = elasticsearchMissing(true);
const RECORDS = 60_000;

/** Elasticsearch away during writes and during a rebuild, with all of the service running for real. */
describe.skipIf(missing !== undefined)(`an outage of Elasticsearch${missing ? ` (${missing})` : ''}`, () => {
  let database: TestDatabase;
  let server: TestElasticsearch;
  let service: RunningService;
  let engine: ElasticsearchSearch;

  beforeAll(async () => {
    [database, server] = await Promise.all([makeTestDatabase(), startElasticsearch()]);
    service = await startService({
      DATABASE_URL: database.url,
      ELASTICSEARCH_URL: server.url,
      SAMPLE_DATA: 'false',
      WORKERS: '2',
    });
    engine = makeElasticsearchSearch(database.sql, { url: server.url });
  });

  afterAll(async () => {
    await service?.stop();
    await engine?.close();
    await server?.stop();
    await database?.drop();
  });

  const post = (code: string) =>
    fetch(`${service.url}/api/v2/worklog-types`, { method: 'POST', body: JSON.stringify({ code, name: code }) });
  const rebuild = async (): Promise<string> => {
    const job = await service.send('POST', '/api/v2/jobs', {
      jobType: 'REINDEX',
      status: 'NEW',
      startDate: new Date().toISOString(),
      data: { kind: 'WorklogType' },
    });
    return (job as { id: string }).id;
  };
  const job = (id: string) =>
    service.get(`/api/v2/jobs/${id}?expand=JOB_STEPS`) as Promise<{
      status: string;
      jobSteps: { name: string; status: string; processingInfo?: { attempts?: number } }[];
    }>;

  const expectEqual = async (): Promise<void> => {
    const platform = { sql: database.sql, search: engine } as unknown as Platform;
    const found = async () => {
      const live = await liveIndex(platform, kind);
      return Array.fromAsync(differences(platform, kind, live?.name as string));
    };
    await until('index and database to be equal, record by record', async () => (await found()).length === 0, 90_000);
  };

  test('writes stand and are found when it is back; searches say so and reads by id go on', async () => {
    const before = await post('before');
    expect(before.headers.get('x-search-refresh')).toBeNull();
    const { id } = (await before.json()) as { id: string };
    await server.kill();

    const during = await Promise.all(Array.from({ length: 20 }, (_, number) => post(`during-${number}`)));
    expect(during.map(({ status }) => status)).toEqual(during.map(() => 200));
    expect(during.map(({ headers }) => headers.get('x-search-refresh'))).toEqual(during.map(() => 'delayed'));
    const search = await fetch(`${service.url}/api/v2/worklog-types/search/count?filtering=%7B%7D`);
    expect(search.status).toBe(500);
    expect(((await search.json()) as { message: string }).message).toContain('Search is not available');
    expect((await fetch(`${service.url}/api/v2/worklog-types/${id}`)).status).toBe(200);
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(503);

    await server.restart();
    await until(
      'all 21 to be found',
      async () => (await service.get('/api/v2/worklog-types/search/count?filtering=%7B%7D')) === 21,
      90_000,
    );
    await expectEqual();
  });

  test('a rebuild waits for it, costs no step a try, and ends equal to the database', async () => {
    const lines = Array.from({ length: RECORDS }, (_, number) => `{"code":"r-${number}","name":"Record ${number}"}`);
    const form = new FormData();
    form.set('file', new Blob([lines.join('\n')]));
    const loaded = await fetch(`${service.url}/api/v2/worklog-types/diff/file?save=true&compareField=code`, {
      method: 'POST',
      body: form,
    });
    expect(loaded.status).toBe(200);
    await loaded.text();
    const id = await rebuild();
    const chunks = async () => (await job(id)).jobSteps.filter(({ name }) => name.startsWith('worklog-types'));
    await until('a chunk to be done', async () => (await chunks()).some(({ status }) => status === 'COMPLETED'));
    await server.kill();
    // Both workers have met the outage: nothing is in hand any more, and nothing has failed.
    await until('every open chunk to wait', async () => {
      const steps = await chunks();
      return steps.every(({ status }) => status === 'COMPLETED' || status === 'NEW');
    });
    const changed = await fetch(`${service.url}/api/v2/worklog-types/r-1`, {
      method: 'PATCH',
      body: '{"name":"changed meanwhile"}',
    });
    expect(changed.status).toBe(200);
    expect((await fetch(`${service.url}/api/v2/worklog-types/r-2`, { method: 'DELETE' })).status).toBe(200);
    expect((await job(id)).status).toBe('IN_PROGRESS');
    await server.restart();
    await until('the Job to end', async () => ['COMPLETED', 'FAILED'].includes((await job(id)).status), 120_000);
    expect((await job(id)).status).toBe('COMPLETED');
    await expectEqual();
  });
});
