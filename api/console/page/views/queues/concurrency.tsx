import { useId, useState } from 'preact/hooks';
import type { Queue } from '../../../../../client/api.ts';
import { call } from '../../common/api.ts';
import { number, pluralize } from '../../common/format.ts';
import { refreshLive } from '../../common/live.ts';
import { may } from '../../common/schema.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { notify } from '../../parts/notices.tsx';
import { queuePath } from './queuePath.ts';

const PATH = '/api/v2/admin/queues/{name}/concurrency';

export const maySetConcurrency = (): boolean => may('PUT', PATH);

const running = (count: number, batchSize: number): string =>
  batchSize === 1
    ? pluralize(count, 'job')
    : `${pluralize(count, 'batch', 'batches')} of up to ${number(batchSize)} jobs`;

/** Says how much of a queue runs at a time. */
export const concurrencyText = ({ concurrency, workerConcurrency, batchSize }: Queue): string =>
  concurrency === undefined
    ? `${running(workerConcurrency, batchSize)} in each worker`
    : `${running(concurrency, batchSize)} in all workers together`;

/** Sets the concurrency of a queue. An empty field restores the queue's own. */
export function ConcurrencyDialog({ queue, close }: { queue: Queue; close: () => void }) {
  const { name, batchSize, workerConcurrency } = queue;
  const [value, setValue] = useState(queue.concurrency === undefined ? '' : String(queue.concurrency));
  const id = useId();
  return (
    <Confirm
      title={`Concurrency of ${name}`}
      action="Save"
      close={close}
      run={async () => {
        const concurrency = value === '' ? undefined : Number(value);
        await call('PUT', `${queuePath(name)}/concurrency`, { concurrency });
        await refreshLive();
        notify(`${name}: ${concurrencyText({ ...queue, concurrency } as Queue)}.`);
      }}
    >
      <div class="field">
        <label for={id}>{batchSize === 1 ? 'Jobs' : 'Batches'} at a time in all workers together</label>
        <input
          id={id}
          type="number"
          min={1}
          max={1_000}
          step={1}
          value={value}
          aria-describedby={`${id}-help`}
          onInput={({ currentTarget }) => setValue(currentTarget.value)}
        />
        <p id={`${id}-help`} class="quiet">
          Empty: {running(workerConcurrency, batchSize)} in each worker. Workers follow within seconds; what runs
          finishes.
        </p>
      </div>
    </Confirm>
  );
}
