import { useState } from 'preact/hooks';
import { Confirm } from '../dialog.tsx';
import { notify } from '../notices.tsx';
import { allowedActions, leaveLabel, type StateAction } from './bulkActions.tsx';

interface StateActionsProps {
  readonly actions: readonly StateAction[];
  /** A record of the kind in sentences: `job`. */
  readonly noun: string;
  readonly id: string;
  readonly status: string | undefined;
  readonly isWritable: boolean;
  /** The name of the record, if it is a row of a list. */
  readonly of?: string;
  readonly done: () => void;
}

/** The actions that the status of a record and the rights of the caller allow. Each requires confirmation. */
export function StateActions({ actions, noun, id, status, isWritable, of, done }: StateActionsProps) {
  const [confirming, setConfirming] = useState<StateAction>();
  return (
    <>
      {allowedActions(actions)
        .filter(({ statuses }) => isWritable && status !== undefined && statuses.includes(status))
        .map((action) => (
          <button
            key={action.label}
            type="button"
            class={of === undefined ? undefined : 'plain'}
            aria-label={of === undefined ? undefined : `${action.label} ${of}`}
            onClick={() => setConfirming(action)}
          >
            {action.label}
          </button>
        ))}
      {confirming && (
        <Confirm
          title={confirming.confirm(of ?? `1 ${noun}`)}
          action={confirming.confirm(`1 ${noun}`)}
          danger={confirming.danger}
          leave={leaveLabel(confirming, noun, 1)}
          close={() => setConfirming(undefined)}
          run={async () => {
            await confirming.run(id);
            notify(`${confirming.label}: done.`);
            done();
          }}
        >
          <p>{confirming.explanation}</p>
        </Confirm>
      )}
    </>
  );
}
