import { useEffect, useRef } from 'preact/hooks';
import type { Job } from '../../../../../client/api.ts';
import { get } from '../../common/api.ts';
import { hasEnded, useFollowedJob } from '../../common/followJob.ts';
import { number, pluralize, took } from '../../common/format.ts';
import { useLoad } from '../../common/load.ts';
import { href } from '../../common/router.ts';
import { humanize, may } from '../../common/schema.ts';
import { Failure } from '../../parts/notices.tsx';
import { Progress } from '../../parts/progress.tsx';
import { Status, shownStatus } from '../../parts/status.tsx';
import { Json } from '../../parts/values/json.tsx';

/** An action on an index that was started in this view. */
export interface StartedAction {
  /** `Compare WorklogType` */
  readonly label: string;
  /** Absent for an action that has ended with its request. */
  readonly jobId: string | undefined;
}

interface StartedActionProps {
  readonly of: StartedAction;
  /** Called when the Job has ended. */
  readonly ended: () => void;
}

/** The progress of an action on an index, and its result. */
export const StartedActionState = ({ of, ended }: StartedActionProps) =>
  of.jobId !== undefined && may('GET', '/api/v2/jobs/{id}') ? (
    <Followed label={of.label} jobId={of.jobId} ended={ended} />
  ) : (
    <p class="notice" role="status">
      {of.label}: {of.jobId ? 'started.' : 'done.'}
    </p>
  );

function Followed({ label, jobId, ended }: { label: string; jobId: string; ended: () => void }) {
  const { job, error } = useFollowedJob(jobId);
  const notice = useRef<HTMLDivElement>(null);
  // The action may be one of the last rows.
  useEffect(() => notice.current?.scrollIntoView({ block: 'nearest' }), []);
  const isEnded = job !== undefined && hasEnded(job);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the Job ends
  useEffect(() => {
    if (isEnded) ended();
  }, [isEnded]);
  const { NEW = 0, IN_PROGRESS = 0, COMPLETED = 0, FAILED = 0, CANCELLED = 0 } = job?.progress ?? {};
  return (
    <div class="notice" ref={notice}>
      <p role="status">
        <b>{label}</b> {job && <Status of={shownStatus(job)} />} {isEnded && <span class="quiet">in {took(job)}</span>}{' '}
        <a href={href(['jobs', jobId])}>Show the job</a>
      </p>
      {error && <Failure error={error} />}
      {job && !isEnded && (
        <Progress id={jobId} open={NEW + IN_PROGRESS} completed={COMPLETED} failed={FAILED} cancelled={CANCELLED} />
      )}
      {isEnded && <Results jobId={jobId} />}
    </div>
  );
}

interface Comparison {
  readonly missing: number;
  readonly stale: number;
  readonly extra: number;
  readonly differences: readonly object[];
}

/** What the steps of a Job report: the differences of a comparison, the counts of other steps, and failures. */
function Results({ jobId }: { jobId: string }) {
  const { data, error } = useLoad(
    (signal) => get<Job>(`/api/v2/jobs/${jobId}`, { query: { expand: 'JOB_STEPS' }, signal }),
    [jobId],
  );
  if (error) return <Failure error={error} />;
  const steps = data?.jobSteps ?? [];
  const failures = steps.filter(({ status }) => status === 'FAILED');
  const comparisons = steps.flatMap(({ processingInfo }) =>
    processingInfo && 'missing' in processingInfo && 'stale' in processingInfo ? [processingInfo as never] : [],
  );
  return (
    <>
      {failures.map(({ id, name, log }) => (
        <p key={id} class="alarm">
          {name}: {log}
        </p>
      ))}
      {comparisons.map((one) => (
        <Differences key={jobId} of={one} />
      ))}
      {comparisons.length === 0 && failures.length === 0 && data && <Totals of={steps} />}
    </>
  );
}

function Differences({ of: { missing, stale, extra, differences } }: { of: Comparison }) {
  if (missing + stale + extra === 0) return <p>Index and database are the same.</p>;
  return (
    <>
      <p class="alarm">
        {pluralize(missing, 'record')} missing in the index, {number(stale)} in another version, {number(extra)} that
        the database does not have
      </p>
      <Json value={differences} of="differences" />
    </>
  );
}

/** The sums of the whole numbers that the steps report: `Documents 1,200`. */
function Totals({ of: steps }: { of: NonNullable<Job['jobSteps']> }) {
  const sums = new Map<string, number>();
  for (const { processingInfo = {} } of steps)
    for (const [name, value] of Object.entries(processingInfo))
      if (typeof value === 'number' && !hidden.has(name)) sums.set(name, (sums.get(name) ?? 0) + value);
  if (sums.size === 0) return <p>{pluralize(steps.length, 'step')} completed.</p>;
  return <p>{[...sums].map(([name, sum]) => `${humanize(name)} ${number(sum)}`).join(', ')}</p>;
}

/** Numbers about the run of a step, which are no result. */
const hidden: ReadonlySet<string> = new Set(['attempt', 'attempts', 'durationMs', 'faults']);
