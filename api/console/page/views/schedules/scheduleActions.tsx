import { useState } from 'preact/hooks';
import type { Job, Schedule } from '../../../../../client/api.ts';
import { jobOfSchedule } from '../../../../../domain/schedules/jobOfSchedule.ts';
import { call } from '../../common/api.ts';
import { navigate } from '../../common/router.ts';
import { may } from '../../common/schema.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { notify } from '../../parts/notices.tsx';

const PATH = '/api/v2/schedules/{idOrCode}';

export const pathOf = (id: string): string => `/api/v2/schedules/${encodeURIComponent(id)}`;

export const isPaused = ({ enabled }: Schedule): boolean => enabled === false;

interface ScheduleActionsProps {
  readonly schedule: Schedule;
  readonly isWritable: boolean;
  /** Whether the buttons are in a row of a list, and name the schedule. */
  readonly named?: boolean;
  readonly done: () => void;
}

/** Pauses or resumes a schedule, and starts its Job now. */
export function ScheduleActions({ schedule, isWritable, named = false, done }: ScheduleActionsProps) {
  const [asking, setAsking] = useState<'pause' | 'run'>();
  const close = (): void => setAsking(undefined);
  const button = (what: 'pause' | 'run', label: string) => (
    <button
      type="button"
      class={named ? 'plain' : undefined}
      aria-label={named ? `${label} ${schedule.code}` : undefined}
      onClick={() => setAsking(what)}
    >
      {label}
    </button>
  );
  return (
    <>
      {!named && may('POST', '/api/v2/jobs') && button('run', 'Run now')}
      {isWritable && may('PATCH', PATH) && button('pause', isPaused(schedule) ? 'Resume' : 'Pause')}
      {asking === 'pause' && <PauseDialog schedule={schedule} close={close} done={done} />}
      {asking === 'run' && <RunDialog schedule={schedule} close={close} />}
    </>
  );
}

interface DialogProps {
  readonly schedule: Schedule;
  readonly close: () => void;
}

function PauseDialog({ schedule, close, done }: DialogProps & { done: () => void }) {
  const paused = isPaused(schedule);
  const { id = '', code } = schedule;
  return (
    <Confirm
      title={`${paused ? 'Resume' : 'Pause'} ${code}`}
      action={paused ? 'Resume' : 'Pause'}
      close={close}
      run={async () => {
        await call('PATCH', pathOf(id), { enabled: paused });
        notify(`${code} is ${paused ? 'resumed' : 'paused'}.`);
        done();
      }}
    >
      <p>
        {paused
          ? 'It continues with its first run from now on. Jobs that it starts have your rights.'
          : 'It starts no Job until it is resumed. A Job that runs is not affected.'}
      </p>
    </Confirm>
  );
}

const RunDialog = ({ schedule, close }: DialogProps) => (
  <Confirm
    title={`Run ${schedule.code} now`}
    action="Start 1 job"
    close={close}
    run={async () => {
      const { id = '' } = await call<Job>('POST', '/api/v2/jobs', jobOfSchedule(schedule, new Date()));
      notify(`A job ${schedule.jobType} was started.`);
      navigate(['jobs', id]);
    }}
  >
    <p>
      A job {schedule.jobType} with the data and the steps of the schedule starts now, with your rights. The next run of
      the schedule stays as it is.
    </p>
  </Confirm>
);
