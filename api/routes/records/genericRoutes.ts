import { hasCode } from '../../../domain/kinds/declaration/members.ts';
import type { GenericOperation, Kind } from '../../../domain/kinds/kind.ts';
import type { Route } from '../../http/route.ts';
import { bulkOperations } from './bulkOperations.ts';
import { byIdOperations } from './byIdOperations.ts';
import { diffOperations } from './diffOperations.ts';
import { lists404, type Operation } from './operation.ts';
import { recordOperations } from './recordOperations.ts';
import { searchOperations } from './searchOperations.ts';

const operations: Record<GenericOperation, Operation> = {
  ...recordOperations,
  ...byIdOperations,
  ...diffOperations,
  ...searchOperations,
  ...bulkOperations,
};

/** Returns the routes of the generic operations of a kind. */
export function genericRoutes(kind: Kind): Route[] {
  return kind.operations.map((name): Route => {
    const operation = operations[name];
    const { method, lists } = operation;
    return {
      kind: kind.name,
      title: kind.titles?.[name] ?? operation.title(kind),
      description: operation.description,
      method,
      path: `/api/v2/${kind.path}${operation.path}`,
      access: { kind: kind.name, right: operation.right },
      ...(operation.query ? { query: operation.query } : {}),
      ...(operation.body ? { body: operation.body(kind) } : {}),
      success: operation.success(kind),
      codes: codesOf(kind, name),
      ...(operation.deprecated && {
        deprecated: { successor: `/api/v2/${kind.path}${operation.deprecated.successor}` },
      }),
      ...(operation.idempotencyKey ? { idempotencyKey: true } : {}),
      ...(operation.record ? { record: operation.record } : {}),
      ...(operation.reads ? { reads: operation.reads } : {}),
      ...(operation.audited ? { audited: operation.audited } : {}),
      ...uuidsOf(kind, operation),
      ...(lists ? { lists } : {}),
      ...headersOf(kind, name),
      handle: (request) => operation.handle(kind, request),
    };
  });
}

/** The path parameters that are ids. A record without a code has no other key. */
function uuidsOf(kind: Kind, { path }: Operation): Pick<Route, 'uuids'> {
  if (path.includes('{id}')) return { uuids: ['id'] };
  return hasCode(kind) || !path.includes('{idOrCode}') ? {} : { uuids: ['idOrCode'] };
}

function headersOf(kind: Kind, name: GenericOperation): Pick<Route, 'headers'> {
  const headers = [
    ...(operations[name].headers ?? []),
    ...(kind.warnings && writesRecord(name) ? ['X-Warnings' as const] : []),
  ];
  return headers.length > 0 ? { headers } : {};
}

const writesRecord = (name: GenericOperation): boolean =>
  ['update', 'patch', 'save', 'restore', 'updateById', 'patchById'].includes(name);

/** The published list omits the 200 of a removal. The OpenAPI document adds it to every operation without a body. */
function codesOf(kind: Kind, name: GenericOperation): number[] {
  if (name === 'remove' || name === 'removeById') return [400, 500];
  return name === 'history' || name === 'restore' || name === 'getById' || lists404(kind, name)
    ? [200, 400, 404, 500]
    : [200, 400, 500];
}
