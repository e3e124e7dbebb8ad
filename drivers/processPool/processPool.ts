import type { Logger } from 'pino';
import type { Component } from '../../domain/ports/component.ts';

/** A process that has not said by then that it is ready is killed. */
const START_MS = 20_000;
/** Processes in a row that died before they were ready: what they would do is given up. */
const FAILED_STARTS = 3;
/** As processWatch.ts kills by. */
const MEMORY_SIGNAL = 'SIGALRM';
/** How the engine ends a process that the system gives no more memory. */
const STARVED: readonly unknown[] = ['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGBUS'];

/** What a pool and its processes say to each other. */
export interface ToProcess<Work> {
  readonly work: Work;
}
export type FromProcess<Answer> =
  | { readonly ready: true }
  /** The work has come to its next stage, which has a limit of its own. */
  | { readonly stage: string }
  /** `retire`: the process wants to be replaced before it is given anything else. */
  | { readonly answer: Answer; readonly retire?: boolean };

export interface ProcessPoolOptions<Work, Answer> {
  /** Of one process, for log lines and errors: `sandbox`. */
  readonly name: string;
  readonly log: Logger;
  /** Absolute path of the program that a process runs; it begins with `serveWork` of poolWorker.ts. */
  readonly script: string;
  /** Processes at most, and so works at a time. */
  readonly size: number;
  /** What a process may have in memory. */
  readonly maxRssMb: number;
  /**
   * What the system gives a process in addresses, some twice of what it has in memory: holds where memory is taken
   * faster than it is watched. Absent: as much as it wants.
   */
  readonly maxVirtualMb?: number;
  /** Its whole environment. Nothing of the worker's goes along: no address of a database, no password. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Given to the first start; each that fails in a row doubles it. */
  readonly startMs?: number;
  /** Starts that may fail in a row before work that waits is given up. */
  readonly failedStarts?: number;
  /** Where processes write much that is no fault. */
  readonly quiet?: boolean;
  /** Starting takes so long that a process which wants to be replaced works on until the other is ready. */
  readonly replaceFirst?: boolean;
  /** Past it the process is killed; ms. Asked again at each stage that a work says it has come to. */
  readonly limitOf: (work: Work, stage?: string) => number;
  /** The answer to a work whose process was killed for taking too long, or for growing too large. */
  readonly stoppedBy: (work: Work, what: 'time' | 'memory', stage?: string) => Answer;
}

export interface ProcessPool<Work, Answer> extends Component {
  /** Starts processes, so many or all, before there is work for them. */
  warm(count?: number): void;
  /** Throws where the pool itself is at fault, or `signal` says so: its process is killed then. */
  run(work: Work, signal?: AbortSignal): Promise<Answer>;
}

interface Task<Work, Answer> {
  readonly work: Work;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
  /** Times that its process died without the pool's doing. */
  deaths: number;
  stage?: string;
}

interface Process<Work, Answer> {
  readonly child: Bun.Subprocess;
  ready: boolean;
  /** It ends once another is ready. */
  leaving?: boolean;
  task?: Task<Work, Answer>;
  limit?: Timer;
  /** Why the pool has killed it. */
  killed?: 'time' | 'abort' | 'retired' | 'stop';
}

/**
 * Work in processes of its own, so that none of it holds up a worker's event loop and each can be killed. Processes
 * are started when they are needed, kept, and replaced at once when killed. They do one work at a time.
 */
