import type { JsonObject } from '../../../domain/kinds/kind.ts';
import type { TestApi, TestRecord } from '../api.ts';
import { expectOk } from './expectations.ts';

/** Deletes all groups, those in the search indexes included, and stores the type TEAM. */
export async function resetUserGroups(api: TestApi): Promise<void> {
  await api.sql`truncate user_group, user_group_type, outbox cascade`;
  const indexes = await api.sql`select name from search_index where kind = 'UserGroup'`;
  for (const { name } of indexes) await api.sql`truncate ${api.sql(`search.${name}`)}`;
  await userGroupRequests(api).save('/user-group-types', { code: 'TEAM', name: 'Team', registry: {} });
}

export const userGroup = (code: string, more: JsonObject = {}): JsonObject => ({
  code,
  name: `Group ${code}`,
  type: 'TEAM',
  chars: {},
  ...more,
});

/** Requests that store and read user groups. */
export function userGroupRequests(api: TestApi) {
  const save = (path: string, body: JsonObject): Promise<TestRecord> => expectOk(api.request('POST', path, body));
  return {
    save,
    create: (code: string, more: JsonObject = {}) => save('/user-groups', userGroup(code, more)),
    read: (code: string) => expectOk(api.request('GET', `/user-groups/${code}`)),
  };
}
