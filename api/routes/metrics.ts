import { activityKinds } from '../../db/queries/runtime/activity.ts';
import type { Access, Needs } from '../../domain/access/access.ts';
import { activity, activitySteps } from '../../domain/monitoring/activity.ts';
import { exposeMetrics } from '../../domain/monitoring/exposeMetrics.ts';
import { LIVE_STATS, type LiveStats, liveStatsText } from '../../domain/monitoring/liveStats.ts';
import type { PollingFeed } from '../../domain/runtime/pollingFeed.ts';
import { StreamAccess } from '../http/callers/streamAccess.ts';
import type { ApiRequest, Route } from '../http/route.ts';

const readsMetrics: Needs = { entity: 'Metrics', right: 'READ' };

/** Prometheus's text format. */
const FORMAT = 'text/plain; version=0.0.4; charset=utf-8';

/** Keeps proxies from buffering the events. They close idle connections, but this stream sends every two seconds. */
const EVENTS = { 'cache-control': 'no-cache', 'x-accel-buffering': 'no' };

/**
 * Returns the routes of `/metrics`, which cover all processes.
 *
 * @param processId  id of this process
 */
export function metricsRoutes(processId: string | undefined, liveStats: PollingFeed<LiveStats>): Route[] {
  return [
    {
      kind: 'Health',
      title: 'Returns the metrics of all processes for Prometheus',
      description: 'Metrics of all processes in the text format of Prometheus.',
      method: 'GET',
      path: '/metrics',
      ignoresUnknownQuery: true,
      access: { entity: 'Metrics', right: 'READ' },
      success: { type: 'string' },
      successType: 'text/plain',
      codes: [200, 500],
      handle: async ({ services }) => ({ body: await exposeMetrics(services, processId), contentType: FORMAT }),
    },
    {
      kind: 'Health',
      title: 'Returns the activity of all processes in the last minutes',
      description: 'Series of requests, queue jobs, steps and hand-overs for the charts of the console.',
      method: 'GET',
      path: '/metrics/activity',
      access: { entity: 'Metrics', right: 'READ' },
      query: [
        {
          name: 'minutes',
          schema: { type: 'integer', enum: Object.keys(activitySteps).map(Number), default: 60 },
          description: 'Length of the series.',
        },
        {
          name: 'what',
          schema: { type: 'string', enum: [...activityKinds] },
          description: 'Only this activity, with the percentiles of its durations.',
        },
        { name: 'name', schema: { type: 'string' }, description: 'Only this queue, job type or channel of `what`.' },
      ],
      success: { type: 'object' },
      codes: [200, 400, 500],
      handle: async ({ services, query }) => {
        const [what, name] = [query.get('what') ?? undefined, query.get('name') ?? undefined];
        return JSON.stringify(await activity(services, { minutes: query.get('minutes') ?? '60', what, name }));
      },
    },
    {
      kind: 'Health',
      title: 'Follow queues, workers, running jobs and readiness',
      description: 'Includes the running jobs that the caller may read.',
      method: 'GET',
      path: '/metrics/live',
      access: readsMetrics,
      success: { type: 'object' },
      successType: 'text/event-stream',
      codes: [200, 500],
      handle: async (request) => ({
        body: events(request, liveStats),
        contentType: 'text/event-stream',
        headers: EVENTS,
      }),
    },
  ];
}

/** Returns the statistics as server-sent events. The stream ends when the caller may no longer read them. */
function events(request: ApiRequest, liveStats: PollingFeed<LiveStats>): ReadableStream<Uint8Array> {
  const { sql, log } = request.services;
  const encoder = new TextEncoder();
  let leave: () => void = () => {};
  return new ReadableStream<Uint8Array>({
    start(controller) {
      let isOpen = true;
      const caller = new StreamAccess(request, readsMetrics, () => {
        leave();
        controller.close();
      });
      const send = async (stats: LiveStats, access: Access): Promise<void> => {
        const text = await liveStatsText({ sql, access }, stats);
        // A slow client misses updates: each update replaces the previous one.
        if (isOpen && (controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(`data: ${text}\n\n`));
      };
      const unsubscribe = liveStats.subscribe(LIVE_STATS, (stats) => {
        const access = caller.current;
        if (stats && access)
          send(stats, access).catch((error: unknown) => log.warn({ err: error }, 'live statistics could not be sent'));
      });
      leave = () => {
        isOpen = false;
        caller.stop();
        unsubscribe();
      };
    },
    cancel: () => leave(),
  });
}
