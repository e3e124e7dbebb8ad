import { useState } from 'preact/hooks';
import type { AckResponse, Index } from '../../../../client/api.ts';
import { call, get } from '../common/api.ts';
import { duration, pluralize } from '../common/format.ts';
import { useLive } from '../common/live.ts';
import { useLoad } from '../common/load.ts';
import { href } from '../common/router.ts';
import { humanize, may } from '../common/schema.ts';
import { Confirm } from '../parts/dialog.tsx';
import { Count } from '../parts/inlineText.tsx';
import { Failure } from '../parts/notices.tsx';
import { Status } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/values/time.tsx';
import { View } from '../parts/view.tsx';
import { type StartedAction, StartedActionState } from './indexes/startedAction.tsx';

/** Refresh interval in ms: counting is slow in a large database. */
const COUNT_MS = 30_000;

interface Action {
  readonly label: string;
  readonly explanation: string;
  /** The operation that starts the action. */
  readonly operation: readonly [method: string, path: string];
  /** Returns the id of the Job that runs the action, if any. */
  readonly run: (index: Index) => Promise<string | undefined>;
}

const acknowledged = async (path: string, query: Record<string, string> = {}): Promise<string | undefined> =>
  (await call<AckResponse>('POST', path, undefined, { query })).jobId;

const rebuild: Action = {
  label: 'Rebuild',
  explanation:
    'A new index is filled beside the live one and replaces it at the end. Searches and writes continue meanwhile.',
  // The Job of a rebuild needs the right to rebuild besides the right to Jobs.
  operation: ['POST', '/api/v2/admin/reindex/all'],
  run: async ({ kind }) => {
    const startDate = new Date().toISOString();
    const job = { jobType: 'REINDEX', status: 'NEW', startDate, data: { kind } };
    return (await call<{ id: string }>('POST', '/api/v2/jobs', job)).id;
  },
};

const actions: readonly Action[] = [
  rebuild,
  {
    label: 'Refresh',
    explanation: 'Every record is reindexed in the live index.',
    operation: ['POST', '/api/v2/admin/reindex/selected'],
    run: ({ kind }) =>
      acknowledged('/api/v2/admin/reindex/selected', { filtering: JSON.stringify({ entityType: kind, filters: [] }) }),
  },
  {
    label: 'Compare',
    explanation:
      'Index and database are compared by id and version. The differences are shown here when the comparison has ended.',
    operation: ['POST', '/api/v2/admin/indexes/{indexName}/compare'],
    run: ({ name }) => acknowledged(`/api/v2/admin/indexes/${name}/compare`),
  },
  {
    label: 'Add fields',
    explanation: 'Fields of the schema that the index lacks are added to the index.',
    operation: ['PUT', '/api/v2/admin/indexes/{indexName}/mapping'],
    run: async ({ name }) => {
      await call('PUT', `/api/v2/admin/indexes/${name}/mapping`);
      return undefined;
    },
  },
];

/** The actions on an index that the caller may start. A rebuild is a Job; it also replaces a missing index. */
const startable = ({ state }: Index): readonly Action[] =>
  (state === 'MISSING' ? [rebuild] : actions).filter(
    (action) => may(...action.operation) && (action !== rebuild || may('POST', '/api/v2/jobs')),
  );

const rebuildAll: Action = {
  label: 'Rebuild all',
  explanation:
    'New indexes of all kinds are filled beside the live ones and replace them. Searches and writes continue meanwhile.',
  operation: ['POST', '/api/v2/admin/reindex/all'],
  run: () => acknowledged('/api/v2/admin/reindex/all'),
};

export function IndexesView() {
  const { data, error, reload } = useLoad((signal) => get<Index[]>('/api/v2/admin/indexes', { signal }), [], COUNT_MS);
  const [confirming, setConfirming] = useState<{ action: Action; index?: Index }>();
  const [started, setStarted] = useState<StartedAction>();
  return (
    <View
      title="Indexes"
      pending={!data && !error}
      actions={
        may(...rebuildAll.operation) && (
          <button type="button" onClick={() => setConfirming({ action: rebuildAll })}>
            Rebuild all
          </button>
        )
      }
    >
      <Lag />
      {started && <StartedActionState key={started.jobId} of={started} ended={reload} />}
      {error && <Failure error={error} />}
      {data && <IndexTable indexes={data} act={(action, index) => setConfirming({ action, index })} />}
      {confirming && (
        <Confirm
          title={`${confirming.action.label}${confirming.index ? `: ${confirming.index.kind}` : ''}`}
          action={confirming.action.label}
          close={() => setConfirming(undefined)}
          run={async () => {
            const { action, index } = confirming;
            const jobId = await action.run(index as Index);
            setStarted({ label: `${action.label}${index ? ` ${index.kind}` : ''}`, jobId });
            reload();
          }}
        >
          <p>{confirming.action.explanation}</p>
        </Confirm>
      )}
    </View>
  );
}

/** The number of changes that are not indexed yet. */
function Lag() {
  const { live } = useLive();
  const queue = live?.queues.find(({ name }) => name === 'index.sync');
  if (!queue) return null;
  const waiting = queue.ready + queue.outbox;
  return (
    <p class="quiet">
      {waiting === 0
        ? 'All changes are indexed.'
        : `${pluralize(waiting, 'change')} waiting to be indexed; the oldest has waited ${duration(queue.oldestReadySeconds ?? 0)}.`}
    </p>
  );
}

interface IndexTableProps {
  readonly indexes: readonly Index[];
  readonly act: (action: Action, index: Index) => void;
}

const IndexTable = ({ indexes, act }: IndexTableProps) => (
  <Table
    caption="Indexes"
    rows={indexes}
    keyOf={({ index }) => index}
    columns={[
      {
        title: 'Kind',
        names: true,
        cell: ({ kind, index }) => (
          <>
            {humanize(kind)}
            <div class="quiet wide code">{index}</div>
          </>
        ),
      },
      { title: 'State', wide: true, cell: ({ state }) => <Status of={state} /> },
      { title: 'Database', figures: true, wide: true, cell: ({ records }) => <Count of={records} /> },
      { title: 'Index', figures: true, wide: true, cell: ({ documents }) => <Count of={documents} /> },
      { title: 'Lag', figures: true, cell: ({ records, documents }) => <Count of={records - documents} alarm /> },
      {
        title: 'Last rebuild',
        wide: true,
        cell: ({ liveSince, created, jobId }) => {
          const at = <Time at={liveSince ?? created} />;
          return jobId ? <a href={href(['jobs', jobId])}>{at}</a> : at;
        },
      },
      {
        title: '',
        // An index that is being filled has a job. The actions apply to the live index.
        cell: (index) =>
          index.state !== 'FILLING' && (
            <span class="row">
              {startable(index).map((action) => (
                <button
                  key={action.label}
                  type="button"
                  class="plain"
                  aria-label={`${action.label}: ${index.kind}`}
                  onClick={() => act(action, index)}
                >
                  {action.label}
                </button>
              ))}
            </span>
          ),
      },
    ]}
  />
);
