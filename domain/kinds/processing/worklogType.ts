import type { Kind } from '../kind.ts';
import { baseMembers, string } from '../members.ts';
import { referenceDataOperations } from '../operationSets.ts';

export const worklogType: Kind = {
  name: 'WorklogType',
  path: 'worklog-types',
  table: 'worklog_type',
  plural: 'worklog types',
  members: { ...baseMembers, form: string(), privilege: string(), icon: string() },
  operations: referenceDataOperations,
  keepsHistory: true,
};
