import { userGroupRegion } from '../../../domain/kinds/users/userGroupRegion.ts';
import { getAllRecords } from '../../../domain/records/get.ts';
import { regionOfGroup, regionsOfGroup, regionsOfGroupByCode } from '../../../domain/users/userGroupRegions.ts';
import { type Route, route } from '../../http/route.ts';
import { ref, streamedArray } from '../../openapi/schemas.ts';

const path = '/api/v2/user-group-regions';
const kind = userGroupRegion.name;

/** The operations of group regions that are not generic ones. */
export const userGroupRegionRoutes: readonly Route[] = [
  route({
    kind,
    title: 'Find user group region by group code',
    method: 'GET',
    path: `${path}/by-group/{groupId}`,
    access: { kind: 'UserGroupRegion', right: 'READ' },
    description: 'Returns the regions of the group with the id or the code.',
    success: streamedArray(ref(kind)),
    reads: { shape: 'list' },
    codes: [200, 400, 500],
    handle: async ({ services, params }) => ({ body: await regionsOfGroup(services, params.groupId) }),
  }),
  route({
    kind,
    title: 'Find user group region by group code and region id',
    method: 'GET',
    path: `${path}/by-group/{groupId}/{regionId}`,
    access: { kind: 'UserGroupRegion', right: 'READ' },
    description: 'Returns the region of the group with the id or the code.',
    uuids: ['regionId'],
    success: ref(kind),
    record: 'represented',
    reads: { shape: 'record' },
    codes: [200, 400, 500],
    handle: ({ services, params }) => regionOfGroup(services, params.groupId, params.regionId),
  }),
  route({
    kind,
    title: 'Find user group region by group code',
    method: 'GET',
    path: `${path}/by-group-code/{groupCode}`,
    description: 'Returns the regions of the group with the code.',
    access: { kind: 'UserGroupRegion', right: 'READ' },
    success: streamedArray(ref(kind)),
    reads: { shape: 'list' },
    codes: [200, 400, 500],
    handle: async ({ services, params }) => ({
      body: await regionsOfGroupByCode(services, params.groupCode),
    }),
  }),
  route({
    kind,
    title: 'Get all user groups',
    description: 'Returns the regions of all groups.',
    method: 'GET',
    path,
    access: { kind: 'UserGroupRegion', right: 'READ' },
    success: streamedArray(ref(kind)),
    reads: { shape: 'list' },
    codes: [200, 400, 500],
    handle: async ({ services }) => ({ body: getAllRecords(services, userGroupRegion) }),
  }),
];
