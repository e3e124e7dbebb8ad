import { useState } from 'preact/hooks';
import type { Worker } from '../../../../../client/api.ts';
import { call } from '../../common/api.ts';
import { pluralize } from '../../common/format.ts';
import { refreshLive } from '../../common/live.ts';
import { may } from '../../common/schema.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { notify } from '../../parts/notices.tsx';
import { Status } from '../../parts/status.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/values/time.tsx';

const path = '/api/v2/admin/workers';

const nameOf = ({ host, pid }: Worker): string => `${host}:${pid}`;
const runningJobs = ({ jobs = {} }: Worker): number => Object.values(jobs).reduce((sum, count) => sum + count, 0);
const isDraining = ({ stopping, drainRequestedAt }: Worker): boolean =>
  stopping === true || drainRequestedAt !== undefined;

/** The workers with their running jobs, each of which can be drained, and resumed before its end. */
export function Workers({ workers }: { workers: readonly Worker[] }) {
  const [chosen, setChosen] = useState<Worker>();
  const [resumed, setResumed] = useState<Worker>();
  return (
    <>
      <Table
        caption="Workers"
        rows={workers}
        keyOf={({ id }) => id}
        empty="No worker is running."
        columns={[
          { title: 'Worker', names: true, cell: nameOf },
          {
            title: 'State',
            cell: (worker) => <Status of={worker.alive ? (isDraining(worker) ? 'stopping' : 'alive') : 'silent'} />,
          },
          {
            title: 'Running',
            cell: ({ jobs = {} }) =>
              Object.entries(jobs)
                .filter(([, count]) => count > 0)
                .map(([queue, count]) => `${queue} ${count}`)
                .join(', ') || 'Idle',
          },
          { title: 'Memory', figures: true, cell: ({ memoryMb }) => (memoryMb === undefined ? '' : `${memoryMb} MB`) },
          { title: 'Started', wide: true, cell: ({ startedAt }) => <Time at={startedAt} /> },
          {
            title: 'Queues',
            wide: true,
            cell: ({ queues }) => (
              <span class="clip quiet" title={queues.join(', ')}>
                {pluralize(queues.length, 'queue')}
              </span>
            ),
          },
          {
            title: '',
            cell: (worker) => {
              if (!worker.alive || !may('POST', `${path}/{id}/drain`)) return undefined;
              const isDrained = worker.drainRequestedAt !== undefined;
              if (isDraining(worker) && !isDrained) return undefined;
              const action = isDrained ? 'Resume' : 'Drain';
              return (
                <button
                  type="button"
                  class="plain"
                  aria-label={`${action} ${nameOf(worker)}`}
                  onClick={() => (isDrained ? setResumed : setChosen)(worker)}
                >
                  {action}
                </button>
              );
            },
          },
        ]}
      />
      {chosen && (
        <Confirm
          title={`Drain ${nameOf(chosen)}`}
          action="Drain (1)"
          close={() => setChosen(undefined)}
          run={async () => {
            await call('POST', `${path}/${chosen.id}/drain`);
            await refreshLive();
            notify(`${nameOf(chosen)} drains.`);
          }}
        >
          <p>
            The worker claims nothing more, and its process ends with its{' '}
            {pluralize(runningJobs(chosen), 'running job')}. What restarts ended processes then starts a new worker.
          </p>
        </Confirm>
      )}
      {resumed && (
        <Confirm
          title={`Resume ${nameOf(resumed)}`}
          action="Resume (1)"
          close={() => setResumed(undefined)}
          run={async () => {
            await call('DELETE', `${path}/${resumed.id}/drain`);
            await refreshLive();
            notify(`${nameOf(resumed)} claims again.`);
          }}
        >
          <p>The drain is taken back: the worker claims jobs as before, and its process stays.</p>
        </Confirm>
      )}
    </>
  );
}
