import { useEffect } from 'preact/hooks';
import type { Queue } from '../../../../../client/api.ts';
import { workStart } from '../../../../../domain/jobs/workStart.ts';
import { duration, number, pluralize } from '../../common/format.ts';
import { type LiveJob, type LiveState, useLive } from '../../common/live.ts';
import { href, useLocation } from '../../common/router.ts';
import { BreakableName, Count } from '../../parts/inlineText.tsx';
import { Progress } from '../../parts/progress.tsx';
import { Status } from '../../parts/status.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/values/time.tsx';
import { View } from '../../parts/view.tsx';
import { ActivityCharts } from './activityCharts.tsx';
import { ClientWorkers } from './clientWorkers.tsx';
import { Workers } from './workers.tsx';

/** Id of the heading of the workers. */
const WORKERS = 'workers';

const showWorkers = (): void => document.getElementById(WORKERS)?.focus();

export function Overview() {
  const { live } = useLive();
  const isAtWorkers = useLocation().query.get('at') === WORKERS;
  useEffect(() => {
    if (isAtWorkers) showWorkers();
  }, [isAtWorkers]);
  const jobs = live?.jobs ?? [];
  const mailbox = live?.workers.find(({ alive, bounceMailbox }) => alive && bounceMailbox)?.bounceMailbox;
  return (
    <View title="Overview">
      <ul class="health" aria-label="Health">
        {Object.entries(live?.health ?? {}).map(([name, state]) => (
          <li key={name}>
            <span class="quiet">{name}</span> <Status of={state} />
          </li>
        ))}
        {mailbox && (
          <li>
            <span class="quiet">bounce mailbox</span>{' '}
            <Status of={mailbox.reason === undefined ? 'ready' : 'degraded'} />
          </li>
        )}
      </ul>
      {mailbox?.reason !== undefined && (
        <p class="notice">
          The mailbox of bounces cannot be read since <Time at={mailbox.since} />: {mailbox.reason}
        </p>
      )}
      <h2 class="unseen">Now</h2>
      <Totals live={live} />
      <ActivityCharts />
      {jobs.length > 0 && (
        <>
          <h2>Running jobs</h2>
          <RunningJobs jobs={jobs} />
          {live && live.runningJobs > jobs.length && (
            <p class="quiet">
              The newest {number(jobs.length)} of {number(live.runningJobs)} running jobs.{' '}
              <a href={href(['jobs'], { status: 'IN_PROGRESS' })}>All running jobs</a>
            </p>
          )}
        </>
      )}
      <h2>Queues</h2>
      <BusyQueues queues={live?.queues} />
      <h2 id={WORKERS} tabIndex={-1}>
        Workers
      </h2>
      <Workers workers={live?.workers ?? []} />
      <ClientWorkers />
    </View>
  );
}

interface Total {
  readonly name: string;
  readonly value: string;
  readonly alarm?: boolean;
  /** The view that lists what the number counts. */
  readonly to: string;
  /** Shows the list where it is a part of this view. */
  readonly show?: () => void;
}

function Totals({ live }: Pick<LiveState, 'live'>) {
  const queues = live?.queues ?? [];
  const sum = (of: (queue: Queue) => number): number => queues.reduce((total, queue) => total + of(queue), 0);
  const alive = (live?.workers ?? []).filter((worker) => worker.alive);
  const oldest = Math.max(0, ...queues.map(({ oldestReadySeconds = 0 }) => oldestReadySeconds));
  const dead = sum(({ deadLetters }) => deadLetters);
  const slowest = queues.find(({ oldestReadySeconds }) => oldestReadySeconds === oldest);
  const toQueues = href(['queues']);
  const totals: readonly Total[] = [
    { name: 'Waiting', value: number(sum(({ ready, outbox }) => ready + outbox)), to: toQueues },
    { name: 'Running', value: number(sum(({ active }) => active)), to: toQueues },
    {
      name: 'Oldest waiting',
      value: oldest === 0 ? 'none' : duration(oldest),
      alarm: oldest > 60,
      to: oldest > 0 && slowest ? href(['queues', slowest.name]) : toQueues,
    },
    { name: 'Dead letters', value: number(dead), alarm: dead > 0, to: toQueues },
    {
      name: 'Workers alive',
      value: number(alive.length),
      alarm: live !== undefined && alive.length === 0,
      to: href([], { at: WORKERS }),
      // The location may be this one already.
      show: showWorkers,
    },
    {
      name: 'Running jobs',
      value: number(live?.runningJobs ?? 0),
      to: href(['jobs'], { status: 'IN_PROGRESS' }),
    },
    { name: 'New jobs', value: number(live?.newJobs ?? 0), to: href(['jobs'], { status: 'NEW' }) },
  ];
  return (
    <dl class="description-list large" style={{ marginTop: '16px' }}>
      {totals.map(({ name, value, alarm, to, show }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class={alarm ? 'alarm' : undefined}>
            {live && to ? (
              <a href={to} onClick={show}>
                {value}
              </a>
            ) : (
              '–'
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const RunningJobs = ({ jobs }: { jobs: readonly LiveJob[] }) => (
  <Table
    caption="Running jobs"
    rows={jobs}
    keyOf={({ id }) => id ?? ''}
    columns={[
      {
        title: 'Job',
        names: true,
        cell: ({ id, jobType }) => (
          <a href={href(['jobs', id ?? ''])}>
            <BreakableName of={jobType} />
          </a>
        ),
      },
      { title: 'Steps', cell: ({ id, steps }) => <Progress id={id ?? ''} {...steps} /> },
      { title: 'Started', wide: true, cell: (job) => <Time at={workStart(job)} /> },
    ]}
  />
);

/** The queues that have jobs or dead letters, or are paused. */
function BusyQueues({ queues }: { queues: readonly Queue[] | undefined }) {
  const busy = (queues ?? []).filter(
    ({ ready, outbox, active, deferred, deadLetters, paused }) =>
      ready + outbox + active + deferred + deadLetters > 0 || paused,
  );
  return (
    <>
      <Table
        caption="Queues"
        rows={busy}
        keyOf={({ name }) => name}
        empty={queues && 'All queues are empty.'}
        columns={[
          {
            title: 'Queue',
            names: true,
            cell: ({ name, paused }) => (
              <>
                <a href={href(['queues', name])}>
                  <BreakableName of={name} />
                </a>{' '}
                {paused && <Status of="paused" />}
              </>
            ),
          },
          { title: 'Waiting', figures: true, cell: ({ ready, outbox }) => <Count of={ready + outbox} /> },
          { title: 'Running', figures: true, cell: ({ active }) => <Count of={active} /> },
          { title: 'Scheduled', figures: true, wide: true, cell: ({ deferred }) => <Count of={deferred} /> },
          { title: 'Dead letters', figures: true, cell: ({ deadLetters }) => <Count of={deadLetters} alarm /> },
          {
            title: 'Oldest',
            figures: true,
            cell: ({ oldestReadySeconds }) => (oldestReadySeconds === undefined ? '' : duration(oldestReadySeconds)),
          },
        ]}
      />
      {queues && (
        <p class="quiet">
          {pluralize(queues.length - busy.length, 'empty queue')} not shown. <a href={href(['queues'])}>All queues</a>
        </p>
      )}
    </>
  );
}
