import { claimSteps } from '../../domain/jobs/leases/claimSteps.ts';
import { extendSteps, type ReportType, reportSteps } from '../../domain/jobs/leases/leaseReports.ts';
import { leaseBodies, readClaim, readExtension, readReports } from '../../domain/jobs/leases/readLeaseRequest.ts';
import { type Route, route } from '../http/route.ts';
import { ref } from '../openapi/schemas.ts';

const steps = '/api/v2/job-steps';

const common = {
  kind: 'JobStep',
  method: 'POST',
  access: { kind: 'JobStep', right: 'READ_WRITE' },
  codes: [200, 400, 500],
} as const;

const bodyOf = (operation: keyof typeof leaseBodies) => ({ schema: ref(leaseBodies[operation].name), required: true });

const lost = 'A step that the worker does not have any more is LOST in the answer, and does not change.';

const reportRoute = (
  type: ReportType,
  { title, description }: { readonly title: string; readonly description: string },
) =>
  route({
    ...common,
    title,
    description: `${description} ${lost}`,
    path: `${steps}/${type}`,
    body: bodyOf(type),
    success: ref('StepOutcomes'),
    handle: async ({ services, caller, json }) => reportSteps(services, type, readReports(type, await json()), caller),
  });

/** The operations of workers in any language, which run the steps of clients' own Jobs. */
export const stepLeaseRoutes: readonly Route[] = [
  route({
    ...common,
    title: 'Claim job steps',
    description:
      'Claims free steps of Jobs of types of the client, the oldest first, that the caller may write. Each has a lease, after whose end the step goes to another worker, and a token for the reports about it.',
    path: `${steps}/claim`,
    body: bodyOf('claim'),
    success: ref('StepClaims'),
    handle: async ({ services, caller, json }) =>
      claimSteps(services, readClaim(await json(), services.jobTypes), caller),
  }),
  route({
    ...common,
    title: 'Extend leases of job steps',
    description: `Lets the leases of the steps end later. ${lost}`,
    path: `${steps}/extend`,
    body: bodyOf('extend'),
    success: ref('StepOutcomes'),
    handle: async ({ services, json }) => extendSteps(services, readExtension(await json())),
  }),
  reportRoute('progress', {
    title: 'Report the progress of job steps',
    description: 'Writes processingInfo and log of steps that run on. It does not extend their leases.',
  }),
  reportRoute('complete', {
    title: 'Complete job steps',
    description: 'Ends the steps as COMPLETED. A repeated request is answered as the first one.',
  }),
  reportRoute('fail', {
    title: 'Fail job steps',
    description:
      'Reports failures. A step can be claimed again after a pause; the third failure, or one with `retry: false`, ends it as FAILED.',
  }),
];
