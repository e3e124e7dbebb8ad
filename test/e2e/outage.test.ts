import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../db/client.ts';
import { worklogType as kind } from '../../domain/kinds/processing/worklogType.ts';
import type { Services } from '../../domain/ports/services.ts';
import { differences } from '../../domain/search/compareIndex.ts';
import { liveIndex } from '../../domain/search/indexes.ts';
import { startEmbeddedPostgres } from '../../drivers/embeddedPostgres/embeddedPostgres.ts';
import {
  type ElasticsearchSearch,
  makeElasticsearchSearch,
} from '../../drivers/search/elasticsearch/elasticsearchEngine.ts';
import { makePostgresSearch } from '../../drivers/search/postgres/postgresEngine.ts';
import { makeTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { elasticsearchMissing, startElasticsearch, type TestElasticsearch } from '../helpers/servers/elasticsearch.ts';
import { type RunningService, startService } from '../helpers/service.ts';
import { jobEnd } from '../helpers/waits/jobEnd.ts';
import { withJobState } from '../helpers/waits/jobState.ts';
import { poll } from '../helpers/waits/poll.ts';
import { SignalledList } from '../helpers/waits/signal.ts';

setDefaultTimeout(600_000);

const missing = elasticsearchMissing(true);
/** Four steps of a rebuild: some are done when the server goes away, and some are not. */
const RECORDS = 20_000;

/** Elasticsearch, and PostgreSQL, away during writes and during a rebuild, with all of the service running for real. */
interface Job {
  status: string;
  jobSteps: { name: string; status: string; processingInfo?: { attempts?: number } }[];
}

function clientOf(service: RunningService) {
  return {
    post: (code: string) =>
      fetch(`${service.url}/api/v2/worklog-types`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code, name: code }),
      }),
    async load(): Promise<void> {
      const lines = Array.from({ length: RECORDS }, (_, number) => `{"code":"r-${number}","name":"Record ${number}"}`);
      const form = new FormData();
      form.set('file', new Blob([lines.join('\n')]));
      const loaded = await fetch(`${service.url}/api/v2/worklog-types/diff/file?save=true&compareField=code`, {
        method: 'POST',
        body: form,
      });
      expect(loaded.status).toBe(200);
      await loaded.text();
    },
    async rebuild(): Promise<string> {
      const job = await service.send('POST', '/api/v2/jobs', {
        jobType: 'REINDEX',
        status: 'NEW',
        startDate: new Date().toISOString(),
        data: { kind: 'WorklogType' },
      });
      return (job as { id: string }).id;
    },
    job: (id: string) => service.get(`/api/v2/jobs/${id}?expand=JOB_STEPS`) as Promise<Job>,
  };
}

