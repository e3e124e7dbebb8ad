import { Fragment } from 'preact';
import { pluralize } from '../../common/format.ts';
import { useLive } from '../../common/live.ts';
import { href } from '../../common/router.ts';
import { Time } from '../values/time.tsx';

/** Maximum number of queues that are named. */
const MAX_NAMED = 3;

/** Says in every view which queues are paused, since when and by whom. */
export function PausedQueues() {
  const paused = (useLive().live?.queues ?? []).filter((queue) => queue.paused);
  if (paused.length === 0) return null;
  return (
    <p class="banner" role="status">
      {pluralize(paused.length, 'queue is', 'queues are')} paused:{' '}
      {paused.slice(0, MAX_NAMED).map(({ name, pausedAt, pausedBy }, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          <a href={href(['queues', name])}>{name}</a>{' '}
          <span class="quiet">
            by {pausedBy} <Time at={pausedAt} />
          </span>
        </Fragment>
      ))}
      {paused.length > MAX_NAMED && (
        <>
          {' '}
          and <a href={href(['queues'])}>{paused.length - MAX_NAMED} more</a>
        </>
      )}
    </p>
  );
}
