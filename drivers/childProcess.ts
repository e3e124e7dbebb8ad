import type { Logger } from 'pino';
import type { Service } from '../domain/ports.ts';

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
  readonly environment: Readonly<Record<string, string>>;
  readonly log: Logger;
  /** It ended with 1 in its first moments: it has said why, and starting it again would only say it again. */
  readonly refused: () => void;
}

export interface Child extends Service {
  /** Ends it at once, without draining. */
  kill(): void;
}

/** Keeps one process of ours running: started again, after growing pauses, whenever it dies. */
export function makeChild({ word, environment, log, refused }: ChildOptions): Child {
  const main = `${import.meta.dir}/../main.ts`;
  let child: Bun.Subprocess<'pipe', 'inherit', 'inherit'> | undefined;
  let pause = FIRST_PAUSE_MS;
  let stopping = false;
  let everHealthy = false;
  let again: Timer | undefined;

  const run = (): void => {
    const started = Date.now();
    child = Bun.spawn([process.execPath, Bun.fileURLToPath(Bun.pathToFileURL(main)), word], {
      env: { ...process.env, ...environment, [SUPERVISED]: '1' },
      stdin: 'pipe',
      stdout: 'inherit',
      stderr: 'inherit',
      onExit: (_, code, signal) => {
        child = undefined;
        if (stopping) return;
        const lived = Date.now() - started;
        if (lived > HEALTHY_MS) {
          everHealthy = true;
          pause = FIRST_PAUSE_MS;
        }
        if (code === 1 && !everHealthy) {
          refused();
          return;
        }
        everHealthy = true;
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
