import type { ComponentChildren } from 'preact';
import type { Job } from '../../../../client/api.ts';
import { workStart } from '../../../../domain/jobs/workStart.ts';
import { ACCEPTED, viewFilters } from '../../../../domain/savedQueries/listSearch.ts';
import { searchPage } from '../common/api.ts';
import { type CurrentJob, useCurrentJobs } from '../common/currentJobs.ts';
import { pluralize, took } from '../common/format.ts';
import { LIST_REFRESH_MS, useLoad } from '../common/load.ts';
import { LIST_SIZE } from '../common/requestsOfLink.ts';
import { href, type Location } from '../common/router.ts';
import { isoOfField } from '../common/zone.ts';
import { allowedActions, BulkActions } from '../parts/bulk/bulkActions.tsx';
import { useRecordSelection } from '../parts/bulk/selection.ts';
import { ChoiceFilter, Filters, TextFilter } from '../parts/filters.tsx';
import { BreakableName } from '../parts/inlineText.tsx';
import { useColumnChoice } from '../parts/list/columnChoice.tsx';
import { ListBar } from '../parts/list/listBar.tsx';
import { NoRecords } from '../parts/list/noRecords.tsx';
import { selectionOf } from '../parts/list/timeRange.tsx';
import { Failure } from '../parts/notices.tsx';
import { sortingOf, sortOf } from '../parts/order/columnTitle.tsx';
import { Pager, pageOf } from '../parts/pager.tsx';
import { Progress } from '../parts/progress.tsx';
import { jobStatuses, Status, shownStatus } from '../parts/status.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { Time } from '../parts/values/time.tsx';
import { View } from '../parts/view.tsx';
import { jobActions } from './jobActions.ts';
import { type StepsOfJobs, useStepsOfJobs } from './stepsOfJobs.ts';

/** The steps of a job in a cell of the list: its progress from the live figures, or how many have failed, or how many it has. */
const progressWith =
  (stepsOfJobs: StepsOfJobs) =>
  ({ id = '', status, steps, endDate }: CurrentJob): ComponentChildren => {
    if (steps && status === 'IN_PROGRESS') return <Progress id={id} {...steps} />;
    const { count, failed } = stepsOfJobs.get(id) ?? {};
    if (failed !== undefined) return <span class="quiet">{pluralize(failed, 'step')} failed</span>;
    if (count === undefined) return undefined;
    return <span class="quiet">{count > 0 ? pluralize(count, 'step') : endDate ? 'no steps' : 'no steps yet'}</span>;
  };

export function JobsView({ location }: { location: Location }) {
  const filters = viewFilters('jobs', location.query, isoOfField);
  const page = pageOf(location);
  const sorting = sortingOf(location, ACCEPTED);
  const { data, error, reload } = useLoad(
    (signal) => searchPage<Job>('jobs', { filters, sort: sortOf(sorting), page, size: LIST_SIZE }, signal),
    [selectionOf(location)],
    LIST_REFRESH_MS,
    location.query.toString(),
  );
  const jobs = useCurrentJobs(data?.content ?? []);
  const selection = useRecordSelection(
    'Job',
    jobs.map(({ id = '' }) => id),
    [selectionOf(location), page],
  );
  const stepsOfJobs = useStepsOfJobs(jobs);
  const { shown, chooser } = useColumnChoice('jobs', columnsOf(progressWith(stepsOfJobs), stepsOfJobs));
  return (
    <View title="Jobs" pending={!data && !error}>
      <Filters location={location}>
        <TextFilter
          location={location}
          name="type"
          label="Type"
          suggestions={[...new Set(jobs.map(({ jobType }) => jobType))]}
        />
        <ChoiceFilter location={location} name="status" label="Status" choices={jobStatuses} />
        <TextFilter location={location} name="text" label="Data contains" placeholder="any text in the data" />
        <TextFilter location={location} name="from" label="Created from" type="datetime-local" />
        <TextFilter location={location} name="to" label="Created until" type="datetime-local" />
      </Filters>
      <ListBar location={location} times="Created">
        {chooser}
      </ListBar>
      {error && <Failure error={error} />}
      <BulkActions
        actions={jobActions}
        noun="job"
        kind="jobs"
        filters={filters}
        selection={selection}
        reload={reload}
      />
      {data && (
        <>
          <Table
            caption="Jobs"
            rows={jobs}
            keyOf={({ id }) => id ?? ''}
            nameOf={({ jobType, id }) => `${jobType} ${id}`}
            selection={allowedActions(jobActions).length > 0 ? selection : undefined}
            sorting={sorting}
            empty={
              location.query.size > 0 ? (
                'No job matches.'
              ) : (
                <NoRecords
                  of="jobs"
                  about="Clients create jobs, and so do schedules, imports, and the actions of this console."
                />
              )
            }
            columns={shown}
          />
          <Pager
            location={location}
            page={page}
            size={LIST_SIZE}
            total={data.totalElements}
            isLowerBound={data.totalIsLowerBound}
          />
        </>
      )}
    </View>
  );
}

/** Why no step of a job starts. */
function WaitReason({ of: job }: { of: CurrentJob }) {
  if (job.endDate) return null;
  if (job.paused) return <span class="quiet">Paused</span>;
  if (job.waits) return <span class="quiet">Waits for the jobs before it</span>;
  if (!job.startAfter || workStart(job) !== undefined) return null;
  return (
    <span class="quiet">
      Scheduled: <Time at={job.startAfter} />
    </span>
  );
}

const columnsOf = (
  progressOf: (job: CurrentJob) => ComponentChildren,
  stepsOfJobs: StepsOfJobs,
): Column<CurrentJob>[] => [
  {
    title: 'Job',
    names: true,
    sort: 'jobType',
    cell: ({ id, jobType }) => (
      <a href={href(['jobs', id ?? ''])}>
        <BreakableName of={jobType} />
      </a>
    ),
  },
  {
    title: 'Status',
    sort: 'status',
    cell: (job) => (
      <>
        <Status of={shownStatus(job)} />
        <div class="narrow">{progressOf(job)}</div>
      </>
    ),
  },
  { title: 'Steps', wide: true, width: '14%', cell: progressOf },
  {
    title: 'Reason',
    wide: true,
    width: '19%',
    cell: (job) => <span class="clip">{stepsOfJobs.get(job.id ?? '')?.reason ?? <WaitReason of={job} />}</span>,
  },
  {
    title: 'Created',
    sort: '-auditInfo.whenInserted',
    cell: ({ auditInfo }) => <Time at={auditInfo?.whenInserted} />,
  },
  {
    title: 'Started',
    wide: true,
    sort: '-startedAt',
    cell: (job) => <Time at={workStart(job)} />,
  },
  {
    title: 'Ended',
    sort: '-endDate',
    optional: true,
    cell: ({ endDate }) => <Time at={endDate} />,
  },
  {
    title: 'Took',
    figures: true,
    wide: true,
    cell: took,
  },
  {
    title: 'Created by',
    wide: true,
    sort: 'auditInfo.whoInserted',
    cell: ({ auditInfo }) => auditInfo?.whoInserted,
  },
  { title: 'Id', optional: true, cell: ({ id }) => <span class="code">{id}</span> },
];
