import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Place } from '../router.ts';

/** ms: what is sent off unchanged changes no address, and a change long after is none of it. */
const FORGOTTEN_MS = 5_000;
const NEVER = Number.NEGATIVE_INFINITY;

/**
 * For a form that is made anew when the address changes: whoever sent it off finds the focus on its button again, unless
 * they have gone on to something outside of it by then.
 *
 * @returns what to put on that button, and what to call when the form is sent off
 */
export function useRefocus({ query }: Place): { button: RefObject<HTMLButtonElement | null>; leaving: () => void } {
  const button = useRef<HTMLButtonElement>(null);
  const left = useRef(NEVER);
  const address = query.toString();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says when the form is another
  useEffect(() => {
    if (performance.now() - left.current < FORGOTTEN_MS) button.current?.focus();
    left.current = NEVER;
  }, [address]);
  useEffect(() => {
    const moved = ({ target }: FocusEvent): void => {
      if (!button.current?.form?.contains(target as Node)) left.current = NEVER;
    };
    document.addEventListener('focusin', moved);
    return () => document.removeEventListener('focusin', moved);
  }, []);
  return {
    button,
    leaving: () => {
      left.current = performance.now();
    },
  };
}
