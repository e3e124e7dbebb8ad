import { SearchUnavailable } from '../../../domain/ports/search.ts';
import { startWorkerForFile } from '../bootstrap.ts';
import { engineOf, RecordingEngine } from '../workerHarness.ts';
import { SignalledList } from './signal.ts';

/** Workers whose batches of `script.evaluate` run until the test ends them, and those that have started. */
export function makeHeldBatches(databaseUrl: string) {
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
            await promise;
            return new Map();
          },
        },
      },
    );
  return { started, startWorker };
}
