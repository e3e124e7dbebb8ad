import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';

/** A button that shows a panel below it. Escape, and a focus or a press outside, close the panel. */
export function Popup({ label, children }: { label: string; children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = ({ target }: Event): void => {
      if (!root.current?.contains(target as Node)) setOpen(false);
    };
    const closeByKey = (event: KeyboardEvent): void => {
      const dialog = (event.target as Element).closest('dialog');
      // Escape in a dialog of the panel closes the dialog alone.
      if (event.key !== 'Escape' || root.current?.contains(dialog)) return;
      event.stopPropagation();
      setOpen(false);
      button.current?.focus();
    };
    const element = root.current;
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    element?.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      element?.removeEventListener('keydown', closeByKey);
    };
  }, [isOpen]);
  return (
    <div class="popup" ref={root}>
      <button
        type="button"
        class="plain"
        ref={button}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </button>
      {isOpen && (
        <div id={id} class="panel">
          {children}
        </div>
      )}
    </div>
  );
}
