import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeEmptyDatabase } from '../emptyDatabase.ts';
import { goProgram } from '../installed.ts';
import type { Peer } from '../peer.ts';
import { LineProgram } from '../tiedProcess.ts';
import type { QueueEnvironment } from './queues.ts';

const modules = join(import.meta.dir, '..', 'packages', 'river', 'go.mod');

/** River in one process, which uses all cores, on the same server of PostgreSQL. */
export const river: Peer<QueueEnvironment> = {
  name: 'river',
  async start({ url, count }) {
    const program = await LineProgram.start([await goProgram('river'), await makeEmptyDatabase(url, 'river')]);
    const version = /riverqueue\/river v(\S+)/.exec(readFileSync(modules, 'utf8'))?.[1];
    return {
      sides: [{ name: `River ${version}`, rates: { jobs: async () => count / (await program.run(String(count))) } }],
      stop: () => program.stop(),
    };
  },
};
