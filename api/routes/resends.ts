import { resendFailed, resendStep } from '../../domain/jobs/resend.ts';
import { job } from '../../domain/kinds/processing/job.ts';
import { jobStep } from '../../domain/kinds/processing/jobStep.ts';
import { acknowledge } from '../http/idempotency/startedJobs.ts';
import { type Route, route } from '../http/route.ts';
import { ref } from '../openapi/schemas.ts';
import { immediatelyRefresh, refreshing, type Written } from './records/recordWrites.ts';

const admin = '/api/v2/admin';

const written = (jobId: string, stepIds: readonly string[]): Written => [
  { kind: job, ids: [jobId] },
  { kind: jobStep, ids: stepIds },
];

/** The operations that run failed steps once more. */
export const resendRoutes: readonly Route[] = [
  route({
    kind: 'Admin',
    title: 'DmsAdminPublicApi.resend',
    description: 'Runs a FAILED step once more, and opens its job again. Returns the id of the job.',
    method: 'POST',
    path: `${admin}/job-steps/{jobStepId}/resend`,
    access: { entity: 'Admin', right: 'READ_WRITE' },
    uuids: ['jobStepId'],
    success: ref('AckResponse'),
    codes: [200, 400, 500],
    query: [immediatelyRefresh],
    audited: true,
    handle: async (request) => {
      const { services, params, caller } = request;
      const refresh = refreshing(request);
      const jobId = await resendStep(services, params.jobStepId, { caller });
      return refresh(acknowledge(jobId), written(jobId, [params.jobStepId]));
    },
  }),
  route({
    kind: 'Admin',
    title: 'DmsAdminPublicApi.resendFaild',
    description: 'Runs all FAILED steps of the job once more.',
    method: 'POST',
    path: `${admin}/jobs/{jobId}/resend-failed`,
    access: { entity: 'Admin', right: 'READ_WRITE' },
    uuids: ['jobId'],
    success: ref('AckResponse'),
    codes: [200, 400, 500],
    query: [immediatelyRefresh],
    audited: true,
    async handle(request) {
      const { services, params, caller } = request;
      const refresh = refreshing(request);
      const stepIds = await resendFailed(services, params.jobId, { caller });
      return refresh(acknowledge(params.jobId), written(params.jobId, stepIds));
    },
  }),
];
