import { user } from '../../../domain/kinds/users/user.ts';
import { type Route, route } from '../../http/route.ts';
import { patchBody, replacement } from '../../openapi/bodyShapes.ts';
import { ref } from '../../openapi/schemas.ts';
import { immediatelyRefresh, patchTarget, replaceTarget } from '../records/recordWrites.ts';

const path = '/api/v2/users';
const kind = user.name;

/** The operations of users that are not generic ones. */
export const userRoutes: readonly Route[] = [
  route({
    kind,
    title: 'Update existing user',
    description: 'Replaces the whole user with the id, as PUT of `/{idOrCode}` does.',
    method: 'PUT',
    path: `${path}/by-id/{id}`,
    access: { kind: 'User', right: 'READ_WRITE' },
    uuids: ['id'],
    query: [immediatelyRefresh],
    body: replacement(user),
    success: ref(kind),
    codes: [200, 400, 500],
    record: 'represented',
    headers: ['X-Warnings'],
    handle: (request) => replaceTarget(user, request, { parameter: 'id', value: request.params.id }),
  }),
  route({
    kind,
    title: 'Update properties of an existing user',
    description: 'Changes the members in the body, as PATCH of `/{idOrCode}` does.',
    method: 'PATCH',
    path: `${path}/by-id/{id}`,
    access: { kind: 'User', right: 'READ_WRITE' },
    uuids: ['id'],
    query: [immediatelyRefresh],
    body: patchBody(user),
    success: ref(kind),
    codes: [200, 400, 500],
    record: 'represented',
    headers: ['X-Warnings'],
    handle: (request) => patchTarget(user, request, { parameter: 'id', value: request.params.id }),
  }),
];
