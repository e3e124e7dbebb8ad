import {
  sharingsByOwner,
  sharingsByRef,
  sharingsPublicOrMatching,
  sharingsPublicOrMatchingSubtype,
} from '../../db/queries/users/sharingFinders.ts';
import { readableRows } from '../access/reach.ts';
import { badRequest } from '../errors.ts';
import { sharing } from '../kinds/users/sharing.ts';
import type { Services } from '../ports/services.ts';
import { MAX_IDS } from '../records/get.ts';
import { streamRecords } from '../records/streamRecords.ts';
import { isStorableText } from '../validation/values.ts';

type Found = string | ReadableStream<Uint8Array>;

/**
 * Finders of sharings return JSON arrays of what the caller may read, sorted by id, empty if nothing matches. They read the database instead of a
 * search index, and so see all committed writes.
 */

export function findByRef(services: Services, ownerType: string, refType: string, refId: string): Promise<Found> {
  return find(services, sharingsByRef, [ownerType, refType, refId]);
}

export function findByOwner(services: Services, ownerType: string, ownerId: string): Promise<Found> {
  return find(services, sharingsByOwner, [ownerType, ownerId]);
}

/** Finds sharings of the owner type that are public, or that match a reference id and the sharing type, if any. */
export function findPublicOrMatching(
  services: Services,
  ownerType: string,
  refIds: readonly string[],
  subType?: string,
): Promise<Found> {
  if (refIds.length === 0 || refIds.length > MAX_IDS) {
    throw badRequest('The list of reference ids has a wrong length.', [
      `refIds: must have 1 to ${MAX_IDS} elements, not ${refIds.length}`,
    ]);
  }
  const ids = refIds.filter(isStorableText);
  if (subType === undefined) return find(services, sharingsPublicOrMatching, [ownerType, ids]);
  // A type that cannot be stored matches only public sharings.
  const known = isStorableText(subType);
  return find(services, sharingsPublicOrMatchingSubtype, [ownerType, known ? ids : [], known ? subType : '']);
}

async function find(
  services: Services,
  query: (source: string) => string,
  values: (string | string[])[],
): Promise<Found> {
  if (!values.flat().every(isStorableText)) return '[]';
  return streamRecords(services, sharing, query(readableRows(services, sharing)), values);
}
