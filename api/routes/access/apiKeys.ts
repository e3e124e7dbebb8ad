import { badRequest } from '../../../domain/errors.ts';
import { listApiKeys, makeApiKey, revokeApiKey } from '../../../domain/identity/apiKeys.ts';
import { type Route, route } from '../../http/route.ts';
import { arrayOf, ref } from '../../openapi/schemas.ts';
import { listParameters } from './listParameters.ts';
import { actorOf } from './requestActor.ts';

const path = '/api/v2/api-keys';

/** The operations of API keys. No request is audited with its body or its response, which contains the key. */
export const apiKeyRoutes: readonly Route[] = [
  route({
    kind: 'Access',
    title: 'Returns the API keys',
    method: 'GET',
    path,
    access: 'signedIn',
    query: listParameters,
    description:
      'Returns the keys of the caller, newest first; all keys for callers with the right to `Admin`. The keys themselves are not stored.',
    success: arrayOf(ref('ApiKey'), 10_000),
    codes: [200, 400, 500],
    handle: (request) => listApiKeys(request.services, actorOf(request), request.query),
  }),
  route({
    kind: 'Access',
    title: 'Make an API key',
    method: 'POST',
    path,
    access: 'signedIn',
    description:
      'Makes a key. Only this response contains the key itself, so that a request with an Idempotency-Key is a 400. A key of another user needs the right to `Admin`, or write access to the user and all its rules.',
    body: { schema: ref('NewApiKey'), description: 'Name, user, scopes and limits of the new key.' },
    success: ref('CreatedApiKey'),
    codes: [200, 400, 403, 500],
    async handle(request) {
      refuseIdempotencyKey(request.raw.headers);
      return makeApiKey(request.services, await request.json(), actorOf(request));
    },
  }),
  route({
    kind: 'Access',
    title: 'Revoke an API key',
    method: 'DELETE',
    path: `${path}/{id}`,
    access: 'signedIn',
    description: 'Revokes the key: every api refuses it within a second.',
    uuids: ['id'],
    success: null,
    codes: [400, 403, 404, 500],
    async handle(request) {
      await revokeApiKey(request.services, request.params.id, actorOf(request));
      return null;
    },
  }),
];

/** A caller that sends the header would take a repetition for safe, but each one makes another key. */
function refuseIdempotencyKey(headers: Headers): void {
  if (!headers.has('idempotency-key')) return;
  throw badRequest('API keys are not made with an Idempotency-Key.', [
    'Idempotency-Key: is not accepted here, because the answer contains the key, which is not stored; send none. If an answer is lost, revoke the new key and make another',
  ]);
}
