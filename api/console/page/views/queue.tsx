import { useState } from 'preact/hooks';
import type { DeadLetter, Queue } from '../../../../client/api.ts';
import { call, get, type Page } from '../common/api.ts';
import { duration, moment, number, pluralize } from '../common/format.ts';
import { useLive } from '../common/live.ts';
import { useLoad } from '../common/load.ts';
import { href, type Location } from '../common/router.ts';
import { may } from '../common/schema.ts';
import { useSelection } from '../parts/bulk/selection.ts';
import { DescriptionItem } from '../parts/descriptionList.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { Failure, Notice, notify } from '../parts/notices.tsx';
import { Pager, pageOf } from '../parts/pager.tsx';
import { Status } from '../parts/status.tsx';
import { type Selection, Table } from '../parts/table.tsx';
import { View } from '../parts/view.tsx';
import { mayPause, PauseOrResume, queuePath } from './queues.tsx';

const SIZE = 50;
const mayRedrive = (): boolean => may('POST', '/api/v2/admin/queues/{name}/redrive');

/** A queue with its dead letters. */
export function QueueView({ name, location }: { name: string; location: Location }) {
  const { live } = useLive();
  const queue = live?.queues.find((one) => one.name === name);
  const [pausing, setPausing] = useState(false);
  return (
    <View
      title={name}
      up={{ label: 'Queues', path: ['queues'] }}
      actions={
        queue &&
        mayPause() && (
          <button type="button" onClick={() => setPausing(true)}>
            {queue.paused ? 'Resume' : 'Pause'}
          </button>
        )
      }
    >
      {live && !queue && <Notice>This queue does not exist.</Notice>}
      {queue && <QueueCounts queue={queue} />}
      {may('GET', '/api/v2/admin/queues/{name}/dead-letters') && (
        <>
          <h2>Dead letters</h2>
          <DeadLetters name={name} location={location} count={queue?.deadLetters} />
        </>
      )}
      {pausing && queue && <PauseOrResume queue={queue} close={() => setPausing(false)} />}
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
      <DescriptionItem name="Waiting">{number(queue.ready)}</DescriptionItem>
      <DescriptionItem name="Running">{number(queue.active)}</DescriptionItem>
      <DescriptionItem name="Scheduled">{number(queue.deferred)}</DescriptionItem>
      <DescriptionItem name="In outbox">{number(queue.outbox)}</DescriptionItem>
      <DescriptionItem name="Rejected">{number(queue.rejected)}</DescriptionItem>
      <DescriptionItem name="Oldest waiting">
        {queue.oldestReadySeconds === undefined ? 'none' : duration(queue.oldestReadySeconds)}
      </DescriptionItem>
    </dl>
  </>
);

/** @param props.count  number of dead letters in the live figures; a change reloads the list */
function DeadLetters({ name, location, count }: { name: string; location: Location; count: number | undefined }) {
  const page = pageOf(location);
  const { data, error, reload } = useLoad(
    (signal) => get<Page<DeadLetter>>(`${queuePath(name)}/dead-letters`, { query: { page, size: SIZE }, signal }),
    [name, page, count],
  );
  const selection = useSelection([name, page]);
  const [confirming, setConfirming] = useState<readonly string[] | 'all'>();
  if (!data) return error ? <Failure error={error} /> : null;
  const { content, totalElements: total } = data;
  return (
    <>
      {error && <Failure error={error} />}
      {total > 0 && mayRedrive() && <RedriveButtons selected={selection.selected} redrive={setConfirming} />}
      <DeadLetterTable rows={content} selection={selection} redrive={(id) => setConfirming([id])} />
      {total > 0 && (
        <Pager location={location} page={page} size={SIZE} total={total} maxRecords={Number.POSITIVE_INFINITY} />
      )}
      {confirming && (
        <ConfirmRedrive
          name={name}
          ids={confirming === 'all' ? undefined : confirming}
          count={confirming === 'all' ? total : confirming.length}
          close={() => setConfirming(undefined)}
          done={() => {
            selection.select(new Set());
            reload();
          }}
        />
      )}
    </>
  );
}

interface RedriveButtonsProps {
  readonly selected: ReadonlySet<string>;
  readonly redrive: (ids: readonly string[] | 'all') => void;
}

const RedriveButtons = ({ selected, redrive }: RedriveButtonsProps) => (
  <div class="selected">
    {selected.size > 0 && (
      <>
        <span role="status">{pluralize(selected.size, 'dead letter')} selected</span>
        <button type="button" onClick={() => redrive([...selected])}>
          Retry selected
        </button>
      </>
    )}
    <button type="button" onClick={() => redrive('all')}>
      Retry all
    </button>
  </div>
);

interface DeadLetterTableProps {
  readonly rows: readonly DeadLetter[];
  readonly selection: Selection;
  readonly redrive: (id: string) => void;
}

const DeadLetterTable = ({ rows, selection, redrive }: DeadLetterTableProps) => (
  <Table
    caption="Dead letters"
    rows={rows}
    keyOf={({ id }) => id}
    selection={mayRedrive() ? selection : undefined}
    empty="No dead letters."
    details={({ id, reason, data: payload }) => (
      <>
        <p>
          <span class="quiet code">{id}</span> {stepLink(payload)}
        </p>
        {reason && <pre>{reason}</pre>}
        <pre>{JSON.stringify(payload, null, 2)}</pre>
      </>
    )}
    columns={[
      { title: 'Failed', names: true, cell: ({ at }) => <span class="nowrap">{moment(at)}</span> },
      { title: 'Reason', opens: true, cell: ({ reason }) => reason ?? 'unknown reason' },
      { title: 'Attempts', figures: true, wide: true, cell: ({ attempts }) => attempts },
      { title: 'Queued', wide: true, cell: ({ queuedAt }) => moment(queuedAt) },
      {
        title: '',
        cell: ({ id }) =>
          mayRedrive() && (
            <button type="button" class="plain" onClick={() => redrive(id)} aria-label={`Retry ${id}`}>
              Retry
            </button>
          ),
      },
    ]}
  />
);

/** A link to the step of a dead letter, if it has one. */
function stepLink(payload: unknown) {
  const { stepId }: { stepId?: unknown } = payload ?? {};
  return typeof stepId === 'string' && <a href={href(['records', 'job-steps', stepId])}>Show the step</a>;
}

interface ConfirmRedriveProps {
  readonly name: string;
  /** Undefined for all dead letters. */
  readonly ids: readonly string[] | undefined;
  readonly count: number;
  readonly close: () => void;
  readonly done: () => void;
}

const ConfirmRedrive = ({ name, ids, count, close, done }: ConfirmRedriveProps) => (
  <Confirm
    title={`Retry ${pluralize(count, 'dead letter')}`}
    action={`Retry (${number(count)})`}
    close={close}
    run={async () => {
      await call('POST', `${queuePath(name)}/redrive`, ids);
      notify(`${pluralize(count, 'dead letter')} put back into the queue.`);
      done();
    }}
  >
    <p>Each job returns to the queue with all of its attempts. The dead letter of a job step resets the step.</p>
  </Confirm>
);
