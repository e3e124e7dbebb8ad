import { checkRegistry } from '../../validation/characteristics.ts';
import type { Kind } from '../kind.ts';
import { baseMembers, free, uuid } from '../members.ts';
import { referenceDataOperations } from '../operationSets.ts';

export const userGroupType: Kind = {
  name: 'UserGroupType',
  path: 'user-group-types',
  table: 'user_group_type',
  plural: 'user group types',
  members: {
    ...baseMembers,
    userGroupSpecId: uuid(),
    registry: free({
      required: true,
      description: 'A JSON Schema for each characteristic of the groups of this type.',
    }),
  },
  operations: referenceDataOperations,
  keepsHistory: true,
  check: checkRegistry,
};
