import { user } from '../../../domain/kinds/users/user.ts';
import { patchRecord, replaceRecord } from '../../../domain/records/save.ts';
import type { ApiRequest, Route } from '../../http/route.ts';
import { anyObject, ref } from '../../openapi/schemas.ts';
import { saved } from '../records.ts';

const path = '/api/v2/users';
const kind = user.name;

const idOf = ({ params }: ApiRequest): string => (params.id as string).toLowerCase();

/** What users have beside the generic operations. */
export const userRoutes: readonly Route[] = [
  {
    kind,
    title: 'Update existing user',
    method: 'PUT',
    path: `${path}/by-id/{id}`,
    uuids: ['id'],
    body: { schema: ref(kind) },
    success: ref(kind),
    codes: [200, 400, 500],
    async handle(request) {
      const options = { caller: request.caller, refresh: false, parameter: 'id' };
      return saved(await replaceRecord(request.services, user, idOf(request), await request.json(), options));
    },
  },
  {
    kind,
    title: 'Update properties of an existing user',
    method: 'PATCH',
    path: `${path}/by-id/{id}`,
    uuids: ['id'],
    body: { schema: anyObject },
    success: ref(kind),
    codes: [200, 400, 500],
    async handle(request) {
      const options = { caller: request.caller, refresh: false, parameter: 'id' };
      return saved(await patchRecord(request.services, user, idOf(request), await request.json(), options));
    },
  },
];
