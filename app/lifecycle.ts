import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../db/errors.ts';
import type { Component } from '../domain/ports/component.ts';
import { reasonOf } from '../domain/runtime/errorDetails.ts';
import { OperatorError } from '../domain/runtime/operatorError.ts';
import { SUPERVISED, watchParent } from '../drivers/processPool/childProcess.ts';

/** A process without its parent soon has no database either. What has not ended by then is resumed at the next start. */
const ORPHAN_MS = 3_000;

/** The components of a process, from its start to its end. */
export class Lifecycle {
  readonly #log: Logger;
  readonly #started: Component[] = [];
  #stopping: Promise<void> | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  get isStopping(): boolean {
    return this.#stopping !== undefined;
  }

  /**
   * Starts the components in order. At SIGTERM or Ctrl-C it stops them in the opposite order and exits with 0. When a
   * component does not start, those before it are stopped.
   *
   * @throws OperatorError if the database became unavailable meanwhile
   */
  async run(components: readonly Component[]): Promise<void> {
    this.#watchSignals();
    this.#watchFaults();
    try {
      for (const component of components) {
        this.#started.push(component);
        await component.start();
      }
    } catch (error) {
      await this.#stop();
      if (!isDatabaseUnavailable(error)) throw error;
      throw new OperatorError(`The database became unavailable while the process was starting: ${reasonOf(error)}.`);
    }
  }

  #stop(): Promise<void> {
    this.#stopping ??= (async () => {
      for (const component of this.#started.reverse()) {
        await component.stop().catch((error: unknown) => this.#log.error({ err: error }, 'could not stop cleanly'));
      }
    })();
    return this.#stopping;
  }

  /** Stops the components and exits with 0. */
  end(reason: string): void {
    this.#log.info({ reason }, 'stopping');
    void this.#stop().then(() => process.exit(0));
  }

  #watchSignals(): void {
    process.on('SIGTERM', () => this.end('SIGTERM'));
    // A terminal sends Ctrl-C to every process of `npm start`. Only the parent acts on it and stops the others in order.
    process.on('SIGINT', () => process.env[SUPERVISED] || this.end('SIGINT'));
    process.on('SIGHUP', () => process.env[SUPERVISED] || this.end('SIGHUP'));
    watchParent(() => {
      setTimeout(() => process.exit(0), ORPHAN_MS);
      this.end('the parent process ended');
    });
  }

  /** After such a fault the state of the process is unknown: it ends, and its supervisor restarts it. */
  #watchFaults(): void {
    for (const event of ['uncaughtException', 'unhandledRejection']) {
      process.on(event, (error: unknown) => {
        this.#log.fatal({ err: error }, event);
        process.exit(2);
      });
    }
  }
}

/** Ends the process with 1. Prints only the message of an OperatorError, and the whole of any other error. */
export function exitWithError(error: unknown): never {
  if (error instanceof OperatorError) process.stderr.write(`${error.message}\n`);
  else console.error(error);
  process.exit(1);
}
