import type { LogSelection } from '../../db/queries/logs/deleteLogs.ts';
import { columnDate } from '../../db/queries/logs/logStatements.ts';
import type { JsonObject } from '../kinds/kind.ts';
import { parseDate } from '../validation/dates.ts';
import { describe, isObject } from '../validation/values.ts';
import { reservedTypeProblem } from './reservedLogType.ts';

const members = ['code', 'olderThan', 'ownerType', 'ownerId'] as const;

/**
 * The problems of a selection of logs: the path parameters of a deletion, or `data` of a DELETE_LOGS Job.
 *
 * @param prefix what each problem's path begins with
 */
export function checkLogSelection(input: unknown, prefix = 'data.'): string[] {
  if (!isObject(input)) return [`data: is required, with ${members.join(', ')}`];
  return members.flatMap((name) => {
    const value = input[name];
    if (typeof value !== 'string') return [`${prefix}${name}: must be a string, not ${describe(value)}`];
    if (name === 'code') return reservedTypeProblem(`${prefix}code`, value);
    if (name !== 'olderThan' || parseDate(value) !== undefined) return [];
    return [`${prefix}olderThan: must be an ISO 8601 date-time with an offset or yyyy-MM-dd, not ${describe(value)}`];
  });
}

/** A checked selection as the database takes it. */
export function logSelectionOf({ code, olderThan, ownerType, ownerId }: JsonObject): Omit<LogSelection, 'until'> {
  return {
    code: String(code),
    olderThan: columnDate(new Date(parseDate(String(olderThan)) ?? 0).toISOString()),
    ownerType: String(ownerType),
    ownerId: String(ownerId),
  };
}
