import type { DeadLetter, QueueJob } from '../../../../../client/api.ts';
import { href } from '../../common/router.ts';
import { Id } from '../../parts/values/copy.tsx';
import { Json } from '../../parts/values/json.tsx';

/** The details below the row of a queue job, or of a dead letter: its id, its step, why it failed and its payload. */
export const queueJobDetails = ({
  id,
  reason,
  data: payload,
}: Pick<QueueJob | DeadLetter, 'id' | 'reason' | 'data'>) => (
  <>
    <p>
      <Id of={id} /> {stepLink(payload)}
    </p>
    {reason && <pre>{reason}</pre>}
    <Json value={payload} of="payload" />
  </>
);

/** A link to the step of a dead letter, if it has one. */
function stepLink(payload: unknown) {
  const { stepId }: { stepId?: unknown } = payload ?? {};
  return typeof stepId === 'string' && <a href={href(['records', 'job-steps', stepId])}>Show the step</a>;
}
