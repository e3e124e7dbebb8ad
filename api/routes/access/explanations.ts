import { checkAccess, explainAccess, MAX_CHECKS } from '../../../domain/access/explanation/requests.ts';
import { type Route, route } from '../../http/route.ts';
import { arrayOf, headText, ref } from '../../openapi/schemas.ts';

/** Why a user may or may not do something. */
export const explanationRoutes: readonly Route[] = [
  route({
    kind: 'Access',
    title: 'Explain the rights of a user',
    method: 'GET',
    path: '/api/v2/access/explain',
    access: 'signedIn',
    description:
      'Returns which access rules give the user rights to a kind or to one of its records, and why the others do not. Other users than the caller need the right to `Admin`.',
    query: [
      { name: 'user', schema: headText, description: 'Id or code; the caller if absent.' },
      { name: 'kind', schema: headText, required: true, description: 'A kind, or a reserved entity such as `Admin`.' },
      { name: 'id', schema: headText, description: 'Id or code of a record.' },
    ],
    success: ref('AccessExplanation'),
    codes: [200, 400, 403, 404, 500],
    handle: ({ services, principal, query }) =>
      explainAccess(services, principal, {
        user: query.get('user') ?? undefined,
        kind: query.get('kind') ?? undefined,
        id: query.get('id') ?? undefined,
      }),
  }),
  route({
    kind: 'Access',
    title: 'Check rights of users',
    method: 'POST',
    path: '/api/v2/access/check',
    access: 'signedIn',
    description:
      'Answers up to 1,000 checks in their order. A record that does not exist, or that the caller may not read, is not allowed. Other users than the caller need the right to `Admin`.',
    body: {
      schema: arrayOf(ref('AccessCheck'), MAX_CHECKS),
      description: 'The questions: what may a user do with a record, or with one that is to be created.',
    },
    success: arrayOf(ref('AccessCheckResult'), MAX_CHECKS),
    codes: [200, 400, 403, 500],
    handle: async ({ services, principal, json }) => checkAccess(services, principal, await json()),
  }),
];
