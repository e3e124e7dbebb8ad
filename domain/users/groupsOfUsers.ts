import { queryReadable } from '../../db/queries/access/readableRows.ts';
import { linksOfUsers } from '../../db/queries/users/groupsOfUsers.ts';
import { readableIds, readableRows } from '../access/reach.ts';
import { badRequest } from '../errors.ts';
import type { JsonObject } from '../kinds/kind.ts';
import { user } from '../kinds/users/user.ts';
import { userGroup } from '../kinds/users/userGroup.ts';
import type { Services } from '../ports/services.ts';
import { presentText } from '../records/presentRecord.ts';
import { parseStored } from '../records/storedText.ts';
import { isValidAt } from '../validation/periods.ts';
import { describe, isUuid } from '../validation/values.ts';

/** Maximum number of users in one request. */
const MAX_USERS = 500;
/** Maximum number of memberships in one answer, about 50 MB. */
const MAX_MEMBERSHIPS = 100_000;

interface Membership {
  readonly userId: string;
  readonly groupId: string;
  /** The text of the link if it may have a period. */
  readonly link: string | null;
}

/** Returns the current groups of a user that the caller may read as a JSON array, sorted by code; empty for an unknown user. */
export async function groupsOfUser(services: Services, userId: string): Promise<string> {
  const tooMany = `userId: the user has more than ${MAX_MEMBERSHIPS} groups, back up user-user-groups by userId to read that many`;
  return (await groupsOf(services, [userId], tooMany)).get(userId) ?? '[]';
}

/** Returns `{user id: groups}` as JSON in the order of the ids, without duplicates, including unknown users. */
export async function groupsOfUsers(services: Services, userIds: readonly string[]): Promise<string> {
  const ids = [...new Set(userIds.map((id) => id.toLowerCase()))];
  const problems = ids.filter((id) => !isUuid(id)).map((id) => `userIds: type mismatch, ${describe(id)} is not a UUID`);
  if (ids.length === 0) problems.push('userIds: is required');
  if (ids.length > MAX_USERS) problems.push(`userIds: must have at most ${MAX_USERS} ids, not ${ids.length}`);
  if (problems.length > 0) throw badRequest('The user ids are invalid.', problems.slice(0, 100));
  const tooMany = `userIds: the users have more than ${MAX_MEMBERSHIPS} groups together, request fewer users at a time`;
  const byUser = await groupsOf(services, ids, tooMany);
  return `{${ids.map((id) => `"${id}":${byUser.get(id) ?? '[]'}`).join(',')}}`;
}

/**
 * Returns the JSON arrays by user. Memberships are evaluated now, because the link member of a user may not have been
 * recomputed yet. Each group is read once, and listed once for a user with several links to it.
 */
async function groupsOf(services: Services, userIds: readonly string[], tooMany: string): Promise<Map<string, string>> {
  const now = new Date().toISOString();
  const { sql } = services;
  const rows = await linksOf(services, userIds);
  if (rows.length > MAX_MEMBERSHIPS) throw badRequest('The response would contain too many groups.', [tooMany]);
  const current = rows.filter(({ link }) => link === null || holds(link, now));
  const groups = await sql<{ id: string; doc: string; audit: string }[]>`
    select id, doc, audit from user_group
    where id = any(${[...new Set(current.map(({ groupId }) => groupId))]}::uuid[]) order by code`;
  const places = new Map(groups.map(({ id }, place) => [id, place]));
  const texts = groups.map((row) => presentText(userGroup, row));
  const byUser = Map.groupBy(current, ({ userId }) => userId);
  return new Map(
    [...byUser].map(([userId, links]) => {
      const found = new Set(links.flatMap(({ groupId }) => places.get(groupId) ?? []));
      const inOrder = [...found].sort((one, other) => one - other);
      return [userId, `[${inOrder.map((place) => texts[place]).join(',')}]`];
    }),
  );
}

/** Returns up to one link more than the maximum: those of the users and to the groups that the caller may read. */
async function linksOf(services: Services, userIds: readonly string[]): Promise<Membership[]> {
  const { sql, access } = services;
  const hidesGroups = access.of(userGroup).read !== 'all';
  const known = access.of(user).read === 'all' ? userIds : await readableUsers(services, userIds);
  const text = linksOfUsers(hidesGroups ? readableRows(services, userGroup) : undefined);
  return queryReadable<Membership>(sql, text, [known, MAX_MEMBERSHIPS + 1]);
}

async function readableUsers(services: Services, userIds: readonly string[]): Promise<string[]> {
  const readable = await readableIds(services, user, userIds);
  return userIds.filter((id) => readable.has(id));
}

function holds(link: string, now: string): boolean {
  const { period } = parseStored<{ period?: JsonObject }>(link);
  return isValidAt(period ?? {}, now);
}
