import type { Component } from '../ports/component.ts';

export interface PeriodicTaskOptions {
  readonly intervalMs: number;
  readonly run: () => Promise<void>;
  /** Called when a run throws; the next run starts all the same. */
  readonly failed: (error: unknown) => void;
}

/** Runs a task at an interval, one run at a time: an interval that ends during a run is skipped. */
export function makePeriodicTask({ intervalMs, run, failed }: PeriodicTaskOptions): Component {
  let timer: Timer | undefined;
  let running: Promise<void> | undefined;
  return {
    start: async () => {
      timer = setInterval(() => {
        running ??= run()
          .catch(failed)
          .finally(() => {
            running = undefined;
          });
      }, intervalMs);
    },
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
