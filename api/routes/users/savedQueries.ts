import {
  deleteSavedQuery,
  listSavedQueries,
  type QueryCaller,
  saveQuery,
} from '../../../domain/savedQueries/savedQueries.ts';
import type { ApiRequest, Route } from '../../http/route.ts';
import { route } from '../../http/route.ts';
import { arrayOf, headText, ref } from '../../openapi/schemas.ts';
import { listParameters } from '../access/listParameters.ts';

const path = '/api/v2/saved-queries';

const callerOf = ({ principal, services }: ApiRequest): QueryCaller => ({
  userId: principal.userId,
  isAdministrator: services.access.entity('Admin') === 'READ_WRITE',
  isLimited: principal.scopes !== undefined || principal.limitedBy !== undefined,
});

/** The operations of saved queries of lists. */
export const savedQueryRoutes: readonly Route[] = [
  route({
    kind: 'SavedQuery',
    title: 'Returns the saved queries',
    method: 'GET',
    path,
    access: 'signedIn',
    description:
      'Returns the queries of the caller and those that others share, by name. `owner` is the code of another user, if the caller may read it. A query is a text only: a list that it opens shows the records that its reader may read. Keys with scopes or a limit get the shared queries only.',
    query: [
      { name: 'view', schema: headText, description: 'Path of a list of the console; of all lists if absent.' },
      ...listParameters,
    ],
    success: arrayOf(ref('SavedQuery'), 10_000),
    codes: [200, 400, 500],
    handle: (request) => listSavedQueries(request.services, callerOf(request), request.query),
  }),
  route({
    kind: 'SavedQuery',
    title: 'Save a query',
    method: 'POST',
    path,
    access: 'signedIn',
    description:
      'Saves a query, in place of the query of the caller with the same view and name. A repetition changes nothing.',
    body: { schema: ref('NewSavedQuery'), description: 'The query to save, with its name.' },
    success: ref('SavedQuery'),
    codes: [200, 400, 403, 500],
    handle: async (request) => saveQuery(request.services, await request.json(), callerOf(request)),
  }),
  route({
    kind: 'SavedQuery',
    title: 'Delete a saved query',
    method: 'DELETE',
    path: `${path}/{id}`,
    access: 'signedIn',
    description:
      'Deletes a query of the caller. Callers with the right to `Admin` also delete shared queries of others.',
    uuids: ['id'],
    success: null,
    codes: [400, 403, 404, 500],
    async handle(request) {
      await deleteSavedQuery(request.services, request.params.id, callerOf(request));
      return null;
    },
  }),
];
