import { baseMembers, string } from '../declaration/members.ts';
import { referenceDataOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

export const worklogType: Kind = {
  name: 'WorklogType',
  path: 'worklog-types',
  table: 'worklog_type',
  plural: 'worklog types',
  members: { ...baseMembers, form: string(), privilege: string(), icon: string() },
  operations: referenceDataOperations,
  keepsHistory: true,
};
