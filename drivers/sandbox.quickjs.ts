import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Sandbox, ScriptOutcome, ScriptRun, Service } from '../domain/ports.ts';

/** Past its own limit a run is given so long to notice; then its process is killed. A loop in the engine notices nothing. */
const GRACE_MS = 500;
/** A process that has not said by then that it is ready is killed. */
const START_MS = 20_000;
/** Processes in a row that died before they were ready: what they would do is given up. */
const FAILED_STARTS = 3;
/** What a process may have in memory: the engine, one script's 64 MB and its input and result on their way. */
const MAX_RSS_MB = 512;
/** Of the 8 MB that a thread usually has; the engine's frames are large until they are compiled. */
const STACK_BYTES = 7_500_000;
/** As sandbox.quickjs.watch.ts kills by. */
const MEMORY_SIGNAL = 'SIGALRM';

export interface ToSandbox {
  readonly run: ScriptRun;
}
export type FromSandbox = { readonly ready: true } | { readonly outcome: ScriptOutcome };

export interface SandboxOptions {
  readonly log: Logger;
  /** Processes at most, and so runs at a time. */
  readonly size?: number;
  readonly maxRssMb?: number;
}

interface Task {
  readonly run: ScriptRun;
  readonly resolve: (outcome: ScriptOutcome) => void;
  readonly reject: (error: unknown) => void;
  /** Times that its process died without the pool's doing. */
  deaths: number;
}

interface Process {
  readonly child: Bun.Subprocess;
  ready: boolean;
  task?: Task;
  limit?: Timer;
  /** Why the pool has killed it. */
  killed?: 'time' | 'abort' | 'stop';
}

/**
 * QuickJS in processes of its own, so that no script holds up a worker's event loop and each can be killed: the engine
 * looks at the clock between instructions, but a single one of them (a join of a sparse array) can take a minute.
 * Started when they are needed, kept, and replaced at once when killed.
 */
export function makeSandbox({
  log,
  size = Math.max(2, Math.min(4, availableParallelism())),
  maxRssMb = MAX_RSS_MB,
}: SandboxOptions): Sandbox & Service {
  const processes = new Set<Process>();
  const waiting: Task[] = [];
  let failedStarts = 0;
  let stopped = false;

  function launch(): void {
    // Nothing of the worker's environment goes along: no address of a database, no password.
    const child = Bun.spawn(
      [process.execPath, '--no-env-file', join(import.meta.dir, 'sandbox.quickjs.process.ts'), String(maxRssMb)],
      {
        cwd: import.meta.dir,
        env: { BUN_JSC_maxPerThreadStackUsage: String(STACK_BYTES) },
        stdin: 'ignore',
        stdout: 'ignore',
        stderr: 'inherit',
        serialization: 'json',
        ipc: (message: FromSandbox) => answered(one, message),
        onExit: (_, code, signal) => ended(one, code, signal),
      },
    );
    child.unref();
    const one: Process = { child, ready: false };
    one.limit = setTimeout(() => kill(one, 'time'), START_MS);
    processes.add(one);
  }

  function answered(one: Process, message: FromSandbox): void {
    clearTimeout(one.limit);
    if ('ready' in message) {
      one.ready = true;
      failedStarts = 0;
    } else {
      one.task?.resolve(message.outcome);
      delete one.task;
    }
    assign();
  }

  function kill(one: Process, why: NonNullable<Process['killed']>): void {
    one.killed ??= why;
    one.child.kill('SIGKILL');
  }

  function ended(one: Process, code: number | null, signal: number | NodeJS.Signals | null): void {
    clearTimeout(one.limit);
    processes.delete(one);
    const { task, killed } = one;
    if (stopped) {
      task?.reject(new Error('the sandbox was stopped'));
      return;
    }
    if (killed !== 'abort') log.warn({ code, signal, killed }, 'a sandbox was replaced');
    if (!one.ready && ++failedStarts >= FAILED_STARTS) {
      failedStarts = 0;
      for (const left of waiting.splice(0)) left.reject(new Error('no sandbox can be started'));
      return;
    }
    if (task) {
      if (killed === 'time') task.resolve(stoppedFor(`ran longer than its limit of ${task.run.timeoutMs} ms`));
      else if (one.child.signalCode === MEMORY_SIGNAL)
        task.resolve(stoppedFor('needs more memory than a script may have'));
      else if (killed === undefined && ++task.deaths < 2) waiting.unshift(task);
      else if (killed === undefined) task.reject(new Error(`the sandbox died twice, last with ${signal ?? code}`));
    }
    // The next call finds one that is ready.
    if (processes.size < size) launch();
  }

  function assign(): void {
    for (const one of processes) {
      if (!one.ready || one.task || one.killed) continue;
      const task = waiting.shift();
      if (!task) return;
      one.task = task;
      one.limit = setTimeout(() => kill(one, 'time'), task.run.timeoutMs + GRACE_MS);
      try {
        one.child.send({ run: task.run } satisfies ToSandbox);
      } catch (error) {
        // It has just died; whoever is told of its end gives the task to another.
        log.debug({ err: error }, 'a sandbox died idle');
      }
    }
    const starting = [...processes].filter(({ ready }) => !ready).length;
    for (let more = starting; more < waiting.length && processes.size < size; more++) launch();
  }

  return {
    start: async () => {},
    run: (run, signal) =>
      new Promise<ScriptOutcome>((resolve, reject) => {
        if (stopped) throw new Error('the sandbox is stopped');
        signal?.throwIfAborted();
        const abort = (): void => {
          reject(signal?.reason);
          const at = waiting.indexOf(task);
          if (at !== -1) waiting.splice(at, 1);
          for (const one of processes) if (one.task === task) kill(one, 'abort');
        };
        const settled = (): void => signal?.removeEventListener('abort', abort);
        const task: Task = {
          run,
          deaths: 0,
          resolve: (outcome) => {
            settled();
            resolve(outcome);
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
      for (const task of waiting.splice(0)) task.reject(new Error('the sandbox was stopped'));
      const ends = [...processes].map((one) => one.child.exited);
      for (const one of processes) kill(one, 'stop');
      await Promise.all(ends);
    },
  };
}

const stoppedFor = (problem: string): ScriptOutcome => ({ problem, lines: [] });
