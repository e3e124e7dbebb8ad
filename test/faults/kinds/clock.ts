import { clocksMissing } from '../topology/clocks.ts';
import { processesOf } from '../topology/topology.ts';
import type { FaultMaker } from './fault.ts';

/** Seconds: some less than a lease, some more, and some more than an hour. */
const jumps = [-7_200, -300, -20, -3, 3, 20, 300, 7_200];

export const clock: FaultMaker = {
  missing: () => clocksMissing,
  make(topology, random, longestMs) {
    const process = random.pick(processesOf(topology));
    const seconds = random.pick(jumps);
    const durationMs = random.whole(2_000, Math.max(2_000, Math.min(longestMs, 30_000)));
    return {
      kind: 'clock',
      target: process.name,
      durationMs,
      async inflict() {
        process.setClock(seconds);
        await Bun.sleep(durationMs);
        process.setClock(0);
      },
    };
  },
};
