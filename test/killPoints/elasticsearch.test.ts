import { describe, setDefaultTimeout, test } from 'bun:test';
import type { Database } from '../../db/client.ts';
import { startJob } from '../../domain/jobs/create.ts';
import { worklogType } from '../../domain/kinds/processing/worklogType.ts';
import type { QueueName } from '../../domain/queue/definitions.ts';
import {
  type ElasticsearchSearch,
  makeElasticsearchSearch,
} from '../../drivers/search/elasticsearch/elasticsearchEngine.ts';
import { stopAfterFile } from '../helpers/bootstrap.ts';
import type { DrivenProcess } from '../helpers/killPoints/drivenProcess.ts';
import type { ProcessDrivers } from '../helpers/killPoints/killPoints.ts';
import type { ProcessFate } from '../helpers/killPoints/processFate.ts';
import { indexProblems, unequal } from '../helpers/killPoints/recovery.ts';
import { startRequestProbe } from '../helpers/killPoints/requestProbe.ts';
import { makeStageForFile, testKillPoints } from '../helpers/killPoints/stage.ts';
import { elasticsearchMissing, patientProbeTimes, sharedElasticsearch } from '../helpers/servers/elasticsearch.ts';
import { caller } from '../helpers/workerHarness.ts';

/** Workers that die while they write to Elasticsearch: each of their requests to it is a boundary too. */

setDefaultTimeout(120_000);
const missing = elasticsearchMissing();

if (missing)
  describe('kill points with Elasticsearch', () => {
    test.skip(missing, () => {});
  });
else await testWithElasticsearch(await sharedElasticsearch());

async function testWithElasticsearch(engineUrl: string): Promise<void> {
  const prefix = `kill-${crypto.randomUUID()}-`;
  const engines: ElasticsearchSearch[] = [];
  const make = (url: string) => (sql: Database) => {
    const engine = makeElasticsearchSearch(sql, { url, prefix, probeTimes: patientProbeTimes });
    engines.push(engine);
    return engine;
  };
  stopAfterFile(async () => {
    for (const engine of engines) await engine.close();
    await fetch(`${engineUrl}/${prefix}*?expand_wildcards=all`, { method: 'DELETE' });
  });
  const { url, sql } = await makeStageForFile(make(engineUrl));
  const indexCount = async (): Promise<number> =>
    ((await (await fetch(`${engineUrl}/_cat/indices/${prefix}*?format=json&h=index`)).json()) as unknown[]).length;
  const indexes = await indexCount();

  const drivers =
    (queues: readonly QueueName[]) =>
    async (fate?: ProcessFate): Promise<ProcessDrivers> => {
      if (!fate) return { options: { queues, search: make(engineUrl) }, stop: () => {} };
      const { port, stop } = await startRequestProbe('elasticsearch', Number(new URL(engineUrl).port), fate);
      return { options: { queues, search: make(`http://127.0.0.1:${port}`) }, stop };
    };
  const problems = async ({ services }: DrivenProcess): Promise<string[]> => [
    ...unequal('the number of indexes', await indexCount(), indexes),
    ...(await indexProblems(services, [worklogType.name])),
  ];
  const store = (survivor: DrivenProcess, code: string) =>
    survivor.request('POST', '/worklog-types', { code, name: code });
  let count = 0;

  testKillPoints(
    url,
    {
      name: 'a worker indexes changes in Elasticsearch',
      drivers: drivers(['index.sync']),
      prepare: async (survivor) => {
        const codes = [`changed${++count}`, `removed${count}`] as const;
        for (const code of codes) await store(survivor, code);
        await survivor.work();
        await survivor.request('PATCH', `/worklog-types/${codes[0]}`, { name: 'second' });
        await survivor.request('DELETE', `/worklog-types/${codes[1]}`);
      },
      problems,
    },
    { sample: 5 },
  );

  testKillPoints(
    url,
    {
      name: 'a worker runs REINDEX in Elasticsearch',
      drivers: drivers(['job.plan', 'step.reindex', 'index.sync']),
      prepare: async (survivor) => {
        await store(survivor, `rebuilt${++count}`);
        return startJob(survivor.services, 'REINDEX', { kind: worklogType.name }, { caller });
      },
      problems: async (survivor, id) => {
        const [job] = await sql<{ status: string }[]>`select status from job where id = ${id}`;
        return [...unequal('the Job', job?.status, 'COMPLETED'), ...(await problems(survivor))];
      },
    },
    { sample: 6 },
  );
}
