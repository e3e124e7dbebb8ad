import type { Transaction } from '../../../db/client.ts';
import { startErasure } from '../../../domain/erasure/startErasure.ts';
import { job } from '../../../domain/kinds/processing/job.ts';
import { user } from '../../../domain/kinds/users/user.ts';
import { type Route, route } from '../../http/route.ts';
import { patchBody, replacement } from '../../openapi/bodyShapes.ts';
import { ref } from '../../openapi/schemas.ts';
import { dryRun, immediatelyRefresh, patchTarget, refreshing, replaceTarget } from '../records/recordWrites.ts';

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
    query: [immediatelyRefresh, dryRun],
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
    query: [immediatelyRefresh, dryRun],
    body: patchBody(user),
    success: ref(kind),
    codes: [200, 400, 500],
    record: 'represented',
    headers: ['X-Warnings'],
    handle: (request) => patchTarget(user, request, { parameter: 'id', value: request.params.id }),
  }),
  route({
    kind,
    title: 'Erase a person',
    description:
      'Erases the personal data of a user. The same transaction replaces its code and names by a pseudonym, in its record and in all versions of it, removes its addresses and characteristics, and deletes its credentials. A Job then replaces its code, names and addresses in every table, deletes the messages that were sent to it, and repeats the search. This cannot be undone. With dryRun, nothing is changed, and the steps of the Job count the rows.',
    method: 'POST',
    path: `${path}/{idOrCode}/erase`,
    access: { entity: 'Admin', right: 'READ_WRITE' },
    query: [immediatelyRefresh],
    body: {
      schema: ref('ErasureRequest'),
      required: true,
      description: 'Whether to count only.',
    },
    success: ref('ErasureAnswer'),
    codes: [200, 400, 404, 500],
    headers: ['X-Job-Id'],
    audited: true,
    idempotencyKey: true,
    async handle(request) {
      const { services, caller, params, storeAnswer } = request;
      const refresh = refreshing(request);
      const inTransaction =
        storeAnswer && ((transaction: Transaction, answer: string) => storeAnswer(transaction, withJobId(answer)));
      const input = await request.json();
      const { answer, userId, jobId } = await startErasure(services, params.idOrCode, input, { caller, inTransaction });
      return refresh(withJobId(answer), [
        { kind: user, ids: [userId] },
        { kind: job, ids: [jobId] },
      ]);
    },
  }),
];

const withJobId = (body: string) => ({ body, headers: { 'x-job-id': (JSON.parse(body) as { jobId: string }).jobId } });
