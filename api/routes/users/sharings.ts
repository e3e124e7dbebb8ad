import { findByOwner, findByRef, findPublicOrMatching } from '../../../domain/users/sharings.ts';
import { type Route, route } from '../../http/route.ts';
import { ref, streamedArray } from '../../openapi/schemas.ts';

const path = '/api/v2/sharings';
const found = {
  kind: 'Sharing',
  method: 'GET',
  access: { kind: 'Sharing', right: 'READ' },
  success: streamedArray(ref('Sharing')),
  reads: { shape: 'list' },
  codes: [200, 400, 500],
} as const;

/** The operations of sharings that are not generic ones. */
export const sharingRoutes: readonly Route[] = [
  route({
    ...found,
    title: "Finds all sharings by it's type",
    path: `${path}/by-ref/{ownerType}/{refType}/{refId}`,
    description: 'Returns the sharings of this owner type with the reference, ordered by id.',
    handle: async ({ services, params }) => ({
      body: await findByRef(services, params.ownerType, params.refType, params.refId),
    }),
  }),
  route({
    ...found,
    title: 'Finds all sharings by owning entity',
    path: `${path}/by-owner/{ownerType}/{ownerId}`,
    description: 'Returns the sharings of the owner, ordered by id.',
    handle: async ({ services, params }) => ({ body: await findByOwner(services, params.ownerType, params.ownerId) }),
  }),
  route({
    ...found,
    title: 'Finds all sharings that are either public or match given ownerType, refType, subType and refIds',
    path: `${path}/public-or-matching-subtype/{ownerType}/{subType}/{refIds}`,
    description:
      'Returns the public sharings of the owner type, and its sharings with one of the references whose sharingTypeCode is subType.',
    lists: ['refIds'],
    handle: async ({ services, params, list }) => ({
      body: await findPublicOrMatching(services, params.ownerType, list('refIds'), params.subType),
    }),
  }),
  route({
    ...found,
    title: 'Finds all sharings that are either public or match given ownerType and refIds',
    path: `${path}/public-or-matching/{ownerType}/{refIds}`,
    description: 'Returns the public sharings of the owner type, and its sharings with one of the references.',
    lists: ['refIds'],
    handle: async ({ services, params, list }) => ({
      body: await findPublicOrMatching(services, params.ownerType, list('refIds')),
    }),
  }),
];
