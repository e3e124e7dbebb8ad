import pino from 'pino';
import { makeApi } from '../../api/http/server.ts';
import { allRoutes } from '../../api/routes/index.ts';
import { makeServices } from '../../app/services.ts';
import type { Renderer } from '../../domain/ports/rendering.ts';
import { SearchUnavailable } from '../../domain/ports/search.ts';
import type { ServiceDependencies } from '../../domain/ports/serviceDependencies.ts';
import { makeOffice } from '../../drivers/rendering/office/office.ts';
import { makeRenderer } from '../../drivers/rendering/renderer.ts';
import { makeSandbox } from '../../drivers/sandbox/sandbox.ts';
import { type FileHarness, makeHarnessForFile, stopAfterFile } from './bootstrap.ts';
import { engineOf, RecordingEngine, startWorker, type TestWorker } from './workerHarness.ts';

const engine = engineOf(new RecordingEngine(), SearchUnavailable);

export interface DocumentHarness extends FileHarness {
  /** Addresses of an api that waits a minute for a reply, and of one that waits only a second. */
  readonly url: string;
  readonly hasty: string;
  worker(renderer?: Renderer): Promise<TestWorker>;
  /** Sends an object as JSON, or a text unchanged, to a path below /api/v2. */
  send(method: string, path: string, body?: unknown, init?: SendInit): Promise<Response>;
  /** Creates a formatter template with this content, and returns its code. */
  template(content: string, members?: object): Promise<string>;
}

interface SendInit {
  readonly headers?: Record<string, string>;
  readonly to?: string;
  readonly signal?: AbortSignal;
}

/** An api and its database for tests of documents; the workers are started by the tests. */
export async function makeDocumentHarnessForFile(
  maxBody = 1_048_576,
  dependencies: Partial<ServiceDependencies> = {},
): Promise<DocumentHarness> {
  const harness = await makeHarnessForFile(engine);
  const { database } = harness;
  const apis = [60_000, 1_000].map((resultWaitMs) =>
    makeApi(makeServices({ ...harness.services, ...dependencies, resultWaitMs }), {
      host: '127.0.0.1',
      port: 0,
      maxBody,
      routes: allRoutes(),
    }),
  );
  for (const api of apis) {
    await api.start();
    stopAfterFile(() => api.stop());
  }
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
  };
}

/** A document harness with a worker that makes office documents by the included converter. */
export async function makeOfficeHarnessForFile(): Promise<DocumentHarness> {
  const log = pino({ level: 'silent' });
  const sandbox = makeSandbox({ log, size: 1 });
  const office = makeOffice({ log });
  const renderer = makeRenderer({ log, sandbox, office, size: 1 });
  for (const stop of [() => sandbox.stop(), () => renderer.stop(), () => office.stop()]) stopAfterFile(stop);
  const harness = await makeDocumentHarnessForFile();
  await renderer.start();
  // On a busy machine, the converter starts for longer than a caller waits.
  await office.convert('<p>ready</p>', 'docx');
  const worker = await harness.worker(renderer);
  stopAfterFile(() => worker.stop());
  return harness;
}
