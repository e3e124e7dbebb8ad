import { type Client, type ClientContext, repeat } from './client.ts';

const PAUSE_MS = 100;
/** Share of the written records that are deleted later. */
const DELETE_EVERY = 10;
/** Records that are created between the creation of a record and its deletion. */
const MIN_KEPT = 20;
const MAX_SEARCHED = 500;

/** A client that creates records, deletes some of them, and expects searches to find what was acknowledged. */
export interface RecordClient extends Client {
  /** The codes of the records whose creation, and not yet whose deletion, was acknowledged. */
  acknowledged(): readonly string[];
  /** The codes of the records whose deletion was acknowledged. */
  deleted(): readonly string[];
}

/** @param maxRecords deletes all records but so many, in place of every tenth */
export function startRecordClient({ api }: ClientContext, maxRecords?: number): RecordClient {
  const present = new Set<string>();
  const removed = new Set<string>();
  const uncertain = new Set<string>();
  /** Acknowledged, and not found yet. */
  const unfound = new Set<string>();

  async function remove(code: string): Promise<void> {
    present.delete(code);
    unfound.delete(code);
    const { status } = await api.send('DELETE', `/worklog-types/${code}`);
    (status === 200 || status === 204 ? removed : uncertain).add(code);
  }
  const stop = repeat(PAUSE_MS, async (round) => {
    const code = `created-${round}`;
    const { status } = await api.send('POST', '/worklog-types', { code, name: `Created ${round}` });
    if (status === 200) {
      present.add(code);
      unfound.add(code);
    }
    const old = `created-${round - (maxRecords ?? MIN_KEPT)}`;
    if ((maxRecords !== undefined || round % DELETE_EVERY === 0) && present.has(old)) await remove(old);
  });
  return {
    acknowledged: () => [...present],
    deleted: () => [...removed],
    inHand: {
      name: 'index',
      ids: () => [...unfound],
      async remaining(ids) {
        const sought = ids.filter((code) => unfound.has(code));
        for (let from = 0; from < sought.length; from += MAX_SEARCHED) {
          const page = sought.slice(from, from + MAX_SEARCHED);
          const filtering = JSON.stringify({ filters: [{ column: 'code', operator: 'IN', value: page.join(',') }] });
          const path = `/worklog-types/search/list?size=${MAX_SEARCHED}&filtering=${encodeURIComponent(filtering)}`;
          const { status, json } = await api.send('GET', path);
          if (status !== 200) throw new Error(`the search returned ${status}`);
          for (const { code } of json as { code: string }[]) unfound.delete(code);
        }
        return sought.filter((code) => unfound.has(code));
      },
    },
    stop,
  };
}
