import { baseMembers } from '../declaration/members.ts';
import { codedOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

export const role: Kind = {
  name: 'Role',
  path: 'roles',
  table: 'role',
  plural: 'roles',
  description: 'A named set of access rules. Users have roles themselves, or through their groups.',
  members: baseMembers,
  operations: codedOperations,
  keepsHistory: true,
  guarded: true,
};
