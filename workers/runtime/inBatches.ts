import type { PlannedStep } from './handler.ts';

/** Steps of one batch of a planner, which is one transaction. */
const STEPS_PER_BATCH = 100;

/** Puts planned steps together in batches. */
export async function* inBatches(steps: AsyncIterable<PlannedStep>): AsyncGenerator<PlannedStep[]> {
  let batch: PlannedStep[] = [];
  for await (const step of steps) {
    batch.push(step);
    if (batch.length < STEPS_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
