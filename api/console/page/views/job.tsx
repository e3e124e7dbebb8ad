import { useEffect, useState } from 'preact/hooks';
import type { Job, JobStep } from '../../../../client/api.ts';
import { call, type Filter, get, Refused, searchPage } from '../api.ts';
import { between, moment, number } from '../format.ts';
import { useLive } from '../live.ts';
import { LIST_MS, useLoad } from '../load.ts';
import { matchingIds } from '../matching.ts';
import { BulkActions, type StateAction } from '../parts/bulk/bulkActions.tsx';
import { useSelection } from '../parts/bulk/selection.ts';
import { StateActions } from '../parts/bulk/stateActions.tsx';
import { Fact } from '../parts/descriptionList.tsx';
import { ChoiceFilter, Filters, TextFilter } from '../parts/filters.tsx';
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

/** Until a stream that was cut is followed anew. */
const AGAIN_MS = 2_000;

const hasEnded = ({ status }: Job): boolean => status === 'COMPLETED' || status === 'FAILED';

type Followed = Job & { progress?: Record<'NEW' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED', number> };

/** The Job as it is now: by events while it is under way, asked for again when the stream has ended. */
function useJob(id: string, round: number): { job: Followed | undefined; error: Error | undefined } {
  const [job, setJob] = useState<Followed>();
  const [error, setError] = useState<Error>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round follows anew
  useEffect(() => {
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const path = `/api/v2/jobs/${encodeURIComponent(id)}`;
    const take = ({ data }: MessageEvent): void => {
      const news = JSON.parse(data as string) as Followed;
      setError(undefined);
      setJob((before) => ({ ...(before?.progress && { progress: before.progress }), ...news }));
    };
    const follow = (): void => {
      source = new EventSource(`${path}/events`);
      source.onmessage = take;
      source.addEventListener('progress', take);
      source.onerror = () => {
        // The stream of a Job that has ended ends; of one that is not there it never begins.
        source.close();
        void look();
      };
    };
    const look = async (): Promise<void> => {
      try {
        const found = await get<Job>(path);
        setJob((before) => ({ ...before, ...found }));
        setError(undefined);
        if (hasEnded(found)) return;
      } catch (failure) {
        setError(failure as Error);
        if (failure instanceof Refused && failure.status === 404) return;
      }
      timer = setTimeout(follow, AGAIN_MS);
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

export function JobView({ id, place }: { id: string; place: Place }) {
  const [round, setRound] = useState(0);
  const { job, error } = useJob(id, round);
  const ended = job !== undefined && hasEnded(job);
  const again = (): void => setRound((before) => before + 1);
  const { NEW = 0, IN_PROGRESS = 0, COMPLETED = 0, FAILED = 0 } = job?.progress ?? {};
  return (
    <View
      title={job?.jobType ?? 'Job'}
      up={{ label: 'Jobs', path: ['jobs'] }}
      actions={<StateActions actions={jobActions} noun="job" id={id} status={job?.status} done={again} />}
    >
      {error && <Failure error={error} />}
      {job && (
        <>
          <dl class="facts">
            <Fact name="Status">
              <Status of={job.status} />
            </Fact>
            <Fact name="Begun">{moment(job.startDate)}</Fact>
            <Fact name="Ended">{moment(job.endDate)}</Fact>
            <Fact name="Took">{between(job.startDate, job.endDate)}</Fact>
            <Fact name="By">{job.auditInfo?.whoInserted}</Fact>
            <Fact name="Id">
              <span class="code">{job.id}</span>
            </Fact>
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
      <Steps jobId={id} place={place} open={job !== undefined && !ended} changed={again} />
    </View>
  );
}

/** Where queue jobs of failed steps lie, of this Job’s or of another’s: resending the steps takes them away. */
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

const stepStatuses = [
  ['NEW', 'New'],
  ['IN_PROGRESS', 'In progress'],
  ['COMPLETED', 'Completed'],
  ['FAILED', 'Failed'],
] as const;

/** When it was made: kept by the service for each. */
const MADE = 'auditInfo.whenInserted';

const stepActions: readonly StateAction[] = [
  {
    label: 'Resend',
    statuses: ['FAILED'],
    danger: false,
    said: 'What is resent is tried again from the beginning, with all of its tries.',
    run: (id) => call('POST', `/api/v2/admin/job-steps/${id}/resend`),
  },
];

function Steps({ jobId, place, open, changed }: { jobId: string; place: Place; open: boolean; changed: () => void }) {
  const filters: Filter[] = [{ column: 'jobId', value: jobId }];
  const status = place.query.get('status');
  const name = place.query.get('name');
  if (status) filters.push({ column: 'status', value: status });
  if (name) filters.push({ column: 'name', operator: 'LIKE', value: name });
  const page = pageOf(place);
  const { data, error, reload } = useLoad(
    (signal) => searchPage<JobStep>('job-steps', { filters, page, size: SIZE }, signal),
    [filters, page],
    // How the last of them ended is found a moment after the Job has.
    open ? 3_000 : LIST_MS,
  );
  // Not by what is loaded: the rows would be made anew, and who is in one of them would lose his place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a Job that ends or goes on is a reason to look
  useEffect(reload, [open]);
  const selection = useSelection([filters, page]);
  const done = (): void => {
    reload();
    changed();
  };
  return (
    <>
      <h2>Steps</h2>
      <Filters place={place}>
        <TextFilter place={place} name="name" label="Name" />
        <ChoiceFilter place={place} name="status" label="Status" choices={stepStatuses} />
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
            {...selection}
            matching={(wanted) =>
              matchingIds<JobStep>('job-steps', wanted, MADE, ({ auditInfo }) => auditInfo?.whenInserted)
            }
            reload={done}
          />
          <Table
            caption="Steps"
            rows={data.content}
            keyOf={({ id }) => id ?? ''}
            nameOf={({ name }) => name}
            more={(step) => <StepStory step={step} />}
            selection={selection}
            empty={open && filters.length === 1 ? 'They appear here within seconds.' : 'No step matches.'}
            columns={[
              { title: 'Step', names: true, opens: true, cell: ({ name }) => <Name of={name} /> },
              { title: 'Status', cell: (step) => <Status of={step.status} /> },
              { title: 'Took', figures: true, cell: ({ startDate, endDate }) => between(startDate, endDate) },
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
                  <StateActions actions={stepActions} noun="step" id={id} of={name} status={status} done={done} />
                ),
              },
            ]}
          />
          <Pager place={place} page={page} size={SIZE} total={data.totalElements} />
        </>
      )}
    </>
  );
}

/** All that is known of a step. */
function StepStory({ step }: { step: JobStep }) {
  const { id, chunk = [], chunkId, stepData, processingInfo, startDate, endDate, log } = step;
  return (
    <>
      <dl class="facts">
        <Fact name="Begun">{moment(startDate)}</Fact>
        <Fact name="Ended">{moment(endDate)}</Fact>
        {chunk.length > 0 && <Fact name="Chunk">{number(chunk.length)} ids</Fact>}
        <Fact name="Id">
          <span class="code">{id}</span>
        </Fact>
      </dl>
      {log && <pre>{log}</pre>}
      {(chunkId ?? stepData ?? processingInfo) !== undefined && (
        <pre>{JSON.stringify({ chunkId, stepData, processingInfo }, null, 2)}</pre>
      )}
    </>
  );
}
