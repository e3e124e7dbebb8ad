import { checkRegistry } from '../../validation/schemas/characteristics.ts';
import { baseMembers, free, string, uuid } from '../declaration/members.ts';
import { referenceDataOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

export const userType: Kind = {
  name: 'UserType',
  path: 'user-types',
  table: 'user_type',
  plural: 'user types',
  description: 'A type of users: what they are, and which characteristics they have.',
  members: {
    ...baseMembers,
    type: string({
      required: true,
      values: ['INDIVIDUAL', 'WORK_GROUP', 'ORGANIZATION', 'EXTERNAL'],
      description: 'What the users of this type are. The name of an INDIVIDUAL is computed from its other names.',
    }),
    entitySpecId: uuid({ description: 'Id of the specification of the users in another system.' }),
    icon: string({ description: 'Name of the icon that applications show.' }),
    config: free({ description: 'Settings of applications, which the service stores and does not read.' }),
    registry: free({ required: true, description: 'A JSON Schema for each characteristic of the users of this type.' }),
  },
  operations: referenceDataOperations,
  titles: { getByCode: 'Returns a row by code' },
  answers404: ['get', 'getByCode'],
  keepsHistory: true,
  check: checkRegistry,
};
