import { badRequest } from '../errors.ts';
import { userGroup } from '../kinds/users/userGroup.ts';
import { userGroupRegion } from '../kinds/users/userGroupRegion.ts';
import type { Platform } from '../ports/ports.ts';
import { findByCode, findRecord } from '../records/findRecord.ts';
import { answerText } from '../records/presentRecord.ts';
import type { RecordRow } from '../records/record.ts';
import { foundRecords } from '../records/streamRecords.ts';
import { describe } from '../records/validateRecord.ts';

type Found = string | ReadableStream<Uint8Array>;

const regionsByGroup = 'select doc, audit from user_group_region where user_group_id = $1::uuid order by id';

/** The regions of a group by id, as a JSON array; none where there is no such group. */
export async function regionsOfGroup(platform: Platform, idOrCode: string): Promise<Found> {
  return regions(platform, await findRecord(platform, userGroup, idOrCode));
}

export async function regionsOfGroupByCode(platform: Platform, code: string): Promise<Found> {
  return regions(platform, await findByCode(platform, userGroup, code));
}

const regions = async (platform: Platform, group: { readonly id: string } | undefined): Promise<Found> =>
  group ? foundRecords(platform, userGroupRegion, regionsByGroup, [group.id]) : '[]';

/** What ties a group to a region; the first by id of several. A 400 when nothing does. */
export async function regionOfGroup(platform: Platform, idOrCode: string, regionId: string): Promise<string> {
  const group = await findRecord(platform, userGroup, idOrCode);
  const { sql } = platform;
  const [found] = group
    ? await sql<RecordRow[]>`
    select doc, audit from user_group_region
    where user_group_id = ${group.id} and doc::json ->> 'regionId' = ${regionId} order by id limit 1`
    : [];
  if (found) return answerText(userGroupRegion, found);
  throw badRequest('The group is not in this region.', [
    group
      ? `regionId: the UserGroup ${describe(idOrCode)} has no region ${describe(regionId)}`
      : `groupId: no UserGroup has the id or code ${describe(idOrCode)}`,
  ]);
}
