import { MAX_WINDOW } from '../../../domain/filtering/index.ts';
import { userGroup } from '../../../domain/kinds/users/userGroup.ts';
import { getRecord, getRecordByCode, MAX_IDS } from '../../../domain/records/get.ts';
import { searchListPart } from '../../../domain/search/search.ts';
import { groupsOfUser, groupsOfUsers } from '../../../domain/users/groupsOfUsers.ts';
import { expandGroups, findByChars, findByPlace, MAX_CODES } from '../../../domain/users/userGroups.ts';
import { type Route, route } from '../../http/route.ts';
import { replacement } from '../../openapi/bodyShapes.ts';
import { arrayOf, filteringParameter, id, ref, text } from '../../openapi/schemas.ts';
import { dryRun, immediatelyRefresh, removeTarget, replaceTarget } from '../records/recordWrites.ts';
import { after, consistency, filteringOfQuery, nextHeaders, partAnswer, partOf } from '../records/searchOperations.ts';

const path = '/api/v2/user-groups';
const kind = userGroup.name;

/** The operations of user groups that are not generic ones. */
export const userGroupRoutes: readonly Route[] = [
  route({
    kind,
    title: 'Returns a user group',
    description: 'Returns the group with the id.',
    method: 'GET',
    path: `${path}/by-id/{id}`,
    access: { kind: 'UserGroup', right: 'READ' },
    uuids: ['id'],
    success: ref(kind),
    codes: [200, 400, 404, 500],
    record: 'represented',
    reads: { shape: 'record' },
    handle: (request) =>
      getRecord(request.services, userGroup, request.params.id, { parameter: 'id', listed404: true }),
  }),
  route({
    kind,
    title: 'Update existing user group',
    description: 'Replaces the whole group with the id, as PUT of `/{idOrCode}` does.',
    method: 'PUT',
    path: `${path}/by-id/{id}`,
    access: { kind: 'UserGroup', right: 'READ_WRITE' },
    uuids: ['id'],
    query: [immediatelyRefresh, dryRun],
    body: replacement(userGroup),
    success: ref(kind),
    codes: [200, 400, 500],
    record: 'represented',
    headers: ['X-Warnings'],
    handle: (request) => replaceTarget(userGroup, request, { parameter: 'id', value: request.params.id }),
  }),
  route({
    kind,
    title: 'Delete a user group',
    description: 'Deletes the group with the id, as DELETE of `/{idOrCode}` does.',
    method: 'DELETE',
    path: `${path}/by-id/{id}`,
    access: { kind: 'UserGroup', right: 'READ_WRITE' },
    uuids: ['id'],
    query: [immediatelyRefresh],
    success: null,
    codes: [400, 500],
    record: 'removed',
    handle: (request) => removeTarget(userGroup, request, { parameter: 'id', value: request.params.id }),
  }),
  route({
    kind,
    title: 'Find user group by code',
    description: 'Returns the group with the code.',
    method: 'GET',
    path: `${path}/by-code/{code}`,
    access: { kind: 'UserGroup', right: 'READ' },
    success: ref(kind),
    codes: [200, 400, 500],
    record: 'represented',
    reads: { shape: 'record' },
    handle: ({ services, params }) => getRecordByCode(services, userGroup, params.code),
  }),
  route({
    kind,
    title: 'Returns list of user groups',
    method: 'POST',
    path: `${path}/expanded`,
    access: { kind: 'UserGroup', right: 'READ' },
    description: 'Returns the groups with their types in the order of the codes. Unknown codes are omitted.',
    body: { schema: arrayOf(text, MAX_CODES), description: 'Codes of the groups.' },
    success: arrayOf(ref('UserGroupExpanded'), MAX_CODES),
    codes: [200, 400, 500],
    handle: async (request) => expandGroups(request.services, await request.json()),
  }),
  route({
    kind,
    title: 'Returns a map of user groups for each user UUID',
    method: 'GET',
    path: `${path}/by-users/map`,
    access: { kind: 'UserGroup', right: 'READ' },
    description:
      'Returns the current groups of each user, ordered by code. The map has an entry for every requested user.',
    query: [
      {
        name: 'userIds',
        schema: arrayOf(id, MAX_IDS),
        required: true,
        description: '1 to 500 ids, separated by commas or repeated.',
      },
    ],
    success: { type: 'object', additionalProperties: arrayOf(ref(kind)) },
    codes: [200, 400, 500],
    handle: ({ services, query }) =>
      groupsOfUsers(
        services,
        query
          .getAll('userIds')
          .flatMap((value) => value.split(','))
          .filter((id) => id !== ''),
      ),
  }),
  route({
    kind,
    title: 'Get all user groups by user UUID',
    method: 'GET',
    path: `${path}/by-user/{userId}`,
    access: { kind: 'UserGroup', right: 'READ' },
    description: 'Returns the current groups of the user, ordered by code.',
    uuids: ['userId'],
    success: arrayOf(ref(kind)),
    reads: { shape: 'list' },
    codes: [200, 400, 500],
    handle: ({ services, params }) => groupsOfUser(services, params.userId),
  }),
  route({
    kind,
    title: 'Find userGroup by value stored in chars',
    method: 'GET',
    path: `${path}/by-chars/{path}/{value}`,
    access: { kind: 'UserGroup', right: 'READ' },
    description:
      'Returns the groups with this value in chars. The path names the member, with dots into nested objects. Two numbers are compared as numbers.',
    success: arrayOf(ref(kind)),
    reads: { shape: 'list' },
    codes: [200, 400, 500],
    handle: ({ services, params }) => findByChars(services, params.path, params.value),
  }),
  route({
    kind,
    title: 'Searches tickets',
    method: 'GET',
    path: `${path}/search/tickets`,
    access: { kind: 'UserGroup', right: 'READ' },
    description: 'Returns the matching groups, up to the size of the filtering: 1,000 by default.',
    query: [filteringParameter({ required: true }), after, consistency],
    headers: nextHeaders,
    success: arrayOf(ref(kind), MAX_WINDOW),
    reads: { shape: 'list' },
    codes: [200, 400, 500],
    handle: async (request) => {
      const filtering = filteringOfQuery(userGroup, request.query, 'list');
      return partAnswer(request, await searchListPart(request.services, userGroup, filtering, partOf(request)));
    },
  }),
  route({
    kind,
    title: 'Searches groups in LDAP',
    method: 'GET',
    path: `${path}/by-ldap/{ldapMemberOf}`,
    access: { kind: 'UserGroup', right: 'READ' },
    description:
      'Finds a group by its distinguished name or code in the directory. Without a directory, finds it by its own ldapMemberOf.',
    success: ref('UserGroupExpanded'),
    codes: [200, 400, 500],
    handle: ({ services, params }) => findByPlace(services, params.ldapMemberOf),
  }),
];
