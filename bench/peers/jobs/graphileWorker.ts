import { makeEmptyDatabase } from '../emptyDatabase.ts';
import { npmPeer, programOf } from '../installed.ts';
import type { Peer } from '../peer.ts';
import { LineProgram } from '../tiedProcess.ts';
import type { QueueEnvironment } from './queues.ts';

/** graphile-worker with two worker processes, on the same server of PostgreSQL. */
export const graphileWorker: Peer<QueueEnvironment> = {
  name: 'graphile-worker',
  async start({ url, count }) {
    const peer = await npmPeer('queues');
    const program = programOf(peer, 'queues', 'graphileWorker.mjs');
    const database = await makeEmptyDatabase(url, 'graphile');
    const start = (role: string) =>
      LineProgram.start([peer.node, program, role, database], { env: { NODE_ENV: 'production' } });
    const producer = await start('producer');
    const workers = [await start('worker'), await start('worker')];
    return {
      sides: [
        {
          name: `graphile-worker ${peer.version('graphile-worker')}`,
          rates: { jobs: async () => count / (await producer.run(String(count))) },
        },
      ],
      stop: async () => {
        for (const one of [producer, ...workers]) await one.stop();
      },
    };
  },
};
