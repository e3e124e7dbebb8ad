import type { Needs } from '../../domain/access/access.ts';
import { readable } from '../../domain/access/reach.ts';
import { badRequest } from '../../domain/errors.ts';
import { cancelJob } from '../../domain/jobs/cancel.ts';
import { patchStep, replaceStep } from '../../domain/jobs/changeStep.ts';
import { closeJob, createJob, createStep } from '../../domain/jobs/create.ts';
import type { JobProgress } from '../../domain/jobs/progress.ts';
import { getJob, getStep, getStepByChunk } from '../../domain/jobs/read.ts';
import { resendFailed, resendStep } from '../../domain/jobs/resend.ts';
import { jobTypes } from '../../domain/jobTypes/index.ts';
import { objects } from '../../domain/kinds/declaration/members.ts';
import { job as jobKind } from '../../domain/kinds/processing/job.ts';
import { jobStep as jobStepKind } from '../../domain/kinds/processing/jobStep.ts';
import { describe } from '../../domain/validation/values.ts';
import { StreamAccess } from '../http/callers/streamAccess.ts';
import { withAudit } from '../http/reading/fields.ts';
import { type ApiRequest, type Route, route } from '../http/route.ts';
import { anyObject, ref } from '../openapi/schemas.ts';

const jobs = '/api/v2/jobs';
const steps = '/api/v2/job-steps';
const admin = '/api/v2/admin';

const readsJobs: Needs = { kind: 'Job', right: 'READ' };

const acknowledge = (jobId: string): string => JSON.stringify({ acknowledge: true, jobId });

/** The operations of jobs and their steps that are not generic ones. */
export const jobRoutes: readonly Route[] = [
  route({
    kind: 'Job',
    title: 'Create new job',
    method: 'POST',
    path: jobs,
    access: { kind: 'Job', right: 'READ_WRITE' },
    description:
      'Workers plan and run jobs of built-in types; the schemas DataOf… describe their data. The client runs the steps of any other type, and the status of the job follows them.',
    body: { schema: ref('Job'), required: true },
    success: ref('Job'),
    codes: [200, 400, 500],
    audited: ({ body }) => Object.hasOwn(jobTypes, /"jobType"\s*:\s*"(\w+)"/.exec(body)?.[1] ?? ''),
    idempotencyKey: true,
    handle: async ({ services, caller, json, storeAnswer }) =>
      createJob(services, await json(), { caller, inTransaction: storeAnswer }),
  }),
  route({
    kind: 'Job',
    title: 'Returns a job',
    description: 'Returns the job with the id, with its steps on request.',
    method: 'GET',
    path: `${jobs}/{id}`,
    access: { kind: 'Job', right: 'READ' },
    query: [
      {
        name: 'expand',
        schema: { type: 'array', items: { type: 'string', enum: ['JOB_STEPS'] } },
        description: 'JOB_STEPS includes the steps.',
      },
    ],
    uuids: ['id'],
    success: ref('Job'),
    codes: [200, 400, 404, 500],
    record: 'represented',
    reads: { shape: 'record', more: { jobSteps: objects(withAudit(jobStepKind.members)) } },
    handle: (request) => getJob(request.services, request.params.id, readExpand(request.query)),
  }),
  route({
    kind: 'Job',
    title: 'Cancel a job',
    description:
      'Ends the job and its open steps as FAILED with the cause CANCELLED. Running steps are aborted within about a second.',
    method: 'POST',
    path: `${jobs}/{id}/cancel`,
    access: { kind: 'Job', right: 'READ_WRITE' },
    uuids: ['id'],
    success: ref('Job'),
    codes: [200, 400, 404, 500],
    audited: true,
    handle: (request) => cancelJob(request.services, request.params.id, { caller: request.caller }),
  }),
  route({
    kind: 'Job',
    title: 'Close a job',
    method: 'POST',
    path: `${jobs}/{id}/close`,
    access: { kind: 'Job', right: 'READ_WRITE' },
    description:
      'Says that the client adds no more steps to a job that it has created with closed: false. The job ends with its last open step, or at once. Does nothing if the job is closed.',
    uuids: ['id'],
    success: ref('Job'),
    codes: [200, 400, 404, 500],
    handle: (request) => closeJob(request.services, request.params.id, { caller: request.caller }),
  }),
  route({
    kind: 'Job',
    title: 'Follow a job',
    method: 'GET',
    path: `${jobs}/{id}/events`,
    access: readsJobs,
    description:
      'Sends the job without its steps, now and after each change until it ends. Events named `progress` include the number of steps by status. The stream ends early if the caller may no longer read the job.',
    uuids: ['id'],
    success: ref('Job'),
    successType: 'text/event-stream',
    codes: [200, 400, 404, 500],
    async handle(request) {
      const id = request.params.id;
      await getJob(request.services, id, false);
      return {
        body: events(request, id),
        contentType: 'text/event-stream',
        headers: { 'cache-control': 'no-cache', 'x-accel-buffering': 'no' },
      };
    },
  }),
  route({
    kind: 'JobStep',
    title: 'JobStepPublicApi.create',
    description: 'Adds a step to a job whose type is one of the client. Workers add the steps of built-in types.',
    method: 'POST',
    path: steps,
    access: { kind: 'JobStep', right: 'READ_WRITE' },
    body: { schema: ref('JobStep'), required: true },
    success: ref('JobStep'),
    codes: [200, 400, 500],
    record: 'created',
    idempotencyKey: true,
    handle: async ({ services, caller, json, storeAnswer }) =>
      createStep(services, await json(), { caller, inTransaction: storeAnswer }),
  }),
  route({
    kind: 'JobStep',
    title: 'Returns a job step',
    description: 'Returns the step with the id.',
    method: 'GET',
    path: `${steps}/{id}`,
    access: { kind: 'JobStep', right: 'READ' },
    uuids: ['id'],
    success: ref('JobStep'),
    codes: [200, 400, 404, 500],
    record: 'represented',
    reads: { shape: 'record' },
    handle: (request) => getStep(request.services, request.params.id),
  }),
  route({
    kind: 'JobStep',
    title: 'Returns a job step',
    method: 'GET',
    path: `${steps}/by-chunk/{chunkId}/{name}`,
    pathParameters: { name: 'Name of the step.' },
    access: { kind: 'JobStep', right: 'READ' },
    description: 'Finds the step by chunk and name, which are unique together.',
    uuids: ['chunkId'],
    success: ref('JobStep'),
    codes: [200, 400, 500],
    record: 'represented',
    reads: { shape: 'record' },
    handle: ({ services, params }) => getStepByChunk(services, params.chunkId, params.name),
  }),
  route({
    kind: 'JobStep',
    title: 'Update existing job step',
    description: 'Replaces the step of a job of the client. The status of the job follows.',
    method: 'PUT',
    path: `${steps}/{id}`,
    access: { kind: 'JobStep', right: 'READ_WRITE' },
    uuids: ['id'],
    body: { schema: ref('JobStep'), required: true },
    success: ref('JobStep'),
    codes: [200, 400, 404, 500],
    record: 'represented',
    handle: async ({ services, params, caller, precondition, json }) =>
      replaceStep(services, params.id, await json(), { caller, precondition }),
  }),
  route({
    kind: 'JobStep',
    title: 'Update properties of an existing job step',
    description: 'Changes the members in the body and leaves all others as they are. The status of the job follows.',
    method: 'PATCH',
    path: `${steps}/{id}`,
    access: { kind: 'JobStep', right: 'READ_WRITE' },
    uuids: ['id'],
    body: { schema: anyObject, required: true },
    success: ref('JobStep'),
    codes: [200, 400, 404, 500],
    record: 'represented',
    handle: async ({ services, params, caller, precondition, json }) =>
      patchStep(services, params.id, await json(), { caller, precondition }),
  }),
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
    audited: true,
    handle: async ({ services, params, caller }) =>
      acknowledge(await resendStep(services, params.jobStepId, { caller })),
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
    audited: true,
    async handle({ services, params, caller }) {
      const jobId = params.jobId;
      await resendFailed(services, jobId, { caller });
      return acknowledge(jobId);
    },
  }),
];

