import { boolean, string, uuid } from '../declaration/members.ts';
import { commonOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

/** Shares an entity (the owner) with another (the reference). Finders: api/routes/users/sharings.ts. */
export const sharing: Kind = {
  name: 'Sharing',
  path: 'sharings',
  table: 'sharing',
  plural: 'sharings',
  members: {
    id: uuid(),
    ownerType: string({ required: true, min: 1, description: 'Type of the shared entity.' }),
    ownerId: string({ required: true, min: 1 }),
    refType: string({ required: true, min: 1, description: 'Type of the entity that it is shared with.' }),
    refId: string({ required: true, min: 1 }),
    sharingTypeCode: string({
      description: 'Distinguishes sharings with one reference; the `subType` of the finders.',
    }),
    description: string(),
    isPublic: boolean({ description: 'The finders return it for its owner type, whatever the reference.' }),
  },
  operations: commonOperations,
  keepsHistory: true,
  distinct: {},
};
