import { enqueueOnce } from '../../../db/queries/notifications/eventRows.ts';
import type { Services } from '../../ports/services.ts';
import type { BounceReport, ReportBounce } from '../../queue/bounceReport.ts';
import { type Context, contextOf } from '../../queue/context.ts';
import { derivedId } from '../../records/record.ts';

const QUEUE = 'notification.bounce';

/** Enqueues reports. After the commit they may be forgotten where they come from; enqueued again, they have no further effect. */
export async function enqueueReports(
  { sql, wakeRelay }: Pick<Services, 'sql' | 'wakeRelay'>,
  reports: readonly BounceReport[],
  context: Context,
): Promise<void> {
  if (reports.length === 0) return;
  const at = new Date().toISOString();
  const jobs = reports.map((report) => {
    const data: ReportBounce = { ...report, at, context: contextOf(context) };
    return { id: derivedId(`bounce ${report.targetId} ${report.reportId}`), data: JSON.stringify(data) };
  });
  await enqueueOnce(sql, QUEUE, jobs);
  wakeRelay();
}
