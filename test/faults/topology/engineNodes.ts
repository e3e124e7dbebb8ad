import { startElasticsearchCluster, type TestElasticsearch } from '../../helpers/servers/elasticsearch.ts';
import { poll } from '../../helpers/waits/poll.ts';

/** A cluster of Elasticsearch whose indexes survive the loss of one node. */
export interface EngineNodes {
  readonly nodes: readonly TestElasticsearch[];
  /** Of the processes that use it. */
  readonly environment: Readonly<Record<string, string>>;
  pause(): void;
  resume(): void;
  /** Resolves when each node answers that all records can be searched. */
  available(): Promise<void>;
  stop(): Promise<void>;
}

const SIZE = 3;
const AVAILABLE_LIMIT_MS = 180_000;

export async function startEngineNodes(): Promise<EngineNodes> {
  const nodes = await startElasticsearchCluster(SIZE);
  return {
    nodes,
    environment: { ELASTICSEARCH_URL: nodes.map(({ url }) => url).join(','), ELASTICSEARCH_REPLICAS: '1' },
    pause: () => nodes.forEach((node) => void node.pause()),
    resume: () => nodes.forEach((node) => void node.resume()),
    async available() {
      const isAvailable = async ({ url }: TestElasticsearch) => {
        const signal = AbortSignal.timeout(5_000);
        const { ok } = await fetch(`${url}/_cluster/health?wait_for_status=yellow&timeout=2s`, { signal });
        return ok;
      };
      await poll(
        'the cluster to be available',
        async () => (await Promise.all(nodes.map(isAvailable))).every(Boolean),
        AVAILABLE_LIMIT_MS,
      );
    },
    stop: async () => void (await Promise.all(nodes.map((node) => node.stop()))),
  };
}
