import type { LimitScope } from '../../db/queries/jobs/claimLimitRows.ts';
import { listLimits, setLimit } from '../../domain/jobs/limits/claimLimits.ts';
import { type Route, route } from '../http/route.ts';
import { arrayOf, ref } from '../openapi/schemas.ts';

const limits = '/api/v2/admin/claim-limits';
const codes = [200, 400, 500] as const;

const effect =
  'All workers that claim steps over HTTP follow it at once, together; running steps continue. An empty body removes the limit.';

interface Limited {
  readonly title: string;
  /** What its steps are called in the description. */
  readonly what: string;
  /** Describes the path parameter. */
  readonly name: string;
}

const setting = (scope: LimitScope, path: 'job-types' | 'users', { title, what, name }: Limited) =>
  route({
    kind: 'Admin',
    title,
    pathParameters: { name },
    description: `Limits how many steps of ${what} run at a time, and how many start within a period. ${effect}`,
    method: 'PUT',
    path: `${limits}/${path}/{name}`,
    access: { entity: 'Admin', right: 'READ_WRITE' },
    body: {
      schema: ref('ClaimLimitSettings'),
      required: true,
      description:
        'How many steps run at a time, and how many start within a period; an empty object removes the limit.',
    },
    success: ref('ClaimLimit'),
    codes,
    audited: true,
    handle: async ({ services, params, json, caller }) =>
      setLimit(services, { scope, name: params.name }, await json(), caller),
  });

/** The limits of claims by workers of clients. */
export const claimLimitRoutes: readonly Route[] = [
  route({
    kind: 'Admin',
    title: 'Returns the limits of claims',
    description: 'Returns the limits of job types and of users, with the number of steps that run.',
    method: 'GET',
    path: limits,
    access: { entity: 'Metrics', right: 'READ' },
    success: arrayOf(ref('ClaimLimit'), 10_000),
    codes,
    handle: ({ services }) => listLimits(services),
  }),
  setting('TYPE', 'job-types', { title: 'Limit a job type', what: 'a job type of clients', name: 'The job type.' }),
  setting('USER', 'users', {
    title: 'Limit a user',
    what: 'the Jobs that a user has created',
    name: 'Code of the user.',
  }),
];
