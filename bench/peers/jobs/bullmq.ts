import { npmPeer, programOf } from '../installed.ts';
import type { Peer } from '../peer.ts';
import { startRedis } from '../redis.ts';
import { LineProgram } from '../tiedProcess.ts';
import type { QueueEnvironment } from './queues.ts';

/** BullMQ with two worker processes, and Redis with the persistence that its notes on production advise. */
export const bullmq: Peer<QueueEnvironment> = {
  name: 'bullmq',
  async start({ count }) {
    const peer = await npmPeer('queues');
    const program = programOf(peer, 'queues', 'bullmq.mjs');
    const redis = await startRedis([
      ...['--appendonly', 'yes', '--appendfsync', 'everysec', '--maxmemory-policy', 'noeviction'],
    ]);
    const start = (role: string) =>
      LineProgram.start([peer.node, program, role, String(redis.port)], { env: { NODE_ENV: 'production' } });
    const programs = [await start('producer'), await start('worker'), await start('worker')];
    const [producer] = programs as [LineProgram, ...LineProgram[]];
    return {
      sides: [
        {
          name: `BullMQ ${peer.version('bullmq')}, Redis ${redis.version}`,
          rates: { jobs: async () => count / (await producer.run(String(count))) },
        },
      ],
      stop: async () => {
        for (const one of programs) await one.stop();
        await redis.stop();
      },
    };
  },
};
