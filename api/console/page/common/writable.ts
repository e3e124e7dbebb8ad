import type { AccessCheckResult } from '../../../../client/api.ts';
import { call } from './api.ts';
import { useLoad } from './load.ts';
import { writeExtentOf } from './schema.ts';

/**
 * Returns a function that tests which of the records the caller may write. If that depends on the record, one request
 * checks all of them; until its response, none counts as writable.
 */
export function useWritable(kind: string, ids: readonly string[]): (id: string) => boolean {
  const extent = writeExtentOf(kind);
  const { data } = useLoad(async () => {
    if (extent !== 'some' || ids.length === 0) return [];
    const checks = ids.map((id) => ({ kind, id, right: 'READ_WRITE' }));
    const results = await call<AccessCheckResult[]>('POST', '/api/v2/access/check', checks);
    return ids.filter((_, index) => results[index]?.allowed);
  }, [kind, ids]);
  return (id) => extent === 'all' || (data ?? []).includes(id);
}
