import type { ChainedJob } from '../../../../../client/api.ts';

export const NODE = { width: 208, height: 46 } as const;
const GAP = { x: 56, y: 14 } as const;
/** Space around the graph, so that the mark of the focus is not cut off. */
const EDGE = 4;

interface ChainNode {
  readonly job: ChainedJob;
  readonly x: number;
  readonly y: number;
}

/** An arrow from the end of a Job to the start of its successor. */
interface ChainArrow {
  readonly id: string;
  readonly path: string;
  /** The condition has been met, cannot be met any more, or is open. */
  readonly state: 'met' | 'failed' | 'open';
}

interface ChainLayout {
  readonly nodes: readonly ChainNode[];
  readonly arrows: readonly ChainArrow[];
  readonly width: number;
  readonly height: number;
}

type Link = ChainedJob['after'][number];

function stateOf({ on = 'COMPLETED', status }: Link): ChainArrow['state'] {
  if (status === undefined) return 'open';
  return status === on || (on === 'ENDED' && status !== 'DELETED') ? 'met' : 'failed';
}

/**
 * Places each Job in the column behind those of its predecessors. The Jobs are in the order of their creation, so that
 * predecessors come first.
 */
export function layOutChain(jobs: readonly ChainedJob[]): ChainLayout {
  const columns = new Map<string, number>();
  for (const { id, after } of jobs)
    columns.set(id, Math.max(0, ...after.map(({ jobId }) => (columns.get(jobId) ?? -1) + 1)));
  const filled: number[] = [];
  const nodes = jobs.map((job): ChainNode => {
    const column = columns.get(job.id) ?? 0;
    const line = filled[column] ?? 0;
    filled[column] = line + 1;
    return { job, x: EDGE + column * (NODE.width + GAP.x), y: EDGE + line * (NODE.height + GAP.y) };
  });
  const byId = new Map(nodes.map((node) => [node.job.id, node]));
  const arrows = nodes.flatMap((node) =>
    node.job.after.flatMap((link) => {
      const from = byId.get(link.jobId);
      return from ? [{ id: `${link.jobId} ${node.job.id}`, path: curve(from, node), state: stateOf(link) }] : [];
    }),
  );
  const [across, down] = [filled.length, Math.max(0, ...filled)];
  return {
    ...{ nodes, arrows },
    width: 2 * EDGE + across * NODE.width + Math.max(0, across - 1) * GAP.x,
    height: 2 * EDGE + down * NODE.height + Math.max(0, down - 1) * GAP.y,
  };
}

function curve(from: ChainNode, to: ChainNode): string {
  const [x1, y1] = [from.x + NODE.width, from.y + NODE.height / 2];
  const [x2, y2] = [to.x - 5, to.y + NODE.height / 2];
  const middle = x2 - GAP.x / 2;
  return `M${x1},${y1} C${middle},${y1} ${middle},${y2} ${x2},${y2}`;
}
