import { type Client, type ClientContext, repeat } from './client.ts';

const PAUSE_MS = 2_500;
const ITEMS = 5;

/** A client that starts Jobs: documents, and rebuilds of an index. */
export interface JobClient extends Client {
  /** The ids of the Jobs whose start was acknowledged. */
  readonly accepted: ReadonlySet<string>;
}

export function startJobClient({ api, topology }: ClientContext): JobClient {
  const accepted = new Set<string>();
  const open = new Set<string>();
  const add = (id: string | undefined): void => {
    if (id === undefined) return;
    accepted.add(id);
    open.add(id);
  };

  async function documents(): Promise<void> {
    const items = Array.from({ length: ITEMS }, (_, n) => ({
      ...{ documentId: String(n), documentTemplateCode: 'letter', data: { n } },
    }));
    const { status, json } = await api.send('POST', '/documents/generate-many/html?async=true', items);
    if (status === 200) add((json as { jobId: string }).jobId);
  }
  let rebuildId: string | undefined;
  /** A second rebuild is accepted until the first is planned, which faults delay; then it fails. */
  async function mayRebuild(): Promise<boolean> {
    if (rebuildId === undefined) return true;
    const { status, json } = await api.send('GET', `/jobs/${rebuildId}`);
    return status === 404 || (status === 200 && ['COMPLETED', 'FAILED'].includes((json as { status: string }).status));
  }
  async function rebuild(): Promise<void> {
    if (!(await mayRebuild())) return;
    rebuildId = Bun.randomUUIDv7();
    const { status } = await api.send('POST', '/jobs', {
      ...{ id: rebuildId, jobType: 'REINDEX', data: { kind: 'WorklogType' } },
      ...{ startDate: new Date().toISOString(), status: 'NEW' },
    });
    if (status === 200) add(rebuildId);
  }
  const stop = repeat(PAUSE_MS, (round) => (round % 3 === 2 ? rebuild() : documents()));
  return {
    accepted,
    inHand: {
      name: 'Jobs',
      ids: () => [...open],
      async remaining(ids) {
        const rows = await topology.database.sql<{ id: string }[]>`
          select id from job where id = any(${[...open]}::uuid[]) and status in ('NEW', 'IN_PROGRESS')`;
        const waiting = new Set(rows.map(({ id }) => id));
        for (const id of open) if (!waiting.has(id)) open.delete(id);
        return ids.filter((id) => waiting.has(id));
      },
    },
    stop,
  };
}