function readExpand(query: URLSearchParams): boolean {
  const values = query.getAll('expand').flatMap((value) => value.split(','));
  const expansions = values.filter((value) => value !== '');
  const problems = expansions
    .filter((value) => value !== 'JOB_STEPS')
    .map((value) => `expand: must be JOB_STEPS, not ${describe(value)}`);
  if (problems.length > 0) throw badRequest('The parameter expand is invalid.', problems);
  return expansions.length > 0;
}

/** Proxies close idle connections. */
const KEEP_ALIVE_MS = 15_000;

/**
 * Returns server-sent events, each with the version of the job as its id. The stream ends with the job, and when the caller
 * may no longer read the job.
 */
function events(request: ApiRequest, id: string): ReadableStream<Uint8Array> {
  const { services } = request;
  const encoder = new TextEncoder();
  let leave: () => void = () => {};
  return new ReadableStream<Uint8Array>({
    start(controller) {
      let version = -1;
      let counts = '';
      const send = (text: string): void => controller.enqueue(encoder.encode(text));
      const timer = setInterval(() => send(': keep-alive\n\n'), KEEP_ALIVE_MS);
      const end = (): void => {
        leave();
        controller.close();
      };
      const caller = new StreamAccess(request, readsJobs, end);
      const unsubscribe = services.jobProgress.subscribe(id, (update: JobProgress | undefined) => {
        const access = caller.current;
        if (!access) return;
        if (!update || !readable({ access }, jobKind, update)) return end();
        const progress = JSON.stringify(update.progress);
        const changed = update.version !== version;
        if (progress !== counts) send(`event: progress\ndata: ${update.text.slice(0, -1)},"progress":${progress}}\n\n`);
        if (changed) send(`id: ${update.version}\ndata: ${update.text}\n\n`);
        version = update.version;
        counts = progress;
        if (update.closed) end();
      });
      leave = () => {
        clearInterval(timer);
        caller.stop();
        unsubscribe();
      };
    },
    cancel: () => leave(),
  });
}
