import type { Needs } from '../../domain/access/access.ts';
import { readable } from '../../domain/access/reach.ts';
import { badRequest } from '../../domain/errors.ts';
import { cancelJob } from '../../domain/jobs/cancel.ts';
import { closeJob } from '../../domain/jobs/clientJobs/addSteps.ts';
import { createOrFindJob, type StoredJob } from '../../domain/jobs/create.ts';
import type { JobProgress } from '../../domain/jobs/progress.ts';
import { getJob } from '../../domain/jobs/read.ts';
import { readChain } from '../../domain/jobs/reading/readChain.ts';
import { pauseJob, resumeJob } from '../../domain/jobs/steering/pause.ts';
import { jobTypes } from '../../domain/jobTypes/index.ts';
import { objects, withAudit } from '../../domain/kinds/declaration/members.ts';
import { job as jobKind } from '../../domain/kinds/processing/job.ts';
import { jobStep as jobStepKind } from '../../domain/kinds/processing/jobStep.ts';
import type { Services } from '../../domain/ports/services.ts';
import { parseStored } from '../../domain/records/storedText.ts';
import { refusedHost } from '../../domain/validation/allowedHosts.ts';
import { describe } from '../../domain/validation/values.ts';
import { StreamAccess } from '../http/callers/streamAccess.ts';
import { readFlag } from '../http/query.ts';
import { MAX_HEAD } from '../http/requestHead.ts';
import { type Answer, type ApiRequest, type Route, route } from '../http/route.ts';
import { newRecord } from '../openapi/bodyShapes.ts';
import { arrayOf, oneOf, ref } from '../openapi/schemas.ts';
import { warningHeader } from './records/operation.ts';
import { immediatelyRefresh, refreshing } from './records/recordWrites.ts';

const jobs = '/api/v2/jobs';

const readsJobs: Needs = { kind: 'Job', right: 'READ' };

const ofJob = (id: string) => ({ kind: jobKind, ids: [id] });
const ofSteps = (ids: readonly string[]) => ({ kind: jobStepKind, ids });

/** Returns the answer with a Job. A header marks an existing one, and a callback that will not be made. */
function answerOf({ record, isExisting }: StoredJob, { allowedHosts }: Pick<Services, 'allowedHosts'>): Answer {
  const { callbackUrl } = record.includes('"callbackUrl"') ? parseStored<{ callbackUrl?: string }>(record) : {};
  const refusal = refusedHost(callbackUrl, allowedHosts);
  const warning = refusal === undefined ? {} : warningHeader([`callbackUrl: is not called, ${refusal}`]);
  const headers = { ...(isExisting && { 'x-job-existing': 'true' }), ...warning };
  return Object.keys(headers).length > 0 ? { body: record, headers } : record;
}

/** An operation that changes whether the steps of the job start, and returns the job. */
const steeringRoute = ({
  action,
  title,
  description,
  steer,
}: {
  readonly action: string;
  readonly title: string;
  readonly description: string;
  readonly steer: typeof pauseJob;
}): Route =>
  route({
    kind: 'Job',
    title,
    description,
    method: 'POST',
    path: `${jobs}/{id}/${action}`,
    access: { kind: 'Job', right: 'READ_WRITE' },
    uuids: ['id'],
    success: ref('Job'),
    codes: [200, 400, 404, 500],
    query: [immediatelyRefresh],
    audited: true,
    handle: async (request) => {
      const { services, params, caller } = request;
      const refresh = refreshing(request);
      return refresh(await steer(services, params.id, { caller }), [ofJob(params.id)]);
    },
  });

