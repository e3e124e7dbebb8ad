import { MAX_WINDOW } from '../../domain/filtering/index.ts';
import { job } from '../../domain/kinds/processing/job.ts';
import { log } from '../../domain/kinds/processing/log.ts';
import { deleteLogsOfOwner } from '../../domain/logs/deletion/deleteLogs.ts';
import { createLog, getLog, getLogsByOwner, updateLog } from '../../domain/logs/logs.ts';
import { parseStored } from '../../domain/records/storedText.ts';
import { searchListPart } from '../../domain/search/search.ts';
import { type Route, route } from '../http/route.ts';
import { newRecord, replacement } from '../openapi/bodyShapes.ts';
import { arrayOf, filteringParameter, ref } from '../openapi/schemas.ts';
import { immediatelyRefresh, refreshing } from './records/recordWrites.ts';
import { after, consistency, filteringOfQuery, nextHeaders, partAnswer, partOf } from './records/searchOperations.ts';

const idIn = (text: string): string => parseStored<{ id: string }>(text).id;

/** The operations of logs that are not generic ones. */
export const logRoutes: readonly Route[] = [
  route({
    kind: 'Log',
    title: 'Log',
    description: 'Stores a log. Logs with generated ids are written in batches.',
    method: 'POST',
    path: '/api/v2/logs',
    access: { kind: 'Log', right: 'READ_WRITE' },
    query: [immediatelyRefresh],
    body: newRecord(log),
    success: ref('Log'),
    codes: [200, 400, 500],
    record: 'created',
    idempotencyKey: true,
    handle: async (request) => {
      const { services, caller, json, storeAnswer } = request;
      const refresh = refreshing(request);
      const text = await createLog(services, await json(), caller, { inTransaction: storeAnswer });
      return refresh(text, async () => [{ kind: log, ids: [idIn(text)] }]);
    },
  }),
  route({
    kind: 'Log',
    title: 'Update logs',
    description: 'Replaces the log with the id, which must exist.',
    method: 'PUT',
    path: '/api/v2/logs/{id}',
    access: { kind: 'Log', right: 'READ_WRITE' },
    query: [immediatelyRefresh],
    body: replacement(log),
    success: ref('Log'),
    uuids: ['id'],
    codes: [200, 400, 500],
    record: 'represented',
    handle: async (request) => {
      const { services, caller, params, precondition, json } = request;
      const refresh = refreshing(request);
      const text = await updateLog(services, params.id, await json(), caller, { precondition });
      return refresh(text, [{ kind: log, ids: [params.id] }]);
    },
  }),
  route({
    kind: 'Log',
    title: 'Returns a log',
    description: 'Returns the log with the id.',
    method: 'GET',
    path: '/api/v2/logs/{id}',
    access: { kind: 'Log', right: 'READ' },
    success: ref('Log'),
    uuids: ['id'],
    codes: [200, 400, 404, 500],
    record: 'represented',
    reads: { shape: 'record' },
    handle: ({ services, params }) => getLog(services, params.id),
  }),
  route({
    kind: 'Log',
    title: 'Returns a log by owner',
    method: 'GET',
    path: '/api/v2/logs/by-owner/{ownerType}/{ownerId}',
    access: { kind: 'Log', right: 'READ' },
    success: arrayOf(ref('Log'), MAX_WINDOW),
    reads: { shape: 'list' },
    codes: [200, 400, 500],
    description: 'Returns up to 10,000 logs, newest first.',
    handle: ({ services, params }) => getLogsByOwner(services, params.ownerType, params.ownerId),
  }),
  route({
    kind: 'Log',
    title: 'Finds all logs by filtering',
    method: 'GET',
    path: '/api/v2/logs/search/list',
    access: { kind: 'Log', right: 'READ' },
    query: [filteringParameter({ required: true }), after, consistency],
    headers: nextHeaders,
    success: arrayOf(ref('Log'), MAX_WINDOW),
    reads: { shape: 'list' },
    codes: [200, 400, 500],
    description: 'Returns the matching logs, up to the size of the filtering: 1,000 by default.',
    handle: async (request) => {
      const filtering = filteringOfQuery(log, request.query, 'list');
      return partAnswer(request, await searchListPart(request.services, log, filtering, partOf(request)));
    },
  }),
  route({
    kind: 'Log',
    title: 'Delete logs',
    method: 'DELETE',
    path: '/api/v2/logs/{code}/{olderThan}/{ownerType}/{ownerId}',
    pathParameters: { code: 'Code of the LogType.' },
    access: { kind: 'Log', right: 'READ_WRITE' },
    success: null,
    codes: [400, 500],
    headers: ['X-Job-Id'],
    description:
      'Deletes the logs of the owner that have the type and a start before the date. Workers delete more than 10,000 logs; X-Job-Id is then the id of the job.',
    query: [immediatelyRefresh],
    handle: async (request) => {
      const { services, caller, params } = request;
      const refresh = refreshing(request);
      const deleted = await deleteLogsOfOwner(services, params, caller);
      if ('ids' in deleted) return refresh(null, [{ kind: log, ids: deleted.ids }]);
      return refresh({ body: null, headers: { 'x-job-id': deleted.jobId } }, [{ kind: job, ids: [deleted.jobId] }]);
    },
  }),
];
