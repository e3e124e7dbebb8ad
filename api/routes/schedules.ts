import { getScheduleRuns, listSchedules } from '../../domain/schedules/runs/scheduleRuns.ts';
import { MAX_PAGE } from '../../domain/validation/readPage.ts';
import { type Route, route } from '../http/route.ts';
import { ref, whole } from '../openapi/schemas.ts';

/** The operations of schedules that are not generic ones. */
export const scheduleRoutes: readonly Route[] = [
  route({
    kind: 'Schedule',
    title: 'Returns the schedules with their runs',
    method: 'GET',
    path: '/api/v2/admin/schedules',
    access: { kind: 'Schedule', right: 'READ' },
    description:
      'Returns one page of the schedules that the caller may read, in the order of their next runs, each with its last run. Schedules without a next run are the last.',
    query: [
      { name: 'page', schema: { ...whole(0, MAX_PAGE), default: 0 }, description: 'Number of the page, from 0.' },
      {
        name: 'size',
        schema: { ...whole(1, 1_000), default: 50 },
        description: 'Maximum number of schedules of a page.',
      },
    ],
    success: ref('PageOfListedSchedule'),
    codes: [200, 400, 500],
    handle: ({ services, query }) => listSchedules(services, query),
  }),
  route({
    kind: 'Schedule',
    title: 'Returns the runs of a schedule',
    method: 'GET',
    path: '/api/v2/schedules/{idOrCode}/runs',
    access: { kind: 'Schedule', right: 'READ' },
    description:
      'Returns when the schedule runs next, the times of its next five runs, and its last 100 runs, newest first, with their Jobs as far as the caller may read these.',
    success: ref('ScheduleRuns'),
    codes: [200, 404, 500],
    handle: ({ services, params }) => getScheduleRuns(services, params.idOrCode),
  }),
];
