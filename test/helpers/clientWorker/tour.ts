import { Waybill } from '../../../client/index.ts';

interface EndOfStep {
  readonly status: string;
  readonly log?: string;
  readonly processingInfo?: object;
}

/** Creates the Job that the workers of docs/workers.md run, and returns its steps when it has ended. */
export async function endOfTour({ url }: { readonly url: string }, key?: string): Promise<EndOfStep[]> {
  const waybill = new Waybill({ url, ...(key !== undefined && { key }) });
  const { id = '' } = await waybill.api.postJobs({
    ...{ jobType: 'HARBOUR_TOUR', startDate: '2026-11-21T08:00:00Z', status: 'NEW', data: { boat: 'Vltava' } },
    jobSteps: [2, 21].map((stops) => ({ name: String(stops), status: 'NEW', stepData: { stops } })),
  });
  await waybill.follow(id);
  const { jobSteps = [] } = await waybill.api.getJobsId(id, { expand: ['JOB_STEPS'] });
  return jobSteps.map(({ status, log, processingInfo }) => ({
    status,
    ...(log === undefined ? { processingInfo: processingInfo ?? {} } : { log }),
  }));
}
