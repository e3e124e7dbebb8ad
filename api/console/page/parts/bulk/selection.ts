import { useState } from 'preact/hooks';
import type { Selection } from '../table.tsx';

/** The selected rows of a list. Another page or filter clears the selection. */
export function useSelection(of: unknown): Selection {
  const key = JSON.stringify(of);
  const [{ at, selected }, set] = useState<{ at: string; selected: ReadonlySet<string> }>({
    at: key,
    selected: new Set(),
  });
  return {
    selected: at === key ? selected : none,
    select: (next) => set({ at: key, selected: next }),
  };
}

const none: ReadonlySet<string> = new Set();
