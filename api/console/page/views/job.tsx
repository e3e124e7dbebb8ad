import { useEffect, useState } from 'preact/hooks';
import type { Job, JobStep } from '../../../../client/api.ts';
import { ApiError, call, errorOf, type Filter, get, searchPage } from '../common/api.ts';
import { between, moment, number } from '../common/format.ts';
import { useLive } from '../common/live.ts';
import { LIST_REFRESH_MS, useLoad } from '../common/load.ts';
import { matchingIds } from '../common/matching.ts';
import { href, type Location } from '../common/router.ts';
import { may } from '../common/schema.ts';
import { useWritable } from '../common/writable.ts';
import { allowedActions, BulkActions, type StateAction } from '../parts/bulk/bulkActions.tsx';
import { useRecordSelection } from '../parts/bulk/selection.ts';
import { StateActions } from '../parts/bulk/stateActions.tsx';
import { DescriptionItem } from '../parts/descriptionList.tsx';
import { ChoiceFilter, Filters, filtersFrom, TextFilter } from '../parts/filters.tsx';
import { BreakableName } from '../parts/inlineText.tsx';
import { Failure } from '../parts/notices.tsx';
import { Pager, pageOf } from '../parts/pager.tsx';
import { Progress } from '../parts/progress.tsx';
import { jobStatuses, Status, shownStatus, statusFilters } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { View } from '../parts/view.tsx';
import { jobActions } from './jobActions.ts';

const SIZE = 50;

/** Delay before a broken stream is reopened, in ms. */
const RECONNECT_MS = 2_000;

const hasEnded = ({ status }: Job): boolean => status === 'COMPLETED' || status === 'FAILED';

