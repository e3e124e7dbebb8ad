import { findByOwner, findByRef, findPublicOrMatching } from '../../../domain/users/sharings.ts';
import type { ApiRequest, Route } from '../../http/route.ts';
import { arrayOf, ref } from '../../openapi/schemas.ts';
import { elements } from '../records.ts';

function finder(
  title: string,
  path: string,
  description: string,
  handle: (request: ApiRequest, ownerType: string) => Promise<string | ReadableStream<Uint8Array>>,
): Route {
  return {
    kind: 'Sharing',
    title,
    method: 'GET',
    path: `/api/v2/sharings${path}`,
    description,
    success: arrayOf(ref('Sharing')),
    codes: [200, 400, 500],
    handle: async (request) => ({ body: await handle(request, request.params.ownerType as string) }),
  };
}

/** The operations of sharings that are not generic ones. */
export const sharingRoutes: readonly Route[] = [
  finder(
    "Finds all sharings by it's type",
    '/by-ref/{ownerType}/{refType}/{refId}',
    'What of the owner type is shared with this reference, by id.',
    ({ services, params }, ownerType) =>
      findByRef(services, ownerType, params.refType as string, params.refId as string),
  ),
  finder(
    'Finds all sharings by owning entity',
    '/by-owner/{ownerType}/{ownerId}',
    'With whom this owner is shared, by id.',
    ({ services, params }, ownerType) => findByOwner(services, ownerType, params.ownerId as string),
  ),
  finder(
    'Finds all sharings that are either public or match given ownerType, refType, subType and refIds',
    '/public-or-matching-subtype/{ownerType}/{subType}/{refIds}',
    'Of the owner type: those that are public, and those with one of the references whose sharingTypeCode is subType.',
    ({ services, params, rawParams }, ownerType) =>
      findPublicOrMatching(services, ownerType, elements(rawParams, 'refIds'), params.subType as string),
  ),
  finder(
    'Finds all sharings that are either public or match given ownerType and refIds',
    '/public-or-matching/{ownerType}/{refIds}',
    'Of the owner type: those that are public, and those with one of the references.',
    ({ services, rawParams }, ownerType) => findPublicOrMatching(services, ownerType, elements(rawParams, 'refIds')),
  ),
];
