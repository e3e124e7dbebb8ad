import type { Job, JobStep } from '../../../../client/api.ts';
import { type Filter, searchPage } from '../api.ts';
import { between, counted, moment } from '../format.ts';
import { useLive } from '../live.ts';
import { LIST_MS, useLoad } from '../load.ts';
import { matchingIds } from '../matching.ts';
import { BulkActions } from '../parts/bulk/bulkActions.tsx';
import { useSelection } from '../parts/bulk/selection.ts';
import { ChoiceFilter, Filters, isoOf, TextFilter } from '../parts/filters.tsx';
import { Name } from '../parts/inlineText.tsx';
import { Failure } from '../parts/notices.tsx';
import { Pager, pageOf } from '../parts/pager.tsx';
import { Progress } from '../parts/progress.tsx';
import { Status } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { href, type Place } from '../router.ts';
import { View } from '../shell.tsx';
import { jobActions } from './jobActions.ts';

const SIZE = 50;
const statuses = [
  ['NEW', 'New'],
  ['IN_PROGRESS', 'In progress'],
  ['COMPLETED', 'Completed'],
  ['FAILED', 'Failed'],
] as const;

function filtersOf({ query }: Place): Filter[] {
  const rows: [string, string, string | undefined][] = [
    ['jobType', 'LIKE', query.get('type') ?? undefined],
    ['status', 'EQ', query.get('status') ?? undefined],
    ['startDate', 'GE', isoOf(query.get('from'))],
    ['startDate', 'LE', isoOf(query.get('to'))],
  ];
  return rows.flatMap(([column, operator, value]) => (value ? { column, operator, value } : []));
}

/** How many steps have failed of each of these Jobs; of none where there are more than a thousand. */
async function failedSteps(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const filters: Filter[] = [
    { column: 'jobId', operator: 'IN', value: ids.join(',') },
    { column: 'status', value: 'FAILED' },
  ];
  const { content, totalElements } = await searchPage<JobStep>('job-steps', { filters, size: 1_000 }, signal);
  const counts = new Map<string, number>();
  // Half a count would be a wrong one.
  if (totalElements > content.length) return counts;
  for (const { jobId = '' } of content) counts.set(jobId, (counts.get(jobId) ?? 0) + 1);
  return counts;
}

export function JobsView({ place }: { place: Place }) {
  const filters = filtersOf(place);
  const page = pageOf(place);
  const { live } = useLive();
  const { data, error, reload } = useLoad(
    (signal) =>
      searchPage<Job>(
        'jobs',
        { filters, sort: [{ column: 'startDate', direction: 'DESC' }], page, size: SIZE },
        signal,
      ),
    [filters, page],
    LIST_MS,
  );
  const selection = useSelection([filters, page]);
  const jobs = data?.content ?? [];
  const steps = new Map((live?.jobs ?? []).map((job) => [job.id, job.steps]));

  const ended = jobs.filter(({ status }) => status === 'FAILED').map(({ id = '' }) => id);
  // Steps may be found later than their Job: they are looked for again as well.
  const failed = useLoad((signal) => failedSteps(ended, signal), [ended], LIST_MS).data;
  const progressOf = ({ id = '', status }: Job) => {
    if (status === 'FAILED') {
      const count = failed?.get(id) ?? 0;
      return count > 0 && <span class="quiet">{counted(count, 'step')} failed</span>;
    }
    const counts = steps.get(id);
    return counts && status !== 'COMPLETED' && <Progress id={id} {...counts} />;
  };

  return (
    <View title="Jobs">
      <Filters place={place}>
        <TextFilter
          place={place}
          name="type"
          label="Type"
          suggestions={[...new Set(jobs.map(({ jobType }) => jobType))]}
        />
        <ChoiceFilter place={place} name="status" label="Status" choices={statuses} />
        <TextFilter place={place} name="from" label="Begun from" type="datetime-local" />
        <TextFilter place={place} name="to" label="Begun until" type="datetime-local" />
      </Filters>
      {error && <Failure error={error} />}
      <BulkActions
        actions={jobActions}
        noun="job"
        kind="jobs"
        filters={filters}
        rows={jobs}
        {...selection}
        matching={(wanted) => matchingIds<Job>('jobs', wanted, 'startDate', ({ startDate }) => startDate)}
        reload={reload}
      />
      {data && (
        <>
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
                    <Name of={jobType} />
                  </a>
                ),
              },
              {
                title: 'Status',
                cell: (job) => (
                  <>
                    <Status of={job.status} />
                    <div class="narrow">{progressOf(job)}</div>
                  </>
                ),
              },
              { title: 'Steps', wide: true, width: '30%', cell: progressOf },
              { title: 'Begun', cell: ({ startDate }) => <span class="nowrap">{moment(startDate)}</span> },
              {
                title: 'Took',
                figures: true,
                wide: true,
                cell: ({ startDate, endDate }) => between(startDate, endDate),
              },
              { title: 'By', wide: true, cell: ({ auditInfo }) => auditInfo?.whoInserted },
            ]}
          />
          <Pager place={place} page={page} size={SIZE} total={data.totalElements} />
        </>
      )}
    </View>
  );
}
