import { useEffect, useRef, useState } from 'preact/hooks';
import { Confirm } from '../dialog.tsx';
import { tell } from '../notices.tsx';
import type { StateAction } from './bulkActions.tsx';

interface StateActionsProps {
  readonly actions: readonly StateAction[];
  /** For sentences: `job`. */
  readonly noun: string;
  readonly id: string;
  readonly status: string | undefined;
  /** Its name, where it is one row of many. */
  readonly of?: string;
  readonly done: () => void;
}

/** What can be done to one record in the state that it has; each asks first. */
export function StateActions({ actions, noun, id, status, of, done }: StateActionsProps) {
  const [asked, setAsked] = useState<StateAction>();
  /** Where the focus goes when the button that was pressed is gone with the state that it was for. */
  const near = useRef<HTMLElement | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the status decides which buttons there are
  useEffect(() => {
    if (asked || !near.current || document.activeElement !== document.body) return;
    near.current.focus();
    near.current = null;
  }, [status, asked]);
  return (
    <>
      {actions
        .filter(({ statuses }) => status !== undefined && statuses.includes(status))
        .map((action) => (
          <button
            key={action.label}
            type="button"
            class={of === undefined ? undefined : 'plain'}
            aria-label={of === undefined ? undefined : `${action.label} ${of}`}
            onClick={({ currentTarget }) => {
              const row = currentTarget.closest('tr')?.querySelector<HTMLElement>('a, button');
              near.current = row ?? document.querySelector('main h1');
              setAsked(action);
            }}
          >
            {action.label}
          </button>
        ))}
      {asked && (
        <Confirm
          title={`${asked.label}: ${of === undefined ? `1 ${noun}` : of}`}
          action={`${asked.label} (1)`}
          danger={asked.danger}
          close={() => setAsked(undefined)}
          run={async () => {
            await asked.run(id);
            tell(`${asked.label}: done.`);
            done();
          }}
        >
          <p>{asked.said}</p>
        </Confirm>
      )}
    </>
  );
}
