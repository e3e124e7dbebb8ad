import { makeApi } from '../../api/http/server.ts';
import { allRoutes } from '../../api/routes/index.ts';
import { makeServices } from '../../app/services.ts';
import type { Renderer } from '../../domain/ports/rendering.ts';
import { SearchUnavailable } from '../../domain/ports/search.ts';
import { migrateQueues } from '../../drivers/queue/pgBossQueues.ts';
import { makeTestDatabase, type TestDatabase } from './database.ts';
import {
  engineOf,
  type Harness,
  makeHarness,
  RecordingEngine,
  startWorker,
  type TestWorker,
  testDefinitions,
} from './workerHarness.ts';

const engine = engineOf(new RecordingEngine(), SearchUnavailable);

export interface DocumentHarness extends Harness {
  readonly database: TestDatabase;
  /** Of an api that waits for a minute, and of one that waits for a second only. */
  readonly url: string;
  readonly hasty: string;
  worker(renderer?: Renderer): Promise<TestWorker>;
  /** Sends a body as JSON, or a text as it is, below /api/v2. */
  send(method: string, path: string, body?: unknown, init?: SendInit): Promise<Response>;
  /** A formatter template of this content, and its code. */
  template(content: string, members?: object): Promise<string>;
}

interface SendInit {
  readonly headers?: Record<string, string>;
  readonly to?: string;
  readonly signal?: AbortSignal;
}

/** An api and its database for tests of documents; the workers are started by the tests. */
export async function makeDocumentHarness(maxBody = 1_048_576): Promise<DocumentHarness> {
  const database = await makeTestDatabase();
  await migrateQueues(database.url, testDefinitions);
  const harness = await makeHarness(database.url, engine);
  const apis = [60_000, 1_000].map((resultWaitMs) =>
    makeApi(makeServices({ ...harness.services, resultWaitMs }), {
      host: '127.0.0.1',
      port: 0,
      maxBody,
      routes: allRoutes(),
    }),
  );
  for (const api of apis) await api.start();
  const [url, hasty] = apis.map((api) => api.url) as [string, string];
  const send: DocumentHarness['send'] = (method, path, body, { headers = {}, to = url, signal } = {}) =>
    fetch(`${to}/api/v2${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  let made = 0;
  return {
    ...harness,
    database,
    url,
    hasty,
    send,
    worker: (renderer) =>
      startWorker(database.url, engine, {}, { ...(renderer && { renderer }), drainMs: 500, resultDays: 7 }),
    async template(content, members = {}) {
      const code = `template-${++made}`;
      const answer = await send('POST', '/formatter-templates', { code, inputType: 'HTML', content, ...members });
      if (answer.status !== 200) throw new Error(await answer.text());
      return code;
    },
    async stop() {
      for (const api of apis) await api.stop();
      await harness.stop();
      await database.drop();
    },
  };
}
