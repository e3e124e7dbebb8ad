import { getScheduleRuns } from '../../domain/schedules/runs/scheduleRuns.ts';
import { type Route, route } from '../http/route.ts';
import { ref } from '../openapi/schemas.ts';

/** The operation of schedules that is not a generic one. */
export const scheduleRoutes: readonly Route[] = [
  route({
    kind: 'Schedule',
    title: 'Returns the runs of a schedule',
    method: 'GET',
    path: '/api/v2/schedules/{idOrCode}/runs',
    access: { kind: 'Schedule', right: 'READ' },
    description:
      'Returns when the schedule runs next, and its last 100 runs, newest first, with their Jobs as far as the caller may read these.',
    success: ref('ScheduleRuns'),
    codes: [200, 404, 500],
    handle: ({ services, params }) => getScheduleRuns(services, params.idOrCode),
  }),
];
