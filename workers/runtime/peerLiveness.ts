import type { Database } from '../../db/client.ts';
import { goneWorkers } from '../../db/queries/runtime/workerSessions.ts';
import type { Heartbeat } from '../../domain/runtime/heartbeat.ts';
import { MicroBatcher } from '../../domain/runtime/microBatcher.ts';

/** A process without a heartbeat for so long is dead, paused, or cut off from the database. */
export const SILENT_SECONDS = 6;
/**
 * ms for which this process must have written heartbeats itself before it judges others: after an outage of the database,
 * and after a pause of this process, the others need this time to connect again.
 */
const STEADY_MS = 10_000;

/** Knows which workers are gone: those that have lost both their session lock and their heartbeat. */
export class PeerLiveness {
  readonly #heartbeat: Heartbeat;
  readonly #checks: MicroBatcher<string, boolean>;

  constructor(sql: Database, heartbeat: Heartbeat) {
    this.#heartbeat = heartbeat;
    this.#checks = new MicroBatcher({
      maxBatch: 500,
      concurrency: 1,
      run: async (names) => {
        const goneNames = await goneWorkers(sql, [...new Set(names)], SILENT_SECONDS);
        return names.map((name) => goneNames.has(name));
      },
    });
  }

  /** Whether the worker is gone; false until this process can judge. */
  async isGone(worker: string): Promise<boolean> {
    if (this.#heartbeat.steadyMs() < STEADY_MS) return false;
    const isGone = await this.#checks.submit(worker);
    return isGone && this.#heartbeat.steadyMs() >= STEADY_MS;
  }
}
