import { boolean, primaryKey, string } from '../declaration/members.ts';
import { commonOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

/** Shares an entity (the owner) with another (the reference). Finders: api/routes/users/sharings.ts. */
export const sharing: Kind = {
  name: 'Sharing',
  path: 'sharings',
  table: 'sharing',
  plural: 'sharings',
  description:
    'Shares an entity of any application, the owner, with another entity, the reference. Finders return the sharings of an owner or of a reference.',
  members: {
    id: primaryKey(),
    ownerType: string({ required: true, min: 1, description: 'Type of the shared entity.' }),
    ownerId: string({ required: true, min: 1, description: 'Id of the shared entity in its own system.' }),
    refType: string({ required: true, min: 1, description: 'Type of the entity that it is shared with.' }),
    refId: string({ required: true, min: 1, description: 'Id of the entity that it is shared with.' }),
    sharingTypeCode: string({
      description: 'Distinguishes sharings with one reference; the `subType` of the finders.',
    }),
    description: string({ description: 'A comment.' }),
    isPublic: boolean({ description: 'The finders return it for its owner type, whatever the reference.' }),
  },
  operations: commonOperations,
  keepsHistory: true,
  distinct: {},
};
