import { useState } from 'preact/hooks';
import type { Queue } from '../../../../client/api.ts';
import { duration, number } from '../common/format.ts';
import { useLive } from '../common/live.ts';
import type { Location } from '../common/router.ts';
import { may } from '../common/schema.ts';
import { DescriptionItem } from '../parts/descriptionList.tsx';
import { Notice } from '../parts/notices.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/values/time.tsx';
import { View } from '../parts/view.tsx';
import { ConcurrencyDialog, concurrencyText, maySetConcurrency } from './queues/concurrency.tsx';
import { DeadLetters } from './queues/deadLetters.tsx';
import { QueueJobs } from './queues/queueJobs.tsx';
import { mayPause, PauseOrResume } from './queues.tsx';

/** A queue with its jobs and its dead letters. */
export function QueueView({ name, location }: { name: string; location: Location }) {
  const { live } = useLive();
  const queue = live?.queues.find((one) => one.name === name);
  const [asking, setAsking] = useState<'pause' | 'concurrency'>();
  const close = () => setAsking(undefined);
  return (
    <View
      title={name}
      up={{ label: 'Queues', path: ['queues'] }}
      actions={
        queue && (
          <>
            {maySetConcurrency() && (
              <button type="button" onClick={() => setAsking('concurrency')}>
                Set concurrency
              </button>
            )}
            {mayPause() && (
              <button type="button" onClick={() => setAsking('pause')}>
                {queue.paused ? 'Resume' : 'Pause'}
              </button>
            )}
          </>
        )
      }
    >
      {live && !queue && <Notice>This queue does not exist.</Notice>}
      {queue && <QueueCounts queue={queue} />}
      {may('GET', '/api/v2/admin/queues/{name}/dead-letters') && (
        <DeadLetters name={name} location={location} count={queue?.deadLetters} />
      )}
      {may('GET', '/api/v2/admin/queues/{name}/jobs') && <QueueJobs name={name} location={location} queue={queue} />}
      {asking === 'pause' && queue && <PauseOrResume queue={queue} close={close} />}
      {asking === 'concurrency' && queue && <ConcurrencyDialog queue={queue} close={close} />}
    </View>
  );
}

const QueueCounts = ({ queue }: { queue: Queue }) => (
  <>
    <p class="quiet">{queue.purpose}</p>
    <dl class="description-list">
      <DescriptionItem name="State">
        <Status of={queue.paused ? 'paused' : 'active'} />
      </DescriptionItem>
      {queue.paused && (
        <DescriptionItem name="Paused">
          <Time at={queue.pausedAt} exact /> by {queue.pausedBy}
        </DescriptionItem>
      )}
      <DescriptionItem name="Concurrency">
        {concurrencyText(queue)}
        {queue.concurrency !== undefined && (
          <span class="quiet">
            , set <Time at={queue.concurrencySetAt} exact /> by {queue.concurrencySetBy}
          </span>
        )}
      </DescriptionItem>
      <DescriptionItem name="Waiting">{number(queue.ready)}</DescriptionItem>
      <DescriptionItem name="Running">{number(queue.active)}</DescriptionItem>
      <DescriptionItem name="Scheduled">{number(queue.deferred)}</DescriptionItem>
      <DescriptionItem name="In outbox">{number(queue.outbox)}</DescriptionItem>
      <DescriptionItem name="Rejected">
        {number(queue.rejected)} <span class="quiet">that could not be moved from the outbox to the queue</span>
      </DescriptionItem>
      <DescriptionItem name="Oldest waiting">
        {queue.oldestReadySeconds === undefined ? 'none' : duration(queue.oldestReadySeconds)}
      </DescriptionItem>
      {queue.nextRunAt && (
        <DescriptionItem name="Next run">
          <Time at={queue.nextRunAt} exact /> <span class="quiet code">{queue.cron}</span>
        </DescriptionItem>
      )}
    </dl>
  </>
);
