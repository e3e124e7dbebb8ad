import { badRequest } from '../../domain/errors.ts';
import { cancelJob } from '../../domain/jobs/cancel.ts';
import { patchStep, replaceStep } from '../../domain/jobs/changeStep.ts';
import { createJob, createStep } from '../../domain/jobs/create.ts';
import type { JobProgress } from '../../domain/jobs/progress.ts';
import { getJob, getStep, getStepByChunk } from '../../domain/jobs/read.ts';
import { resendFailed, resendStep } from '../../domain/jobs/resend.ts';
import { jobTypes } from '../../domain/jobTypes/index.ts';
import type { Services } from '../../domain/ports/services.ts';
import { describe } from '../../domain/validation/values.ts';
import { type Route, route } from '../http/route.ts';
import { anyObject, ref } from '../openapi/schemas.ts';

const jobs = '/api/v2/jobs';
const steps = '/api/v2/job-steps';
const admin = '/api/v2/admin';

const acknowledge = (jobId: string): string => JSON.stringify({ acknowledge: true, jobId });

/** The operations of jobs and their steps that are not generic ones. */
export const jobRoutes: readonly Route[] = [
  route({
    kind: 'Job',
    title: 'Create new job',
    method: 'POST',
    path: jobs,
    description:
      'Workers run jobs of built-in types, and plan the steps of those without steps. The client runs the steps of any other type, and the status of the job follows them.',
    body: { schema: ref('Job'), required: true },
    success: ref('Job'),
    codes: [200, 400, 500],
    audited: ({ body }) => Object.hasOwn(jobTypes, /"jobType"\s*:\s*"(\w+)"/.exec(body)?.[1] ?? ''),
    handle: async (request) => createJob(request.services, await request.json(), { caller: request.caller }),
  }),
  route({
    kind: 'Job',
    title: 'Returns a job',
    method: 'GET',
    path: `${jobs}/{id}`,
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
    handle: (request) => getJob(request.services, request.params.id, readExpand(request.query)),
  }),
  route({
    kind: 'Job',
    title: 'Cancel a job',
    method: 'POST',
    path: `${jobs}/{id}/cancel`,
    uuids: ['id'],
    success: ref('Job'),
    codes: [200, 400, 404, 500],
    audited: true,
    handle: (request) => cancelJob(request.services, request.params.id, { caller: request.caller }),
  }),
  route({
    kind: 'Job',
    title: 'Follow a job',
    method: 'GET',
    path: `${jobs}/{id}/events`,
    description:
      'Sends the job without its steps, now and after each change until it ends. Events named `progress` include the number of steps by status.',
    uuids: ['id'],
    success: ref('Job'),
    successType: 'text/event-stream',
    codes: [200, 400, 404, 500],
    async handle(request) {
      const id = request.params.id;
      await getJob(request.services, id, false);
      return {
        body: events(request.services, id),
        contentType: 'text/event-stream',
        headers: { 'cache-control': 'no-cache', 'x-accel-buffering': 'no' },
      };
    },
  }),
  route({
    kind: 'JobStep',
    title: 'JobStepPublicApi.create',
    method: 'POST',
    path: steps,
    body: { schema: ref('JobStep'), required: true },
    success: ref('JobStep'),
    codes: [200, 400, 500],
    handle: async (request) => createStep(request.services, await request.json(), { caller: request.caller }),
  }),
  route({
    kind: 'JobStep',
    title: 'Returns a job step',
    method: 'GET',
    path: `${steps}/{id}`,
    uuids: ['id'],
    success: ref('JobStep'),
    codes: [200, 400, 404, 500],
    handle: (request) => getStep(request.services, request.params.id),
  }),
  route({
    kind: 'JobStep',
    title: 'Returns a job step',
    method: 'GET',
    path: `${steps}/by-chunk/{chunkId}/{name}`,
    description: 'Finds the step by chunk and name, which are unique together.',
    uuids: ['chunkId'],
    success: ref('JobStep'),
    codes: [200, 400, 500],
    handle: ({ services, params }) => getStepByChunk(services, params.chunkId, params.name),
  }),
  route({
    kind: 'JobStep',
    title: 'Update existing job step',
    method: 'PUT',
    path: `${steps}/{id}`,
    uuids: ['id'],
    body: { schema: ref('JobStep'), required: true },
    success: ref('JobStep'),
    codes: [200, 400, 404, 500],
    handle: async (request) =>
      replaceStep(request.services, request.params.id, await request.json(), { caller: request.caller }),
  }),
  route({
    kind: 'JobStep',
    title: 'Update properties of an existing job step',
    method: 'PATCH',
    path: `${steps}/{id}`,
    uuids: ['id'],
    body: { schema: anyObject, required: true },
    success: ref('JobStep'),
    codes: [200, 400, 404, 500],
    handle: async (request) =>
      patchStep(request.services, request.params.id, await request.json(), { caller: request.caller }),
  }),
  route({
    kind: 'Admin',
    title: 'DmsAdminPublicApi.resend',
    method: 'POST',
    path: `${admin}/job-steps/{jobStepId}/resend`,
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
    method: 'POST',
    path: `${admin}/jobs/{jobId}/resend-failed`,
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

/** Returns server-sent events, each with the version of the job as its id. The stream ends with the job. */
function events(services: Services, id: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let leave: () => void = () => {};
  let timer: Timer | undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      let version = -1;
      let counts = '';
      const send = (text: string): void => controller.enqueue(encoder.encode(text));
      const end = (): void => {
        clearInterval(timer);
        leave();
        controller.close();
      };
      timer = setInterval(() => send(': keep-alive\n\n'), KEEP_ALIVE_MS);
      leave = services.jobProgress.subscribe(id, (update: JobProgress | undefined) => {
        if (!update) return end();
        const progress = JSON.stringify(update.progress);
        const changed = update.version !== version;
        if (progress !== counts) send(`event: progress\ndata: ${update.text.slice(0, -1)},"progress":${progress}}\n\n`);
        if (changed) send(`id: ${update.version}\ndata: ${update.text}\n\n`);
        version = update.version;
        counts = progress;
        if (update.closed) end();
      });
    },
    cancel() {
      clearInterval(timer);
      leave();
    },
  });
}
