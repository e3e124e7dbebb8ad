import { PgBoss } from 'pg-boss';
import { version } from 'pg-boss/package.json' with { type: 'json' };
import { poll } from '../../../test/helpers/waits/poll.ts';
import { StepWorkers } from '../../jobs/ownSteps.ts';
import type { Peer } from '../peer.ts';
import type { QueueEnvironment } from './queues.ts';

const BATCH = 1_000;

/** pg-boss alone: two processes, each with two workers that fetch 500 jobs at a time, as in bench/jobs/emptySteps.ts. */
export const pgBoss: Peer<QueueEnvironment> = {
  name: 'pg-boss',
  async start({ url, sql, count }) {
    const boss = new PgBoss({ connectionString: url, max: 2, migrate: false, supervise: false, schedule: false });
    boss.on('error', (error) => console.error(error));
    await boss.start();
    await boss.createQueue('bare', { partition: true });
    const { table } = (await boss.getQueue('bare')) as unknown as { table: string };
    const workers = new StepWorkers(url);
    await workers.start('bare');

    async function jobs(): Promise<number> {
      await boss.deleteAllJobs('bare');
      const began = Date.now();
      for (let from = 0; from < count; from += BATCH) {
        const batch = Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => ({
          data: { number: from + at },
        }));
        await boss.insert('bare', batch);
      }
      await poll(
        'the jobs of pg-boss to be completed',
        async () => (await sql.unsafe(`select 1 from pgboss.${table} where state < 'completed' limit 1`)).length === 0,
        300_000,
      );
      const [row] = await sql.unsafe<{ last: number }[]>(
        `select extract(epoch from max(completed_on))::float8 * 1000 as last from pgboss.${table}`,
      );
      return (count * 1_000) / ((row?.last ?? 0) - began);
    }

    return {
      sides: [{ name: `pg-boss ${version}`, rates: { jobs } }],
      stop: async () => {
        await workers.stop();
        await boss.stop({ graceful: false });
      },
    };
  },
};
