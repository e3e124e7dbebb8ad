import type { ListedSchedule, Schedule, ScheduleRun } from '../../../../../client/api.ts';
import { duration } from '../../common/format.ts';
import { href } from '../../common/router.ts';
import { may } from '../../common/schema.ts';
import { Status } from '../../parts/status.tsx';
import { Time } from '../../parts/values/time.tsx';
import { isPaused } from './scheduleActions.tsx';

/** Says when a schedule runs. */
export function Timing({ of: { cron, timeZone = 'UTC', everySeconds, at } }: { of: Schedule }) {
  if (cron !== undefined)
    return (
      <>
        <span class="code nowrap">{cron}</span> <span class="quiet">{timeZone}</span>
      </>
    );
  if (everySeconds !== undefined) return <>every {duration(everySeconds)}</>;
  return (
    <>
      once <Time at={at} exact />
    </>
  );
}

/** Whether a schedule starts Jobs. One that has had its only run has no next run. */
export const ScheduleState = ({ schedule, nextRunAt }: Pick<ListedSchedule, 'schedule' | 'nextRunAt'>) => (
  <Status of={isPaused(schedule) ? 'paused' : nextRunAt === undefined ? 'no next run' : 'active'} />
);

/** What has become of a run, with a link to its Job. */
export const Outcome = ({ of: { outcome, jobId } }: { of: ScheduleRun }) => (
  <>
    <Status of={outcome} />{' '}
    {jobId !== undefined && may('GET', '/api/v2/jobs/{id}') && <a href={href(['jobs', jobId])}>Job</a>}
  </>
);
