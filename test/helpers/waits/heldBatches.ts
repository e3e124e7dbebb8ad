import { SearchUnavailable } from '../../../domain/ports/search.ts';
import { startWorkerForFile } from '../bootstrap.ts';
import { engineOf, RecordingEngine } from '../workerHarness.ts';
import { SignalledList } from './signal.ts';

/**
 * Workers whose batches of `script.evaluate` run until the test ends them, and those that have started. `endAll` ends those
 * that run, and each later one at once: a worker that stops waits half a minute for a batch without an end.
 */
export function makeHeldBatches(databaseUrl: string) {
  let ended = false;
  const started = new SignalledList<{ readonly worker: string; readonly end: () => void }>();
  const startWorker = () =>
    startWorkerForFile(
      databaseUrl,
      engineOf(new RecordingEngine(), SearchUnavailable),
      {},
      {
        queues: ['script.evaluate'],
        handlers: {
          'script.evaluate': async (_, { worker }) => {
            const { promise, resolve } = Promise.withResolvers<void>();
            started.add({ worker, end: resolve });
            if (!ended) await promise;
            return new Map();
          },
        },
      },
    );
  const endAll = (): void => {
    ended = true;
    for (const { end } of started.items) end();
  };
  return { started, startWorker, endAll };
}