async function expectIndexEqual(parts: Pick<Services, 'sql' | 'search'>): Promise<void> {
  const services = parts as Services;
  await poll(
    'index and database to be equal, record by record',
    async () => {
      const live = await liveIndex(services, kind);
      const found = await Array.fromAsync(differences(services, kind, live?.name as string));
      if (found.length === 0) return true;
      const open = await services.sql`select state, count(*) from pgboss.job where name = 'index.sync' group by 1`;
      throw new Error(
        `${found.length} differ, such as ${JSON.stringify(found[0])}; queue jobs: ${JSON.stringify(open)}`,
      );
    },
    180_000,
  );
}

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

  const client = () => clientOf(service);
  const expectEqual = () => expectIndexEqual({ sql: database.sql, search: engine });

  test('writes stand and are found when it is back; searches say so and reads by id go on', async () => {
    // An engine that has just been started may take longer over its first writes than a write waits for it.
    let written = 0;
    const before = await poll(
      'a write to be found at once',
      async () => {
        const response = await client().post(`before-${written}`);
        expect(response.status).toBe(200);
        written++;
        return response.headers.get('x-search-refresh') === null ? response : undefined;
      },
      90_000,
    );
    const { id } = (await before.json()) as { id: string };
    await server.kill();

    const during = await Promise.all(Array.from({ length: 20 }, (_, number) => client().post(`during-${number}`)));
    expect(during.map(({ status }) => status)).toEqual(during.map(() => 200));
    expect(during.map(({ headers }) => headers.get('x-search-refresh'))).toEqual(during.map(() => 'delayed'));
    const search = await fetch(`${service.url}/api/v2/worklog-types/search/count?filtering=%7B%7D`);
    expect(search.status).toBe(500);
    expect(((await search.json()) as { message: string }).message).toContain('Search is not available');
    expect((await fetch(`${service.url}/api/v2/worklog-types/${id}`)).status).toBe(200);
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(503);
    const degraded = await fetch(`${service.url}/health/ready?exclude=search`);
    expect([degraded.status, await degraded.json()]).toMatchObject([200, { checks: { search: 'degraded' } }]);

    await server.restart();
    await poll(
      'all of them to be found',
      async () =>
        (await service.get('/api/v2/worklog-types/search/count?filtering=%7B%7D')) === written + during.length,
      90_000,
    );
    await expectEqual();
  });

  test('a rebuild waits for it, costs no step a try, and ends equal to the database', async () => {
    const { load, rebuild, job } = client();
    await load();
    const id = await rebuild();
    const chunks = async () => (await job(id)).jobSteps.filter(({ name }) => name.startsWith('worklog-types'));
    const isDone = ({ status }: { status: string }) => status === 'COMPLETED';
    await poll('a chunk to be done', async () => (await chunks()).some(isDone), 90_000);
    await server.kill();
    // Both workers have met the outage: nothing is in hand any more, and nothing has failed.
    const waits = poll(
      'every open chunk to wait',
      async () => (await chunks()).every((step) => isDone(step) || step.status === 'NEW'),
      90_000,
    );
    await withJobState(database.sql, id, waits);
    const changed = await fetch(`${service.url}/api/v2/worklog-types/r-1`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"changed meanwhile"}',
    });
    expect(changed.status).toBe(200);
    expect((await fetch(`${service.url}/api/v2/worklog-types/r-2`, { method: 'DELETE' })).status).toBe(200);
    expect((await job(id)).status).toBe('IN_PROGRESS');
    await server.restart();
    await withJobState(database.sql, id, jobEnd(service.url, id, 300_000));
    expect((await job(id)).status).toBe('COMPLETED');
    await expectEqual();
  });
});

describe('an outage of PostgreSQL', () => {
  test('during a rebuild: no accepted write is lost, and the Job ends with the index equal to the database', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));
    let postgres = await startEmbeddedPostgres({ folder });
    const service = await startService({ DATABASE_URL: postgres.url, SAMPLE_DATA: 'false', WORKERS: '2' });
    const { post, load, rebuild, job } = clientOf(service);
    await load();

    const accepted = new SignalledList<string>();
    let writing = true;
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let round = 0; writing; round++) {
        const code = `w-${writer}-${round}`;
        const response = await post(code);
        await response.text();
        if (response.status === 200) accepted.add(code);
        // An api that refuses at once would be asked thousands of times.
        else await Bun.sleep(50);
      }
    });
    const id = await rebuild();
    await poll(
      'a chunk to be done',
      async () =>
        (await job(id)).jobSteps.some(({ name, status }) => name.startsWith('worklog-types') && status === 'COMPLETED'),
      90_000,
    );
    const workers = service.pids('worker');
    const before = accepted.items.length;
    await postgres.stop();
    await poll('readiness to say so', async () => (await fetch(`${service.url}/health/ready`)).status === 503);
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    postgres = await startEmbeddedPostgres({ folder });
    await poll(
      'the Job to end',
      async () => ['COMPLETED', 'FAILED'].includes((await job(id).catch(() => ({ status: 'not answered' }))).status),
      300_000,
    );
    await accepted.until('writes to be accepted again', () => accepted.items.length > before + 20, 90_000);
    writing = false;
    await Promise.all(writers);

    expect((await job(id)).status).toBe('COMPLETED');
    expect(service.pids('worker')).toEqual(workers);
    const sql = openDatabase(postgres.url, { name: 'waybill test', max: 2 });
    const stored = new Set((await sql<{ code: string }[]>`select code from worklog_type`).map(({ code }) => code));
    expect(accepted.items.filter((code) => !stored.has(code))).toEqual([]);
    await expectIndexEqual({ sql, search: makePostgresSearch(sql) });
    await sql.end({ timeout: 1 });
    await service.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });
});
