import { baseMembers, string } from '../declaration/members.ts';
import { referenceDataOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

export const worklogType: Kind = {
  name: 'WorklogType',
  path: 'worklog-types',
  table: 'worklog_type',
  plural: 'worklog types',
  description: 'A kind of work that people report, such as travel.',
  members: {
    ...baseMembers,
    form: string({ description: 'Code of the form that enters such a worklog.' }),
    privilege: string({ description: 'The privilege that a user needs to enter one.' }),
    icon: string({ description: 'Name of the icon that applications show.' }),
  },
  samples: {
    codes: ['TRAVEL', 'INSPECTION', 'TRAINING', 'STANDBY', 'MEETING', 'PAPERWORK'],
    members: { icon: 'car' },
  },
  operations: referenceDataOperations,
  keepsHistory: true,
};
