import type { Random } from '../random.ts';
import type { TcpProxy } from '../topology/tcpProxy.ts';
import { processesOf, type Topology } from '../topology/topology.ts';
import type { FaultKind, FaultMaker } from './fault.ts';

const MIN_MS = 500;
const MAX_LATENCY_MS = 150;

/**
 * A fault of the connections between one process, or all, and the database.
 *
 * @param plan returns what begins the fault at one link
 */
function linkFault(kind: FaultKind, plan: (random: Random) => (link: TcpProxy) => void): FaultMaker {
  return {
    missing: () => undefined,
    make(topology, random, longestMs) {
      const target = random.pick([...processesOf(topology).map(({ name }) => name), 'every process']);
      const durationMs = random.whole(MIN_MS, Math.max(MIN_MS, longestMs));
      const links = linksOf(topology, target);
      const begin = plan(random);
      return {
        kind,
        target: `link of ${target}`,
        durationMs,
        async inflict() {
          for (const link of links) begin(link);
          await Bun.sleep(durationMs);
          for (const link of links) link.heal();
        },
      };
    },
  };
}

function linksOf({ links }: Topology, target: string): TcpProxy[] {
  const link = links.get(target);
  return link ? [link] : [...links.values()];
}

export const cut = linkFault('cut', () => (link) => link.cut());
export const halfOpen = linkFault('halfOpen', () => (link) => link.lose());
export const slow = linkFault('slow', (random) => {
  const latencyMs = random.whole(10, MAX_LATENCY_MS);
  return (link) => link.delay(latencyMs);
});
