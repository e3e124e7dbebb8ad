import { resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Component } from '../../domain/ports/component.ts';

/** Set for the processes of `npm start`: they end when their standard input does, which is when their starter is gone. */
export const SUPERVISED = 'WAYBILL_SUPERVISED';

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
/** A process that lived this long did not die of its start. */
const HEALTHY_MS = 30_000;
/** More than a process takes to drain. */
const STOP_MS = 30_000;

export interface ChildOptions {
  /** Its last argument: `api`, `worker`. */
  readonly word: string;
  /** Asked for at each start, beside the environment of this process. */
  readonly environment: () => Readonly<Record<string, string>>;
  readonly log: Logger;
  /** It ended with 1, having said why. True when starting it again would only say it again. */
  readonly givesUp: () => boolean;
}

export interface Child extends Component {
  /** kill -9; it is started again. */
  replace(): void;
  /** kill -9, and not again. */
  kill(): void;
}

/** Keeps one process of ours running: started again, after growing pauses, whenever it dies. */
export function makeChild({ word, environment, log, givesUp }: ChildOptions): Child {
  const main = resolve(import.meta.dir, '..', '..', 'main.ts');
  let child: Bun.Subprocess<'pipe', 'inherit', 'inherit'> | undefined;
  let pause = FIRST_PAUSE_MS;
  let stopping = false;
  let again: Timer | undefined;

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
        if (Date.now() - started > HEALTHY_MS) pause = FIRST_PAUSE_MS;
        log.error({ word, code, signal, againInMs: pause }, 'a process died and is started again');
        again = setTimeout(run, pause);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      },
    });
  };

  return {
    start: async () => run(),
    stop: async () => {
      stopping = true;
      clearTimeout(again);
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
      clearTimeout(again);
      child?.kill('SIGKILL');
    },
  };
}

/**
 * Calls `gone` when the starter of this process is gone, however it went: the system closes the pipe for it. Without
 * `npm start` there is nobody to watch.
 */
export function watchStarter(gone: () => void): void {
  if (!process.env[SUPERVISED]) return;
  process.stdin.on('end', gone);
  process.stdin.on('error', gone);
  process.stdin.resume();
}