type JobEvent = Job & { progress?: Record<'NEW' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED', number> };

/** The current job: updated by events while it is running, and reloaded at the end of the stream. */
function useJob(id: string, round: number): { job: JobEvent | undefined; error: Error | undefined } {
  const [job, setJob] = useState<JobEvent>();
  const [error, setError] = useState<Error>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round opens a new stream
  useEffect(() => {
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const path = `/api/v2/jobs/${encodeURIComponent(id)}`;
    const take = ({ data }: MessageEvent): void => {
      const news: JobEvent = JSON.parse(String(data));
      setError(undefined);
      setJob((before) => ({ ...(before?.progress && { progress: before.progress }), ...news }));
    };
    const follow = (): void => {
      source = new EventSource(`${path}/events`);
      source.onmessage = take;
      source.addEventListener('progress', take);
      source.onerror = () => {
        // The stream ends with its job. It is not opened for a job that does not exist.
        source.close();
        void refresh();
      };
    };
    const refresh = async (): Promise<void> => {
      try {
        const found = await get<Job>(path);
        setJob((before) => ({ ...before, ...found }));
        setError(undefined);
        if (hasEnded(found)) return;
      } catch (failure) {
        setError(errorOf(failure));
        if (failure instanceof ApiError && failure.status === 404) return;
      }
      timer = setTimeout(follow, RECONNECT_MS);
    };
    follow();
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [id, round]);
  return { job, error };
}

const info = ({ processingInfo }: JobStep, name: string): string => {
  const value = (processingInfo as Record<string, unknown> | undefined)?.[name];
  return value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
};

export function JobView({ id, location }: { id: string; location: Location }) {
  const [round, setRound] = useState(0);
  const { job, error } = useJob(id, round);
  const ended = job !== undefined && hasEnded(job);
  const reload = (): void => setRound((before) => before + 1);
  const isWritable = useWritable('Job', [id]);
  const { NEW = 0, IN_PROGRESS = 0, COMPLETED = 0, FAILED = 0 } = job?.progress ?? {};
  return (
    <View
      title={job?.jobType ?? 'Job'}
      up={{ label: 'Jobs', path: ['jobs'] }}
      actions={
        <StateActions
          actions={jobActions}
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
            </DescriptionItem>
            <DescriptionItem name="Started">{moment(job.startDate)}</DescriptionItem>
            <DescriptionItem name="Ended">{moment(job.endDate)}</DescriptionItem>
            <DescriptionItem name="Duration">{between(job.startDate, job.endDate)}</DescriptionItem>
            <DescriptionItem name="Created by">{job.auditInfo?.whoInserted}</DescriptionItem>
            <DescriptionItem name="Id">
              <span class="code">{job.id}</span>
            </DescriptionItem>
          </dl>
          <div class="big">
            <Progress id={id} open={NEW + IN_PROGRESS} completed={COMPLETED} failed={FAILED} ended={ended} />
          </div>
          <DeadLetters of={job} />
          {job.data !== undefined && (
            <details>
              <summary>Data</summary>
              <pre>{JSON.stringify(job.data, null, 2)}</pre>
            </details>
          )}
        </>
      )}
      {may('GET', '/api/v2/job-steps/search/page') && (
        <Steps jobId={id} location={location} open={job !== undefined && !ended} changed={reload} />
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

/** The column for paging through all steps. Every record has it. */
const CREATED_AT = 'auditInfo.whenInserted';

const stepActions: readonly StateAction[] = [
  {
    label: 'Resend',
    confirm: (what) => `Resend ${what}`,
    statuses: ['FAILED'],
    danger: false,
    explanation: 'The step is retried with all of its attempts.',
    operation: ['POST', '/api/v2/admin/job-steps/{jobStepId}/resend'],
    run: (id) => call('POST', `/api/v2/admin/job-steps/${id}/resend`),
  },
];

function Steps({
  jobId,
  location,
  open,
  changed,
}: {
  jobId: string;
  location: Location;
  open: boolean;
  changed: () => void;
}) {
  const status = location.query.get('status');
  const name = location.query.get('name');
  const filters: Filter[] = [{ column: 'jobId', value: jobId }, ...filtersFrom(statusFilters(status))];
  if (name) filters.push({ column: 'name', operator: 'LIKE', value: name });
  const page = pageOf(location);
  const { data, error, reload } = useLoad(
    (signal) => searchPage<JobStep>('job-steps', { filters, page, size: SIZE }, signal),
    [filters, page],
    // Search finds the end of the last step shortly after the end of the job.
    open ? 3_000 : LIST_REFRESH_MS,
  );
  // Not a dependency of the load: new rows would lose the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a job that ends or continues changes its steps
  useEffect(reload, [open]);
  const steps = data?.content ?? [];
  const selection = useRecordSelection(
    'JobStep',
    steps.map(({ id = '' }) => id),
    [filters, page],
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
      </Filters>
      {error && <Failure error={error} />}
      {data && (
        <>
          <BulkActions
            actions={stepActions}
            noun="step"
            kind="job-steps"
            filters={filters}
            rows={data.content}
            selection={selection}
            matching={(matched) =>
              matchingIds<JobStep>('job-steps', matched, CREATED_AT, ({ auditInfo }) => auditInfo?.whenInserted)
            }
            reload={done}
          />
          <Table
            caption="Steps"
            rows={data.content}
            keyOf={({ id }) => id ?? ''}
            nameOf={({ name }) => name}
            details={(step) => <StepDetails step={step} />}
            selection={allowedActions(stepActions).length > 0 ? selection : undefined}
            empty={open && filters.length === 1 ? 'The steps appear within seconds.' : 'No step matches.'}
            columns={[
              { title: 'Step', names: true, opens: true, cell: ({ name }) => <BreakableName of={name} /> },
              { title: 'Status', cell: (step) => <Status of={shownStatus(step)} /> },
              { title: 'Duration', figures: true, cell: ({ startDate, endDate }) => between(startDate, endDate) },
              {
                title: 'Attempts',
                figures: true,
                wide: true,
                cell: (step) => info(step, 'attempts') || info(step, 'attempt'),
              },
              { title: 'Worker', wide: true, cell: (step) => info(step, 'worker') },
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
          <Pager location={location} page={page} size={SIZE} total={data.totalElements} />
        </>
      )}
    </>
  );
}

/** The details of a step. */
function StepDetails({ step }: { step: JobStep }) {
  const { id, chunk = [], chunkId, stepData, processingInfo, startDate, endDate, log } = step;
  return (
    <>
      <dl class="description-list">
        <DescriptionItem name="Started">{moment(startDate)}</DescriptionItem>
        <DescriptionItem name="Ended">{moment(endDate)}</DescriptionItem>
        {chunk.length > 0 && (
          <DescriptionItem name="Chunk">
            {stepData?.chunkIsRange === true ? chunk.join(' to ') : `${number(chunk.length)} ids`}
          </DescriptionItem>
        )}
        <DescriptionItem name="Id">
          <span class="code">{id}</span>
        </DescriptionItem>
      </dl>
      {log && <pre>{log}</pre>}
      {(chunkId ?? stepData ?? processingInfo) !== undefined && (
        <pre>{JSON.stringify({ chunkId, stepData, processingInfo }, null, 2)}</pre>
      )}
    </>
  );
}
