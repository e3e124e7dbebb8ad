import type { DeadLetter, QueueJob } from '../../../../../client/api.ts';
import { href } from '../../common/router.ts';
import { Id } from '../../parts/values/copy.tsx';
import { Json } from '../../parts/values/json.tsx';

/** The details below the row of a queue job, or of a dead letter: its id, its step and Job, why it failed and its payload. */
export const queueJobDetails = ({
  id,
  reason,
  data: payload,
}: Pick<QueueJob | DeadLetter, 'id' | 'reason' | 'data'>) => (
  <>
    <p>
      <Id of={id} /> {linksOf(payload)}
    </p>
    {reason && <pre>{reason}</pre>}
    <Json value={payload} of="payload" />
  </>
);

/** Links to the step and the Job that a payload names. */
function linksOf(payload: unknown) {
  const { stepId, jobId }: { stepId?: unknown; jobId?: unknown } = payload ?? {};
  return (
    <>
      {typeof stepId === 'string' && <a href={href(['records', 'job-steps', stepId])}>Show the step</a>}{' '}
      {typeof jobId === 'string' && <a href={href(['jobs', jobId])}>Show the job</a>}
    </>
  );
}
