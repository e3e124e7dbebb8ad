import { useEffect, useRef, useState } from 'preact/hooks';
import type { Job, JobStep } from '../../../../client/api.ts';
import { workStart } from '../../../../domain/jobs/workStart.ts';
import { statusFilters } from '../../../../domain/savedQueries/listSearch.ts';
import { call, type FilterOrGroup, searchPage } from '../common/api.ts';
import { hasEnded, useFollowedJob } from '../common/followJob.ts';
import { between, duration, number, took } from '../common/format.ts';
import { useLive } from '../common/live.ts';
import { LIST_REFRESH_MS, useLoad } from '../common/load.ts';
import { LIST_SIZE } from '../common/requestsOfLink.ts';
import { href, type Location } from '../common/router.ts';
import { may } from '../common/schema.ts';
import { useWritable } from '../common/writable.ts';
import { allowedActions, BulkActions, type StateAction } from '../parts/bulk/bulkActions.tsx';
import { useRecordSelection } from '../parts/bulk/selection.ts';
import { StateActions } from '../parts/bulk/stateActions.tsx';
import { DescriptionItem } from '../parts/descriptionList.tsx';
import { ChoiceFilter, Filters, filtersFrom, TextFilter } from '../parts/filters.tsx';
import { BreakableName } from '../parts/inlineText.tsx';
import { selectionOf } from '../parts/list/timeRange.tsx';
import { Failure } from '../parts/notices.tsx';
import { sortingOf, sortOf } from '../parts/order/columnTitle.tsx';
import { Pager, pageOf } from '../parts/pager.tsx';
import { Progress } from '../parts/progress.tsx';
import { jobStatuses, Status, shownStatus } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { Id } from '../parts/values/copy.tsx';
import { Json } from '../parts/values/json.tsx';
import { Time } from '../parts/values/time.tsx';
import { View } from '../parts/view.tsx';
import { actionsOn } from './jobActions.ts';
import { ChainOfJob } from './jobs/jobChain.tsx';
import { processingInfo, StepDetails } from './stepDetails.tsx';

export function JobView({ id, location }: { id: string; location: Location }) {
  const [round, setRound] = useState(0);
  const { job, error } = useFollowedJob(id, round);
  const ended = job !== undefined && hasEnded(job);
  const reload = (): void => setRound((before) => before + 1);
  const isWritable = useWritable('Job', [id]);
  const { NEW = 0, IN_PROGRESS = 0, COMPLETED = 0, FAILED = 0, CANCELLED = 0 } = job?.progress ?? {};
  return (
    <View
      title={job?.jobType ?? 'Job'}
      pending={!job && !error}
      up={{ label: 'Jobs', path: ['jobs'] }}
      actions={
        <StateActions
          actions={actionsOn(job)}
          noun="job"
          id={id}
          status={job?.status}
          isWritable={isWritable(id)}
          done={reload}
        />
      }
    >
      {error && <Failure error={error} />}
      {job && (
        <>
          <dl class="description-list">
            <DescriptionItem name="Status">
              <Status of={shownStatus(job)} />
              {job.paused && <span class="quiet"> and paused</span>}
            </DescriptionItem>
            <DescriptionItem name="Created">
              <Time at={job.auditInfo?.whenInserted} exact />
            </DescriptionItem>
            {job.startAfter && workStart(job) === undefined && (
              <DescriptionItem name="Scheduled">
                <Time at={job.startAfter} exact />
              </DescriptionItem>
            )}
            <DescriptionItem name="Started">
              <Time at={workStart(job)} exact />
              {workStart(job) === undefined && (ended ? 'never' : 'not yet')}
            </DescriptionItem>
            <DescriptionItem name="Ended">
              <Time at={job.endDate} exact />
            </DescriptionItem>
            <DescriptionItem name="Took">
              {took(job)}
              {job.idleSeconds !== undefined && (
                <span class="quiet"> and {duration(job.idleSeconds)} before it was resent</span>
              )}
            </DescriptionItem>
            {job.unique && <DescriptionItem name="Unique key">{job.unique.key}</DescriptionItem>}
            <DescriptionItem name="Created by">{job.auditInfo?.whoInserted}</DescriptionItem>
            <DescriptionItem name="Id">
              <Id of={job.id} />
            </DescriptionItem>
          </dl>
          <div class="big">
            <Progress
              id={id}
              open={NEW + IN_PROGRESS}
              completed={COMPLETED}
              failed={FAILED}
              cancelled={CANCELLED}
              ended={ended}
            />
          </div>
          <DeadLetters of={job} />
          <ChainOfJob id={id} />
          {job.data !== undefined && (
            <details>
              <summary>Data</summary>
              <Json value={job.data} of="data" />
            </details>
          )}
        </>
      )}
      {may('GET', '/api/v2/job-steps/search/page') && (
        <Steps jobId={id} location={location} open={job && !ended} changed={reload} />
      )}
    </View>
  );
}

