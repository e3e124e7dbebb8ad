import type { FromProcess, ToProcess, WatchdogLimits } from './protocol.ts';

export interface WorkResult<Answer> {
  readonly answer: Answer;
  /** The process uses too much memory, and is to be replaced. */
  readonly retire?: boolean;
  /** The process would fail at other work, and is replaced at once. */
  readonly isBroken?: boolean;
}

/** Reports from a running work to its pool. */
export interface Progress {
  /** Reports that the work has reached a stage with a time limit of its own. */
  stage(name: string): void;
  /** Limits how much memory the work may add from now on, in MB; without `mb`, only the limit of the process applies. */
  limitGrowth(mb?: number): void;
}

// The watchdog starts before anything else: loading the rest may take seconds and much memory.
const watchdog = new Worker(new URL('memoryWatchdog.ts', import.meta.url).href);
const maxRssMb = Number(process.argv[2]);
const limit = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)).fill(maxRssMb);
watchdog.postMessage({ parent: process.ppid, maxRssMb: limit } satisfies WatchdogLimits);

/**
 * Makes this process a member of a pool (processPool.ts): it runs one work at a time and returns its answer. Only the
 * pool ends the process: Ctrl-C reaches the whole process group, and the pool has to drain first.
 *
 * @param run must not throw for a fault of the work itself; an error that it throws ends the process
 */
export function serveWork<Work, Answer>(
  run: (work: Work, progress: Progress) => Promise<WorkResult<Answer>> | WorkResult<Answer>,
): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  process.on('disconnect', () => process.exit(0));

  const send = (message: FromProcess<Answer>): void => void process.send?.(message);
  const progress: Progress = {
    stage: (name) => send({ stage: name }),
    limitGrowth: (mb) => {
      limit[0] = mb === undefined ? maxRssMb : Math.min(maxRssMb, process.memoryUsage.rss() / 1_048_576 + mb);
    },
  };
  process.on('message', async ({ work }: ToProcess<Work>) => send(await run(work, progress)));
  send({ ready: true });
}