/** The operations of jobs that are not generic ones. Those of their steps: jobSteps.ts. */
export const jobRoutes: readonly Route[] = [
  route({
    kind: 'Job',
    title: 'Create new job',
    method: 'POST',
    path: jobs,
    access: { kind: 'Job', right: 'READ_WRITE' },
    description:
      'Creates a job. Workers plan and run jobs of built-in types, whose data the schemas DataOf… describe. A job of any other type belongs to the client: it runs the steps and reports their status, and the status of the job follows. If `unique` is sent and a job with its key exists, nothing is created, and the answer is that job without its steps.',
    query: [immediatelyRefresh],
    body: { ...newRecord(jobKind), required: true },
    success: ref('Job'),
    codes: [200, 400, 500],
    headers: ['X-Job-Existing', 'X-Warnings'],
    record: 'created',
    audited: ({ body }) => Object.hasOwn(jobTypes, /"jobType"\s*:\s*"(\w+)"/.exec(body)?.[1] ?? ''),
    idempotencyKey: true,
    handle: async (request) => {
      const { services, caller, json, storeAnswer } = request;
      const refresh = refreshing(request);
      const { record, isExisting } = await createOrFindJob(services, await json(), {
        caller,
        inTransaction:
          storeAnswer &&
          ((transaction, stored, { isExisting = false } = {}) =>
            storeAnswer(transaction, answerOf({ record: stored, isExisting }, services))),
      });
      const { id, jobSteps = [] } = parseStored<{ id: string; jobSteps?: { id: string }[] }>(record);
      return refresh(answerOf({ record, isExisting }, services), [ofJob(id), ofSteps(jobSteps.map((step) => step.id))]);
    },
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
        schema: arrayOf(oneOf(['JOB_STEPS']), MAX_HEAD),
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
    title: 'Returns the chain of a job',
    description:
      'Returns the jobs that the job waits for and those that wait for it, directly or through others, and the job itself, in the order of their creation. Jobs that the caller may not read are left out, and so are jobs that are connected only through them.',
    method: 'GET',
    path: `${jobs}/{id}/chain`,
    access: { kind: 'Job', right: 'READ' },
    uuids: ['id'],
    success: ref('JobChain'),
    codes: [200, 404, 500],
    handle: ({ services, params }) => readChain(services, params.id),
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
    query: [
      {
        name: 'chain',
        schema: { type: 'boolean', default: false },
        description:
          'Cancel all jobs that wait for this one too, directly or through others, whatever their conditions.',
      },
      immediatelyRefresh,
    ],
    audited: true,
    handle: async (request) => {
      const { services, params, caller, query } = request;
      const refresh = refreshing(request);
      const chain = readFlag(query, 'chain');
      return refresh(await cancelJob(services, params.id, { caller, chain }), [ofJob(params.id)]);
    },
  }),
  steeringRoute({
    action: 'pause',
    title: 'Pause a job',
    description: 'No step of the job starts until it is resumed; running steps end. Does nothing if the job is paused.',
    steer: pauseJob,
  }),
  steeringRoute({
    action: 'resume',
    title: 'Resume a job',
    description: 'Steps of a paused job start again. Does nothing if the job is not paused.',
    steer: resumeJob,
  }),
  route({
    kind: 'Job',
    title: 'Close a job',
    method: 'POST',
    path: `${jobs}/{id}/close`,
    access: { kind: 'Job', right: 'READ_WRITE' },
    description:
      'Declares that no more steps follow in a job of the client. The job takes no more steps, and ends with its last open step, or at once. Does nothing if the job is closed.',
    uuids: ['id'],
    success: ref('Job'),
    codes: [200, 400, 404, 500],
    query: [immediatelyRefresh],
    handle: async (request) => {
      const { services, params, caller } = request;
      const refresh = refreshing(request);
      return refresh(await closeJob(services, params.id, { caller }), [ofJob(params.id)]);
    },
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
];

function readExpand(query: URLSearchParams): boolean {
  const values = query.getAll('expand').flatMap((value) => value.split(','));
  const expansions = values.filter((value) => value !== '');
  const problems = expansions
    .filter((value) => value !== 'JOB_STEPS')
    .map((value) => `expand: must be one of JOB_STEPS, not ${describe(value)}`);
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
