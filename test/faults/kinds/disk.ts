import type { FaultMaker } from './fault.ts';

const MAX_FULL_MS = 15_000;

export const disk: FaultMaker = {
  missing: ({ database }) => database.primary.disk.missing,
  make({ database }, random, longestMs) {
    const durationMs = random.whole(500, Math.max(500, Math.min(longestMs, MAX_FULL_MS)));
    return {
      kind: 'disk',
      target: 'database',
      durationMs,
      async inflict() {
        const { primary } = database;
        primary.disk.fill();
        await Bun.sleep(durationMs);
        primary.disk.free();
        // A server that could not write its log has ended.
        await primary.available();
      },
      repair: () => database.synchronized(),
    };
  },
};
