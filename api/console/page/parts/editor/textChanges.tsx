import { useEffect, useRef, useState } from 'preact/hooks';

/** How a text of several lines became another: changed lines with their surroundings. */
export function TextChanges({ label, from, to }: { label: string; from: string; to: string }) {
  const parent = useRef<HTMLDivElement>(null);
  const [isPlain, setPlain] = useState(false);
  useEffect(() => {
    let remove: (() => void) | undefined;
    let isGone = false;
    import('./codeMirror.ts').then(
      ({ showChanges }) => {
        if (!isGone && parent.current) remove = showChanges(parent.current, from, to, label);
      },
      () => setPlain(true),
    );
    return () => {
      isGone = true;
      remove?.();
    };
  }, [from, to, label]);
  return (
    <>
      <h3>{label}</h3>
      <div ref={parent} />
      {isPlain && (
        <pre>
          <del>{from}</del>
          <ins>{to}</ins>
        </pre>
      )}
    </>
  );
}
