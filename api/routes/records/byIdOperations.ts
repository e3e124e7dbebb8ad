import type { GenericOperation } from '../../../domain/kinds/kind.ts';
import { getRecord } from '../../../domain/records/get.ts';
import { patchBody, replacement } from '../../openapi/bodyShapes.ts';
import { type Operation, operation, recordSchema } from './operation.ts';
import { dryRun, immediatelyRefresh, patchTarget, removeTarget, replaceTarget } from './recordWrites.ts';

const target = (value: string) => ({ parameter: 'id', value }) as const;

const write = { path: '/by-id/{id}', right: 'READ_WRITE', query: [immediatelyRefresh] } as const;
const change = { ...write, query: [immediatelyRefresh, dryRun], success: recordSchema, record: 'represented' } as const;

/** Operations on single records whose path names the id, which is never read as a code. */
export const byIdOperations = {
  getById: operation({
    title: () => 'Returns a row by its id',
    description: 'Returns the record with the id.',
    method: 'GET',
    path: '/by-id/{id}',
    right: 'READ',
    success: recordSchema,
    record: 'represented',
    reads: { shape: 'record' },
    handle: (kind, { services, params }) => getRecord(services, kind, params.id, { parameter: 'id', listed404: true }),
  }),
  updateById: operation({
    ...change,
    title: () => 'Update a value by its id',
    description: 'Replaces the whole record with the id, as PUT of `/{idOrCode}` does.',
    method: 'PUT',
    body: replacement,
    handle: (kind, request) => replaceTarget(kind, request, target(request.params.id)),
  }),
  patchById: operation({
    ...change,
    title: () => 'Update properties of a value by its id',
    description: 'Changes the members in the body of the record with the id, as PATCH of `/{idOrCode}` does.',
    method: 'PATCH',
    body: patchBody,
    handle: (kind, request) => patchTarget(kind, request, target(request.params.id)),
  }),
  removeById: operation({
    ...write,
    title: () => 'Delete by id',
    description: 'Deletes the record with the id, as DELETE of `/{idOrCode}` does.',
    method: 'DELETE',
    success: () => null,
    record: 'removed',
    handle: (kind, request) => removeTarget(kind, request, target(request.params.id)),
  }),
} satisfies Partial<Record<GenericOperation, Operation>>;
