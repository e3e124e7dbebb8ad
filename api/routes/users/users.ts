import { user } from '../../../domain/kinds/users/user.ts';
import { patchRecord, replaceRecord } from '../../../domain/records/write/saveRecord.ts';
import { type Route, route } from '../../http/route.ts';
import { anyObject, ref } from '../../openapi/schemas.ts';
import { savedAnswer } from '../records/operation.ts';

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
    body: { schema: ref(kind) },
    success: ref(kind),
    codes: [200, 400, 500],
    record: 'represented',
    async handle(request) {
      const { caller, precondition } = request;
      const options = { caller, refresh: false, parameter: 'id', precondition };
      return savedAnswer(await replaceRecord(request.services, user, request.params.id, await request.json(), options));
    },
  }),
  route({
    kind,
    title: 'Update properties of an existing user',
    description: 'Changes the members in the body, as PATCH of `/{idOrCode}` does.',
    method: 'PATCH',
    path: `${path}/by-id/{id}`,
    access: { kind: 'User', right: 'READ_WRITE' },
    uuids: ['id'],
    body: { schema: anyObject },
    success: ref(kind),
    codes: [200, 400, 500],
    record: 'represented',
    async handle(request) {
      const { caller, precondition } = request;
      const options = { caller, refresh: false, parameter: 'id', precondition };
      return savedAnswer(await patchRecord(request.services, user, request.params.id, await request.json(), options));
    },
  }),
];
