import { badRequest } from '../errors.ts';
import { foldCase } from '../filtering/folding.ts';
import type { JsonObject } from '../kinds/kind.ts';

/** The type of the Logs of operators' actions. A LogType of this code may exist, but is not required. */
export const OPERATOR_ACTION = 'OPERATOR_ACTION';

const folded = foldCase(OPERATOR_ACTION);

/**
 * Returns the problem of a client that uses the type of operators' actions. Only the service writes such Logs, because
 * they are evidence. Case is ignored: LIKE filters do not distinguish it.
 *
 * @param path  path of the member with the code
 */
export function reservedTypeProblem(path: string, code: unknown): string[] {
  if (typeof code !== 'string' || foldCase(code) !== folded) return [];
  return [`${path}: ${OPERATOR_ACTION} is reserved for Logs that the service writes`];
}

/** Throws a 400 if a client replaces an entry about an action of an operator. */
export function refuseReservedLog({ logTypeCode }: JsonObject): void {
  const problems = reservedTypeProblem('logTypeCode', logTypeCode);
  if (problems.length > 0)
    throw badRequest('The Log records an action of an operator and cannot be changed.', problems);
}
