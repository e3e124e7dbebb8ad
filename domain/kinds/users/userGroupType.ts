import { checkRegistry } from '../../validation/characteristics.ts';
import { baseMembers, free, uuid } from '../declaration/members.ts';
import { bulkOperations, referenceDataOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

export const userGroupType: Kind = {
  name: 'UserGroupType',
  path: 'user-group-types',
  table: 'user_group_type',
  plural: 'user group types',
  description: 'Which characteristics the user groups of a type have.',
  members: {
    ...baseMembers,
    userGroupSpecId: uuid({ description: 'Id of the specification of the groups in another system.' }),
    registry: free({
      required: true,
      description: 'A JSON Schema for each characteristic of the groups of this type.',
    }),
  },
  operations: [...referenceDataOperations, ...bulkOperations],
  keepsHistory: true,
  check: checkRegistry,
};
