import { suppression } from '../../../domain/notifications/recipients/suppressionKind.ts';
import { liftSuppression, listSuppressions, suppress } from '../../../domain/notifications/recipients/suppressions.ts';
import { type Route, route } from '../../http/route.ts';
import { filteringParameter, pageOf, ref } from '../../openapi/schemas.ts';
import { after, nextHeaders, partAnswer, partOf } from '../records/searchOperations.ts';

const path = '/api/v2/suppressions';

/** The operations of suppressions. */
export const suppressionRoutes: readonly Route[] = [
  route({
    kind: 'Suppression',
    title: 'Returns the suppressed addresses',
    description: 'Returns one page of the suppressed addresses that match the filtering.',
    method: 'GET',
    path,
    access: { entity: 'Admin', right: 'READ' },
    query: [filteringParameter({ required: true }), after],
    headers: nextHeaders,
    success: pageOf(suppression),
    codes: [200, 400, 500],
    handle: async (request) => {
      const filtering = request.query.get('filtering') ?? undefined;
      return partAnswer(request, await listSuppressions(request.services, filtering, partOf(request)));
    },
  }),
  route({
    kind: 'Suppression',
    title: 'Suppress an address',
    method: 'POST',
    path,
    access: { entity: 'Admin', right: 'READ_WRITE' },
    description: 'Suppresses an address: it gets no messages, and deliveries to it become SKIPPED.',
    body: { schema: ref('SuppressionInput'), description: 'The address that gets no more messages, and the reason.' },
    success: ref('Suppression'),
    codes: [200, 400, 500],
    audited: true,
    idempotencyKey: true,
    handle: async ({ services, caller, json, storeAnswer }) =>
      suppress(services, await json(), { caller, inTransaction: storeAnswer }),
  }),
  route({
    kind: 'Suppression',
    title: 'Lift a suppression',
    description: 'Lifts the suppression: the address gets messages again.',
    method: 'DELETE',
    path: `${path}/{id}`,
    access: { entity: 'Admin', right: 'READ_WRITE' },
    uuids: ['id'],
    success: null,
    codes: [400, 500],
    audited: true,
    async handle({ services, params }) {
      await liftSuppression(services, params.id);
      return null;
    },
  }),
];
