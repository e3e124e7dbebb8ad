import { useState } from 'preact/hooks';
import type { Queue } from '../../../../client/api.ts';
import { call } from '../common/api.ts';
import { duration, pluralize } from '../common/format.ts';
import { refreshLive, useLive } from '../common/live.ts';
import { href } from '../common/router.ts';
import { may } from '../common/schema.ts';
import { Confirm } from '../parts/dialog.tsx';
import { BreakableName, Count } from '../parts/inlineText.tsx';
import { notify } from '../parts/notices.tsx';
import { Status } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { View } from '../parts/view.tsx';
import { queuePath } from './queues/queuePath.ts';

/** Whether the caller may pause and resume queues. */
export const mayPause = (): boolean => may('POST', '/api/v2/admin/queues/{name}/pause');

export function QueuesView() {
  const { live } = useLive();
  const [confirming, setConfirming] = useState<Queue>();
  return (
    <View title="Queues" pending={live === undefined}>
      <Table
        caption="Queues"
        rows={live?.queues ?? []}
        keyOf={({ name }) => name}
        columns={[
          {
            title: 'Queue',
            names: true,
            cell: ({ name, purpose, paused }) => (
              <>
                <a href={href(['queues', name])}>
                  <BreakableName of={name} />
                </a>
                <div class="quiet wide">{purpose}</div>
                {paused && (
                  <div class="narrow">
                    <Status of="paused" />
                  </div>
                )}
              </>
            ),
          },
          { title: 'State', wide: true, cell: ({ paused }) => <Status of={paused ? 'paused' : 'active'} /> },
          { title: 'Waiting', figures: true, cell: ({ ready }) => <Count of={ready} /> },
          { title: 'Running', figures: true, wide: true, cell: ({ active }) => <Count of={active} /> },
          { title: 'Scheduled', figures: true, wide: true, cell: ({ deferred }) => <Count of={deferred} /> },
          { title: 'In outbox', figures: true, wide: true, cell: ({ outbox }) => <Count of={outbox} /> },
          {
            title: 'Dead letters',
            figures: true,
            cell: ({ deadLetters }) => <Count of={deadLetters} alarm />,
          },
          {
            title: 'Oldest',
            figures: true,
            wide: true,
            cell: ({ oldestReadySeconds }) => (oldestReadySeconds === undefined ? '' : duration(oldestReadySeconds)),
          },
          {
            title: '',
            cell: (queue) =>
              mayPause() && (
                <button
                  type="button"
                  class="plain"
                  onClick={() => setConfirming(queue)}
                  aria-label={`${queue.paused ? 'Resume' : 'Pause'} ${queue.name}`}
                >
                  {queue.paused ? 'Resume' : 'Pause'}
                </button>
              ),
          },
        ]}
      />
      {confirming && <PauseOrResume queue={confirming} close={() => setConfirming(undefined)} />}
    </View>
  );
}

export function PauseOrResume({ queue: { name, paused, ready }, close }: { queue: Queue; close: () => void }) {
  return (
    <Confirm
      title={`${paused ? 'Resume' : 'Pause'} ${name}`}
      action={paused ? 'Resume' : 'Pause'}
      close={close}
      run={async () => {
        await call('POST', `${queuePath(name)}/${paused ? 'resume' : 'pause'}`);
        await refreshLive();
        notify(`${name} is ${paused ? 'resumed' : 'paused'}.`);
      }}
    >
      <p>
        {paused
          ? `Workers claim jobs from it. ${pluralize(ready, 'job')} waiting.`
          : 'No worker takes jobs from it until it is resumed. Running jobs finish; new jobs wait.'}
      </p>
    </Confirm>
  );
}
