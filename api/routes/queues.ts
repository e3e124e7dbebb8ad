import { startJob } from '../../domain/jobs/create.ts';
import {
  listDeadLetters,
  listQueues,
  listWorkers,
  pauseQueue,
  redrive,
  resumeQueue,
} from '../../domain/monitoring/queueAdministration.ts';
import type { CacheName } from '../../domain/runtime/cacheInvalidation.ts';
import { type Route, route } from '../http/route.ts';
import { arrayOf, ref } from '../openapi/schemas.ts';

const admin = '/api/v2/admin';
const codes = [200, 400, 500] as const;

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
    title: 'Returns the dead letters of a queue',
    description: 'Returns one page of the jobs whose last attempt failed, newest first.',
    method: 'GET',
    path: `${admin}/queues/{name}/dead-letters`,
    access: { entity: 'Admin', right: 'READ' },
    query: [
      {
        name: 'page',
        schema: { type: 'integer', format: 'int32', minimum: 0, default: 0 },
        description: 'Number of the page, from 0.',
      },
      {
        name: 'size',
        schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 1_000, default: 20 },
        description: 'Maximum number of dead letters of a page.',
      },
    ],
    success: ref('PageOfDeadLetter'),
    codes,
    handle: ({ services, params, query }) => listDeadLetters(services, params.name, query),
  }),
  route({
    kind: 'Admin',
    title: 'Send dead letters again',
    method: 'POST',
    path: `${admin}/queues/{name}/redrive`,
    access: { entity: 'Admin', right: 'READ_WRITE' },
    description: 'Retries the dead letters with the ids in the body, or all without a body.',
    body: { schema: arrayOf({ type: 'string', format: 'uuid' }), required: false },
    success: ref('AckResponse'),
    codes,
    audited: true,
    async handle(request) {
      const ids = request.raw.body === null ? undefined : await request.json();
      await redrive(request.services, request.params.name, ids, { caller: request.caller });
      return JSON.stringify({ acknowledge: true });
    },
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
    title: 'DmsAdminPublicApi.createBrokerDql',
    method: 'POST',
    path: `${admin}/broker/dead-letter-queues`,
    access: { entity: 'Admin', right: 'READ_WRITE' },
    description: 'Creates the missing dead-letter queues.',
    success: ref('AckResponse'),
    codes,
    audited: true,
    handle: async ({ services, caller }) =>
      JSON.stringify({ acknowledge: true, jobId: await startJob(services, 'BROKER_SETUP', {}, { caller }) }),
  }),
  eviction('user-management'),
  eviction('document-management'),
];

function eviction(name: CacheName): Route {
  return {
    kind: 'Admin',
    title: 'Evict a cache',
    description: 'Empties the caches of all processes. Normally nobody needs this: changes evict what they concern.',
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
