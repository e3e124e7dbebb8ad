import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** The forms of the page whose edits are not saved. */
const unsaved = new Set<symbol>();

export const hasUnsaved = (): boolean => unsaved.size > 0;

/** Forgets the unsaved edits: they were saved, or the user leaves them. */
export const discardUnsaved = (): void => unsaved.clear();

/** Browsers show a question of their own, and only after an interaction with the page. */
function askBeforeUnload(event: BeforeUnloadEvent): void {
  if (hasUnsaved()) event.preventDefault();
}

/**
 * While `isDirty`, leaving the view or the page asks first. Call `discardUnsaved` before navigating away after a save.
 */
export function useUnsaved(isDirty: boolean): void {
  const form = useRef(Symbol('form'));
  // Before the next event, which may be a click on a link.
  useLayoutEffect(() => {
    if (!isDirty) return;
    const key = form.current;
    unsaved.add(key);
    addEventListener('beforeunload', askBeforeUnload);
    return () => {
      unsaved.delete(key);
      if (unsaved.size === 0) removeEventListener('beforeunload', askBeforeUnload);
    };
  }, [isDirty]);
}

/**
 * As {@link useUnsaved}, for the input of a request: leaving asks first unless the input is the initial one, or a request has
 * succeeded with it.
 *
 * @returns the function that notes that a request has succeeded with the input
 */
export function useUnusedInput(input: string): () => void {
  const [initial] = useState(input);
  const [used, setUsed] = useState(input);
  useUnsaved(input !== used && input !== initial);
  return () => setUsed(input);
}
