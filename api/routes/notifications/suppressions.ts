import { suppression } from '../../../domain/notifications/recipients/suppressionKind.ts';
import { liftSuppression, listSuppressions, suppress } from '../../../domain/notifications/recipients/suppressions.ts';
import type { Route } from '../../http/route.ts';
import { filteringParameter, pageOf, ref } from '../../openapi/schemas.ts';

const path = '/api/v2/suppressions';

/** Addresses that nothing is sent to. */
export const suppressionRoutes: readonly Route[] = [
  {
    kind: 'Suppression',
    title: 'Returns the suppressed addresses',
    method: 'GET',
    path,
    query: [filteringParameter(true)],
    success: pageOf(suppression),
    codes: [200, 400, 500],
    handle: ({ platform, query }) => listSuppressions(platform, query.get('filtering') ?? undefined),
  },
  {
    kind: 'Suppression',
    title: 'Suppress an address',
    method: 'POST',
    path,
    description: 'Nothing is handed over to it from then on; deliveries that come to it are SKIPPED.',
    body: { schema: ref('Suppression') },
    success: ref('Suppression'),
    codes: [200, 400, 500],
    audited: true,
    handle: async ({ platform, caller, json }) => suppress(platform, await json(), caller),
  },
  {
    kind: 'Suppression',
    title: 'Lift a suppression',
    method: 'DELETE',
    path: `${path}/{id}`,
    uuids: ['id'],
    success: null,
    codes: [400, 500],
    audited: true,
    async handle({ platform, params }) {
      await liftSuppression(platform, (params.id as string).toLowerCase());
      return null;
    },
  },
];
