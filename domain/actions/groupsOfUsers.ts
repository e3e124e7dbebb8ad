import { answerText, isValidAt } from '../answers.ts';
import { badRequest } from '../errors.ts';
import type { JsonObject } from '../kind.ts';
import { userGroup } from '../kinds/userGroup.ts';
import type { Platform } from '../ports.ts';
import { describe, isUuid } from '../reading.ts';

/** As many users are asked for at once. */
const MOST = 500;

interface Membership {
  readonly userId: string;
  readonly link: string;
  readonly id: string;
  readonly doc: string;
  readonly audit: string;
}

/** The groups that a user is in now, by code, as a JSON array; none where there is no such user. */
export async function groupsOfUser(platform: Platform, userId: string): Promise<string> {
  return groupsOf(await memberships(platform, [userId]));
}

/** `{user id: groups}` as JSON, in the order asked, each user once; those that are not there too. */
export async function groupsOfUsers(platform: Platform, given: readonly string[]): Promise<string> {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))];
  const problems = ids.filter((id) => !isUuid(id)).map((id) => `userIds: type mismatch, ${describe(id)} is not a UUID`);
  if (ids.length === 0) problems.push('userIds: is required');
  if (ids.length > MOST) problems.push(`userIds: must be at most ${MOST} ids, not ${ids.length}`);
  if (problems.length > 0) throw badRequest('The users cannot be asked for.', problems.slice(0, 100));
  const byUser = Map.groupBy(await memberships(platform, ids), ({ userId }) => userId);
  return `{${ids.map((id) => `"${id}":${groupsOf(byUser.get(id) ?? [])}`).join(',')}}`;
}

/** Those that hold now, whatever a user's record says that has not been brought up to date yet. */
async function memberships({ sql }: Platform, userIds: readonly string[]): Promise<Membership[]> {
  const now = new Date().toISOString();
  const rows = await sql<Membership[]>`
    select l.user_id as "userId", l.doc as link, g.id, g.doc, g.audit
    from user_user_group l join user_group g on g.id = l.user_group_id
    where l.user_id = any(${[...userIds]}::uuid[]) order by g.code, l.id`;
  return rows.filter(({ link }) => {
    const { period } = JSON.parse(link) as { period?: JsonObject };
    return isValidAt(period ?? {}, now);
  });
}

/** A group that several links lead to is one. */
function groupsOf(found: readonly Membership[]): string {
  const groups = new Map(found.map((row) => [row.id, row]));
  return `[${[...groups.values()].map((row) => answerText(userGroup, row)).join(',')}]`;
}
