import type { JsonObject, Kind } from '../kinds/kind.ts';
import { parseStored } from '../records/storedText.ts';
import type { BulkChange } from './readBulkChange.ts';

/** Returns whether only apis may make a change: its records are guarded, or it writes members that are. */
export function isGuarded({ guarded }: Kind, change: BulkChange): boolean {
  if (guarded === undefined || guarded === true) return guarded === true;
  const has = (values: JsonObject): boolean => guarded.some((member) => values[member] !== undefined);
  if (change.operation === 'CREATE') return change.items.some(({ input }) => has(parseStored<JsonObject>(input)));
  return change.operation === 'PATCH' && has(change.patch);
}
