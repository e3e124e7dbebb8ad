import type { FaultMaker } from './fault.ts';

const withoutElasticsearch = 'Searches run in PostgreSQL.';
const MAX_AWAY_MS = 30_000;

export const engine: FaultMaker = {
  missing: (topology) => (topology.engine ? undefined : withoutElasticsearch),
  make(topology, random, longestMs) {
    const durationMs = random.whole(1_000, Math.max(1_000, Math.min(longestMs, MAX_AWAY_MS)));
    return {
      kind: 'engine',
      target: 'engine',
      durationMs,
      async inflict() {
        topology.engine?.pause();
        await Bun.sleep(durationMs);
        topology.engine?.resume();
        // The nodes elect a master and assign the shards first.
        await topology.engine?.available();
      },
    };
  },
};

export const engineNode: FaultMaker = {
  missing: (topology) => (topology.engine ? undefined : withoutElasticsearch),
  make(topology, random) {
    const nodes = topology.engine?.nodes ?? [];
    const node = random.pick(nodes);
    return {
      kind: 'engineNode',
      target: 'engine',
      durationMs: 0,
      inflict: () => node.kill(),
      async repair() {
        await node.restart();
        await topology.engine?.available();
      },
    };
  },
};
