import { errorOfJob } from '../../domain/errors.ts';
import { startJob } from '../../domain/jobs/create.ts';
import { listIndexes, updateMapping } from '../../domain/search/indexes.ts';
import {
  compareIndex,
  indexResults,
  reindexCompleted,
  reindexSelected,
  startAdminJob,
} from '../../domain/search/rebuild/startReindex.ts';
import { type Route, route } from '../http/route.ts';
import { arrayOf, filteringParameter, ref } from '../openapi/schemas.ts';

const admin = '/api/v2/admin';
const acknowledged = { success: ref('AckResponse'), codes: [200, 400, 500], audited: true } as const;

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
    async handle({ services, caller, raw }) {
      const waiting = services.replyWaiter;
      const jobId = await startJob(services, 'CREATE_INDEXES', {}, { caller, notifyChannel: waiting.channel });
      try {
        await waiting.jobEnd(jobId, { signal: raw.signal });
        return { body: await indexResults(services, jobId), headers: { 'x-job-id': jobId } };
      } catch (error) {
        throw errorOfJob(error, jobId);
      }
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
    handle: ({ services, params, caller }) => compareIndex(services, params.indexName, caller),
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
    handle: ({ services, query, caller }) => reindexSelected(services, query.get('filtering') ?? undefined, caller),
  }),
  route({
    kind: 'Admin',
    title: 'DmsAdminPublicApi.reindexAsyncCompleted',
    method: 'POST',
    path: `${admin}/reindex/completed`,
    access: { entity: 'Admin', right: 'READ_WRITE' },
    description:
      'Finishes a rebuild of which only the last step has failed: searches use its index, and its Job is completed. X-Job-Id is the id of the Job that does this, or of the rebuild if nothing is left to do.',
    body: { schema: ref('Job') },
    success: null,
    codes: [400, 500],
    headers: ['X-Job-Id'],
    audited: true,
    async handle(request) {
      const jobId = await reindexCompleted(request.services, await request.json(), request.caller);
      return { body: null, headers: { 'x-job-id': jobId } };
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
    handle: ({ services, caller }) => startAdminJob(services, 'REINDEX_LOGS', {}, caller),
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
    handle: ({ services, caller }) => startAdminJob(services, 'REINDEX', {}, caller),
  }),
];
