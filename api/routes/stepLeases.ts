import { CLAIMABLE_CHANNEL, jobIdsOfSteps, topicOfType } from '../../db/queries/jobs/leaseRows.ts';
import { type Claims, claimSteps, noClaims } from '../../domain/jobs/leases/claimSteps.ts';
import { extendSteps, type ReportType, reportSteps } from '../../domain/jobs/leases/leaseReports.ts';
import { leaseBodies, readClaim, readExtension, readReports } from '../../domain/jobs/leases/readLeaseRequest.ts';
import { showLeases } from '../../domain/jobs/leases/showLeases.ts';
import { job } from '../../domain/kinds/processing/job.ts';
import { jobStep } from '../../domain/kinds/processing/jobStep.ts';
import type { Services } from '../../domain/ports/services.ts';
import { parseStored } from '../../domain/records/storedText.ts';
import { StreamAccess } from '../http/callers/streamAccess.ts';
import { type ApiRequest, type Route, route } from '../http/route.ts';
import { ref } from '../openapi/schemas.ts';
import { immediatelyRefresh, refreshing, type Written } from './records/recordWrites.ts';

const steps = '/api/v2/job-steps';

const common = {
  kind: 'JobStep',
  method: 'POST',
  access: { kind: 'JobStep', right: 'READ_WRITE' },
  codes: [200, 400, 500],
} as const;

const bodyOf = (operation: keyof typeof leaseBodies) => {
  const { name, description } = leaseBodies[operation];
  return { schema: ref(name), required: true, description };
};

/** The steps that a worker has claimed or reported, and their Jobs. */
async function writtenSteps({ sql }: Services, ids: readonly string[]): Promise<Written> {
  return [
    { kind: jobStep, ids },
    { kind: job, ids: await jobIdsOfSteps(sql, ids) },
  ];
}

/** Returns the ids of the steps whose reports the answer accepts. */
const acceptedIn = (outcomes: string): string[] =>
  parseStored<{ steps: { id: string; outcome: string }[] }>(outcomes).steps.flatMap(({ id, outcome }) =>
    outcome === 'ACCEPTED' ? [id] : [],
  );

const reportCodes = [200, 400, 409, 500] as const;

const lost =
  'A step that the worker does not have any more is LOST in the answer, and does not change. If all steps are lost, the response is a 409.';

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
    codes: reportCodes,
    success: ref('StepOutcomes'),
    query: [immediatelyRefresh],
    handle: async (request) => {
      const { services, caller, json } = request;
      const refresh = refreshing(request);
      const outcomes = await reportSteps(services, type, readReports(type, await json()), caller);
      return refresh(outcomes, () => writtenSteps(services, acceptedIn(outcomes)));
    },
  });

/** Claims steps, and waits for some if there are none. The rights of the caller are those at the time of each claim. */
async function claimWithin(
  request: ApiRequest,
  { waitSeconds, ...claim }: ReturnType<typeof readClaim>,
): Promise<Claims> {
  const { services, caller, raw } = request;
  if (waitSeconds === 0) return claimSteps(services, claim, caller);
  const ended = new AbortController();
  const rights = new StreamAccess(request, common.access, () => ended.abort());
  const read = async (): Promise<Claims | undefined> => {
    const access = rights.current;
    const claimed = access ? await claimSteps({ ...services, access }, claim, caller) : noClaims;
    return claimed.claims.length > 0 ? claimed : undefined;
  };
  try {
    const claimed = await services.replyWaiter.until(claim.jobTypes.map(topicOfType), read, {
      limit: waitSeconds * 1_000,
      signal: AbortSignal.any([raw.signal, ended.signal]),
      channel: CLAIMABLE_CHANNEL,
    });
    return claimed ?? noClaims;
  } finally {
    rights.stop();
  }
}

/** The operations of workers in any language, which run the steps of clients' own Jobs. */
export const stepLeaseRoutes: readonly Route[] = [
  route({
    ...common,
    title: 'Claim job steps',
    description:
      'Claims free steps of Jobs of types of the client, that the caller may write: those of the greatest priority first, and of the Jobs of one priority in turn. Each has a lease, after whose end the step goes to another worker, and a token for the reports about it. If there is none, the request waits for `waitSeconds`.',
    path: `${steps}/claim`,
    body: bodyOf('claim'),
    success: ref('StepClaims'),
    query: [immediatelyRefresh],
    async handle(request) {
      const refresh = refreshing(request);
      const claim = readClaim(await request.json(), request.services.jobTypes);
      const { claims, predecessors } = await claimWithin(request, claim);
      const results = predecessors.length > 0 ? `,"predecessors":[${predecessors.join(',')}]` : '';
      return refresh(`{"claims":[${claims.join(',')}]${results}}`, async () => {
        const { services, caller } = request;
        const claimed = claims.map((text) => {
          const { token, step } = parseStored<{ token: number; step: { id: string } }>(text);
          return { id: step.id, fence: token };
        });
        await showLeases(services, claimed, caller);
        return writtenSteps(
          services,
          claimed.map(({ id }) => id),
        );
      });
    },
  }),
  route({
    ...common,
    title: 'Extend leases of job steps',
    description: `Lets the leases of the steps end later. ${lost}`,
    path: `${steps}/extend`,
    body: bodyOf('extend'),
    codes: reportCodes,
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
  reportRoute('release', {
    title: 'Release job steps',
    description: 'Returns steps of a worker that stops. They can be claimed again at once, and no failure is counted.',
  }),
];
