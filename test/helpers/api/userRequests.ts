import { expect } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import type { TestApi } from '../api.ts';
import { expectOk } from './expectations.ts';

export interface LinkRow {
  readonly id: string;
  readonly doc: string;
}

/** Deletes all users, groups and roles, and stores the types PERSON, FIRM and TEAM. */
export async function resetUsers(api: TestApi): Promise<void> {
  await api.sql`truncate app_user, user_type, role, user_group, user_group_type, outbox cascade`;
  const { save } = userRequests(api);
  await save('/user-types', { code: 'PERSON', name: 'Person', type: 'INDIVIDUAL', registry: {} });
  await save('/user-types', { code: 'FIRM', name: 'Firm', type: 'ORGANIZATION', registry: {} });
  await save('/user-group-types', { code: 'TEAM', name: 'Team', registry: {} });
}

export const person = (code: string, more: JsonObject = {}): JsonObject => ({
  code,
  type: 'PERSON',
  chars: {},
  ...more,
});

/** Requests that store and read users, their groups and their roles. */
export function userRequests(api: TestApi) {
  const save = (path: string, body: JsonObject) => expectOk(api.request('POST', path, body));
  return {
    save,
    create: (code: string, more: JsonObject = {}) => save('/users', person(code, more)),
    read: (code: string) => expectOk(api.request('GET', `/users/${code}`)),
    patch: (code: string, body: JsonObject) => expectOk(api.request('PATCH', `/users/${code}`, body)),
    group: (code: string) => save('/user-groups', { code, name: code, type: 'TEAM', chars: {} }),
    role: (code: string) => save('/roles', { code, name: code }),
  };
}

/** The groups and roles of users: what the users say, and the links that are stored. */
export function userLinks(api: TestApi) {
  return {
    links: (table: string, userId: string) =>
      api.sql<LinkRow[]>`select id, doc from ${api.sql(table)} where user_id = ${userId} order by id`,

    async state(code: string) {
      const { groups, roles, auditInfo } = await userRequests(api).read(code);
      return { groups, roles, version: auditInfo.version };
    },

    /** Expects that each user lists exactly its links, in its search text too, with one version for each change. */
    async expectUsersMatchLinks(): Promise<void> {
      const wrong = await api.sql`
        select u.code from app_user u where
          coalesce(u.doc::jsonb -> 'groups', '[]') <> (select coalesce(jsonb_agg(distinct g.code), '[]')
            from user_user_group l join user_group g on g.id = l.user_group_id where l.user_id = u.id)
          or coalesce(u.doc::jsonb -> 'roles', '[]') <> (select coalesce(jsonb_agg(distinct r.code), '[]')
            from user_role l join role r on r.id = l.role_id where l.user_id = u.id)
          or coalesce(u.doc::jsonb -> 'groups', '[]') <> coalesce(u.search::jsonb -> 'groups', '[]')
          or u.version <> (select max(version) from history h where h.record_id = u.id)`;
      expect([...wrong]).toEqual([]);
    },
  };
}
