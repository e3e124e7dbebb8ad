import { resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Component } from '../../domain/ports/component.ts';

/** Set for the processes of `npm start`: they end when their standard input closes, which the parent's end does. */
export const SUPERVISED = 'WAYBILL_SUPERVISED';

const FIRST_BACKOFF_MS = 200;
const MAX_BACKOFF_MS = 10_000;
/** A process that ran this long had started properly: the backoff is reset. */
const HEALTHY_MS = 30_000;
/** Longer than a process takes to drain. */
const STOP_MS = 30_000;

export interface ChildOptions {
  /** The subcommand of main.ts: `api`, `worker`. */
  readonly word: string;
  /** Read at each start, and added to the environment of this process. */
  readonly environment: () => Readonly<Record<string, string>>;
  readonly log: Logger;
  /** Called when the process exits with 1, having printed the reason. Returns true when a restart would fail again. */
  readonly givesUp: () => boolean;
}

export interface Child extends Component {
  /** Kills the process (SIGKILL); it is restarted. */
  replace(): void;
  /** Kills the process (SIGKILL) without restarting it. */
  kill(): void;
}

/** Runs main.ts as a child process and restarts it, with backoff, whenever it dies. */
export function makeChild({ word, environment, log, givesUp }: ChildOptions): Child {
  const main = resolve(import.meta.dir, '..', '..', 'main.ts');
  let child: Bun.Subprocess<'pipe', 'inherit', 'inherit'> | undefined;
  let backoffMs = FIRST_BACKOFF_MS;
  let stopping = false;
  let restart: Timer | undefined;

  const run = (): void => {
    const started = Date.now();
    child = Bun.spawn([process.execPath, main, word], {
      env: { ...process.env, ...environment(), [SUPERVISED]: '1' },
      stdin: 'pipe',
      stdout: 'inherit',
      stderr: 'inherit',
      onExit: (_, code, signal) => {
        child = undefined;
        if (stopping) return;
        if (code === 1 && givesUp()) return;
        if (Date.now() - started > HEALTHY_MS) backoffMs = FIRST_BACKOFF_MS;
        // A worker that was drained ends by itself.
        if (code === 0) log.info({ word, restartInMs: backoffMs }, 'a process has ended and will be started again');
        else log.error({ word, code, signal, restartInMs: backoffMs }, 'a process died and will be restarted');
        restart = setTimeout(run, backoffMs);
        backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS);
      },
    });
  };

  return {
    start: async () => run(),
    stop: async () => {
      stopping = true;
      clearTimeout(restart);
      const current = child;
      if (!current) return;
      current.kill('SIGTERM');
      const limit = setTimeout(() => current.kill('SIGKILL'), STOP_MS);
      await current.exited;
      clearTimeout(limit);
    },
    replace: () => child?.kill('SIGKILL'),
    kill: () => {
      stopping = true;
      clearTimeout(restart);
      child?.kill('SIGKILL');
    },
  };
}

/**
 * Calls `onEnd` when the parent of this process ends, even by SIGKILL: the system closes the pipe to standard input.
 * Does nothing in a process that `npm start` did not start.
 */
export function watchParent(onEnd: () => void): void {
  if (!process.env[SUPERVISED]) return;
  process.stdin.on('end', onEnd);
  process.stdin.on('error', onEnd);
  process.stdin.resume();
}
