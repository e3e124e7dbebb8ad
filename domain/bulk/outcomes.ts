import type { Transaction } from '../../db/client.ts';
import { outcomesOf } from '../../db/queries/bulk/bulkRows.ts';
import type { JsonObject } from '../kinds/kind.ts';
import { type Failure, failureOf } from './failures.ts';

/** How a record of a bulk change ended its turn. */
export type Outcome = 'done' | 'unchanged' | 'skipped' | 'failed';

export interface Outcomes {
  /** Created, changed or deleted, in this attempt or in an earlier one. */
  done: number;
  /** Records that were as the patch would make them. */
  unchanged: number;
  /** Records that no longer matched or existed, or that the caller no longer reaches. */
  skipped: number;
  failed: number;
  failures: ({ id: string } & Failure)[];
}

export const noOutcomes = (): Outcomes => ({ done: 0, unchanged: 0, skipped: 0, failed: 0, failures: [] });

/**
 * Returns by id what these steps of a bulk change have done. In a transaction that has marked the Job as cancelled and holds
 * its lock, the counts are final: a record has its outcome only while the Job is not cancelled.
 */
export async function countsOfSteps(
  transaction: Transaction,
  jobId: string,
  steps: readonly { readonly id: string; readonly chunk: readonly string[] }[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const found = new Map(
    (
      await outcomesOf(
        transaction,
        jobId,
        steps.flatMap(({ chunk }) => chunk),
      )
    ).map((row) => [row.recordId, row]),
  );
  return new Map(
    steps.flatMap(({ id, chunk }) => {
      // The step that plans has no records.
      if (chunk.length === 0) return [];
      const counts = noOutcomes();
      for (const recordId of chunk) {
        const { outcome, error } = found.get(recordId) ?? {};
        if (outcome === undefined) continue;
        counts[outcome]++;
        if (outcome === 'failed') counts.failures.push({ id: recordId, ...failureOf(error ?? '') });
      }
      return [[id, { ...counts }] as const];
    }),
  );
}
