import { recordStatements } from '../../db/queries/records/recordStatements.ts';
import { readable } from '../access/reach.ts';
import { badRequest, notFound, type ServiceError } from '../errors.ts';
import { hasCode } from '../kinds/declaration/members.ts';
import type { Kind } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { describe, isStorableText, isUuid } from '../validation/values.ts';
import type { RecordRow } from './record.ts';
import { tableOf } from './table.ts';

/**
 * Returns the record with this id, otherwise the record with this code, if the caller may read it.
 *
 * @param parameter `id` if codes are not accepted
 */
export async function findRecord(
  services: Services,
  kind: Kind,
  idOrCode: string,
  parameter = 'idOrCode',
): Promise<RecordRow | undefined> {
  const statements = recordStatements(tableOf(kind));
  if (isUuid(idOrCode)) {
    const [row] = await services.sql.unsafe<RecordRow[]>(statements.byId, [idOrCode], { prepare: true });
    const found = readable(services, kind, row);
    if (found || !hasCode(kind) || parameter === 'id') return found;
  } else if (!hasCode(kind)) {
    throw badRequest('The id is malformed.', [`idOrCode: type mismatch, ${describe(idOrCode)} is not a UUID`]);
  }
  return findByCode(services, kind, idOrCode);
}

export async function findByCode(services: Services, kind: Kind, code: string): Promise<RecordRow | undefined> {
  if (!isStorableText(code)) return undefined;
  const [row] = await services.sql.unsafe<RecordRow[]>(recordStatements(tableOf(kind)).byCode, [code], {
    prepare: true,
  });
  return readable(services, kind, row);
}

/** Returns whether a record that the caller may not read has this id. */
export async function isHidden(services: Services, kind: Kind, id: string): Promise<boolean> {
  if (services.access.unrestricted) return false;
  const [row] = await services.sql.unsafe<RecordRow[]>(recordStatements(tableOf(kind)).byId, [id], { prepare: true });
  return row !== undefined && !readable(services, kind, row);
}

/** The error for an unknown record: a 404 if the operation declares it, otherwise a 400. */
export function missing(kind: Kind, parameter: string, value: string, listed404 = false): ServiceError {
  const by = parameter === 'code' ? 'code' : parameter === 'id' || !hasCode(kind) ? 'id' : 'id or code';
  const message = `No ${kind.name} has the ${by} ${describe(value)}.`;
  const errors = [`${parameter}: no ${kind.name} has the ${by} ${describe(value)}`];
  return listed404 ? notFound(message, errors) : badRequest(message, errors);
}
