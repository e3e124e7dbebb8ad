import { useState } from 'preact/hooks';
import type { BulkAnswer } from '../../../../../client/api.ts';
import { call, errorOf, type Filtering } from '../../common/api.ts';
import { pluralize } from '../../common/format.ts';
import { may } from '../../common/schema.ts';
import { Confirm } from '../dialog.tsx';
import { Failure } from '../notices.tsx';
import { BulkProgress } from './bulkProgress.tsx';
import type { RecordSelection } from './selection.ts';
import { useStartedBulk } from './startedBulk.ts';

/** An action on records with certain statuses. */
export interface StateAction {
  readonly label: string;
  /** Returns the title and the button of the dialog: `Cancel 3 jobs` for `3 jobs`. */
  readonly confirm: (items: string) => string;
  readonly statuses: readonly string[];
  readonly danger: boolean;
  readonly explanation: string;
  /** The operation that `run` calls. */
  readonly operation: readonly [method: string, path: string];
  readonly run: (id: string) => Promise<unknown>;
  /** The operation of `POST /{kind}/bulk` that does the same to many records. */
  readonly bulk: 'CANCEL' | 'RESEND' | 'PAUSE' | 'RESUME';
}

/** Returns the actions that the caller may perform. */
export const allowedActions = (actions: readonly StateAction[]): readonly StateAction[] =>
  actions.filter(({ operation }) => may(...operation));

/** Returns the label of the button that leaves the dialog of an action: no dialog has two buttons `Cancel`. */
export const leaveLabel = ({ bulk }: StateAction, noun: string, count: number): string =>
  bulk === 'CANCEL' ? `Keep the ${noun}${count === 1 ? '' : 's'}` : 'Cancel';

type Filters = NonNullable<Filtering['filters']>;

interface BulkActionsProps {
  readonly actions: readonly StateAction[];
  /** A record of the kind in sentences: `job`. */
  readonly noun: string;
  readonly kind: string;
  readonly filters: Filters;
  readonly selection: RecordSelection;
  readonly reload: () => void;
}

/** An action that waits for its confirmation. */
interface Task {
  readonly action: StateAction;
  readonly filters: Filters;
  /** The records that the action will change. */
  readonly count: number;
  /** Selected records that it leaves out. */
  readonly excluded: number;
}

/**
 * Actions on the selected records, or on all that match the filter if none is selected. The service performs them, so
 * that they go on when the page is closed. Each requires confirmation and states the number of affected records.
 */
export function BulkActions({ actions, noun, kind, filters, selection, reload }: BulkActionsProps) {
  const { selected, select } = selection;
  const [task, setTask] = useState<Task>();
  const [failure, setFailure] = useState<Error>();
  const { started, start, dismiss } = useStartedBulk(kind);
  const path = `/api/v2/${kind}/bulk`;
  const request = (action: StateAction, chosen: Filters, dryRun: boolean): Promise<BulkAnswer> =>
    call('POST', path, { operation: action.bulk, filtering: { filters: chosen }, dryRun });
  const prepare = async (action: StateAction): Promise<void> => {
    setFailure(undefined);
    const chosen =
      selected.size > 0 ? [{ column: 'id', operator: 'IN', value: [...selected].join(',') }] : everyIfNone(filters);
    try {
      const { records } = await request(action, chosen, true);
      setTask({ action, filters: chosen, count: records, excluded: Math.max(0, selected.size - records) });
    } catch (reason) {
      setFailure(errorOf(reason));
    }
  };
  const allowed = may('POST', path) ? allowedActions(actions) : [];
  if (allowed.length === 0) return null;
  const title = task?.action.confirm(pluralize(task.count, noun)) ?? '';
  return (
    <>
      {failure && <Failure error={failure} />}
      {started && <BulkProgress key={started.jobId} started={started} dismiss={dismiss} ended={reload} />}
      <div class="selected">
        {selected.size > 0 ? (
          <span role="status">{pluralize(selected.size, noun)} selected</span>
        ) : (
          <span class="quiet">All matching:</span>
        )}
        {allowed.map((action) => (
          <button key={action.label} type="button" onClick={() => void prepare(action)}>
            {action.label}
            {selected.size === 0 && '…'}
          </button>
        ))}
      </div>
      {task && (
        <Confirm
          title={title}
          action={title}
          danger={task.action.danger}
          leave={leaveLabel(task.action, noun, task.count)}
          disabled={task.count === 0}
          close={() => setTask(undefined)}
          run={async () => {
            const { jobId, records } = await request(task.action, task.filters, false);
            if (jobId) start({ jobId, label: task.action.confirm(pluralize(records, noun)), records });
            select(new Set());
          }}
        >
          {task.count === 0 ? (
            <p>None of these {noun}s has a status that allows this.</p>
          ) : (
            <>
              <p>{task.action.explanation}</p>
              <p class="quiet">The service does this in the background, also when you close this page.</p>
            </>
          )}
          {task.excluded > 0 && (
            <p class="quiet">
              {pluralize(task.excluded, `other selected ${noun}`)} cannot be changed because of the status.
            </p>
          )}
        </Confirm>
      )}
    </>
  );
}

/** The service refuses an action without a filter, so that none is forgotten. */
const everyIfNone = (filters: Filters): Filters =>
  filters.length > 0 ? filters : [{ column: 'id', operator: 'IS_NOT_NULL' }];
