import type { NewOutboxRow } from '../../db/queries/queue/outbox.ts';
import type { Caller, Kind } from '../kinds/kind.ts';
import { indexSyncData, newId } from './record.ts';

/** Ids that one index.sync job carries. */
const IDS_PER_SYNC = 500;

/** Returns the outbox rows of the index.sync jobs of any number of records of a kind. */
export function indexSyncRows(kind: Kind, ids: readonly string[], caller: Caller): NewOutboxRow[] {
  const rows: NewOutboxRow[] = [];
  for (let from = 0; from < ids.length; from += IDS_PER_SYNC) {
    const data = indexSyncData(kind, ids.slice(from, from + IDS_PER_SYNC), caller);
    rows.push({ id: newId(), queue: 'index.sync', data });
  }
  return rows;
}
