import { activity, activitySteps, exposeMetrics } from '../../domain/monitoring/exposeMetrics.ts';
import { LIVE_STATS } from '../../domain/monitoring/liveStats.ts';
import type { PollingFeed } from '../../domain/runtime/pollingFeed.ts';
import type { Route } from '../http/route.ts';

/** Prometheus's text format. */
const FORMAT = 'text/plain; version=0.0.4; charset=utf-8';

/** Keeps proxies from buffering the events. They close idle connections, but this stream sends every two seconds. */
const EVENTS = { 'cache-control': 'no-cache', 'x-accel-buffering': 'no' };

/**
 * Returns the routes of `/metrics`, which cover all processes.
 *
 * @param processId  id of this process
 */
export function metricsRoutes(processId: string | undefined, liveStats: PollingFeed<string>): Route[] {
  return [
    {
      kind: 'Health',
      title: 'Returns the metrics of all processes for Prometheus',
      method: 'GET',
      path: '/metrics',
      success: { type: 'string' },
      successType: 'text/plain',
      codes: [200, 500],
      handle: async ({ services }) => ({ body: await exposeMetrics(services, processId), contentType: FORMAT }),
    },
    {
      kind: 'Health',
      title: 'Returns the activity of all processes in the last minutes',
      method: 'GET',
      path: '/metrics/activity',
      query: [
        { name: 'minutes', schema: { type: 'integer', enum: Object.keys(activitySteps).map(Number), default: 60 } },
      ],
      success: { type: 'object' },
      codes: [200, 400, 500],
      handle: async ({ services, query }) => JSON.stringify(await activity(services, query.get('minutes') ?? '60')),
    },
    {
      kind: 'Health',
      title: 'Follow queues, workers, running jobs and readiness',
      method: 'GET',
      path: '/metrics/live',
      success: { type: 'object' },
      successType: 'text/event-stream',
      codes: [200, 500],
      handle: async () => ({
        body: events(liveStats),
        contentType: 'text/event-stream',
        headers: EVENTS,
      }),
    },
  ];
}

function events(liveStats: PollingFeed<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let leave: () => void = () => {};
  return new ReadableStream<Uint8Array>({
    start(controller) {
      leave = liveStats.subscribe(LIVE_STATS, (text) => {
        // A slow client misses updates: each update replaces the previous one.
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(`data: ${text}\n\n`));
      });
    },
    cancel: () => leave(),
  });
}
