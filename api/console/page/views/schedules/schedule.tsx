import type { Schedule, ScheduleRun, ScheduleRuns } from '../../../../../client/api.ts';
import { get } from '../../common/api.ts';
import { LIST_REFRESH_MS, useLoad } from '../../common/load.ts';
import { href } from '../../common/router.ts';
import { may } from '../../common/schema.ts';
import { useWritable } from '../../common/writable.ts';
import { DescriptionItem } from '../../parts/descriptionList.tsx';
import { Failure } from '../../parts/notices.tsx';
import { Status } from '../../parts/status.tsx';
import { Table } from '../../parts/table.tsx';
import { Json } from '../../parts/values/json.tsx';
import { Time } from '../../parts/values/time.tsx';
import { View } from '../../parts/view.tsx';
import { pathOf, ScheduleActions } from './scheduleActions.tsx';
import { Outcome, ScheduleState, Timing } from './scheduleState.tsx';

const overlaps: Readonly<Record<string, string>> = {
  SKIP: 'the run starts no Job',
  QUEUE: 'the last run waits for its end',
  REPLACE: 'it is cancelled',
};

/** A schedule with its next runs and its last ones. */
export function ScheduleView({ id }: { id: string }) {
  const loaded = useLoad((signal) => get<Schedule>(pathOf(id), { signal }), [id], LIST_REFRESH_MS);
  const runs = useLoad((signal) => get<ScheduleRuns>(`${pathOf(id)}/runs`, { signal }), [id], LIST_REFRESH_MS);
  const schedule = loaded.data;
  const isWritable = useWritable('Schedule', schedule?.id ? [schedule.id] : []);
  const failure = loaded.error ?? runs.error;
  const reload = (): void => {
    loaded.reload();
    runs.reload();
  };
  return (
    <View
      title={schedule?.code ?? 'Schedule'}
      pending={!runs.data && !failure}
      up={{ label: 'Schedules', path: ['schedules'] }}
      actions={
        schedule && (
          <>
            <ScheduleActions schedule={schedule} isWritable={isWritable(schedule.id ?? '')} done={reload} />
            {isWritable(schedule.id ?? '') && may('PUT', '/api/v2/schedules/{idOrCode}') && (
              <a class="button" href={href(['records', 'schedules', schedule.id ?? '', 'edit'])}>
                Edit
              </a>
            )}
            <a class="button" href={href(['records', 'schedules', schedule.id ?? ''])}>
              Record and history
            </a>
          </>
        )
      }
    >
      {failure && <Failure error={failure} />}
      {schedule && <Members schedule={schedule} nextRunAt={runs.data?.nextRunAt} />}
      {runs.data && <NextRuns of={runs.data} />}
      {runs.data && <History runs={runs.data.runs} />}
    </View>
  );
}

const Members = ({ schedule, nextRunAt }: { schedule: Schedule; nextRunAt: string | undefined }) => (
  <>
    {schedule.description && <p class="quiet">{schedule.description}</p>}
    <dl class="description-list">
      <DescriptionItem name="State">
        <ScheduleState schedule={schedule} {...(nextRunAt !== undefined && { nextRunAt })} />
      </DescriptionItem>
      <DescriptionItem name="Job type">{schedule.jobType}</DescriptionItem>
      <DescriptionItem name="When">
        <Timing of={schedule} />
      </DescriptionItem>
      <DescriptionItem name="If the Job before still runs">{overlaps[schedule.overlap ?? 'SKIP']}</DescriptionItem>
      <DescriptionItem name="Jobs have the rights of">{schedule.auditInfo?.whoEdited}</DescriptionItem>
    </dl>
    {schedule.data !== undefined && (
      <details>
        <summary>Data</summary>
        <Json value={schedule.data} of="data" />
      </details>
    )}
    {schedule.jobSteps !== undefined && (
      <details>
        <summary>Steps of each Job</summary>
        <Json value={schedule.jobSteps} of="jobSteps" />
      </details>
    )}
  </>
);

function NextRuns({ of: { nextRunAt, nextRuns, waiting } }: { of: ScheduleRuns }) {
  const isDelayed = nextRunAt !== undefined && nextRunAt !== nextRuns[0];
  return (
    <section>
      <h2>Next runs</h2>
      {waiting && (
        <p class="notice" role="status">
          The next run waits for the end of the Job of the run before.
        </p>
      )}
      <Table
        caption="Next runs"
        rows={nextRuns}
        keyOf={(at) => at}
        empty="It has no next run."
        columns={[
          {
            title: 'Time',
            names: true,
            cell: (at) => (
              <>
                <Time at={at} exact /> {waiting && at === nextRuns[0] && <Status of="waiting" />}
              </>
            ),
          },
          ...(isDelayed
            ? [{ title: 'Starts', cell: (at: string) => at === nextRuns[0] && <Time at={nextRunAt} exact /> }]
            : []),
        ]}
      />
    </section>
  );
}

const History = ({ runs }: { runs: readonly ScheduleRun[] }) => (
  <section>
    <h2>Last runs</h2>
    <Table
      caption="Last runs"
      rows={runs}
      keyOf={({ plannedAt }) => plannedAt}
      empty="It has not run yet."
      columns={[
        { title: 'Time', names: true, cell: ({ plannedAt }) => <Time at={plannedAt} exact /> },
        { title: 'Outcome', cell: (run) => <Outcome of={run} /> },
        { title: 'Decided', wide: true, cell: ({ decidedAt }) => <Time at={decidedAt} exact /> },
        { title: 'Reason', cell: ({ reason }) => reason },
      ]}
    />
  </section>
);
