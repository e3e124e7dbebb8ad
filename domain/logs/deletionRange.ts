import type { DeletedLogs } from '../../db/queries/logs/deleteLogs.ts';
import type { JsonObject } from '../kinds/kind.ts';
import { parseDate } from '../validation/dates.ts';
import { describe, isObject } from '../validation/values.ts';

const members = ['code', 'olderThan', 'ownerType', 'ownerId'] as const;

/** The problems of what says which logs go: the path parameters, or `data` of a DELETE_LOGS Job. */
export function checkDeletion(data: unknown, prefix = 'data.'): string[] {
  if (!isObject(data)) return [`data: is required, with ${members.join(', ')}`];
  return members.flatMap((name) => {
    const value = data[name];
    if (typeof value !== 'string') return [`${prefix}${name}: must be a string, not ${describe(value)}`];
    if (name !== 'olderThan' || parseDate(value) !== undefined) return [];
    return [`${prefix}olderThan: must be an ISO 8601 date-time with an offset or yyyy-MM-dd, not ${describe(value)}`];
  });
}

/** The same as it is handed to the database; what was checked before. */
export function deletionOf(data: JsonObject): Omit<DeletedLogs, 'until'> {
  const { code, olderThan, ownerType, ownerId } = data as Record<string, string>;
  return {
    code: code as string,
    olderThan: columnDate(new Date(parseDate(olderThan as string) as number).toISOString()),
    ownerType: ownerType as string,
    ownerId: ownerId as string,
  };
}

/** A date as PostgreSQL can hold it: it knows no year 0, whose logs count as of the first moment after it. */
export const columnDate = (date: string): string => (date.startsWith('0000-') ? '0001-01-01T00:00:00.000Z' : date);
