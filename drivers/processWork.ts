import type { FromProcess, ToProcess } from './processPool.ts';

export interface Served<Answer> {
  readonly answer: Answer;
  /** This process has grown, or broken, and wants to be replaced. */
  readonly retire?: boolean;
}

// From the first moment on: what is loaded next may take seconds, and much memory.
const watch = new Worker(new URL('processWatch.ts', import.meta.url).href);
watch.postMessage({ parent: process.ppid, maxRssMb: Number(process.argv[2]) });

/**
 * Makes this process one of a pool (processPool.ts): takes a work, answers it, takes the next. It is killed from
 * outside when a work does not end. Nobody but its pool ends it otherwise: Ctrl-C goes to a whole group of processes,
 * and the pool drains first.
 *
 * @param work  never throws for a fault of the work itself; what it throws ends the process
 */
export function serveWork<Work, Answer>(work: (given: Work) => Promise<Served<Answer>> | Served<Answer>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  process.on('disconnect', () => process.exit(0));

  const send = (message: FromProcess<Answer>): void => void process.send?.(message);
  process.on('message', async ({ work: given }: ToProcess<Work>) => send(await work(given)));
  send({ ready: true });
}
