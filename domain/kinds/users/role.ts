import type { Kind } from '../kind.ts';
import { baseMembers } from '../members.ts';
import { commonOperations } from '../operationSets.ts';

export const role: Kind = {
  name: 'Role',
  path: 'roles',
  table: 'role',
  plural: 'roles',
  members: baseMembers,
  operations: commonOperations,
  keepsHistory: true,
};
