import { useState } from 'preact/hooks';
import { countRecords, errorOf, type Filter } from '../../common/api.ts';
import { pluralize } from '../../common/format.ts';
import { may } from '../../common/schema.ts';
import { Failure, notify } from '../notices.tsx';
import { BulkDialog, type BulkTask, iterate } from './bulkDialog.tsx';
import type { RecordSelection } from './selection.ts';

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
}

/** Returns the actions that the caller may perform. */
export const allowedActions = (actions: readonly StateAction[]): readonly StateAction[] =>
  actions.filter(({ operation }) => may(...operation));

interface BulkActionsProps {
  readonly actions: readonly StateAction[];
  /** A record of the kind in sentences: `job`. */
  readonly noun: string;
  readonly kind: string;
  readonly filters: readonly Filter[];
  readonly rows: readonly { readonly id?: string; readonly status?: string }[];
  readonly selection: RecordSelection;
  readonly matching: (filters: readonly Filter[]) => AsyncIterable<string>;
  readonly reload: () => void;
}

/**
 * Actions on the selected records, or on all that match the filter if none is selected. Each action requires
 * confirmation and states the number of affected records.
 */
export function BulkActions({
  actions,
  noun,
  kind,
  filters,
  rows,
  selection: { selected, select, isUnlimited },
  matching,
  reload,
}: BulkActionsProps) {
  const [task, setTask] = useState<BulkTask>();
  const [failure, setFailure] = useState<Error>();
  const taskOf = (action: StateAction, total: number, ids: BulkTask['ids'], excluded: number): BulkTask => ({
    title: action.confirm(pluralize(total, noun)),
    action: action.confirm(pluralize(total, noun)),
    total,
    ids,
    run: action.run,
    danger: action.danger,
    explanation: (
      <>
        <p>{action.explanation}</p>
        {excluded > 0 && (
          <p class="quiet">{pluralize(excluded, `other selected ${noun}`)} cannot be changed because of the status.</p>
        )}
      </>
    ),
  });
  const onSelected = (action: StateAction): void => {
    const ids = rows
      .filter(({ id = '', status = '' }) => selected.has(id) && action.statuses.includes(status))
      .map(({ id = '' }) => id);
    setTask(taskOf(action, ids.length, () => iterate(ids), selected.size - ids.length));
  };
  const onMatching = async (action: StateAction): Promise<void> => {
    setFailure(undefined);
    const matched = [...filters, { column: 'status', operator: 'IN', value: action.statuses.join(',') }];
    try {
      const total = await countRecords(kind, { filters: matched });
      setTask(taskOf(action, total, () => matching(matched), 0));
    } catch (reason) {
      setFailure(errorOf(reason));
    }
  };
  const allowed = allowedActions(actions);
  // The records that match a filter are not all writable for a caller with limited rights; the selected ones are.
  if (allowed.length === 0 || (selected.size === 0 && !isUnlimited)) return null;
  return (
    <>
      {failure && <Failure error={failure} />}
      <div class="selected">
        {selected.size > 0 ? (
          <span role="status">{pluralize(selected.size, noun)} selected</span>
        ) : (
          <span class="quiet">All matching:</span>
        )}
        {allowed.map((action) => (
          <button
            key={action.label}
            type="button"
            onClick={() => (selected.size > 0 ? onSelected(action) : void onMatching(action))}
          >
            {action.label}
            {selected.size === 0 && '…'}
          </button>
        ))}
      </div>
      {task && (
        <BulkDialog
          task={task}
          close={({ changed }) => {
            setTask(undefined);
            if (!changed) return;
            select(new Set());
            notify(`${task.action}: done.`);
            reload();
          }}
        />
      )}
    </>
  );
}
