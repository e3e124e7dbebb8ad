import { baseMembers } from '../declaration/members.ts';
import { commonOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

export const role: Kind = {
  name: 'Role',
  path: 'roles',
  table: 'role',
  plural: 'roles',
  members: baseMembers,
  operations: commonOperations,
  keepsHistory: true,
};
