import type { Logger } from 'pino';
import type { Component } from '../domain/ports/component.ts';
import { OperatorError } from '../domain/runtime/operatorError.ts';
import { SUPERVISED, watchParent } from '../drivers/processPool/childProcess.ts';

/** Without its starter there is soon no database either: what cannot be ended by then is taken up by the next start. */
const ORPHAN_MS = 3_000;

let told = false;

/** Whether this process has been told to stop. */
export const isStopping = (): boolean => told;

/**
 * Starts the parts of this process in order and, at SIGTERM or Ctrl-C, stops them in the opposite order and exits 0.
 * When one part does not start, those before it are stopped again.
 */
export async function runUntilStopped(parts: readonly Component[], log: Logger): Promise<void> {
  const started: Component[] = [];
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    told = true;
    stopping ??= (async () => {
      for (const part of started.reverse()) {
        await part.stop().catch((error: unknown) => log.error({ err: error }, 'could not stop cleanly'));
      }
    })();
    return stopping;
  };
  const stopAndExit = (reason: string) => {
    log.info({ reason }, 'stopping');
    void stop().then(() => process.exit(0));
  };

  process.on('SIGTERM', () => stopAndExit('SIGTERM'));
  // A terminal sends Ctrl-C to every process of `npm start`; only the starter acts on it, and tells the others in order.
  process.on('SIGINT', () => process.env[SUPERVISED] || stopAndExit('SIGINT'));
  process.on('SIGHUP', () => process.env[SUPERVISED] || stopAndExit('SIGHUP'));
  watchParent(() => {
    setTimeout(() => process.exit(0), ORPHAN_MS);
    stopAndExit('the starter is gone');
  });
  // Its state is unknown then; whoever supervises the process starts it anew.
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event);
      process.exit(2);
    });
  }

  try {
    for (const part of parts) {
      started.push(part);
      await part.start();
    }
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Ends the process with 1: one plain sentence for what the operator can put right, the whole error for a fault of ours. */
export function end(error: unknown): never {
  if (error instanceof OperatorError) process.stderr.write(`${error.message}\n`);
  else console.error(error);
  process.exit(1);
}
