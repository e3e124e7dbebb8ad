import { listAuditEntries } from '../../../domain/identity/auditEntries.ts';
import { changePassword } from '../../../domain/identity/changePassword.ts';
import { describeCaller } from '../../../domain/identity/me.ts';
import { type Route, route } from '../../http/route.ts';
import { filteringParameter, ref } from '../../openapi/schemas.ts';
import { after, nextHeaders, partAnswer, partOf } from '../records/searchOperations.ts';
import { actorOf } from './requestActor.ts';

const passwordRoute = (method: 'PUT' | 'POST'): Route =>
  route({
    kind: 'User',
    title: method === 'PUT' ? 'Set the password of a user' : 'Change the password of a user',
    method,
    path: '/api/v2/users/{idOrCode}/password',
    access: 'signedIn',
    description:
      'Users change their own password with the present one in `current`. Passwords of others need the right to `Admin`. Other sessions of the user end.',
    body: {
      schema: ref('PasswordChange'),
      description: 'The new password, and the present one if it is that of the caller.',
    },
    success: null,
    codes: [400, 403, 404, 429, 500],
    async handle(request) {
      await changePassword(request.services, request.params.idOrCode ?? '', await request.json(), actorOf(request));
      return null;
    },
  });

/** The caller itself, passwords, and the audit list. */
export const callerRoutes: readonly Route[] = [
  route({
    kind: 'Access',
    title: 'Returns the caller and its rights',
    description:
      'Returns who the caller is, its roles and groups, and how many records of each kind it reads and writes.',
    method: 'GET',
    path: '/api/v2/me',
    access: 'signedIn',
    success: ref('Me'),
    codes: [200, 401, 500],
    handle: ({ services, principal }) => describeCaller(services, principal),
  }),
  passwordRoute('PUT'),
  passwordRoute('POST'),
  route({
    kind: 'Access',
    title: 'Returns the audit entries',
    method: 'GET',
    path: '/api/v2/audit-entries',
    access: { entity: 'Admin', right: 'READ' },
    query: [filteringParameter({ required: true }), after],
    headers: nextHeaders,
    description:
      'Returns sign-ins, refusals and changes of credentials and rights. No operation writes or deletes an entry.',
    success: ref('PageOfAuditEntry'),
    codes: [200, 400, 500],
    handle: async (request) => {
      const filtering = request.query.get('filtering') ?? undefined;
      return partAnswer(request, await listAuditEntries(request.services, filtering, partOf(request)));
    },
  }),
];
