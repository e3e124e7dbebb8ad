import { checkRegistry } from '../../validation/characteristics.ts';
import { baseMembers, free, string, uuid } from '../declaration/members.ts';
import { referenceDataOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

export const userType: Kind = {
  name: 'UserType',
  path: 'user-types',
  table: 'user_type',
  plural: 'user types',
  members: {
    ...baseMembers,
    type: string({ required: true, values: ['INDIVIDUAL', 'WORK_GROUP', 'ORGANIZATION', 'EXTERNAL'] }),
    entitySpecId: uuid(),
    icon: string(),
    config: free(),
    registry: free({ required: true, description: 'A JSON Schema for each characteristic of the users of this type.' }),
  },
  operations: referenceDataOperations,
  titles: { getByCode: 'Returns a row by code' },
  answers404: ['get', 'getByCode'],
  keepsHistory: true,
  check: checkRegistry,
};