export function makeProcessPool<Work, Answer>(options: ProcessPoolOptions<Work, Answer>): ProcessPool<Work, Answer> {
  const { name, log, size } = options;
  const processes = new Set<Process<Work, Answer>>();
  const waiting: Task<Work, Answer>[] = [];
  let failedStarts = 0;
  let stopped = false;

  function launch(): void {
    const child = Bun.spawn(
      [
        // Where the system knows no such limit (macOS), the process does without it.
        ...(options.maxVirtualMb
          ? ['/bin/sh', '-c', 'ulimit -v "$0" 2>/dev/null; exec "$@"', String(options.maxVirtualMb * 1_024)]
          : []),
        process.execPath,
        '--no-env-file',
        options.script,
        String(options.maxRssMb),
        ...(options.args ?? []),
      ],
      {
        cwd: import.meta.dir,
        env: { ...options.environment },
        stdin: 'ignore',
        stdout: 'ignore',
        stderr: options.quiet ? 'ignore' : 'inherit',
        serialization: 'advanced',
        ipc: (message: FromProcess<Answer>) => answered(one, message),
        onExit: (_, code, signal) => ended(one, code, signal),
      },
    );
    child.unref();
    const one: Process<Work, Answer> = { child, ready: false };
    const limit = (options.startMs ?? START_MS) * 2 ** Math.min(failedStarts, 3);
    one.limit = setTimeout(() => kill(one, 'time'), limit);
    processes.add(one);
  }

  function answered(one: Process<Work, Answer>, message: FromProcess<Answer>): void {
    clearTimeout(one.limit);
    if ('stage' in message) {
      if (one.task) setStage(one, one.task, message.stage);
      return;
    }
    if ('ready' in message) {
      one.ready = true;
      failedStarts = 0;
      for (const other of processes) if (other.leaving && !other.task) kill(other, 'retired');
    } else {
      one.task?.resolve(message.answer);
      delete one.task;
      if (message.retire || one.leaving) retire(one);
    }
    assign();
  }

  function setStage(one: Process<Work, Answer>, task: Task<Work, Answer>, stage?: string): void {
    if (stage === undefined) delete task.stage;
    else task.stage = stage;
    one.limit = setTimeout(() => kill(one, 'time'), options.limitOf(task.work, stage));
  }

  function retire(one: Process<Work, Answer>): void {
    const replaced = [...processes].some((other) => other !== one && other.ready && !other.leaving && !other.killed);
    if (!options.replaceFirst || replaced) kill(one, 'retired');
    else if (!one.leaving) {
      one.leaving = true;
      launch();
    }
  }

  function staying(): number {
    return [...processes].filter(({ leaving }) => !leaving).length;
  }

  function kill(one: Process<Work, Answer>, why: NonNullable<Process<Work, Answer>['killed']>): void {
    one.killed ??= why;
    one.child.kill('SIGKILL');
  }

  function ended(one: Process<Work, Answer>, code: number | null, signal: number | NodeJS.Signals | null): void {
    clearTimeout(one.limit);
    processes.delete(one);
    const { task, killed } = one;
    if (stopped) {
      task?.reject(new Error(`the ${name} was stopped`));
      return;
    }
    if (killed !== 'abort' && killed !== 'retired') log.warn({ code, signal, killed }, `a ${name} was replaced`);
    if (!one.ready && ++failedStarts >= (options.failedStarts ?? FAILED_STARTS)) {
      failedStarts = 0;
      for (const left of waiting.splice(0)) left.reject(new Error(`no ${name} can be started`));
      return;
    }
    if (task) {
      const { signalCode } = one.child;
      const starved = options.maxVirtualMb !== undefined && STARVED.includes(signalCode);
      if (killed === 'time') task.resolve(options.stoppedBy(task.work, 'time', task.stage));
      else if (signalCode === MEMORY_SIGNAL || starved)
        task.resolve(options.stoppedBy(task.work, 'memory', task.stage));
      else if (killed === undefined && ++task.deaths < 2) waiting.unshift(task);
      else if (killed === undefined) task.reject(new Error(`the ${name} died twice, last with ${signal ?? code}`));
    }
    // The next call finds one that is ready.
    if (staying() < size) launch();
  }

  function assign(): void {
    for (const one of processes) {
      if (!one.ready || one.task || one.killed) continue;
      const task = waiting.shift();
      if (!task) return;
      one.task = task;
      setStage(one, task);
      try {
        one.child.send({ work: task.work } satisfies ToProcess<Work>);
      } catch (error) {
        // It has just died; whoever is told of its end gives the task to another.
        log.debug({ err: error }, `a ${name} died idle`);
      }
    }
    const starting = [...processes].filter(({ ready }) => !ready).length;
    for (let more = starting; more < waiting.length && staying() < size; more++) launch();
  }

  return {
    start: async () => {},
    warm: (count = size) => {
      while (!stopped && staying() < Math.min(count, size)) launch();
    },
    run: (work, signal) =>
      new Promise<Answer>((resolve, reject) => {
        if (stopped) throw new Error(`the ${name} is stopped`);
        signal?.throwIfAborted();
        const abort = (): void => {
          reject(signal?.reason);
          const at = waiting.indexOf(task);
          if (at !== -1) waiting.splice(at, 1);
          for (const one of processes) if (one.task === task) kill(one, 'abort');
        };
        const settled = (): void => signal?.removeEventListener('abort', abort);
        const task: Task<Work, Answer> = {
          work,
          deaths: 0,
          resolve: (answer) => {
            settled();
            resolve(answer);
          },
          reject: (error) => {
            settled();
            reject(error);
          },
        };
        signal?.addEventListener('abort', abort);
        waiting.push(task);
        assign();
      }),
    stop: async () => {
      stopped = true;
      for (const task of waiting.splice(0)) task.reject(new Error(`the ${name} was stopped`));
      const ends = [...processes].map((one) => one.child.exited);
      for (const one of processes) kill(one, 'stop');
      await Promise.all(ends);
    },
  };
}
