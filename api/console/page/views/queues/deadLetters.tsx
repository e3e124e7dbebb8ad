import { useState } from 'preact/hooks';
import type { DeadLetter, DeadLetterAnswer } from '../../../../../client/api.ts';
import { call, get, type Page } from '../../common/api.ts';
import { number, pluralize } from '../../common/format.ts';
import { refreshLive } from '../../common/live.ts';
import { useLoad } from '../../common/load.ts';
import type { Location } from '../../common/router.ts';
import { may } from '../../common/schema.ts';
import { useSelection } from '../../parts/bulk/selection.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { Filters, TextFilter } from '../../parts/filters.tsx';
import { Failure, notify } from '../../parts/notices.tsx';
import { Pager, pageOf } from '../../parts/pager.tsx';
import { type Selection, Table } from '../../parts/table.tsx';
import { Time } from '../../parts/values/time.tsx';
import { queueJobDetails } from './queueJobDetails.tsx';
import { queuePath } from './queuePath.ts';

const SIZE = 50;

/** What is done to dead letters. */
interface Change {
  /** The label of the button of one. */
  readonly verb: string;
  /** The label of the button of several, and the title of its dialog. */
  readonly titleOf: (what: string) => string;
  /** End of the path of the operation. */
  readonly path: string;
  readonly danger: boolean;
  readonly explanation: string;
  /** The result: `3 dead letters …`. */
  readonly done: string;
}

const changes: readonly Change[] = [
  {
    verb: 'Resend',
    titleOf: (what) => `Resend ${what}`,
    path: 'redrive',
    danger: false,
    explanation:
      'Each queue job returns to the queue with all of its attempts. The dead letter of a job step resends the step.',
    done: 'resent',
  },
  {
    verb: 'Discard',
    titleOf: (what) => `Discard ${what}`,
    path: 'dead-letters/discard',
    danger: true,
    explanation: 'The dead letters are deleted for good. Their steps and notifications stay as they are.',
    done: 'discarded',
  },
];

const allowedChanges = (): readonly Change[] =>
  changes.filter(({ path }) => may('POST', `/api/v2/admin/queues/{name}/${path}`));

/** A change that waits for its confirmation. */
interface Task {
  readonly change: Change;
  /** Undefined for all that match. */
  readonly ids?: readonly string[];
  readonly count: number;
}

/** @param props.count  number of dead letters in the live figures; a change reloads the list */
export function DeadLetters({
  name,
  location,
  count,
}: {
  name: string;
  location: Location;
  count: number | undefined;
}) {
  const page = pageOf(location);
  const reason = location.query.get('reason') || undefined;
  const { data, error, reload } = useLoad(
    (signal) =>
      get<Page<DeadLetter>>(`${queuePath(name)}/dead-letters`, { query: { page, size: SIZE, reason }, signal }),
    [name, page, reason],
    undefined,
    count,
  );
  const selection = useSelection([name, page, reason]);
  const [task, setTask] = useState<Task>();
  const { content = [], totalElements: total = 0 } = data ?? {};
  return (
    // The table is the landmark of this name.
    <section>
      <h2>Dead letters</h2>
      {(total > 0 || reason !== undefined) && (
        <Filters location={location}>
          <TextFilter location={location} name="reason" label="Reason contains" />
        </Filters>
      )}
      {error && <Failure error={error} />}
      {data && (
        <>
          {total > 0 && (
            <Buttons
              selected={selection.selected}
              matching={reason !== undefined}
              request={(change, ids) => setTask({ change, ...(ids && { ids }), count: ids?.length ?? total })}
            />
          )}
          <DeadLetterTable
            rows={content}
            selection={selection}
            empty={reason === undefined ? 'No dead letters.' : 'No dead letter has such a reason.'}
            request={(change, id) => setTask({ change, ids: [id], count: 1 })}
          />
          {total > 0 && (
            <Pager location={location} page={page} size={SIZE} total={total} maxRecords={Number.POSITIVE_INFINITY} />
          )}
        </>
      )}
      {task && (
        <Confirm
          title={task.change.titleOf(pluralize(task.count, 'dead letter'))}
          action={`${task.change.verb} (${number(task.count)})`}
          danger={task.change.danger}
          close={() => setTask(undefined)}
          run={async () => {
            const { ids, change } = task;
            const path = `${queuePath(name)}/${change.path}`;
            const answer = await call<DeadLetterAnswer>('POST', path, ids, { query: ids ? {} : { reason } });
            const [first] = answer.skipped;
            const stays = first && ` ${pluralize(answer.skipped.length, 'dead letter')} not: ${first.reason}.`;
            await refreshLive();
            selection.select(new Set());
            reload();
            notify(`${pluralize(answer.count, 'dead letter')} ${change.done}.${stays ?? ''}`);
          }}
        >
          <p>{task.change.explanation}</p>
        </Confirm>
      )}
    </section>
  );
}

interface ButtonsProps {
  readonly selected: ReadonlySet<string>;
  /** Whether the list is filtered. */
  readonly matching: boolean;
  readonly request: (change: Change, ids?: readonly string[]) => void;
}

const Buttons = ({ selected, matching, request }: ButtonsProps) => (
  <div class="selected">
    {selected.size > 0 && <span role="status">{pluralize(selected.size, 'dead letter')} selected</span>}
    {allowedChanges().map((change) => (
      <button
        key={change.verb}
        type="button"
        onClick={() => (selected.size > 0 ? request(change, [...selected]) : request(change))}
      >
        {change.titleOf(selected.size > 0 ? 'selected' : matching ? 'all that match' : 'all')}
      </button>
    ))}
  </div>
);

interface DeadLetterTableProps {
  readonly rows: readonly DeadLetter[];
  readonly selection: Selection;
  readonly empty: string;
  readonly request: (change: Change, id: string) => void;
}

const DeadLetterTable = ({ rows, selection, empty, request }: DeadLetterTableProps) => (
  <Table
    caption="Dead letters"
    rows={rows}
    keyOf={({ id }) => id}
    selection={allowedChanges().length > 0 ? selection : undefined}
    empty={empty}
    details={queueJobDetails}
    columns={[
      { title: 'Failed', names: true, cell: ({ at }) => <Time at={at} /> },
      { title: 'Reason', opens: true, cell: ({ reason }) => reason ?? 'unknown reason' },
      { title: 'Attempts', figures: true, wide: true, cell: ({ attempts }) => attempts },
      { title: 'Queued', wide: true, cell: ({ queuedAt }) => <Time at={queuedAt} /> },
      {
        title: '',
        cell: ({ id }) => (
          <span class="row">
            {allowedChanges().map((change) => (
              <button
                key={change.verb}
                type="button"
                class="plain"
                onClick={() => request(change, id)}
                aria-label={`${change.verb} ${id}`}
              >
                {change.verb}
              </button>
            ))}
          </span>
        ),
      },
    ]}
  />
);
