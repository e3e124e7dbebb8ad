import type { ListedSchedule } from '../../../../../client/api.ts';
import { get, type Page } from '../../common/api.ts';
import { LIST_REFRESH_MS, useLoad } from '../../common/load.ts';
import { href, type Location } from '../../common/router.ts';
import { may } from '../../common/schema.ts';
import { useWritable } from '../../common/writable.ts';
import { BreakableName } from '../../parts/inlineText.tsx';
import { NoRecords } from '../../parts/list/noRecords.tsx';
import { Failure } from '../../parts/notices.tsx';
import { Pager, pageOf } from '../../parts/pager.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/values/time.tsx';
import { View } from '../../parts/view.tsx';
import { ScheduleActions } from './scheduleActions.tsx';
import { Outcome, ScheduleState, Timing } from './scheduleState.tsx';

const SIZE = 50;

/** The schedules in the order of their next runs, each with its last run. */
export function SchedulesView({ location }: { location: Location }) {
  const page = pageOf(location);
  const { data, error, reload } = useLoad(
    (signal) => get<Page<ListedSchedule>>('/api/v2/admin/schedules', { query: { page, size: SIZE }, signal }),
    [page],
    LIST_REFRESH_MS,
  );
  const rows = data?.content ?? [];
  const isWritable = useWritable(
    'Schedule',
    rows.map(({ schedule }) => schedule.id ?? ''),
  );
  return (
    <View
      title="Schedules"
      pending={!data && !error}
      actions={
        may('POST', '/api/v2/schedules') && (
          <a class="button" href={href(['records', 'schedules', '~new'])}>
            Create
          </a>
        )
      }
    >
      {error && <Failure error={error} />}
      {data && (
        <>
          <Table
            caption="Schedules"
            rows={rows}
            keyOf={({ schedule }) => schedule.id ?? ''}
            empty={
              <NoRecords
                of="schedules"
                about="A schedule starts Jobs at times: by a cron, at an interval, or once."
                kind="schedules"
              />
            }
            columns={[
              {
                title: 'Schedule',
                names: true,
                cell: ({ schedule: { id = '', code, name } }) => (
                  <>
                    <a href={href(['schedules', id])}>
                      <BreakableName of={code} />
                    </a>
                    <div class="quiet wide">{name}</div>
                  </>
                ),
              },
              { title: 'State', wide: true, cell: (row) => <ScheduleState {...row} /> },
              { title: 'Job type', wide: true, cell: ({ schedule: { jobType } }) => <BreakableName of={jobType} /> },
              { title: 'When', wide: true, cell: ({ schedule }) => <Timing of={schedule} /> },
              {
                title: 'Next run',
                cell: (row) => (
                  <>
                    <Time at={row.nextRunAt} />
                    {row.nextRunAt === undefined && (
                      <div class="narrow">
                        <ScheduleState {...row} />
                      </div>
                    )}
                  </>
                ),
              },
              { title: 'Last run', wide: true, cell: ({ lastRun }) => <Time at={lastRun?.plannedAt} /> },
              { title: 'Outcome', wide: true, cell: ({ lastRun }) => lastRun && <Outcome of={lastRun} /> },
              {
                title: '',
                cell: ({ schedule }) => (
                  <ScheduleActions schedule={schedule} isWritable={isWritable(schedule.id ?? '')} named done={reload} />
                ),
              },
            ]}
          />
          <Pager location={location} page={page} size={SIZE} total={data.totalElements} />
        </>
      )}
    </View>
  );
}
