import { badRequest } from '../errors.ts';
import { userGroup } from '../kinds/userGroup.ts';
import { findByCode, findRecord } from '../operations/find.ts';
import type { Platform } from '../ports.ts';
import { describe } from '../reading.ts';
import { recordText } from '../record.ts';

interface Found {
  readonly doc: string;
  readonly audit: string;
}

/** The regions of a group by id, as a JSON array; none where there is no such group. */
export async function regionsOfGroup(platform: Platform, idOrCode: string): Promise<string> {
  const group = await findRecord(platform, userGroup, idOrCode);
  return arrayOf(group ? await regions(platform, group.id) : []);
}

export async function regionsOfGroupByCode(platform: Platform, code: string): Promise<string> {
  const group = await findByCode(platform, userGroup, code);
  return arrayOf(group ? await regions(platform, group.id) : []);
}

/** What ties a group to a region; the first by id of several. A 400 when nothing does. */
export async function regionOfGroup(platform: Platform, idOrCode: string, regionId: string): Promise<string> {
  const group = await findRecord(platform, userGroup, idOrCode);
  const [found] = group ? await regions(platform, group.id, regionId) : [];
  if (found) return recordText(found);
  throw badRequest('The group is not in this region.', [
    group
      ? `regionId: the UserGroup ${describe(idOrCode)} has no region ${describe(regionId)}`
      : `groupId: no UserGroup has the id or code ${describe(idOrCode)}`,
  ]);
}

const regions = ({ sql }: Platform, groupId: string, regionId?: string) => sql<Found[]>`
  select doc, audit from user_group_region where user_group_id = ${groupId}
    ${regionId === undefined ? sql`` : sql`and doc::json ->> 'regionId' = ${regionId}`}
  order by id`;

const arrayOf = (found: readonly Found[]): string => `[${found.map(recordText).join(',')}]`;
