import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { errorOf } from '../common/api.ts';
import { placesAround, setOpener } from '../common/keepFocus.ts';
import { useUnsaved } from '../common/unsaved.ts';
import { Failure } from './notices.tsx';

/**
 * A modal dialog. The browser confines the focus to it. Escape closes it. The focus returns to what opened the dialog, or to
 * what is near once that has gone. It opens, and takes the focus, in the task of the event that asked for it: what is typed
 * next is for the dialog.
 */
export function Dialog({
  title,
  close,
  children,
  wide,
}: {
  title: string;
  close: () => void;
  children: ComponentChildren;
  wide?: boolean;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    setOpener(dialog, placesAround(document.activeElement));
    dialog.showModal();
  }, []);
  return (
    <dialog ref={ref} aria-labelledby={id} class={wide ? 'wide' : undefined} onClose={close}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

/**
 * Whether an event comes from a field for text. A choice reports its input before its change, and rendering between the two would
 * undo the choice.
 */
const isTyped = ({ target }: Event): boolean =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'checkbox');

interface ConfirmProps {
  readonly title: string;
  readonly children?: ComponentChildren;
  /** The label of the button: `Cancel 3 jobs`. */
  readonly action: string;
  readonly danger?: boolean;
  /** The label of the button that leaves the dialog. An action that cancels something needs another than `Cancel`. */
  readonly leave?: string;
  /** There is nothing to do. */
  readonly disabled?: boolean;
  readonly run: () => Promise<unknown>;
  readonly close: () => void;
}

/** A dialog that requests confirmation, runs the action, and shows its error. Back and a reload ask before they lose its input. */
export function Confirm(props: ConfirmProps) {
  const { title, children, action, danger, leave = 'Cancel', disabled = false, run, close } = props;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const [hasInput, setHasInput] = useState(false);
  useUnsaved(hasInput && !busy);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      await run();
      close();
    } catch (failure) {
      setError(errorOf(failure));
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} close={close}>
      <form onSubmit={(event) => void submit(event)} onInput={(event) => isTyped(event) && setHasInput(true)}>
        <div class="explanation">{children}</div>
        {error && <Failure error={error} />}
        <div class="actions">
          <button type="button" onClick={close} disabled={busy}>
            {leave}
          </button>
          {/* It stays enabled while its action runs: a disabled button loses the focus. */}
          <button type="submit" class={danger ? 'danger' : 'primary'} disabled={disabled} aria-busy={busy}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
