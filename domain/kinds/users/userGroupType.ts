import { checkRegistry } from '../../validation/schemas/characteristics.ts';
import { baseMembers, free, uuid } from '../declaration/members.ts';
import { referenceDataOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

export const userGroupType: Kind = {
  name: 'UserGroupType',
  path: 'user-group-types',
  table: 'user_group_type',
  plural: 'user group types',
  description: 'A type of user groups, with the characteristics that they have.',
  members: {
    ...baseMembers,
    userGroupSpecId: uuid({ description: 'Id of the specification of the groups in another system.' }),
    registry: free({
      required: true,
      description: 'A JSON Schema for each characteristic of the groups of this type.',
    }),
  },
  operations: referenceDataOperations,
  keepsHistory: true,
  check: checkRegistry,
};
