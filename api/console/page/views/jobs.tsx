import { useState } from 'preact/hooks';
import type { Job } from '../../../../client/api.ts';
import { countOf, type Filter, searchPage } from '../api.ts';
import { between, counted, moment } from '../format.ts';
import { useLive } from '../live.ts';
import { useLoad } from '../load.ts';
import { Bulk, type BulkTask, each } from '../parts/bulk.tsx';
import { ChoiceFilter, Filters, isoOf, TextFilter } from '../parts/filters.tsx';
import { Failure, tell } from '../parts/notices.tsx';
import { Pager, pageOf } from '../parts/pager.tsx';
import { Progress } from '../parts/progress.tsx';
import { Status } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { href, type Place } from '../router.ts';
import { View } from '../shell.tsx';
import { applicable, type JobAction, jobActions, matchingJobs } from './jobActions.ts';

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
    5_000,
  );
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [task, setTask] = useState<BulkTask>();
  const [failure, setFailure] = useState<Error>();
  const jobs = data?.content ?? [];
  const steps = new Map((live?.jobs ?? []).map((job) => [job.id, job.steps]));

  const progressOf = ({ id, status }: Job) => {
    const counts = steps.get(id);
    return counts && status !== 'COMPLETED' && status !== 'FAILED' && <Progress id={id ?? ''} {...counts} />;
  };

  const onSelected = (action: JobAction): void => {
    const ids = jobs
      .filter(({ id, status }) => selected.has(id ?? '') && action.statuses.includes(status))
      .map(({ id }) => id ?? '');
    setTask(taskOf(action, ids.length, () => each(ids), selected.size - ids.length));
  };
  const onMatching = async (action: JobAction): Promise<void> => {
    setFailure(undefined);
    try {
      const matching = applicable(filters, action);
      const total = await countOf('jobs', { filters: matching });
      setTask(taskOf(action, total, () => matchingJobs(matching), 0));
    } catch (reason) {
      setFailure(reason as Error);
    }
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
      {(error ?? failure) && <Failure error={(error ?? failure) as Error} />}
      <div class="selected">
        {selected.size > 0 ? (
          <>
            <span role="status">{counted(selected.size, 'job')} selected</span>
            {jobActions.map((action) => (
              <button key={action.name} type="button" onClick={() => onSelected(action)}>
                {action.label}
              </button>
            ))}
          </>
        ) : (
          <>
            <span class="quiet">All that match:</span>
            {jobActions.map((action) => (
              <button key={action.name} type="button" onClick={() => void onMatching(action)} disabled={!data}>
                {action.label}…
              </button>
            ))}
          </>
        )}
      </div>
      {data && (
        <>
          <Table
            caption="Jobs"
            rows={jobs}
            keyOf={({ id }) => id ?? ''}
            nameOf={({ jobType, id }) => `${jobType} ${id}`}
            selection={{ selected, select: setSelected }}
            empty="No job matches."
            columns={[
              {
                title: 'Job',
                names: true,
                cell: ({ id, jobType }) => <a href={href(['jobs', id ?? ''])}>{jobType}</a>,
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
      {task && (
        <Bulk
          task={task}
          close={(changed) => {
            setTask(undefined);
            if (!changed) return;
            setSelected(new Set());
            tell(`${task.action}: done.`);
            reload();
          }}
        />
      )}
    </View>
  );
}

function taskOf(action: JobAction, total: number, ids: BulkTask['ids'], left: number): BulkTask {
  return {
    title: `${action.label}: ${counted(total, 'job')}`,
    action: `${action.label} (${total})`,
    total,
    ids,
    run: action.run,
    danger: action.danger,
    said: (
      <>
        <p>{action.said}</p>
        {left > 0 && <p class="quiet">{counted(left, 'other')} selected cannot be: their status is another.</p>}
      </>
    ),
  };
}
