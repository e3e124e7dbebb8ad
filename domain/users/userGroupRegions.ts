import { queryReadable } from '../../db/queries/access/readableRows.ts';
import { embeddedIn } from '../../db/queries/records/recordText.ts';
import { readableRows } from '../access/reach.ts';
import { badRequest } from '../errors.ts';
import { userGroup } from '../kinds/users/userGroup.ts';
import { userGroupRegion } from '../kinds/users/userGroupRegion.ts';
import type { Services } from '../ports/services.ts';
import { findByCode, findRecord } from '../records/findRecord.ts';
import type { RecordRow } from '../records/record.ts';
import { shownText } from '../records/showRecord.ts';
import { streamRecords } from '../records/streamRecords.ts';
import { tableOf } from '../records/table.ts';
import { describe } from '../validation/values.ts';

type Found = string | ReadableStream<Uint8Array>;

const regionsByGroup = (source: string): string =>
  `select ${embeddedIn(tableOf(userGroupRegion), 'doc')} as doc, audit from ${source} as region where user_group_id = $1::uuid order by id`;

/** Returns the regions of a group as a JSON array, sorted by id; empty for an unknown group. */
export async function regionsOfGroup(services: Services, idOrCode: string): Promise<Found> {
  return regions(services, await findRecord(services, userGroup, idOrCode));
}

export async function regionsOfGroupByCode(services: Services, code: string): Promise<Found> {
  return regions(services, await findByCode(services, userGroup, code));
}

async function regions(services: Services, group: { readonly id: string } | undefined): Promise<Found> {
  if (!group) return '[]';
  return streamRecords(services, userGroupRegion, regionsByGroup(readableRows(services, userGroupRegion)), [group.id]);
}

/** Returns the record that links a group to a region, the first by id. Throws a 400 if there is none. */
export async function regionOfGroup(services: Services, idOrCode: string, regionId: string): Promise<string> {
  const group = await findRecord(services, userGroup, idOrCode);
  const text = `select doc, audit from ${readableRows(services, userGroupRegion)} as region
    where user_group_id = $1 and doc::json ->> 'regionId' = $2 order by id limit 1`;
  const [found] = group ? await queryReadable<RecordRow>(services.sql, text, [group.id, regionId]) : [];
  if (found) return shownText(services, userGroupRegion, found);
  throw badRequest('The group is not in this region.', [
    group
      ? `regionId: the UserGroup ${describe(idOrCode)} has no region ${describe(regionId)}`
      : `groupId: no UserGroup has the id or code ${describe(idOrCode)}`,
  ]);
}
