import { useEffect, useState } from 'preact/hooks';
import type { Job } from '../../../../../client/api.ts';
import { ApiError, call, get } from '../../common/api.ts';
import { hasEnded, useFollowedJob } from '../../common/followJob.ts';
import { number } from '../../common/format.ts';
import { useLoad } from '../../common/load.ts';
import { href } from '../../common/router.ts';
import { may } from '../../common/schema.ts';
import { Failure } from '../notices.tsx';
import { Progress } from '../progress.tsx';
import type { StartedBulk } from './startedBulk.ts';

/** Maximum number of failures shown. */
const MAX_SHOWN = 20;

interface BulkProgressProps {
  readonly started: StartedBulk;
  readonly dismiss: () => void;
  /** Called when the Job has ended. */
  readonly ended: () => void;
}

/** The progress of a bulk change, and its result once it has ended. */
export function BulkProgress(props: BulkProgressProps) {
  // Without the right to Jobs, nothing is known of the one that was started.
  return may('GET', '/api/v2/jobs/{id}') ? <Followed {...props} /> : <Unfollowed {...props} />;
}

const Unfollowed = ({ started, dismiss }: BulkProgressProps) => (
  <div class="notice bulk" role="status">
    <p>{started.label}: started.</p>
    <button type="button" class="plain" onClick={dismiss}>
      Dismiss
    </button>
  </div>
);

function Followed({ started: { jobId, label }, dismiss, ended }: BulkProgressProps) {
  const { job, error } = useFollowedJob(jobId);
  const [failure, setFailure] = useState<Error>();
  const isEnded = job !== undefined && hasEnded(job);
  const isGone = error instanceof ApiError && error.status === 404;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the Job ends
  useEffect(() => {
    if (isEnded) ended();
  }, [isEnded]);
  // Its Job was deleted with old ones.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the Job never comes back
  useEffect(() => {
    if (isGone) dismiss();
  }, [isGone]);
  const { NEW = 0, IN_PROGRESS = 0, COMPLETED = 0, FAILED = 0, CANCELLED = 0 } = job?.progress ?? {};
  const abort = (): void => {
    call('POST', `/api/v2/jobs/${jobId}/cancel`).catch(setFailure);
  };
  return (
    <div class="notice bulk">
      <p role="status">
        <b>{label}</b>: {isEnded ? (job.cause === 'CANCELLED' ? 'stopped.' : 'ended.') : 'in progress.'}
      </p>
      {isEnded ? (
        <Result jobId={jobId} />
      ) : (
        <Progress
          id={jobId}
          open={NEW + IN_PROGRESS}
          completed={COMPLETED}
          failed={FAILED}
          cancelled={CANCELLED}
          unit="steps"
        />
      )}
      {failure && <Failure error={failure} />}
      <div class="row">
        {!isEnded && may('POST', '/api/v2/jobs/{id}/cancel') && (
          <button type="button" class="plain" title="What is not done yet is left as it is" onClick={abort}>
            Stop
          </button>
        )}
        <a href={href(['jobs', jobId])}>Show the job</a>
        {isEnded && (
          <button type="button" class="plain" onClick={dismiss}>
            Dismiss
          </button>
        )}
      </div>
    </div>
  );
}

interface Outcome {
  readonly done?: number;
  readonly skipped?: number;
  readonly failed?: number;
  readonly failures?: readonly { readonly id: string; readonly error: string }[];
}

/** What a bulk change has done, from the results of its steps. */
function Result({ jobId }: { jobId: string }) {
  const { data, error } = useLoad(
    (signal) => get<Job>(`/api/v2/jobs/${jobId}`, { query: { expand: 'JOB_STEPS' }, signal }),
    [jobId],
  );
  if (error) return <Failure error={error} />;
  if (!data) return null;
  const outcomes = (data.jobSteps ?? []).map(({ processingInfo }) => (processingInfo ?? {}) as Outcome);
  const sum = (of: (outcome: Outcome) => number | undefined): number =>
    outcomes.reduce((total, outcome) => total + (of(outcome) ?? 0), 0);
  const [done, skipped, failed] = [sum((one) => one.done), sum((one) => one.skipped), sum((one) => one.failed)];
  const failures = outcomes.flatMap((one) => one.failures ?? []);
  return (
    <>
      <p>
        {number(done)} done
        {skipped > 0 && `, ${number(skipped)} skipped because they had changed`}
        {failed > 0 && <span class="alarm">, {number(failed)} failed</span>}
      </p>
      {failures.length > 0 && (
        <ul>
          {failures.slice(0, MAX_SHOWN).map(({ id, error: reason }) => (
            <li key={id}>
              {id}: {reason}
            </li>
          ))}
          {failures.length > MAX_SHOWN && <li>and {number(failures.length - MAX_SHOWN)} more</li>}
        </ul>
      )}
    </>
  );
}
