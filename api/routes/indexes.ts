import { errorOfJob } from '../../domain/errors.ts';
import { startJob } from '../../domain/jobs/create.ts';
import { listIndexes, updateMapping } from '../../domain/search/indexes.ts';
import {
  compareIndex,
  indexResults,
  reindexCompleted,
  reindexSelected,
} from '../../domain/search/rebuild/startReindex.ts';
import { acknowledge, jobAlone, jobOptions } from '../http/idempotency/startedJobs.ts';
import { type ApiRequest, type Route, route } from '../http/route.ts';
import { arrayOf, filteringParameter, ref } from '../openapi/schemas.ts';

const admin = '/api/v2/admin';
const acknowledged = {
  success: ref('AckResponse'),
  codes: [200, 400, 500],
  audited: true,
  idempotencyKey: true,
} as const;

/** Administration of the search indexes. Long operations are jobs: the response acknowledges their id. */
export const indexRoutes: readonly Route[] = [
  route({
    kind: 'Admin',
    title: 'Returns the indexes',
    description: 'Returns the search indexes of all kinds, with the number of their documents and of the records.',
    method: 'GET',
    path: `${admin}/indexes`,
    access: { entity: 'Metrics', right: 'READ' },
    success: arrayOf(ref('Index')),
    codes: [200, 400, 500],
    handle: ({ services }) => listIndexes(services),
  }),
  route({
    kind: 'Admin',
    title: 'DmsAdminPublicApi.create',
    method: 'POST',
    path: `${admin}/indexes`,
    access: { entity: 'Admin', right: 'READ_WRITE' },
    description:
      'Creates and fills the missing indexes. Responds when this ends, at the latest after the time limit for results.',
    success: arrayOf(ref('IndexResult')),
    codes: [200, 400, 500],
    headers: ['X-Job-Id'],
    waits: true,
    audited: true,
    idempotencyKey: true,
    awaitJob: awaitResults,
    async handle(request) {
      const notifyChannel = request.services.replyWaiter.channel;
      const options = { ...jobOptions(request, jobAlone), notifyChannel };
      const jobId = await startJob(request.services, 'CREATE_INDEXES', {}, options);
      return { body: await awaitResults(request, jobId), headers: { 'x-job-id': jobId } };
    },
  }),
  route({
    kind: 'Admin',
    title: 'Update the search-index mapping for worklog',
    description: 'Adds the fields of new members to the index. The path of any kind is allowed.',
    method: 'PUT',
    path: `${admin}/indexes/{indexName}/mapping`,
    access: { entity: 'Admin', right: 'READ_WRITE' },
    success: null,
    codes: [400, 500],
    audited: true,
    async handle({ services, params }) {
      await updateMapping(services, params.indexName);
      return null;
    },
  }),
  route({
    kind: 'Admin',
    title: 'Compare an index with the database',
    description: 'Starts a Job that counts and lists the differences between the index and the database.',
    method: 'POST',
    path: `${admin}/indexes/{indexName}/compare`,
    access: { entity: 'Admin', right: 'READ_WRITE' },
    ...acknowledged,
    handle: async (request) =>
      acknowledge(await compareIndex(request.services, request.params.indexName, jobOptions(request))),
  }),
  route({
    kind: 'Admin',
    title: 'Refresh selected records async',
    description: 'Starts a Job that indexes the matching records again. `entityType` of the filtering names the kind.',
    method: 'POST',
    path: `${admin}/reindex/selected`,
    access: { entity: 'Admin', right: 'READ_WRITE' },
    query: [filteringParameter({ required: true })],
    ...acknowledged,
    handle: async (request) => {
      const filtering = request.query.get('filtering') ?? undefined;
      return acknowledge(await reindexSelected(request.services, filtering, jobOptions(request)));
    },
  }),
  route({
    kind: 'Admin',
    title: 'DmsAdminPublicApi.reindexAsyncCompleted',
    method: 'POST',
    path: `${admin}/reindex/completed`,
    access: { entity: 'Admin', right: 'READ_WRITE' },
    description:
      'Finishes a rebuild of which only the last step has failed: searches use its index, and its Job is completed. X-Job-Id is the id of the Job that does this, or of the rebuild if nothing is left to do.',
    body: { schema: ref('JobInput'), description: 'The Job of the rebuild; its `id` is read.' },
    success: null,
    codes: [400, 500],
    headers: ['X-Job-Id'],
    audited: true,
    idempotencyKey: true,
    async handle(request) {
      const options = jobOptions(request, jobAlone);
      return jobAlone(await reindexCompleted(request.services, await request.json(), options));
    },
  }),
  route({
    kind: 'Admin',
    title: 'Recreates an index and updates all logs',
    description:
      'Starts a Job that rebuilds the index of the logs. Searches use the present one until the new one is complete.',
    method: 'POST',
    path: `${admin}/reindex/logs`,
    access: { entity: 'Admin', right: 'READ_WRITE' },
    ...acknowledged,
    handle: async (request) => acknowledge(await startJob(request.services, 'REINDEX_LOGS', {}, jobOptions(request))),
  }),
  route({
    kind: 'Admin',
    title: 'Send a broker message to update all search indexes',
    description:
      'Starts a Job that rebuilds all indexes. Searches use the present ones until the new ones are complete.',
    method: 'POST',
    path: `${admin}/reindex/all`,
    access: { entity: 'Admin', right: 'READ_WRITE' },
    ...acknowledged,
    handle: async (request) => acknowledge(await startJob(request.services, 'REINDEX', {}, jobOptions(request))),
  }),
];

/** Waits for a CREATE_INDEXES Job, at most the time limit for results, and returns its results so far. */
async function awaitResults({ services, raw }: ApiRequest, jobId: string): Promise<string> {
  try {
    await services.replyWaiter.jobEnd(jobId, { signal: raw.signal });
    return await indexResults(services, jobId);
  } catch (error) {
    throw errorOfJob(error, jobId);
  }
}
