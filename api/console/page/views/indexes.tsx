import { useState } from 'preact/hooks';
import type { AckResponse, Index } from '../../../../client/api.ts';
import { call, get } from '../api.ts';
import { duration, moment, number } from '../format.ts';
import { useLive } from '../live.ts';
import { useLoad } from '../load.ts';
import { Confirm } from '../parts/dialog.tsx';
import { Count } from '../parts/inlineText.tsx';
import { Failure } from '../parts/notices.tsx';
import { Status } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { href } from '../router.ts';
import { words } from '../schema.ts';
import { View } from '../shell.tsx';

/** Counting takes long where there is very much. */
const COUNT_MS = 30_000;

interface Action {
  readonly label: string;
  readonly said: string;
  /** Answers the id of the Job that does it, where one does. */
  readonly run: (index: Index) => Promise<string | undefined>;
}

const acknowledged = async (path: string, query: Record<string, string> = {}): Promise<string | undefined> =>
  (await call<AckResponse>('POST', path, undefined, { query })).jobId;

const rebuild: Action = {
  label: 'Rebuild',
  said: 'A new index is filled beside the live one and swapped in at the end. Searches and writes go on meanwhile.',
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
    said: 'Every record is brought into the live index anew.',
    run: ({ kind }) =>
      acknowledged('/api/v2/admin/reindex/selected', { filtering: JSON.stringify({ entityType: kind, filters: [] }) }),
  },
  {
    label: 'Compare',
    said: 'Index and database are compared by id and version; the step of the job says where they differ.',
    run: ({ name }) => acknowledged(`/api/v2/admin/indexes/${name}/compare`),
  },
  {
    label: 'Add fields',
    said: 'Fields that the schema has and the index lacks are added to it.',
    run: async ({ name }) => {
      await call('PUT', `/api/v2/admin/indexes/${name}/mapping`);
      return undefined;
    },
  },
];

const rebuildAll: Action = {
  label: 'Rebuild all',
  said: 'New indexes of all kinds are filled beside the live ones and swapped in. Searches and writes go on meanwhile.',
  run: () => acknowledged('/api/v2/admin/reindex/all'),
};

export function IndexesView() {
  const { live } = useLive();
  const { data, error, reload } = useLoad((signal) => get<Index[]>('/api/v2/admin/indexes', { signal }), [], COUNT_MS);
  const [asked, setAsked] = useState<{ action: Action; index?: Index }>();
  const [begun, setBegun] = useState<{ label: string; jobId: string | undefined }>();
  const lag = live?.queues.find(({ name }) => name === 'index.sync');
  return (
    <View
      title="Indexes"
      actions={
        <button type="button" onClick={() => setAsked({ action: rebuildAll })}>
          Rebuild all
        </button>
      }
    >
      {lag && (
        <p class="quiet">
          {lag.ready + lag.outbox === 0
            ? 'No change waits to be indexed.'
            : `${number(lag.ready + lag.outbox)} changes wait to be indexed, the oldest for ${duration(lag.oldestReadySeconds ?? 0)}.`}
        </p>
      )}
      <div role="status">
        {begun && (
          <p class="notice">
            {begun.label}: {begun.jobId ? <a href={href(['jobs', begun.jobId])}>the job that does it</a> : 'done.'}
          </p>
        )}
      </div>
      {error && <Failure error={error} />}
      {data && (
        <Table
          caption="Indexes"
          rows={data}
          keyOf={({ index }) => index}
          columns={[
            {
              title: 'Kind',
              names: true,
              cell: ({ kind, index }) => (
                <>
                  {words(kind)}
                  <div class="quiet wide code">{index}</div>
                </>
              ),
            },
            { title: 'State', wide: true, cell: ({ state }) => <Status of={state} /> },
            { title: 'Database', figures: true, wide: true, cell: ({ records }) => <Count of={records} /> },
            { title: 'Index', figures: true, wide: true, cell: ({ documents }) => <Count of={documents} /> },
            {
              title: 'Lag',
              figures: true,
              cell: ({ records, documents }) => <Count of={records - documents} alarm />,
            },
            {
              title: 'Last rebuild',
              wide: true,
              cell: ({ liveSince, created, jobId }) =>
                jobId ? (
                  <a href={href(['jobs', jobId])}>{moment(liveSince ?? created)}</a>
                ) : (
                  moment(liveSince ?? created)
                ),
            },
            {
              title: '',
              // What is being filled has its job; all else is done to the live one.
              cell: (index) =>
                index.state === 'LIVE' && (
                  <span class="row">
                    {actions.map((action) => (
                      <button
                        key={action.label}
                        type="button"
                        class="plain"
                        aria-label={`${action.label}: ${index.kind}`}
                        onClick={() => setAsked({ action, index })}
                      >
                        {action.label}
                      </button>
                    ))}
                  </span>
                ),
            },
          ]}
        />
      )}
      {asked && (
        <Confirm
          title={`${asked.action.label}${asked.index ? `: ${asked.index.kind}` : ''}`}
          action={asked.action.label}
          close={() => setAsked(undefined)}
          run={async () => {
            const jobId = await asked.action.run(asked.index as Index);
            setBegun({ label: `${asked.action.label}${asked.index ? ` ${asked.index.kind}` : ''}`, jobId });
            reload();
          }}
        >
          <p>{asked.action.said}</p>
        </Confirm>
      )}
    </View>
  );
}
