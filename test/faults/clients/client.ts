import type { Topology } from '../topology/topology.ts';
import type { ApiClient } from './apiClient.ts';

export interface ClientContext {
  readonly api: ApiClient;
  readonly topology: Topology;
}

/** Things that a client has in hand, and that must go on after a fault. */
export interface InHand {
  /** `deliveries`, `Jobs`, `index`, `event streams`. */
  readonly name: string;
  /** What is in hand now; a later call of `remaining` tells which of these wait still. */
  ids(): string[];
  /** Which of these have not gone on. Throws if it cannot be known at the moment. @param since performance.now() */
  remaining(ids: readonly string[], since: number): Promise<string[]>;
  /** What is stored of these, for the report of what is late. */
  describe?(ids: readonly string[]): Promise<string[]>;
}

/** A client that works until it is stopped. */
export interface Client {
  readonly inHand: InHand;
  stop(): Promise<void>;
}

/** Calls `work` with a pause between two calls, until the result is called. */
export function repeat(pauseMs: number, work: (round: number) => Promise<unknown>): () => Promise<void> {
  let runs = true;
  const loop = (async () => {
    for (let round = 0; runs; round++) {
      await work(round);
      await Bun.sleep(pauseMs);
    }
  })();
  return () => {
    runs = false;
    return loop;
  };
}
