import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Location } from '../common/router.ts';

/** Time limit of a navigation after a submit, in ms. A later navigation has another cause. */
const MAX_DELAY_MS = 5_000;
const NEVER = Number.NEGATIVE_INFINITY;

export interface RestoreFocus {
  /** The ref of the button that submits the form. */
  readonly button: RefObject<HTMLButtonElement | null>;
  /** Call it when the form is submitted. */
  readonly leaving: () => void;
}

/**
 * Restores the focus of a form's button after a submit. The form is rendered as a new element when the location changes.
 * If the user has moved the focus out of the form, it stays there.
 */
export function useRestoreFocus({ query }: Location): RestoreFocus {
  const button = useRef<HTMLButtonElement>(null);
  const submittedAt = useRef(NEVER);
  const address = query.toString();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address renders a new form
  useLayoutEffect(() => {
    if (performance.now() - submittedAt.current < MAX_DELAY_MS) button.current?.focus();
    submittedAt.current = NEVER;
  }, [address]);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      if (!button.current?.form?.contains(target as Node)) submittedAt.current = NEVER;
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, []);
  return {
    button,
    leaving: () => {
      submittedAt.current = performance.now();
    },
  };
}
