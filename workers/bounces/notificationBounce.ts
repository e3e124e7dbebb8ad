import type { ReportBounce } from '../../domain/queue/bounceReport.ts';
import type { ClaimedJob, Settlement } from '../../domain/queue/broker.ts';
import { publicMessageOf } from '../../domain/runtime/errorDetails.ts';
import { isUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';
import { settlementAfterFault, type WorkContext } from '../runtime/handler.ts';
import { type ReportFate, recordBounces } from './recordBounces.ts';

type Claimed = ClaimedJob<ReportBounce>;

/** Records bounces and complaints. A report of a message that is still being sent waits for the end of the attempt. */
export async function notificationBounce(
  jobs: readonly Claimed[],
  context: WorkContext,
): Promise<ReadonlyMap<string, Settlement>> {
  try {
    return await record(jobs, context);
  } catch (error) {
    if (isUnavailable(error) || jobs.length === 1) throw error;
  }
  // One that fails does not keep the others.
  const settled = await Promise.all(
    jobs.map((job) =>
      record([job], context).catch((error: unknown): ReadonlyMap<string, Settlement> => {
        if (isUnavailable(error)) throw error;
        return new Map([[job.id, settlementAfterFault(job, publicMessageOf(error))]]);
      }),
    ),
  );
  return new Map(settled.flatMap((settlements) => [...settlements]));
}

async function record(jobs: readonly Claimed[], context: WorkContext): Promise<ReadonlyMap<string, Settlement>> {
  const { services, log, logExchanges } = context;
  const reports = jobs.map(({ data }) => data);
  const fates = await recordBounces(services, reports, { logsExchanges: logExchanges !== 'none' });
  services.wakeRelay();
  return new Map(
    jobs.map((job, index): [string, Settlement] => {
      const fate: ReportFate = fates[index] ?? { type: 'recorded' };
      if (fate.type === 'ignored')
        log.info({ source: job.data.source, because: fate.because }, 'a report about an e-mail changes nothing');
      return [job.id, fate.type === 'early' ? { type: 'retry', seconds: fate.seconds } : { type: 'done' }];
    }),
  );
}
