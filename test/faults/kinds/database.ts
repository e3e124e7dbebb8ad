import type { FaultMaker } from './fault.ts';

/** Longest time in ms that the database is away: an operator's supervisor starts it sooner. */
const MAX_DOWN_MS = 15_000;

export const crash: FaultMaker = {
  missing: () => undefined,
  make({ database }, random, longestMs) {
    const durationMs = random.whole(0, Math.min(longestMs, MAX_DOWN_MS));
    return {
      kind: 'crash',
      target: 'database',
      durationMs,
      async inflict() {
        await database.primary.crash();
        await Bun.sleep(durationMs);
        await database.primary.available();
      },
    };
  },
};

export const backend: FaultMaker = {
  missing: () => undefined,
  make: ({ database }, random) => {
    const choice = random.fraction();
    return {
      kind: 'backend',
      target: 'database',
      durationMs: 0,
      inflict: () => database.primary.killBackend(choice),
    };
  },
};

export const failover: FaultMaker = {
  missing: () => undefined,
  make: ({ database }) => ({
    kind: 'failover',
    target: 'database',
    durationMs: 0,
    inflict: () => database.failOver(),
    repair: () => database.rebuildStandby(),
  }),
};

export const standby: FaultMaker = {
  missing: () => undefined,
  make({ database }, random, longestMs) {
    const durationMs = random.whole(0, Math.min(longestMs, MAX_DOWN_MS));
    return {
      kind: 'standby',
      target: 'database',
      durationMs,
      async inflict() {
        await database.standby.crash();
        await Bun.sleep(durationMs);
        await database.standby.available();
      },
      repair: () => database.synchronized(),
    };
  },
};
