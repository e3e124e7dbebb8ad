import { startElasticsearchCluster, type TestElasticsearch } from '../../helpers/servers/elasticsearch.ts';

/** A cluster of Elasticsearch whose indexes survive the loss of one node. */
export interface EngineNodes {
  readonly nodes: readonly TestElasticsearch[];
  /** Of the processes that use it. */
  readonly environment: Readonly<Record<string, string>>;
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

const SIZE = 3;

export async function startEngineNodes(): Promise<EngineNodes> {
  const nodes = await startElasticsearchCluster(SIZE);
  return {
    nodes,
    environment: { ELASTICSEARCH_URL: nodes.map(({ url }) => url).join(','), ELASTICSEARCH_REPLICAS: '1' },
    pause: () => nodes.forEach((node) => void node.pause()),
    resume: () => nodes.forEach((node) => void node.resume()),
    stop: async () => void (await Promise.all(nodes.map((node) => node.stop()))),
  };
}
