import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Place } from '../router.ts';

/**
 * For a form that is made anew when the address changes: whoever sent it off finds the focus on its button again.
 *
 * @returns what to put on that button, and what to call when the form is sent off
 */
export function useRefocus({ query }: Place): { button: RefObject<HTMLButtonElement | null>; leaving: () => void } {
  const button = useRef<HTMLButtonElement>(null);
  const left = useRef(false);
  const address = query.toString();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says when the form is another
  useEffect(() => {
    if (left.current) button.current?.focus();
    left.current = false;
  }, [address]);
  return {
    button,
    leaving: () => {
      left.current = true;
      // What is sent off unchanged changes no address.
      setTimeout(() => {
        left.current = false;
      }, 500);
    },
  };
}
