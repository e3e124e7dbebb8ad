import { useEffect, useState } from 'preact/hooks';

/** Time in ms for which a button shows that it has copied. */
const SHOWN_MS = 2_000;

/** Copies a text. Pages without HTTPS have no clipboard; there a selection is copied. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'unseen';
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

interface CopyProps {
  readonly text: string | (() => string);
  /** What is copied: `id`. */
  readonly of: string;
}

/** A button that copies a text and shows for a moment that it has. */
export function CopyButton({ text, of }: CopyProps) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  useEffect(() => {
    if (state === 'ready') return;
    const timer = setTimeout(() => setState('ready'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = (event: Event): void => {
    event.stopPropagation();
    copyText(typeof text === 'string' ? text : text()).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  };
  const announcement = { ready: '', copied: 'Copied', failed: 'The browser does not allow it' }[state];
  return (
    <button type="button" class="copy" aria-label={`Copy ${of}`} title={announcement || `Copy ${of}`} onClick={copy}>
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        {state === 'copied' ? (
          <path d="M3 8.5 6.5 12 13 4.5" fill="none" stroke="currentColor" stroke-width="2" />
        ) : (
          <path
            d="M5.5 5.5h7v8h-7zM3.5 10.5v-8h7"
            fill="none"
            stroke="currentColor"
            stroke-width="1.4"
            stroke-linejoin="round"
          />
        )}
      </svg>
      <span class="unseen" role="status">
        {announcement}
      </span>
    </button>
  );
}

/** An id with a button that copies it. Nothing if it is absent. */
export const Id = ({ of, name = 'id' }: { of: string | undefined; name?: string }) =>
  of ? (
    <span class="copied">
      <span class="code">{of}</span> <CopyButton text={of} of={name} />
    </span>
  ) : null;
