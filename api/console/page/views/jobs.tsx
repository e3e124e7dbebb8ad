import type { ComponentChildren } from 'preact';
import type { Job, JobStep } from '../../../../client/api.ts';
import { type Filter, searchPage } from '../common/api.ts';
import { between, moment, pluralize } from '../common/format.ts';
import { useLive } from '../common/live.ts';
import { LIST_REFRESH_MS, useLoad } from '../common/load.ts';
import { matchingIds } from '../common/matching.ts';
import { href, type Location } from '../common/router.ts';
import { may } from '../common/schema.ts';
import { allowedActions, BulkActions } from '../parts/bulk/bulkActions.tsx';
import { useRecordSelection } from '../parts/bulk/selection.ts';
import { ChoiceFilter, Filters, filtersFrom, isoOf, TextFilter } from '../parts/filters.tsx';
import { BreakableName } from '../parts/inlineText.tsx';
import { Failure } from '../parts/notices.tsx';
import { Pager, pageOf } from '../parts/pager.tsx';
import { Progress } from '../parts/progress.tsx';
import { jobStatuses, Status, shownStatus, statusFilters } from '../parts/status.tsx';
import { type Selection, Table } from '../parts/table.tsx';
import { View } from '../parts/view.tsx';
import { jobActions } from './jobActions.ts';

const SIZE = 50;

function filtersOf({ query }: Location): Filter[] {
  return filtersFrom([
    ['jobType', 'LIKE', query.get('type') ?? undefined],
    ...statusFilters(query.get('status')),
    ['startDate', 'GE', isoOf(query.get('from'))],
    ['startDate', 'LE', isoOf(query.get('to'))],
  ]);
}

/** Returns the number of failed steps of each job; empty if more than a thousand steps have failed. */
async function failedSteps(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0 || !may('GET', '/api/v2/job-steps/search/page')) return new Map();
  const filters: Filter[] = [
    { column: 'jobId', operator: 'IN', value: ids.join(',') },
    { column: 'status', value: 'FAILED' },
  ];
  const { content, totalElements } = await searchPage<JobStep>('job-steps', { filters, size: 1_000 }, signal);
  const counts = new Map<string, number>();
  // A partial count would be wrong.
  if (totalElements > content.length) return counts;
  for (const { jobId = '' } of content) counts.set(jobId, (counts.get(jobId) ?? 0) + 1);
  return counts;
}

/** The progress of a job in a cell of the list, from the live figures or from its failed steps. */
function useProgress(jobs: readonly Job[]): (job: Job) => ComponentChildren {
  const { live } = useLive();
  const steps = new Map((live?.jobs ?? []).map((job) => [job.id, job.steps]));
  const failedJobs = jobs.filter(({ status }) => status === 'FAILED').map(({ id = '' }) => id);
  // Search can find steps after their job, so they are refreshed as well.
  const failed = useLoad((signal) => failedSteps(failedJobs, signal), [failedJobs], LIST_REFRESH_MS).data;
  return ({ id = '', status }) => {
    if (status === 'FAILED') {
      const count = failed?.get(id) ?? 0;
      return count > 0 && <span class="quiet">{pluralize(count, 'step')} failed</span>;
    }
    const counts = steps.get(id);
    return counts && status !== 'COMPLETED' && <Progress id={id} {...counts} />;
  };
}

export function JobsView({ location }: { location: Location }) {
  const filters = filtersOf(location);
  const page = pageOf(location);
  const { data, error, reload } = useLoad(
    (signal) =>
      searchPage<Job>(
        'jobs',
        { filters, sort: [{ column: 'startDate', direction: 'DESC' }], page, size: SIZE },
        signal,
      ),
    [filters, page],
    LIST_REFRESH_MS,
  );
  const jobs = data?.content ?? [];
  const selection = useRecordSelection(
    'Job',
    jobs.map(({ id = '' }) => id),
    [filters, page],
  );
  return (
    <View title="Jobs">
      <Filters location={location}>
        <TextFilter
          location={location}
          name="type"
          label="Type"
          suggestions={[...new Set(jobs.map(({ jobType }) => jobType))]}
        />
        <ChoiceFilter location={location} name="status" label="Status" choices={jobStatuses} />
        <TextFilter location={location} name="from" label="Started from" type="datetime-local" />
        <TextFilter location={location} name="to" label="Started until" type="datetime-local" />
      </Filters>
      {error && <Failure error={error} />}
      <BulkActions
        actions={jobActions}
        noun="job"
        kind="jobs"
        filters={filters}
        rows={jobs}
        selection={selection}
        matching={(matched) => matchingIds<Job>('jobs', matched, 'startDate', ({ startDate }) => startDate)}
        reload={reload}
      />
      {data && (
        <>
          <JobTable jobs={jobs} selection={allowedActions(jobActions).length > 0 ? selection : undefined} />
          <Pager location={location} page={page} size={SIZE} total={data.totalElements} />
        </>
      )}
    </View>
  );
}

function JobTable({ jobs, selection }: { jobs: readonly Job[]; selection: Selection | undefined }) {
  const progressOf = useProgress(jobs);
  return (
    <Table
      caption="Jobs"
      rows={jobs}
      keyOf={({ id }) => id ?? ''}
      nameOf={({ jobType, id }) => `${jobType} ${id}`}
      selection={selection}
      empty="No job matches."
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
        {
          title: 'Status',
          cell: (job) => (
            <>
              <Status of={shownStatus(job)} />
              <div class="narrow">{progressOf(job)}</div>
            </>
          ),
        },
        { title: 'Steps', wide: true, width: '30%', cell: progressOf },
        { title: 'Started', cell: ({ startDate }) => <span class="nowrap">{moment(startDate)}</span> },
        {
          title: 'Duration',
          figures: true,
          wide: true,
          cell: ({ startDate, endDate }) => between(startDate, endDate),
        },
        { title: 'Created by', wide: true, cell: ({ auditInfo }) => auditInfo?.whoInserted },
      ]}
    />
  );
}
