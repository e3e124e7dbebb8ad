import { processesOf } from '../topology/topology.ts';
import type { FaultMaker } from './fault.ts';

export const kill: FaultMaker = {
  missing: () => undefined,
  make(topology, random) {
    const process = random.pick(processesOf(topology));
    return {
      kind: 'kill',
      target: process.name,
      durationMs: 0,
      inflict: () => process.kill(),
      repair: () => process.ready(),
    };
  },
};

export const pause: FaultMaker = {
  missing: () => undefined,
  make(topology, random, longestMs) {
    const process = random.pick(processesOf(topology));
    const durationMs = random.whole(200, longestMs);
    return {
      kind: 'pause',
      target: process.name,
      durationMs,
      async inflict() {
        process.signal('SIGSTOP');
        await Bun.sleep(durationMs);
        process.signal('SIGCONT');
      },
    };
  },
};
