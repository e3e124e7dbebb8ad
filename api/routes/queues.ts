import { queueJobStates } from '../../db/queries/queue/queueJobs.ts';
import { startJob } from '../../domain/jobs/create.ts';
import { listClientWorkers, MAX_CLIENT_WORKERS } from '../../domain/monitoring/clientWorkers.ts';
import { discard, listDeadLetters, type RequestedLetters, redrive } from '../../domain/monitoring/deadLetters.ts';
import { listQueues, pauseQueue, resumeQueue, setConcurrency } from '../../domain/monitoring/queueAdministration.ts';
import { listQueueJobs } from '../../domain/monitoring/queueJobs.ts';
import { drainWorker, listWorkers, resumeWorker } from '../../domain/monitoring/workers.ts';
import type { CacheName } from '../../domain/runtime/cacheInvalidation.ts';
import { MAX_PAGE } from '../../domain/validation/readPage.ts';
import { acknowledge, jobOptions } from '../http/idempotency/startedJobs.ts';
import { type ApiRequest, type QueryParameter, type Route, route } from '../http/route.ts';
import { arrayOf, headText, id, oneOf, ref, whole } from '../openapi/schemas.ts';
import { after, nextHeaders, partAnswer, partOf } from './records/searchOperations.ts';

const admin = '/api/v2/admin';
const codes = [200, 400, 500] as const;

const page: QueryParameter = {
  name: 'page',
  schema: { ...whole(0, MAX_PAGE), default: 0 },
  description: 'Number of the page, from 0.',
};

const reason: QueryParameter = {
  name: 'reason',
  schema: headText,
  description: 'Only dead letters whose reason contains this text, in any case.',
};

/** Returns the dead letters that a request names by ids in its body or by `reason`. */
async function requestedLetters({ raw, json, query }: ApiRequest<'name'>): Promise<RequestedLetters> {
  return { ids: raw.body === null ? undefined : await json(), reason: query.get('reason') ?? undefined };
}

