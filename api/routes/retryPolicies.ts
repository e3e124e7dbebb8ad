import { listRetryPolicies, setRetryPolicy } from '../../domain/jobs/retries/retryPolicies.ts';
import { type Route, route } from '../http/route.ts';
import { arrayOf, ref } from '../openapi/schemas.ts';

const policies = '/api/v2/admin/retry-policies';
const codes = [200, 400, 500] as const;

/** How failed steps of job types are retried. */
export const retryPolicyRoutes: readonly Route[] = [
  route({
    kind: 'Admin',
    title: 'Returns the retry policies',
    description: 'Returns the policies of the job types that have one of their own.',
    method: 'GET',
    path: policies,
    access: { entity: 'Admin', right: 'READ' },
    success: arrayOf(ref('RetryPolicy'), 10_000),
    codes,
    handle: ({ services }) => listRetryPolicies(services),
  }),
  route({
    kind: 'Admin',
    title: 'Set the retry policy of a job type',
    description:
      'Sets how often failed steps of a job type are retried, after which pauses, and which failures are final, for workers of the service and of clients. Failures from the answer on follow it. Members that are absent have their default; an empty body restores all.',
    method: 'PUT',
    path: `${policies}/{jobType}`,
    access: { entity: 'Admin', right: 'READ_WRITE' },
    pathParameters: { jobType: 'The job type.' },
    body: {
      schema: ref('RetryPolicySettings'),
      required: true,
      description: 'The members of the policy that differ from the default.',
    },
    success: ref('RetryPolicy'),
    codes,
    audited: true,
    handle: async ({ services, params, json, caller }) =>
      setRetryPolicy(services, params.jobType, await json(), caller),
  }),
];
