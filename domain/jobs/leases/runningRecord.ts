import type { LockedLease } from '../../../db/queries/jobs/leaseRows.ts';
import type { Values } from '../../kinds/kind.ts';
import { inDeclaredOrder } from '../../kinds/memberOrder.ts';
import { jobStep as stepKind } from '../../kinds/processing/jobStep.ts';
import { parseStored } from '../../records/storedText.ts';

type Claim = Pick<LockedLease, 'doc' | 'fence' | 'worker' | 'claimedAt'>;

/** Returns the text of a claimed step while it runs, without the end and the log of the attempt before. */
export function runningText({ doc, fence, worker, claimedAt }: Claim): string {
  const { endDate: _, log: __, ...before } = parseStored<Values>(doc);
  const startDate = new Date(claimedAt ?? Date.now()).toISOString();
  const running = { ...before, startDate, status: 'IN_PROGRESS', processingInfo: { attempts: fence, worker } };
  return JSON.stringify(inDeclaredOrder(stepKind, running));
}

/**
 * Returns a leased step with the record that it has while it runs. A claim does not write it: the record follows with the
 * first report, or by showLeases.
 */
export const asRunning = <Row extends LockedLease>(row: Row): Row =>
  row.lease === 'NONE' || isShown(row) ? row : { ...row, doc: runningText(row) };

/** Whether the stored record of a leased step says that this claim runs it. */
export function isShown({ doc, fence }: Pick<Claim, 'doc' | 'fence'>): boolean {
  const { status, processingInfo } = parseStored<{ status: string; processingInfo?: { attempts?: number } }>(doc);
  return status === 'IN_PROGRESS' && processingInfo?.attempts === fence;
}
