import { exposeMetrics } from '../../domain/actions/metrics.ts';
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
  ];
}
