import type { GenericOperation } from '../../../domain/kinds/kind.ts';
import { getAllRecords, getRecord, getRecordByCode, getRecordsByIds, MAX_IDS } from '../../../domain/records/get.ts';
import { historyOf, MAX_VERSION } from '../../../domain/records/history.ts';
import { restoreVersion } from '../../../domain/records/write/restoreVersion.ts';
import { saveRecord } from '../../../domain/records/write/saveRecord.ts';
import { readFlag } from '../../http/query.ts';
import { patchBody, replacement, savedRecord } from '../../openapi/bodyShapes.ts';
import { arrayOf, moment, ref, streamedArray, whole } from '../../openapi/schemas.ts';
import { lists404, type Operation, operation, publishedTitle, recordSchema, recordsSchema } from './operation.ts';
import {
  answerOf,
  dryRun,
  immediatelyRefresh,
  patchTarget,
  refreshedByDefault,
  removeTarget,
  replaceTarget,
  saveOrTry,
} from './recordWrites.ts';

const target = (value: string) => ({ parameter: 'idOrCode', value }) as const;

/** Operations that read or write single records. */
export const recordOperations = {
  get: operation({
    title: () => 'Returns a row by primary key',
    description: 'Returns the record with the id or the code.',
    method: 'GET',
    path: '/{idOrCode}',
    right: 'READ',
    success: recordSchema,
    record: 'represented',
    reads: { shape: 'record' },
    handle: (kind, { services, params }) =>
      getRecord(services, kind, params.idOrCode, { listed404: lists404(kind, 'get') }),
  }),
  update: operation({
    title: () => 'Update a value',
    description:
      'Replaces the whole record: members that the body lacks are removed. With `auditInfo.version`, the write is rejected if the record has changed since that version. A change of the code changes all records that contain it.',
    method: 'PUT',
    path: '/{idOrCode}',
    right: 'READ_WRITE',
    query: [immediatelyRefresh, dryRun],
    body: replacement,
    success: recordSchema,
    record: 'represented',
    handle: (kind, request) => replaceTarget(kind, request, target(request.params.idOrCode)),
  }),
  remove: operation({
    title: () => 'Delete',
    description:
      'Deletes the record. A record that others refer to is not deleted: the answer is a 400 that names them. The history remains.',
    method: 'DELETE',
    path: '/{idOrCode}',
    right: 'READ_WRITE',
    query: [immediatelyRefresh],
    success: () => null,
    record: 'removed',
    handle: (kind, request) => removeTarget(kind, request, target(request.params.idOrCode)),
  }),
  patch: operation({
    title: publishedTitle('patch'),
    description:
      'Changes the members in the body and leaves all others as they are. null removes a member; objects are merged, arrays are replaced. With `auditInfo.version`, the write is rejected if the record has changed since that version.',
    method: 'PATCH',
    path: '/{idOrCode}',
    right: 'READ_WRITE',
    query: [immediatelyRefresh, dryRun],
    body: patchBody,
    success: recordSchema,
    record: 'represented',
    handle: (kind, request) => patchTarget(kind, request, target(request.params.idOrCode)),
  }),
  save: operation({
    title: publishedTitle('saveAndRefresh'),
    description:
      'Creates a record, or replaces the one with the id of the body. Responds when search finds the change, unless `immediatelyRefresh` is false.',
    method: 'POST',
    path: '',
    right: 'READ_WRITE',
    query: [refreshedByDefault, dryRun],
    body: savedRecord,
    success: recordSchema,
    record: 'represented',
    idempotencyKey: true,
    handle: (kind, request) =>
      saveOrTry(kind, request, readFlag(request.query, 'immediatelyRefresh', true), async (options) =>
        saveRecord(request.services, kind, await request.json(), options),
      ),
  }),
  getByIds: operation({
    title: publishedTitle('getByIds'),
    description:
      'Returns the records with these ids or codes in the requested order, each once. Unknown ones are omitted.',
    method: 'GET',
    path: '/by-ids/{ids}',
    right: 'READ',
    lists: ['ids'],
    success: (kind) => recordsSchema(kind, MAX_IDS),
    reads: { shape: 'list' },
    handle: (kind, { services, list }) => getRecordsByIds(services, kind, list('ids')),
  }),
  getByCode: operation({
    title: publishedTitle('getByCode'),
    description: 'Returns the record with the code. Use `/{idOrCode}` instead.',
    method: 'GET',
    path: '/by-code/{code}',
    right: 'READ',
    success: recordSchema,
    deprecated: { successor: '/{code}' },
    record: 'represented',
    reads: { shape: 'record' },
    handle: (kind, { services, params }) => getRecordByCode(services, kind, params.code, lists404(kind, 'getByCode')),
  }),
  getAll: operation({
    title: () => 'Get all rows',
    description: 'Returns all records, however many there are. Use a search or a backup instead.',
    method: 'GET',
    path: '',
    right: 'READ',
    success: (kind) => streamedArray(recordSchema(kind)),
    deprecated: { successor: '/search/list' },
    reads: { shape: 'list' },
    handle: async (kind, { services }) => ({ body: getAllRecords(services, kind) }),
  }),
  history: operation({
    title: () => 'Returns the history of a row',
    description:
      'Returns the changes of the record, newest first; with `version` or `at`, the record as it was then. The history of a deleted record is found by its id, and by its last code unless another record has it.',
    method: 'GET',
    path: '/{idOrCode}/history',
    right: 'READ',
    query: [
      {
        name: 'version',
        schema: whole(1, MAX_VERSION),
        description: 'Return the record at this version.',
      },
      {
        name: 'at',
        schema: moment,
        description: 'Return the record at this time.',
      },
    ],
    success: (kind) => ({ oneOf: [arrayOf(ref('Version')), ref(kind.name)] }),
    handle: (kind, { services, params, query }) => {
      const version = query.get('version');
      const at = query.get('at');
      return historyOf(services, kind, params.idOrCode, {
        ...(version === null ? {} : { version }),
        ...(at === null ? {} : { at }),
      });
    },
  }),
  restore: operation({
    title: () => 'Restore a version of a row',
    description:
      'Replaces the record by the state that it had in a version, as a PUT would. A deleted record is created again under its id. The state is validated again: records that it refers to must exist, and its code must be free.',
    method: 'POST',
    path: '/{idOrCode}/restore',
    right: 'READ_WRITE',
    query: [
      {
        name: 'version',
        required: true,
        schema: { ...whole(1, MAX_VERSION), examples: [3] },
        description: 'Number of the version, as the history lists it.',
      },
      immediatelyRefresh,
    ],
    success: recordSchema,
    record: 'represented',
    handle: async (kind, { services, params, query, caller, precondition }) => {
      const refresh = readFlag(query, 'immediatelyRefresh');
      const target = { idOrCode: params.idOrCode, version: query.get('version') };
      return answerOf(kind, services, await restoreVersion(services, kind, target, { caller, refresh, precondition }));
    },
  }),
} satisfies Partial<Record<GenericOperation, Operation>>;
