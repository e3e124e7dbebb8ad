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

/** Jobs and their steps, but for the searches, which are generic. */
export const jobRoutes: readonly Route[] = [
  route({
    kind: 'Job',
    title: 'Create new job',
    method: 'POST',
    path: jobs,
    description:
      'A type of ours is done by workers, and planned by one when it comes without steps. Any other type is its client’s to do: the Job follows its steps.',
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
        description: 'JOB_STEPS adds the steps.',
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
      'The Job without its steps, now and at each change until it has ended. Events named `progress` carry beside it how many steps have which status.',
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
    description: 'By the chunk and the name, which are unique together.',
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
  const named = query.getAll('expand').flatMap((value) => value.split(','));
  const wanted = named.filter((value) => value !== '');
  const problems = wanted
    .filter((value) => value !== 'JOB_STEPS')
    .map((value) => `expand: must be JOB_STEPS, not ${describe(value)}`);
  if (problems.length > 0) throw badRequest('The Job cannot be expanded so.', problems);
  return wanted.length > 0;
}

/** A connection that says nothing for long is cut by what lies between. */
const KEEP_ALIVE_MS = 15_000;

/** Server-sent events: each with the Job's version as its id. The stream ends with the Job. */
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
      timer = setInterval(() => send(': still here\n\n'), KEEP_ALIVE_MS);
      leave = services.jobProgress.subscribe(id, (news: JobProgress | undefined) => {
        if (!news) return end();
        const progress = JSON.stringify(news.progress);
        const changed = news.version !== version;
        if (progress !== counts) send(`event: progress\ndata: ${news.text.slice(0, -1)},"progress":${progress}}\n\n`);
        if (changed) send(`id: ${news.version}\ndata: ${news.text}\n\n`);
        version = news.version;
        counts = progress;
        if (news.closed) end();
      });
    },
    cancel() {
      clearInterval(timer);
      leave();
    },
  });
}
