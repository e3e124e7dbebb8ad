import { useState } from 'preact/hooks';
import { writeExtentOf } from '../../common/schema.ts';
import { useWritable } from '../../common/writable.ts';
import type { Selection } from '../table.tsx';

/** The selected rows of a list of records that the caller may write at least in part. */
export interface RecordSelection extends Selection {
  readonly canSelect: (key: string) => boolean;
  /** Whether the caller may write all records of the kind. */
  readonly isUnlimited: boolean;
}

/** As `useSelection`, of the records of a page that the caller may write. */
export function useRecordSelection(kind: string, keys: readonly string[], of: unknown): RecordSelection {
  const canSelect = useWritable(kind, keys);
  return { ...useSelection(of), canSelect, isUnlimited: writeExtentOf(kind) === 'all' };
}

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
