import { activity, activitySteps, exposeMetrics } from '../../domain/actions/metrics.ts';
import type { Route } from '../route.ts';

/** Prometheus's text format. */
const FORMAT = 'text/plain; version=0.0.4; charset=utf-8';

/** `/metrics`, of all processes. `processId` names this one among them. */
export function metricsRoutes(processId: string | undefined): Route[] {
  return [
    {
      kind: 'Health',
      title: 'What all processes have counted, for Prometheus',
      method: 'GET',
      path: '/metrics',
      success: { type: 'string' },
      successType: 'text/plain',
      codes: [200, 500],
      handle: async ({ platform }) => ({ body: await exposeMetrics(platform, processId), contentType: FORMAT }),
    },
    {
      kind: 'Health',
      title: 'What was done in the last minutes, of all processes',
      method: 'GET',
      path: '/metrics/activity',
      query: [
        { name: 'minutes', schema: { type: 'integer', enum: Object.keys(activitySteps).map(Number), default: 60 } },
      ],
      success: { type: 'object' },
      codes: [200, 400, 500],
      handle: async ({ platform, query }) => JSON.stringify(await activity(platform, query.get('minutes') ?? '60')),
    },
  ];
}
