import type { WatchLimits } from './memoryWatchdog.ts';
import type { FromProcess, ToProcess } from './processPool.ts';

export interface Served<Answer> {
  readonly answer: Answer;
  /** This process has grown, or broken, and wants to be replaced. */
  readonly retire?: boolean;
}

/** What a work says on its way. */
export interface Progress {
  /** It has come to a stage with a limit of its own on time. Says so to the pool: left out where it is over at once. */
  stage(name: string): void;
  /** What the work may add to the memory from here on; as much as the process may have unless said. */
  mayGrow(mb?: number): void;
}

// From the first moment on: what is loaded next may take seconds, and much memory.
const watch = new Worker(new URL('memoryWatchdog.ts', import.meta.url).href);
const maxRssMb = Number(process.argv[2]);
const limit = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)).fill(maxRssMb);
watch.postMessage({ parent: process.ppid, maxRssMb: limit } satisfies WatchLimits);

/**
 * Makes this process one of a pool (processPool.ts): takes a work, answers it, takes the next. It is killed from
 * outside when a work does not end. Nobody but its pool ends it otherwise: Ctrl-C goes to a whole group of processes,
 * and the pool drains first.
 *
 * @param work  never throws for a fault of the work itself; what it throws ends the process
 */
export function serveWork<Work, Answer>(
  work: (given: Work, progress: Progress) => Promise<Served<Answer>> | Served<Answer>,
): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  process.on('disconnect', () => process.exit(0));

  const send = (message: FromProcess<Answer>): void => void process.send?.(message);
  const progress: Progress = {
    stage: (name) => send({ stage: name }),
    mayGrow: (mb) => {
      limit[0] = mb === undefined ? maxRssMb : Math.min(maxRssMb, process.memoryUsage.rss() / 1_048_576 + mb);
    },
  };
  process.on('message', async ({ work: given }: ToProcess<Work>) => send(await work(given, progress)));
  send({ ready: true });
}
