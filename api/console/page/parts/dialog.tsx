import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Failure } from './notices.tsx';

/** A modal dialog: the browser keeps the focus in it and gives it back, Escape closes it. */
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
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    ref.current?.showModal();
    // Whoever opened it may be gone by then.
    return () => before?.isConnected && before.focus();
  }, []);
  return (
    <dialog ref={ref} aria-labelledby={id} class={wide ? 'wide' : undefined} onClose={close}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

interface ConfirmProps {
  readonly title: string;
  readonly children?: ComponentChildren;
  /** What the button says: `Cancel 3 jobs`. */
  readonly action: string;
  readonly danger?: boolean;
  readonly run: () => Promise<unknown>;
  readonly close: () => void;
}

/** Asks before something is done, shows that it is being done, and what was refused. */
export function Confirm({ title, children, action, danger, run, close }: ConfirmProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await run();
      close();
    } catch (failure) {
      setError(failure as Error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} close={close}>
      <form onSubmit={(event) => void submit(event)}>
        <div class="said">{children}</div>
        {error && <Failure error={error} />}
        <div class="actions">
          <button type="button" onClick={close} disabled={busy}>
            Back
          </button>
          <button type="submit" class={danger ? 'danger' : 'primary'} disabled={busy} aria-busy={busy}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
