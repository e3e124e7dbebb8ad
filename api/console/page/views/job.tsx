import { useEffect, useState } from 'preact/hooks';
import type { Job, JobStep } from '../../../../client/api.ts';
import { call, type Filter, get, Refused, searchPage } from '../api.ts';
import { between, moment, number } from '../format.ts';
import { useLoad } from '../load.ts';
import type { StateAction } from '../parts/bulkActions.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { Fact } from '../parts/facts.tsx';
import { ChoiceFilter, Filters, TextFilter } from '../parts/filters.tsx';
import { Failure, tell } from '../parts/notices.tsx';
import { Pager, pageOf } from '../parts/pager.tsx';
import { Progress } from '../parts/progress.tsx';
import { Status } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import type { Place } from '../router.ts';
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
  const [asked, setAsked] = useState<StateAction>();
  const ended = job !== undefined && hasEnded(job);
  const again = (): void => setRound((before) => before + 1);
  const { NEW = 0, IN_PROGRESS = 0, COMPLETED = 0, FAILED = 0 } = job?.progress ?? {};
  return (
    <View
      title={job?.jobType ?? 'Job'}
      up={{ label: 'Jobs', path: ['jobs'] }}
      actions={jobActions
        .filter(({ statuses }) => job && statuses.includes(job.status))
        .map((action) => (
          <button key={action.label} type="button" onClick={() => setAsked(action)}>
            {action.label}
          </button>
        ))}
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
          {job.data !== undefined && (
            <details>
              <summary>Data</summary>
              <pre>{JSON.stringify(job.data, null, 2)}</pre>
            </details>
          )}
        </>
      )}
      <Steps jobId={id} place={place} open={job !== undefined && !ended} changed={again} />
      {asked && (
        <Confirm
          title={`${asked.label}: 1 job`}
          action={`${asked.label} (1)`}
          danger={asked.danger}
          close={() => setAsked(undefined)}
          run={async () => {
            await asked.run(id);
            tell(`${asked.label}: done.`);
            again();
          }}
        >
          <p>{asked.said}</p>
        </Confirm>
      )}
    </View>
  );
}

const stepStatuses = [
  ['NEW', 'New'],
  ['IN_PROGRESS', 'In progress'],
  ['COMPLETED', 'Completed'],
  ['FAILED', 'Failed'],
] as const;

function Steps({ jobId, place, open, changed }: { jobId: string; place: Place; open: boolean; changed: () => void }) {
  const filters: Filter[] = [{ column: 'jobId', value: jobId }];
  const status = place.query.get('status');
  const name = place.query.get('name');
  if (status) filters.push({ column: 'status', value: status });
  if (name) filters.push({ column: 'name', operator: 'LIKE', value: name });
  const page = pageOf(place);
  const { data, error, reload } = useLoad(
    (signal) => searchPage<JobStep>('job-steps', { filters, page, size: SIZE }, signal),
    [filters, page, open],
    open ? 3_000 : undefined,
  );
  const [resent, setResent] = useState<JobStep>();
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
          <Table
            caption="Steps"
            rows={data.content}
            keyOf={({ id }) => id ?? ''}
            empty="No step matches."
            columns={[
              { title: 'Step', names: true, cell: (step) => <StepName step={step} /> },
              { title: 'Status', cell: (step) => <Status of={step.status} /> },
              { title: 'Took', figures: true, cell: ({ startDate, endDate }) => between(startDate, endDate) },
              {
                title: 'Attempts',
                figures: true,
                wide: true,
                cell: (step) => info(step, 'attempts') || info(step, 'attempt'),
              },
              { title: 'Worker', wide: true, cell: (step) => info(step, 'worker') },
              { title: 'Log', cell: ({ log }) => <span class="clip">{log}</span> },
              {
                title: '',
                cell: (step) =>
                  step.status === 'FAILED' && (
                    <button
                      type="button"
                      class="plain"
                      onClick={() => setResent(step)}
                      aria-label={`Resend ${step.name}`}
                    >
                      Resend
                    </button>
                  ),
              },
            ]}
          />
          <Pager place={place} page={page} size={SIZE} total={data.totalElements} />
        </>
      )}
      {resent && (
        <Confirm
          title="Resend 1 step"
          action="Resend (1)"
          close={() => setResent(undefined)}
          run={async () => {
            await call('POST', `/api/v2/admin/job-steps/${resent.id}/resend`);
            tell(`${resent.name} is sent again.`);
            reload();
            changed();
          }}
        >
          <p>{resent.name} is tried again from the beginning.</p>
        </Confirm>
      )}
    </>
  );
}

/** The step with all that is known of it, opened in its place. */
function StepName({ step }: { step: JobStep }) {
  const { chunk = [], stepData, processingInfo } = step;
  return (
    <details>
      <summary>{step.name}</summary>
      <dl class="facts" style={{ marginTop: '8px' }}>
        <Fact name="Begun">{moment(step.startDate)}</Fact>
        <Fact name="Ended">{moment(step.endDate)}</Fact>
        {chunk.length > 0 && <Fact name="Chunk">{number(chunk.length)} ids</Fact>}
      </dl>
      {step.log && <pre>{step.log}</pre>}
      <pre>{JSON.stringify({ id: step.id, chunkId: step.chunkId, stepData, processingInfo }, null, 2)}</pre>
    </details>
  );
}
