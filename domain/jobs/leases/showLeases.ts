import { jobsOfSteps, lockLeases, openLeases } from '../../../db/queries/jobs/leaseRows.ts';
import type { Caller } from '../../kinds/kind.ts';
import type { ServiceDependencies } from '../../ports/serviceDependencies.ts';
import { stepStateOf, writeSteps } from '../stepEffects.ts';
import { stepTransition } from '../stepState.ts';
import { inJobTransaction } from '../transaction.ts';
import { asRunning, isShown } from './runningRecord.ts';

/** A step that is leased for so long shows as IN_PROGRESS. */
const SHOWN_AFTER_MS = 150;

/** A claim of a step, by its fence. */
export interface Claimed {
  readonly id: string;
  readonly fence: number;
}

type Dependencies = Pick<ServiceDependencies, 'sql' | 'log' | 'wakeRelay'>;

/**
 * Writes into the records of leased steps that they are IN_PROGRESS. Called for steps that run for a while: one that ends at
 * once is written once and indexed once. Steps that have ended since, or that another worker has, are left out.
 */
export async function showLeases(
  { sql, wakeRelay }: Pick<Dependencies, 'sql' | 'wakeRelay'>,
  claims: readonly Claimed[],
  caller: Caller,
): Promise<void> {
  const open = await openLeases(sql, claims);
  if (open.length === 0) return;
  const fences = new Map(claims.map(({ id, fence }) => [id, fence]));
  await inJobTransaction({ sql }, async (transaction) => {
    // Sent together, and executed in this order.
    const [rows, found] = await Promise.all([lockLeases(transaction, open), jobsOfSteps(transaction, open)]);
    const jobs = new Map(found.map((job) => [job.id, job]));
    const updates = rows.flatMap((row) => {
      const job = jobs.get(row.jobId);
      if (!job || row.lease !== 'VALID' || row.fence !== fences.get(row.id) || isShown(row)) return [];
      const running = asRunning(row);
      return [{ row: running, caller, transition: stepTransition(stepStateOf(running, job), { type: 'show' }) }];
    });
    await writeSteps(transaction, updates);
  });
  wakeRelay('soon');
}

interface Waiting extends Claimed {
  readonly caller: Caller;
  readonly since: number;
}

/**
 * The claims that this process has answered and that their records do not show yet. The reconciler shows those of a process
 * that has died.
 */
export class UnshownLeases {
  readonly #dependencies: Dependencies;
  readonly #waiting = new Map<string, Waiting>();
  #timer: Timer | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  claimed(claims: readonly Claimed[], caller: Caller): void {
    const since = performance.now();
    for (const { id, fence } of claims) {
      // Last in the map, whose order is that of the claims.
      this.#waiting.delete(id);
      this.#waiting.set(id, { id, fence, caller, since });
    }
    this.#schedule();
  }

  /** The record of the step has been written since. */
  written(id: string): void {
    this.#waiting.delete(id);
  }

  #schedule(): void {
    if (this.#timer || this.#waiting.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#show();
      this.#schedule();
    }, SHOWN_AFTER_MS);
    this.#timer.unref();
  }

  #show(): void {
    const before = performance.now() - SHOWN_AFTER_MS;
    const due: Waiting[] = [];
    for (const waiting of this.#waiting.values()) {
      if (waiting.since > before) break;
      due.push(waiting);
      this.#waiting.delete(waiting.id);
    }
    for (const [caller, claims] of Map.groupBy(due, (waiting) => waiting.caller))
      showLeases(this.#dependencies, claims, caller).catch((error: unknown) =>
        this.#dependencies.log.warn({ err: error }, 'leased steps could not be shown as IN_PROGRESS'),
      );
  }
}