/** Links to the dead letters of steps of any job. A resend of a step removes its dead letter. */
function DeadLetters({ of: { status } }: { of: Job }) {
  const { live } = useLive();
  const queues = (live?.queues ?? []).filter(({ name, deadLetters }) => name.startsWith('step.') && deadLetters > 0);
  if (status !== 'FAILED' || queues.length === 0) return null;
  return (
    <p class="quiet">
      Dead letters of steps:{' '}
      {queues.map(({ name, deadLetters }) => (
        <span key={name}>
          <a href={href(['queues', name])}>{name}</a> {number(deadLetters)}{' '}
        </span>
      ))}
    </p>
  );
}

/** The filter of a text in the input, the result or the log of a step. */
const textFilters = (text: string | null): FilterOrGroup[] =>
  text
    ? [{ or: ['stepData', 'processingInfo', 'log'].map((column) => ({ column, operator: 'LIKE', value: text })) }]
    : [];

const stepActions: readonly StateAction[] = [
  {
    label: 'Resend',
    confirm: (what) => `Resend ${what}`,
    statuses: ['FAILED'],
    danger: false,
    explanation: 'The step is retried with all of its attempts.',
    operation: ['POST', '/api/v2/admin/job-steps/{jobStepId}/resend'],
    run: (id) => call('POST', `/api/v2/admin/job-steps/${id}/resend`),
    bulk: 'RESEND',
  },
];

/** Reloads when a job ends or continues, which changes its steps. It is no dependency of the load: new rows would lose the focus. */
function useReloadAtEnd(open: boolean | undefined, reload: () => void): void {
  const before = useRef(open);
  useEffect(() => {
    if (before.current !== undefined && before.current !== open) reload();
    before.current = open;
  }, [open, reload]);
}

function Steps({
  jobId,
  location,
  open,
  changed,
}: {
  jobId: string;
  location: Location;
  /** Undefined until the job is known. */
  open: boolean | undefined;
  changed: () => void;
}) {
  const status = location.query.get('status');
  const name = location.query.get('name');
  const filters: FilterOrGroup[] = [
    { column: 'jobId', value: jobId },
    ...statusFilters(status),
    ...filtersFrom([['name', 'LIKE', name ?? undefined]]),
    ...textFilters(location.query.get('text')),
  ];
  const page = pageOf(location);
  const chosen = location.query.get('sort');
  const sorting = chosen ? sortingOf(location, chosen) : { location, order: undefined };
  const { data, error, reload } = useLoad(
    (signal) => searchPage<JobStep>('job-steps', { filters, sort: sortOf(sorting), page, size: LIST_SIZE }, signal),
    [jobId, selectionOf(location)],
    // Search finds the end of the last step shortly after the end of the job.
    open ? 3_000 : LIST_REFRESH_MS,
    location.query.toString(),
  );
  useReloadAtEnd(open, reload);
  const steps = data?.content ?? [];
  const selection = useRecordSelection(
    'JobStep',
    steps.map(({ id = '' }) => id),
    [jobId, selectionOf(location), page],
  );
  const done = (): void => {
    reload();
    changed();
  };
  return (
    <>
      <h2>Steps</h2>
      <Filters location={location}>
        <TextFilter location={location} name="name" label="Name" />
        <ChoiceFilter location={location} name="status" label="Status" choices={jobStatuses} />
        <TextFilter location={location} name="text" label="Data or log contains" placeholder="any text of the step" />
      </Filters>
      {error && <Failure error={error} />}
      {data && (
        <>
          <BulkActions
            actions={stepActions}
            noun="step"
            kind="job-steps"
            filters={filters}
            selection={selection}
            reload={done}
          />
          <Table
            caption="Steps"
            rows={data.content}
            keyOf={({ id }) => id ?? ''}
            nameOf={({ name }) => name}
            details={(step) => <StepDetails step={step} />}
            selection={allowedActions(stepActions).length > 0 ? selection : undefined}
            empty={open && filters.length === 1 ? 'The Job has no steps yet.' : 'No step matches.'}
            sorting={sorting}
            columns={[
              {
                title: 'Step',
                names: true,
                opens: true,
                sort: 'name',
                cell: ({ name }) => <BreakableName of={name} />,
              },
              { title: 'Status', sort: 'status', cell: (step) => <Status of={shownStatus(step)} /> },
              {
                title: 'Took',
                figures: true,
                cell: ({ status, startDate, endDate }) => status !== 'NEW' && between(startDate, endDate),
              },
              {
                title: 'Attempts',
                figures: true,
                wide: true,
                cell: (step) => processingInfo(step, 'attempts') || processingInfo(step, 'attempt'),
              },
              { title: 'Worker', wide: true, cell: (step) => processingInfo(step, 'worker') },
              { title: 'Log', wide: true, cell: ({ log }) => <span class="clip">{log}</span> },
              {
                title: '',
                cell: ({ id = '', name, status }) => (
                  <StateActions
                    actions={stepActions}
                    noun="step"
                    id={id}
                    of={name}
                    status={status}
                    isWritable={selection.canSelect(id)}
                    done={done}
                  />
                ),
              },
            ]}
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
    </>
  );
}
