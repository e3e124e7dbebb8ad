import { baseMembers, string } from '../declaration/members.ts';
import { bulkOperations, referenceDataOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

export const worklogType: Kind = {
  name: 'WorklogType',
  path: 'worklog-types',
  table: 'worklog_type',
  plural: 'worklog types',
  description: 'Which kinds of work people report.',
  members: {
    ...baseMembers,
    form: string({ description: 'Code of the form that enters such a worklog.' }),
    privilege: string({ description: 'The privilege that a user needs to enter one.' }),
    icon: string({ description: 'Name of the icon that applications show.' }),
  },
  examples: { codes: ['TRAVEL', 'REPAIR', 'SURVEY', 'TRAINING'], name: 'Travel', members: { icon: 'car' } },
  operations: [...referenceDataOperations, ...bulkOperations],
  keepsHistory: true,
};
