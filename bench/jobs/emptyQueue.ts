import pino from 'pino';
import type { Route } from '../../api/http/route.ts';
import { makeApi } from '../../api/http/server.ts';
import { openDatabase } from '../../db/client.ts';
import { requestResult, sendReplies } from '../../domain/jobs/results.ts';
import type { ClaimedJob } from '../../domain/queue/broker.ts';
import type { EvaluateScript } from '../../domain/queue/definitions.ts';
import { makePostgresSearch } from '../../drivers/search/postgres/postgresEngine.ts';
import { makeHarness, startWorker } from '../../test/helpers/workerHarness.ts';
import { makeHandlers } from '../../workers/handlers/index.ts';
import type { WorkContext } from '../../workers/runtime/handler.ts';

/**
 * An api with one operation, `POST /empty`, that puts a job into a queue and answers what comes back, or the worker that
 * answers such a job at once: a round trip with nothing in it. A process of its own; prints `ready <port>`.
 */
const [word, url] = process.argv.slice(2) as ['api' | 'worker', string];
const search = makePostgresSearch(openDatabase(url, { name: 'bench search', max: 2 }));

if (word === 'worker') {
  const answer = async (jobs: readonly ClaimedJob<EvaluateScript>[], { services }: WorkContext): Promise<undefined> => {
    await Promise.all(jobs.map((job) => sendReplies(services, job, '""')));
  };
  // It waits at all the queues, as a worker does.
  await startWorker(
    url,
    search,
    {},
    { handlers: { ...makeHandlers(), 'script.evaluate': answer } },
    { logLevel: 'warn' },
  );
  console.log('ready 0');
} else {
  const { services } = await makeHarness(url, search, 'warn');
  const route: Route = {
    kind: 'Script',
    title: 'Nothing',
    method: 'POST',
    path: '/empty',
    body: { schema: { type: 'object' } },
    success: { type: 'string' },
    codes: [200],
    handle: async ({ json, raw }) =>
      requestResult(services, 'script.evaluate', (await json()) as object, { what: 'Nothing', signal: raw.signal }),
  };
  const api = makeApi(
    { ...services, log: pino({ level: 'warn' }) },
    { host: '127.0.0.1', port: 0, maxBody: 1_048_576, routes: [route] },
  );
  await api.start();
  console.log(`ready ${new URL(api.url).port}`);
}
