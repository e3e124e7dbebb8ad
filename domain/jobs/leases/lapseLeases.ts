import { lockJobs } from '../../../db/queries/jobs/jobRows.ts';
import { lockLeases, overdueLeases } from '../../../db/queries/jobs/leaseRows.ts';
import type { Caller } from '../../kinds/kind.ts';
import type { Services } from '../../ports/services.ts';
import { policiesOf } from '../retries/retryPolicies.ts';
import { rollUp } from '../rollUp.ts';
import { stepStateOf, writeSteps } from '../stepEffects.ts';
import { stepTransition } from '../stepState.ts';
import { inJobTransaction } from '../transaction.ts';
import { asRunning } from './runningRecord.ts';
import { showLeases } from './showLeases.ts';

/**
 * Takes steps from clients' workers whose leases have lapsed. A lapse uses an attempt, so that a step that always kills its
 * worker is FAILED in the end; otherwise the step can be claimed at once. Shows the claims of apis that died before they did.
 */
export async function lapseLeases(services: Services, caller: Caller): Promise<void> {
  const { lapsed, unshown } = await overdueLeases(services.sql);
  for (const [jobId, ids] of lapsed) {
    await inJobTransaction(services, async (transaction) => {
      const [job] = await lockJobs(transaction, [jobId]);
      if (!job || job.cancelled) return;
      // An extension may have come between.
      const rows = (await lockLeases(transaction, ids)).filter(({ lease }) => lease === 'LAPSED');
      const policy = (await policiesOf(transaction, [job.jobType])).get(job.jobType);
      const updates = rows.map((row) => {
        const message = `the worker ${row.worker} did not report before the end of its lease`;
        const event = { type: 'fail', message, permanent: false, afterSeconds: 0, policy } as const;
        return { row: asRunning(row), transition: stepTransition(stepStateOf(row, job), event), caller };
      });
      await writeSteps(transaction, updates);
      await rollUp(transaction, [job], caller, services.jobTypes);
    });
  }
  if (lapsed.size > 0) services.wakeRelay();
  if (unshown.length > 0) await showLeases(services, unshown, caller);
}
