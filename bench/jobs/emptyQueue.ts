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
 * An empty round trip, in a process of its own that prints `ready <port>`: an api whose only operation, `POST /empty`,
 * adds a queue job and responds with its reply, or the worker that replies to such a job at once.
 */
const [word, url] = process.argv.slice(2) as ['api' | 'worker', string];
const search = makePostgresSearch(openDatabase(url, { name: 'bench search', max: 2 }));

if (word === 'worker') {
  const answer = async (jobs: readonly ClaimedJob<EvaluateScript>[], { services }: WorkContext): Promise<undefined> => {
    await Promise.all(jobs.map((job) => sendReplies(services, job, '""')));
  };
  // Listens to all queues, as a worker does.
  await startWorker(
    url,
    search,
    {},
    { handlers: { ...makeHandlers(), 'script.evaluate': answer } },
    { logLevel: 'warn', indexesRows: true },
  );
  console.log('ready 0');
} else {
  const { services } = await makeHarness(url, search, { logLevel: 'warn', indexesRows: true });
  const route: Route = {
    kind: 'Script',
    title: 'Nothing',
    description: 'Nothing.',
    method: 'POST',
    path: '/empty',
    access: 'public',
    body: { schema: { type: 'object' }, description: 'What the step is to do.' },
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