/** Administration of queues, workers and caches. */
export const queueRoutes: readonly Route[] = [
  route({
    kind: 'Admin',
    title: 'Returns the queues',
    description: 'Returns all queues with the number of their jobs by state.',
    method: 'GET',
    path: `${admin}/queues`,
    access: { entity: 'Metrics', right: 'READ' },
    success: arrayOf(ref('Queue')),
    codes,
    handle: ({ services }) => listQueues(services),
  }),
  route({
    kind: 'Admin',
    title: 'Pause a queue',
    method: 'POST',
    path: `${admin}/queues/{name}/pause`,
    access: { entity: 'Admin', right: 'READ_WRITE' },
    description: 'No worker claims jobs from the queue until it is resumed. Running jobs finish.',
    success: ref('Queue'),
    codes,
    audited: true,
    handle: ({ services, params, caller }) => pauseQueue(services, params.name, caller),
  }),
  route({
    kind: 'Admin',
    title: 'Resume a queue',
    description: 'Workers claim jobs from the queue again.',
    method: 'POST',
    path: `${admin}/queues/{name}/resume`,
    access: { entity: 'Admin', right: 'READ_WRITE' },
    success: ref('Queue'),
    codes,
    audited: true,
    handle: ({ services, params }) => resumeQueue(services, params.name),
  }),
  route({
    kind: 'Admin',
    title: 'Set the concurrency of a queue',
    method: 'PUT',
    path: `${admin}/queues/{name}/concurrency`,
    access: { entity: 'Admin', right: 'READ_WRITE' },
    description:
      'Sets how many batches of the queue all workers together run at a time. They follow within seconds; running batches finish. Without `concurrency`, each worker runs as many as the queue defines.',
    body: {
      schema: ref('QueueConcurrency'),
      required: true,
      description: 'How many batches run at a time; an empty object restores the definition of the queue.',
    },
    success: ref('Queue'),
    codes,
    audited: true,
    handle: async ({ services, params, json, caller }) => setConcurrency(services, params.name, await json(), caller),
  }),
  route({
    kind: 'Admin',
    title: 'Returns the dead letters of a queue',
    description: 'Returns one page of the jobs whose last attempt failed, newest first.',
    method: 'GET',
    path: `${admin}/queues/{name}/dead-letters`,
    access: { entity: 'Admin', right: 'READ' },
    query: [
      page,
      {
        name: 'size',
        schema: { ...whole(1, 1_000), default: 20 },
        description: 'Maximum number of dead letters of a page.',
      },
      reason,
      after,
    ],
    headers: nextHeaders,
    success: ref('PageOfDeadLetter'),
    codes,
    handle: async (request) => {
      const { services, params, query } = request;
      return partAnswer(request, await listDeadLetters(services, params.name, query, partOf(request)));
    },
  }),
  route({
    kind: 'Admin',
    title: 'Resend dead letters',
    method: 'POST',
    path: `${admin}/queues/{name}/redrive`,
    access: { entity: 'Admin', right: 'READ_WRITE' },
    description:
      'Resends the dead letters with the ids in the body, or without a body those that the parameter reason selects, or all. Those whose step has not ended yet, or whose Job cannot be resent, stay, with the reason.',
    query: [reason],
    body: { schema: arrayOf(id), required: false, description: 'Ids of the dead letters to resend.' },
    success: ref('DeadLetterAnswer'),
    codes,
    audited: true,
    async handle(request) {
      const { services, params, caller } = request;
      const counts = await redrive(services, params.name, await requestedLetters(request), { caller });
      return JSON.stringify({ acknowledge: true, ...counts });
    },
  }),
  route({
    kind: 'Admin',
    title: 'Discard dead letters',
    method: 'POST',
    path: `${admin}/queues/{name}/dead-letters/discard`,
    access: { entity: 'Admin', right: 'READ_WRITE' },
    description:
      'Deletes the dead letters with the ids in the body, or without a body those that the parameter reason selects, or all. Their steps and notifications stay as they are.',
    query: [reason],
    body: { schema: arrayOf(id), required: false, description: 'Ids of the dead letters to delete.' },
    success: ref('DeadLetterAnswer'),
    codes,
    audited: true,
    async handle(request) {
      const count = await discard(request.services, request.params.name, await requestedLetters(request));
      return JSON.stringify({ acknowledge: true, count, skipped: [] });
    },
  }),
  route({
    kind: 'Admin',
    title: 'Returns the jobs of a queue',
    method: 'GET',
    path: `${admin}/queues/{name}/jobs`,
    access: { entity: 'Admin', right: 'READ' },
    description:
      'Returns one page of the queue jobs in a state: WAITING and SCHEDULED by when they are due, RUNNING by their start, ENDED newest first. Ended jobs are deleted after a minute to a day, by queue; those of completed steps at once.',
    query: [
      {
        name: 'state',
        schema: { ...oneOf(queueJobStates), default: 'SCHEDULED' },
        description: 'State of the jobs.',
      },
      page,
      { name: 'size', schema: { ...whole(1, 1_000), default: 20 }, description: 'Maximum number of jobs of a page.' },
    ],
    success: ref('PageOfQueueJob'),
    codes,
    handle: ({ services, params, query }) => listQueueJobs(services, params.name, query),
  }),
  route({
    kind: 'Admin',
    title: 'Returns the workers',
    description: 'Returns the worker processes of all machines, with their queues and running jobs.',
    method: 'GET',
    path: `${admin}/workers`,
    access: { entity: 'Metrics', right: 'READ' },
    success: arrayOf(ref('Worker')),
    codes,
    handle: ({ services }) => listWorkers(services),
  }),
  route({
    kind: 'Admin',
    title: 'Drain a worker',
    description:
      'The worker claims nothing more within a second, finishes its running jobs however long they take, and ends its process. What restarts ended processes then starts a new worker. A repetition changes nothing. DELETE takes the request back while a job runs.',
    method: 'POST',
    path: `${admin}/workers/{id}/drain`,
    access: { entity: 'Admin', right: 'READ_WRITE' },
    pathParameters: { id: 'Id of the worker, from the list of workers.' },
    success: ref('Worker'),
    codes: [200, 400, 404, 409, 500],
    audited: true,
    handle: ({ services, params, caller }) => drainWorker(services, params.id, caller),
  }),
  route({
    kind: 'Admin',
    title: 'Take back the drain of a worker',
    description:
      'The worker claims again within a second. One that has finished its last job ends its process all the same, which is a 409. For a worker that does not drain, nothing changes.',
    method: 'DELETE',
    path: `${admin}/workers/{id}/drain`,
    access: { entity: 'Admin', right: 'READ_WRITE' },
    pathParameters: { id: 'Id of the worker, from the list of workers.' },
    success: ref('Worker'),
    codes: [200, 400, 404, 409, 500],
    audited: true,
    handle: ({ services, params }) => resumeWorker(services, params.id),
  }),
  route({
    kind: 'Admin',
    title: 'Returns the workers of clients',
    description:
      'Returns the workers of clients that have claimed steps over HTTP, with the number of steps by job type. A worker without a claim is not known.',
    method: 'GET',
    path: `${admin}/client-workers`,
    access: { entity: 'Metrics', right: 'READ' },
    success: arrayOf(ref('ClientWorker'), MAX_CLIENT_WORKERS),
    codes,
    handle: ({ services }) => listClientWorkers(services),
  }),
  route({
    kind: 'Admin',
    title: 'DmsAdminPublicApi.createBrokerDql',
    method: 'POST',
    path: `${admin}/broker/dead-letter-queues`,
    access: { entity: 'Admin', right: 'READ_WRITE' },
    description: 'Creates the missing dead-letter queues.',
    success: ref('AckResponse'),
    codes,
    audited: true,
    idempotencyKey: true,
    handle: async (request) => acknowledge(await startJob(request.services, 'BROKER_SETUP', {}, jobOptions(request))),
  }),
  eviction('user-management'),
  eviction('document-management'),
];

function eviction(name: CacheName): Route {
  return {
    kind: 'Admin',
    title: 'Evict a cache',
    description: 'Empties the caches of all processes. Rarely needed: each change already evicts what it concerns.',
    method: 'POST',
    path: `${admin}/${name}/evict-cache`,
    access: { entity: 'Admin', right: 'READ_WRITE' },
    success: null,
    codes: [400, 500],
    audited: true,
    async handle({ services }) {
      await services.caches.evict(name);
      return null;
    },
  };
}
