import { useState } from 'preact/hooks';
import { countOf, type Filter } from '../../api.ts';
import { counted } from '../../format.ts';
import { Failure, tell } from '../notices.tsx';
import { Bulk, type BulkTask, each } from './bulk.tsx';

/** What can be done to a record that has one of some states. */
export interface StateAction {
  readonly label: string;
  readonly statuses: readonly string[];
  readonly danger: boolean;
  readonly said: string;
  readonly run: (id: string) => Promise<unknown>;
}

interface BulkActionsProps {
  readonly actions: readonly StateAction[];
  /** For sentences: `job`. */
  readonly noun: string;
  readonly kind: string;
  readonly filters: readonly Filter[];
  readonly rows: readonly { readonly id?: string; readonly status?: string }[];
  readonly selected: ReadonlySet<string>;
  readonly select: (selected: ReadonlySet<string>) => void;
  readonly matching: (filters: readonly Filter[]) => AsyncIterable<string>;
  readonly reload: () => void;
}

/** Actions on the selected, or with none selected on all that match the filter; each asks first and says how many. */
export function BulkActions({
  actions,
  noun,
  kind,
  filters,
  rows,
  selected,
  select,
  matching,
  reload,
}: BulkActionsProps) {
  const [task, setTask] = useState<BulkTask>();
  const [failure, setFailure] = useState<Error>();
  const taskOf = (action: StateAction, total: number, ids: BulkTask['ids'], left: number): BulkTask => ({
    title: `${action.label}: ${counted(total, noun)}`,
    action: `${action.label} (${total})`,
    total,
    ids,
    run: action.run,
    danger: action.danger,
    said: (
      <>
        <p>{action.said}</p>
        {left > 0 && <p class="quiet">{counted(left, 'other')} selected cannot be: their status is another.</p>}
      </>
    ),
  });
  const onSelected = (action: StateAction): void => {
    const ids = rows
      .filter(({ id = '', status = '' }) => selected.has(id) && action.statuses.includes(status))
      .map(({ id = '' }) => id);
    setTask(taskOf(action, ids.length, () => each(ids), selected.size - ids.length));
  };
  const onMatching = async (action: StateAction): Promise<void> => {
    setFailure(undefined);
    const wanted = [...filters, { column: 'status', operator: 'IN', value: action.statuses.join(',') }];
    try {
      const total = await countOf(kind, { filters: wanted });
      setTask(taskOf(action, total, () => matching(wanted), 0));
    } catch (reason) {
      setFailure(reason as Error);
    }
  };
  return (
    <>
      {failure && <Failure error={failure} />}
      <div class="selected">
        {selected.size > 0 ? (
          <span role="status">{counted(selected.size, noun)} selected</span>
        ) : (
          <span class="quiet">All that match:</span>
        )}
        {actions.map((action) => (
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
        <Bulk
          task={task}
          close={(changed) => {
            setTask(undefined);
            if (!changed) return;
            select(new Set());
            tell(`${task.action}: done.`);
            reload();
          }}
        />
      )}
    </>
  );
}
