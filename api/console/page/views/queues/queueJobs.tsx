import type { Queue, QueueJob } from '../../../../../client/api.ts';
import { get, type Page } from '../../common/api.ts';
import { between } from '../../common/format.ts';
import { LIST_REFRESH_MS, useLoad } from '../../common/load.ts';
import { href, type Location } from '../../common/router.ts';
import { Failure } from '../../parts/notices.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Status } from '../../parts/status.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Time } from '../../parts/values/time.tsx';
import { queueJobDetails } from './queueJobDetails.tsx';
import { queuePath } from './queuePath.ts';

const SIZE = 20;

type State = 'WAITING' | 'RUNNING' | 'SCHEDULED' | 'ENDED';

const states: readonly { readonly state: State; readonly label: string; readonly empty: string }[] = [
  { state: 'WAITING', label: 'Waiting', empty: 'No job is waiting.' },
  { state: 'RUNNING', label: 'Running', empty: 'No job is running.' },
  { state: 'SCHEDULED', label: 'Scheduled', empty: 'No job is scheduled.' },
  { state: 'ENDED', label: 'History', empty: 'No job has ended lately. Ended jobs are deleted after a while.' },
];

const columnsOf: Readonly<Record<State, readonly Column<QueueJob>[]>> = {
  WAITING: [{ title: 'Due', cell: ({ dueAt }) => <Time at={dueAt} /> }],
  RUNNING: [{ title: 'Started', cell: ({ startedAt }) => <Time at={startedAt} /> }],
  SCHEDULED: [{ title: 'Due', cell: ({ dueAt }) => <Time at={dueAt} exact /> }],
  ENDED: [
    { title: 'State', cell: ({ state }) => <Status of={state} /> },
    { title: 'Ended', cell: ({ endedAt }) => <Time at={endedAt} /> },
    {
      title: 'Duration',
      figures: true,
      wide: true,
      cell: ({ startedAt, endedAt }) => between(startedAt, endedAt),
    },
  ],
};

/** The jobs of a queue in one state, which the location names. */
export function QueueJobs({ name, location, queue }: { name: string; location: Location; queue: Queue | undefined }) {
  const chosen = states.find(({ state }) => state === location.query.get('jobs'))?.state ?? 'SCHEDULED';
  const page = Math.max(0, Number.parseInt(location.query.get('jobsPage') ?? '0', 10) || 0);
  const { data, error } = useLoad(
    (signal) => get<Page<QueueJob>>(`${queuePath(name)}/jobs`, { query: { state: chosen, page, size: SIZE }, signal }),
    [name, chosen, page],
    LIST_REFRESH_MS,
  );
  const counts: Partial<Record<State, number>> = queue
    ? { WAITING: queue.ready, RUNNING: queue.active, SCHEDULED: queue.deferred }
    : {};
  const { jobsPage: _, ...others } = Object.fromEntries(location.query);
  return (
    <section aria-labelledby="queue-jobs">
      <div class="row headed">
        <h2 id="queue-jobs">Queue jobs</h2>
        <nav class="group" aria-label="Queue jobs by state">
          {states.map(({ state, label }) => (
            <a
              key={state}
              class="button plain"
              href={href(location.path, { ...others, jobs: state })}
              aria-current={state === chosen ? 'true' : undefined}
            >
              {label} {counts[state] !== undefined && <span class="quiet">{counts[state]}</span>}
            </a>
          ))}
        </nav>
      </div>
      {error && <Failure error={error} />}
      {data && (
        <>
          <Table
            caption="Queue jobs"
            rows={data.content}
            keyOf={({ id }) => id}
            empty={states.find(({ state }) => state === chosen)?.empty}
            details={queueJobDetails}
            columns={[
              { title: 'Queue job', names: true, opens: true, cell: ({ id }) => <span class="code">{id}</span> },
              ...columnsOf[chosen],
              { title: 'Attempts', figures: true, wide: true, cell: ({ attempts }) => attempts },
              { title: 'Queued', wide: true, cell: ({ queuedAt }) => <Time at={queuedAt} /> },
              { title: 'Reason', wide: true, cell: ({ reason }) => <span class="clip">{reason}</span> },
            ]}
          />
          <Pager
            location={location}
            name="jobsPage"
            page={page}
            size={SIZE}
            total={data.totalElements}
            maxRecords={Number.POSITIVE_INFINITY}
          />
        </>
      )}
    </section>
  );
}
